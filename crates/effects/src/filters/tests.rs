//! What filters make of known texts.

use super::*;

/// What a line such as `tr a-z n-za-m` puts out; words are separated by `¦` where a blank matters.
fn text(line: &str, input: &str) -> Option<String> {
    let words: Vec<&str> =
        if line.contains('¦') { line.split('¦').collect() } else { line.split_whitespace().collect() };
    let (name, arguments) = words.split_first().unwrap();
    match filter(name, arguments, input) {
        Some(Filtered::Text(text)) => Some(text),
        Some(Filtered::Bytes(_) | Filtered::Hidden) => Some("<hidden>".to_owned()),
        None => None,
    }
}

#[test]
fn encodings_are_read() {
    for (line, input, output) in [
        ("base64 -d", "cm0gLXJmIC8=\n", "rm -rf /"),
        ("jq -Rr @base64d", "cm0gLXJmIC8=\n", "rm -rf /\n"),
        ("jq¦-rn¦\"rm \\u002drf\\n/\"", "", "rm -rf\n/\n"),
        ("jq¦-jn¦\"cm0gLXJmIC8=\" | @base64d", "", "rm -rf /"),
        ("base64 -D", "cm0gLXJmIC8", "rm -rf /"),
        ("base64 --decode", "cm0g\nLXJm\nIC8=", "rm -rf /"),
        ("base64 --dec -", "cm0gLXJmIC8=", "rm -rf /"),
        ("base64 -di", "cm0g!LXJm?IC8=", "rm -rf /"),
        ("base64 -d", "cm0gLXJmIC8=cm0=", "rm -rf /rm"),
        ("base64", "rm -rf /", "cm0gLXJmIC8=\n"),
        ("base64 -w0", "rm -rf /", "cm0gLXJmIC8="),
        ("base32 -d", "OJWSALLSMYQC6===", "rm -rf /"),
        ("base32", "rm -rf /", "OJWSALLSMYQC6===\n"),
        ("basenc --base16 -d", "726D", "rm"),
        ("basenc -d --base64url", "cm0gLXJmIC8_", "rm -rf /?"),
        ("openssl base64 -d", "cm0gLXJmIC8K\n", "rm -rf /\n"),
        ("openssl enc -base64 -d", "cm0gLXJmIC8K\n", "rm -rf /\n"),
        ("openssl enc -d -a -A", "cm0gLXJmIC8K", "rm -rf /\n"),
        ("openssl base64", "rm", "cm0=\n"),
        ("xxd -r -p", "726d202d7266207e\n", "rm -rf ~"),
        ("xxd -rp", "72 6d", "rm"),
        ("xxd -r -ps", "726d", "rm"),
        ("xxd -p -r", "726D", "rm"),
        ("xxd -p", "rm", "726d\n"),
        ("xxd -r", "00000000: 726d 202d 7266 207e                      rm -rf ~\n", "rm -rf ~"),
        ("rot13", "ez -es ~", "rm -rf ~"),
        ("rev", "~ fr- mr\n", "rm -rf ~\n"),
        ("rev", "~ fr- mr", "rm -rf ~"),
        ("tac", "b\na\n", "a\nb\n"),
    ] {
        assert_eq!(text(line, input).as_deref(), Some(output), "{line}");
    }
}

#[test]
fn what_cannot_be_computed_is_hidden_or_unknown() {
    for line in [
        "gunzip",
        "zcat",
        "gzip -d",
        "gzip -dc",
        "xz --decompress",
        "bzip2 -cd",
        "openssl enc -aes-256-cbc -d -k x",
        "openssl aes-256-cbc -d -a",
        "gpg -d",
        "gpg --decrypt",
        "age -d -i key",
        "uudecode",
        "jq -r @base64d",
        "unzip -p",
    ] {
        assert_eq!(text(line, "x").as_deref(), Some("<hidden>"), "{line}");
    }
    // Not text, so packed once more.
    assert_eq!(text("base64 -d", "H4sIAAAAAAAA").as_deref(), Some("<hidden>"));
    for line in [
        "base64 -d file",
        "cat file",
        "cat -A",
        "gzip file",
        "gpg --sign",
        "od -c",
        "wc -l",
        "tr a-z",
        "tr z-a x",
        "tr [=a=] x",
        "cut -f1 file",
        "sort -k2",
        "head -n x",
        "head -n1 file",
        "awk {system($0)}",
        "awk {print} file",
        "awk /x/{print}",
        "sed s/a/b/ file",
        "sed -i s/a/b/",
        "sed -E s/a+/b/",
        "grep a.b",
        "grep -c a",
        "grep a file",
        "dd if=file",
        "seq 5000",
        "seq x",
        "unknown",
    ] {
        assert_eq!(text(line, "abc\n"), None, "{line}");
    }
    assert!(text("base64", &"x".repeat(60_000)).is_none());
    assert!(text("cat", &"x".repeat(70_000)).is_none());
}

