//! Encodings: base64, base32, hexadecimal, rot13; and the names of those that are not computed.

use super::given::Given;
use super::{Filtered, MAX_OUTPUT, of_bytes};

/// Programs that unpack or decrypt whatever they are given.
const UNPACKERS: &[&str] = &[
    "gunzip",
    "zcat",
    "gzcat",
    "bunzip2",
    "bzcat",
    "unxz",
    "xzcat",
    "unlzma",
    "lzcat",
    "unzstd",
    "zstdcat",
    "unlz4",
    "lz4cat",
    "uncompress",
    "funzip",
    "uudecode",
    "base58",
    "base85",
    "ascii85",
    "rot47",
    "unpigz",
    "zlib-flate",
    "caesar",
];

/// Programs that do so if they are told to.
const PACKERS: &[&str] = &[
    "gzip", "pigz", "bzip2", "pbzip2", "xz", "lzma", "zstd", "lz4", "brotli", "compress", "gpg", "gpg2",
    "age", "ccrypt", "mcrypt", "base91", "sops", "lzop", "qprint",
];

/// Whether what comes out was hidden by an encoding that is not computed.
pub(super) fn hides(name: &str, arguments: &[&str]) -> bool {
    let decodes = |argument: &&str| match argument.strip_prefix("--") {
        Some(long) => ["decompress", "uncompress", "decrypt", "decode"]
            .iter()
            .any(|full| long.len() > 2 && full.starts_with(long)),
        None => argument.starts_with('-') && argument.contains('d'),
    };
    let has = |word: &str| arguments.contains(&word);
    match name {
        "unzip" => has("-p") || has("-c"),
        "tar" | "bsdtar" => {
            arguments.iter().any(|argument| argument.starts_with('-') && argument.contains('O'))
        }
        "7z" | "7za" => has("-so"),
        // What a query makes of a text that is known is not computed.
        "jq" | "gojq" | "jaq" | "yq" => arguments.iter().any(|argument| {
            argument.contains("@base64d")
                || argument
                    .strip_prefix('-')
                    .is_some_and(|it| !it.starts_with('-') && it.contains(['r', 'j']))
        }),
        _ => UNPACKERS.contains(&name) || PACKERS.contains(&name) && arguments.iter().any(decodes),
    }
}

/// Whether it unpacks what gzip or zlib have packed, to its output.
pub(super) fn unpacks(name: &str, arguments: &[&str]) -> bool {
    match name {
        // The last ones know the format by its first bytes.
        "gunzip" | "zcat" | "gzcat" | "unpigz" | "bsdcat" | "zstdcat" | "unzstd" => true,
        "gzip" | "pigz" => hides(name, arguments),
        "zlib-flate" => arguments.contains(&"-uncompress"),
        "openssl" => arguments.contains(&"zlib") && arguments.contains(&"-d"),
        _ => false,
    }
}

/// Whether it packs its input, as `unpacks` unpacks it.
pub(super) fn packs(name: &str, arguments: &[&str]) -> bool {
    let is_flag =
        |argument: &&str| argument.starts_with('-') && !argument.contains(['d', 'l', 't', 'h', 'V', 'L']);
    matches!(name, "gzip" | "pigz") && arguments.iter().all(is_flag)
}