#[test]
fn characters_are_translated() {
    for (line, input, output) in [
        ("tr a-z n-za-m", "ez -es ~", "rm -rf ~"),
        ("tr A-Za-z N-ZA-Mn-za-m", "Ez -es", "Rm -rf"),
        ("tr [:upper:] [:lower:]", "RM -RF", "rm -rf"),
        ("tr [A-Z] [a-z]", "RM", "rm"),
        ("tr -d x", "rxmx", "rm"),
        ("tr -d \\n", "r\nm\n", "rm"),
        ("tr -d \\r\\n", "r\r\nm\n", "rm"),
        ("tr -d [:space:]", "r m\n", "rm"),
        ("tr -cd a-z", "r1m2", "rm"),
        ("tr -dc [:alpha:]", "r 1m", "rm"),
        ("tr¦-s¦ ", "a   b", "a b"),
        ("tr¦_¦ ", "rm_-rf_~", "rm -rf ~"),
        ("tr¦-s¦_¦ ", "a__b", "a b"),
        ("tr \\040 _", "a b", "a_b"),
        ("tr \\0 \\n", "a\0b", "a\nb"),
        ("tr abc x", "abcd", "xxxd"),
        ("tr -t abc x", "abcd", "xbcd"),
        ("tr -c a-z _", "a1b", "a_b"),
        ("tr - _", "a-b", "a_b"),
        ("tr 0-9 a-j", "0129", "abcj"),
        ("tr -- -a _b", "-a", "_b"),
    ] {
        assert_eq!(text(line, input).as_deref(), Some(output), "{line}");
    }
}

#[test]
fn lines_are_picked_and_cut() {
    for (line, input, output) in [
        ("cat", "a\n", "a\n"),
        ("cat -", "a", "a"),
        ("cat -n", "a\n\nb\n", "     1\ta\n     2\t\n     3\tb\n"),
        ("nl", "a\n\nb\n", "     1\ta\n\n     2\tb\n"),
        ("tee log", "a", "a"),
        ("dd status=none", "a", "a"),
        ("iconv -f utf-8 -t ascii", "a", "a"),
        ("head -n1", "a\nb\n", "a\n"),
        ("head -1", "a\nb\n", "a\n"),
        ("head -n 1", "a\nb\n", "a\n"),
        ("head --lines=1", "a\nb\n", "a\n"),
        ("head -n -1", "a\nb\nc\n", "a\nb\n"),
        ("head -c 2", "abc", "ab"),
        ("head -c99", "abc", "abc"),
        ("tail -n1", "a\nb\n", "b\n"),
        ("tail -n +2", "a\nb\nc\n", "b\nc\n"),
        ("tail +2", "a\nb\n", "b\n"),
        ("tail -c 2", "abc", "bc"),
        ("cut -c1-2", "abc\ndef\n", "ab\nde\n"),
        ("cut -c 2-", "abc", "bc"),
        ("cut -c -2,4", "abcd", "abd"),
        ("cut -d: -f2", "a:b:c\n", "b\n"),
        ("cut -d : -f 1,3", "a:b:c", "a:c"),
        ("cut -d: -f2-", "a:b:c", "b:c"),
        ("cut¦-d ¦-f2", "a b", "b"),
        ("cut -d: -f1", "plain", "plain"),
        ("cut -d: -f1 -s", "plain\na:b\n", "a\n"),
        ("cut --complement -d: -f1", "a:b:c", "b:c"),
        ("sort", "b\na\n", "a\nb\n"),
        ("sort -rn", "9\n10\n", "10\n9\n"),
        ("sort -u", "b\na\nb\n", "a\nb\n"),
        ("uniq", "a\na\nb\n", "a\nb\n"),
        ("grep b", "a\nb\n", "b\n"),
        ("grep -v b", "a\nb\n", "a\n"),
        ("grep -i B", "a\nb\n", "b\n"),
        ("grep -F a.b", "a.b\naxb\n", "a.b\n"),
        ("grep -o rm", "armrmb\n", "rm\nrm\n"),
        ("grep .", "a\n\nb\n", "a\nb\n"),
        ("grep -e b", "a\nb", "b\n"),
        ("fold -w2", "abcde\n", "ab\ncd\ne\n"),
        ("paste -sd,", "a\nb\nc\n", "a,b,c\n"),
        ("paste¦-sd¦", "r\nm\n", "rm\n"),
        ("paste -s -d \\n", "a\nb\n", "a\nb\n"),
        ("paste¦-sd¦ ", "rm\n-rf\n", "rm -rf\n"),
        ("paste -sd \\0", "r\nm\n", "rm\n"),
        ("strings", "ab\u{1}abcd\u{1}", "abcd\n"),
        ("awk¦{print $2}", "a b c\n", "b\n"),
        ("awk¦-F:¦{print $1,$NF}", "a:b:c\n", "a c\n"),
        ("awk¦{ print $2 $1 }", "m r", "rm\n"),
        ("awk¦{print \"rm \" $1;}", "-rf", "rm -rf\n"),
        ("awk¦{print}", "a\nb", "a\nb\n"),
        ("awk¦BEGIN{print \"rm -rf /\"}", "", "rm -rf /\n"),
        ("awk¦BEGIN { print \"a\\tb\" }", "", "a\tb\n"),
        ("awk¦NR==2{print $1}", "a\nb c\n", "b\n"),
        ("awk¦NR==2", "a\nb c\n", "b c\n"),
        ("awk 1", "a", "a\n"),
        ("sed s/x/rm/", "x", "rm"),
        ("sed -n 2p", "a\nb\n", "b\n"),
        ("sed -e s/x/r/ -e s/y/m/", "xy", "rm"),
        ("sed -r s/x/rm/", "x", "rm"),
        ("seq 3", "", "1\n2\n3\n"),
        ("seq 3 -1 1", "", "3\n2\n1\n"),
        ("seq -s , 1 3", "", "1,2,3\n"),
        ("basename /a/b.txt", "", "b.txt\n"),
        ("basename /a/b.txt .txt", "", "b\n"),
        ("basename /", "", "/\n"),
        ("dirname /a/b", "", "/a\n"),
        ("dirname /a", "", "/\n"),
        ("dirname a", "", ".\n"),
        ("dos2unix", "a\r\n", "a\n"),
    ] {
        assert_eq!(text(line, input).as_deref(), Some(output), "{line}");
    }
}