/// What one of the programs for encodings puts out.
pub(super) fn filter(name: &str, arguments: &[&str], input: &str) -> Option<Filtered> {
    match name {
        "openssl" => openssl(arguments, input),
        "xxd" => xxd(arguments, input),
        _ => base(name, arguments, input),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Alphabet {
    Base64,
    Base32,
    Base16,
}

impl Alphabet {
    fn bits(self) -> u32 {
        match self {
            Self::Base64 => 6,
            Self::Base32 => 5,
            Self::Base16 => 4,
        }
    }

    /// The digits, in order. The two last of base64 differ in addresses; both are read.
    fn digits(self) -> &'static [u8] {
        match self {
            Self::Base64 => b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
            Self::Base32 => b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
            Self::Base16 => b"0123456789ABCDEF",
        }
    }

    fn value(self, digit: u8) -> Option<u32> {
        let digit = match (self, digit) {
            (Self::Base64, b'-') => b'+',
            (Self::Base64, b'_') => b'/',
            (Self::Base16, digit) => digit.to_ascii_uppercase(),
            (Self::Base64 | Self::Base32, digit) => digit,
        };
        let at = self.digits().iter().position(|this| *this == digit)?;
        u32::try_from(at).ok()
    }
}

/// `base64`, `base32`, `basenc`.
fn base(name: &str, arguments: &[&str], input: &str) -> Option<Filtered> {
    let long = [
        ("decode", 'd'),
        ("ignore-garbage", 'i'),
        ("wrap", 'w'),
        ("base64", 'A'),
        ("base64url", 'A'),
        ("base32", 'B'),
        ("base16", 'C'),
    ];
    // Exact names first: `--base64` also begins `--base64url`, and means the same here.
    let given =
        Given::read(arguments, "wb", &long).filter(|given| given.only("dDiABC") && given.reads_stdin())?;
    let alphabet = match name {
        "base64" => Alphabet::Base64,
        "base32" => Alphabet::Base32,
        _ if given.has('A') => Alphabet::Base64,
        _ if given.has('B') => Alphabet::Base32,
        _ => Alphabet::Base16,
    };
    if given.has('d') || given.has('D') {
        let garbage = if given.has('i') { Garbage::Ignored } else { Garbage::Ends };
        return Some(decoded(input, alphabet, garbage));
    }
    let width = given.value('w').or(given.value('b')).map_or(Some(76), |width| width.parse().ok())?;
    Some(Filtered::Text(wrapped(&encoded(input.as_bytes(), alphabet), width)))
}

/// What a text of base64 says.
pub(super) fn base64_text(text: &str) -> Filtered {
    decoded(text, Alphabet::Base64, Garbage::Ends)
}

/// The same of bytes: their digits are bytes too, since they are not those that would come.
pub(super) fn base_of_bytes(name: &str, arguments: &[&str], input: &[u8]) -> Option<Filtered> {
    if let Ok(text) = std::str::from_utf8(input) {
        return base(name, arguments, text);
    }
    let decodes = |argument: &str| argument.starts_with('-') && argument.contains(['d', 'D']);
    let alphabet = match name {
        "base64" => Alphabet::Base64,
        "base32" => Alphabet::Base32,
        _ => return None,
    };
    (!arguments.iter().any(|argument| decodes(argument)))
        .then(|| Filtered::Bytes(encoded(input, alphabet).into_bytes()))
}

/// `openssl base64 -d`, `openssl enc -a -d`; any cipher hides.
fn openssl(arguments: &[&str], input: &str) -> Option<Filtered> {
    let (command, options) = arguments.split_first()?;
    let has = |names: &[&str]| options.iter().any(|option| names.contains(option));
    let decodes = has(&["-d"]);
    let is_base64 = *command == "base64" || has(&["-base64", "-a"]);
    let known = ["-d", "-e", "-a", "-A", "-base64"];
    match *command {
        "base64" | "enc" if is_base64 && options.iter().all(|option| known.contains(option)) => {
            if decodes {
                return Some(decoded(input, Alphabet::Base64, Garbage::Ends));
            }
            let width = if has(&["-A"]) { 0 } else { 64 };
            Some(Filtered::Text(wrapped(&encoded(input.as_bytes(), Alphabet::Base64), width)))
        }
        "base64" if has(&["-in"]) => None,
        "rsautl" | "pkeyutl" | "smime" | "cms" => has(&["-decrypt"]).then_some(Filtered::Hidden),
        _ => decodes.then_some(Filtered::Hidden),
    }
}

fn xxd(arguments: &[&str], input: &str) -> Option<Filtered> {
    // Its letters may be glued or not; its long names have one dash.
    let has = |letter: char, long: &str| {
        arguments.iter().any(|argument| {
            argument
                .strip_prefix('-')
                .is_some_and(|name| name.contains(letter) && name.len() <= 2 || name == long)
        })
    };
    let known = |argument: &&str| {
        argument.strip_prefix('-').is_some_and(|name| {
            matches!(name, "" | "plain" | "ps" | "revert")
                || name.chars().all(|letter| "rpu".contains(letter))
        })
    };
    if !arguments.iter().all(known) {
        return has('r', "revert").then_some(Filtered::Hidden);
    }
    let is_plain = has('p', "plain") || has('p', "ps");
    match (has('r', "revert"), is_plain) {
        (true, true) => Some(decoded(input, Alphabet::Base16, Garbage::Ignored)),
        (true, false) => Some(decoded(&lines_of_dump(input), Alphabet::Base16, Garbage::Ignored)),
        (false, true) => {
            let digits = encoded(input.as_bytes(), Alphabet::Base16).to_ascii_lowercase();
            Some(Filtered::Text(wrapped(&digits, 60)))
        }
        (false, false) => None,
    }
}

/// The digits of a dump: between the address and the two blanks before its text.
fn lines_of_dump(dump: &str) -> String {
    let digits = |line: &str| {
        let after = line.split_once(':').map_or(line, |(_, after)| after).trim_start();
        after.split("  ").next().unwrap_or_default().to_owned()
    };
    dump.lines().map(|line| digits(line) + "\n").collect()
}

/// What becomes of a character that is no digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Garbage {
    Ignored,
    Ends,
}