#[test]
fn echo_prints_as_bash_does() {
    for (arguments, output) in [
        (&["rm", "-rf", "/"][..], "rm -rf /\n"),
        (&["-n", "a"], "a"),
        (&["-e", "a\\tb"], "a\tb\n"),
        (&["a\\tb"], "a\\tb\n"),
        (&["-ne", "\\x72\\x6d"], "rm"),
        (&["-e", "\\0162\\0155"], "rm\n"),
        (&["-e", "\\162"], "\\162\n"),
        (&["-e", "a\\cb"], "a"),
        (&["-e", "\\u00e9"], "é\n"),
        (&["-eE", "a\\n"], "a\\n\n"),
        // Both are options.
        (&["-e", "-n"], ""),
        (&["-x", "a"], "-x a\n"),
        (&["-", "a"], "- a\n"),
        (&["--", "a"], "-- a\n"),
        (&[], "\n"),
        (&["-e", "\\xc3\\xa9"], "é\n"),
        (&["-e", "a\\"], "a\\\n"),
    ] {
        assert_eq!(echo(arguments), output, "{arguments:?}");
    }
}

#[test]
fn printf_prints_as_bash_does() {
    for (format, arguments, output) in [
        ("rm -rf %s\\n", &["~"][..], "rm -rf ~\n"),
        ("\\x72\\x6d", &[], "rm"),
        ("\\162\\155", &[], "rm"),
        ("\\0162", &[], "\u{e}2"),
        ("%s", &["r", "m"], "rm"),
        ("%s %s\\n", &["a", "b", "c"], "a b\nc \n"),
        ("x", &["a", "b"], "x"),
        ("%b", &["\\x72m\\n"], "rm\n"),
        ("%b", &["\\0162\\155"], "rm"),
        ("%b", &["a\\cb", "c"], "a"),
        ("%s", &["a\\n"], "a\\n"),
        ("%d %i", &["12", "0x1f"], "12 31"),
        ("%d", &["'A"], "65"),
        ("%x %X %o", &["255", "255", "8"], "ff FF 10"),
        ("%c%c", &["rest", "more"], "rm"),
        ("%5s|%-5s|", &["a", "b"], "    a|b    |"),
        ("%03d", &["7"], "007"),
        ("%.2s", &["rmx"], "rm"),
        ("%*s", &["3", "a"], "  a"),
        ("%.0s-", &["1", "2", "3"], "---"),
        ("%%", &[], "%"),
        ("%q", &["a b"], "a\\ b"),
        ("--", &["%s", "a"], "a"),
        ("%s", &[], ""),
        ("%d", &["x"], "0"),
        ("a%", &[], "a"),
        ("a%y", &["b"], "a"),
        ("\\u0072\\U0000006d", &[], "rm"),
        ("\\\"\\\\", &[], "\"\\"),
        ("%.1f", &["1.25"], "1.2"),
        ("%s\\n", &["a", "b"], "a\nb\n"),
    ] {
        assert_eq!(printf(format, arguments), output, "{format}");
    }
}