fn decoded(input: &str, alphabet: Alphabet, garbage: Garbage) -> Filtered {
    let mut bytes = Vec::with_capacity(input.len());
    let (mut held, mut bits) = (0_u32, 0_u32);
    for digit in input.bytes().filter(|digit| !digit.is_ascii_whitespace()) {
        let Some(value) = alphabet.value(digit) else {
            match garbage {
                Garbage::Ignored => continue,
                // Padding starts anew: two encoded texts in a row are one.
                Garbage::Ends if digit == b'=' => {
                    (held, bits) = (0, 0);
                    continue;
                }
                Garbage::Ends => break,
            }
        };
        held = (held << alphabet.bits()) | value;
        bits += alphabet.bits();
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits).to_le_bytes()[0]);
            held &= (1 << bits) - 1;
        }
    }
    of_bytes(bytes)
}

fn encoded(input: &[u8], alphabet: Alphabet) -> String {
    let mut text = String::new();
    let (mut held, mut bits) = (0_u32, 0_u32);
    let mut digit = |held: u32| {
        let digit = usize::try_from(held).ok().and_then(|at| alphabet.digits().get(at));
        text.extend(digit.map(|digit| char::from(*digit)));
    };
    for byte in input {
        held = (held << 8) | u32::from(*byte);
        bits += 8;
        while bits >= alphabet.bits() {
            bits -= alphabet.bits();
            digit(held >> bits);
            held &= (1 << bits) - 1;
        }
    }
    if bits > 0 {
        digit(held << (alphabet.bits() - bits));
    }
    let group = match alphabet {
        Alphabet::Base64 => 4,
        Alphabet::Base32 => 8,
        Alphabet::Base16 => 2,
    };
    while !text.len().is_multiple_of(group) {
        text.push('=');
    }
    text
}

/// Lines of a width, each with its end; no width, no lines.
fn wrapped(digits: &str, width: usize) -> String {
    if width == 0 {
        return digits.to_owned();
    }
    let mut text = String::with_capacity((digits.len() + digits.len() / width + 1).min(2 * MAX_OUTPUT));
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && index.is_multiple_of(width) {
            text.push('\n');
        }
        text.push(digit);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

pub(super) fn rot13(input: &str) -> String {
    let turned = |letter: char, first: u8| {
        u8::try_from(letter).map_or(letter, |letter| char::from((letter - first + 13) % 26 + first))
    };
    input
        .chars()
        .map(|letter| match letter {
            'a'..='z' => turned(letter, b'a'),
            'A'..='Z' => turned(letter, b'A'),
            letter => letter,
        })
        .collect()
}