#[test]
fn hostile_texts_end_soon() {
    let input = "a".repeat(60_000) + "\né\u{0}";
    let wide = "%99999999s".repeat(1000);
    assert!(printf(&wide, &["x"]).len() < 200_000);
    printf("%*s%*.*s", &["99999999999999999999", "a", "-5", "18446744073709551615"]);
    printf("%s", &vec!["x"; 100_000]);
    for line in [
        "fold -w 1",
        "tr -c a \\777",
        "tr \u{0}-\u{10ffff} a",
        "cut -c 0-0,5-1,99999999999999999999",
        "cut -f 1 -d é",
        "head -c 60002",
        "tail -c 1",
        "head -c -1",
        "seq 9223372036854775806 9223372036854775807",
        "seq -9223372036854775808 -1 -9223372036854775808",
        "awk {print$99999999999999999999}",
        "awk {print$",
        "awk {print$0",
        "base64 -d",
        "xxd -r",
        "paste -sd \\",
        "basename -s",
        "openssl",
        "tr",
        "sed",
    ] {
        text(line, &input);
    }
}

/// What a pipe of two filters puts out.
fn piped(first: &[&str], second: &[&str], input: &str) -> Option<Filtered> {
    let Some(Filtered::Bytes(bytes)) = filter(first[0], &first[1..], input) else { return None };
    filter_bytes(second[0], &second[1..], &bytes)
}

#[test]
fn what_gzip_has_packed_is_unpacked() {
    let packed = "H4sIAAAAAAACAyvKVdAtSlOo4wIAFYVG8wkAAAA=";
    let unpackers: [&[&str]; 5] =
        [&["gunzip"], &["zcat"], &["gzip", "-d"], &["gzip", "--decompress", "-c"], &["pigz", "-dc"]];
    for unpacker in unpackers {
        let text = piped(&["base64", "-d"], unpacker, packed);
        assert_eq!(text, Some(Filtered::Text("rm -rf ~\n".to_owned())), "{unpacker:?}");
    }
    let hex = "1f8b08000000000002032bca55d02d4a53a8e30200158546f309000000";
    let twice = format!("{hex}{hex}");
    let text = piped(&["xxd", "-r", "-p"], &["gunzip"], &twice);
    assert_eq!(text, Some(Filtered::Text("rm -rf ~\nrm -rf ~\n".to_owned())), "every member counts");
}

#[test]
fn what_is_cut_off_or_too_long_stays_hidden() {
    let cut = piped(&["base64", "-d"], &["gunzip"], "H4sIAAAAAAACAyvKVdAt");
    assert_eq!(cut, Some(Filtered::Hidden));
    let full = miniz_oxide::deflate::compress_to_vec_zlib(&vec![b'a'; MAX_OUTPUT], 6);
    assert_eq!(unpack(&full).map(|bytes| bytes.len()), Some(MAX_OUTPUT));
    let bomb = miniz_oxide::deflate::compress_to_vec_zlib(&vec![b'a'; MAX_OUTPUT + 1], 6);
    assert_eq!(unpack(&bomb), None);
    assert_eq!(piped(&["base64", "-d"], &["bunzip2"], "H4sIAAAAAAAA"), Some(Filtered::Hidden));
}

#[test]
fn what_is_packed_and_unpacked_is_what_it_was() {
    let step = |name: &str, arguments: &[&str], from: Filtered| match from {
        Filtered::Text(text) => filter(name, arguments, &text).unwrap(),
        Filtered::Bytes(bytes) => filter_bytes(name, arguments, &bytes).unwrap(),
        Filtered::Hidden => Filtered::Hidden,
    };
    for text in [String::new(), "rm -rf ~\n".to_owned(), "a".repeat(MAX_OUTPUT - 64)] {
        let packed = step("gzip", &["-9c"], Filtered::Text(text.clone()));
        assert!(matches!(packed, Filtered::Bytes(_)), "nobody knows which bytes gzip would make");
        assert_eq!(step("gunzip", &[], packed.clone()), Filtered::Text(text.clone()));
        if text.len() < 100 {
            let digits = step("base64", &["-w0"], packed);
            assert_eq!(step("zcat", &[], step("base64", &["-d"], digits)), Filtered::Text(text));
        }
    }
}
