//! The words of a command, sorted by what is known of its program; and whether an option or a word is among them.

use super::list::List;
use super::{Role, Style, Usage};
use crate::programs::tail;
use crate::value::Value;

/// The words of a command, sorted by what its usage says.
pub(crate) struct Given<'u, 'w> {
    usage: &'u Usage,
    options: Vec<GivenOption<'w>>,
    /// With their position among the words.
    pub(crate) operands: Vec<(usize, &'w Value)>,
    /// How many of them stand before `--`: no subcommand comes after it.
    before_dashes: usize,
}

/// An option that was given.
struct GivenOption<'w> {
    word: &'w Value,
    /// As far as it is certain.
    text: &'w str,
    /// Before a `=`.
    stem: &'w str,
    sort: Sort,
    /// The next word, where that is the value; of two, the second.
    next: Option<&'w Value>,
    /// The word before it.
    behind: Option<&'w Value>,
}

/// What a word with a dash is.
#[derive(Clone, Copy)]
struct Sort {
    /// What its value is, if it takes one.
    role: Option<Role>,
    /// Where in the word a value would begin.
    value_at: usize,
    /// Up to where it is letters of options, if it is letters.
    letters: usize,
    /// How many of the next words are its own.
    takes: usize,
}

impl<'u, 'w> Given<'u, 'w> {
    pub(crate) fn of(words: &[&'w Value], usage: &'u Usage) -> Self {
        let mut given = Self { usage, options: Vec::new(), operands: Vec::new(), before_dashes: 0 };
        let mut rest = words.iter().copied().enumerate();
        while let Some((at, word)) = rest.next() {
            let text = word.prefix();
            if word.known() == Some("--") {
                given.before_dashes = given.operands.len();
                given.operands.extend(rest);
                return given;
            } else if (text.starts_with('-') && text != "-") || (at == 0 && usage.dashless) {
                let stem = text.split_once('=').map_or(text, |(stem, _)| stem);
                let sort = sort(text, stem, usage);
                let next = rest.by_ref().take(sort.takes).last().map(|(_, value)| value);
                let behind = at.checked_sub(1).and_then(|before| words.get(before)).copied();
                given.options.push(GivenOption { word, text, stem, sort, next, behind });
            } else {
                given.operands.push((at, word));
            }
        }
        given.before_dashes = given.operands.len();
        given
    }

    /// Words that may name a subcommand, with their positions.
    pub(crate) fn leading(&self) -> &[(usize, &'w Value)] {
        self.operands.get(..self.before_dashes).unwrap_or_default()
    }

    /// Whether one of the words with a `+` is given, if there are any, and none of those with a `!`.
    pub(crate) fn holds(&self, conditions: List) -> bool {
        let with = |sign| conditions.iter().filter_map(move |word| word.strip_prefix(sign));
        let tries = |sign| with(sign).any(|name| name == "--dry-run");
        let is_given = |name: &str, sign| {
            // What stands beside a trial as its letter is one too.
            let promise = if name.len() == 2 && tries(sign) { "--dry-run" } else { name };
            self.has(name) && !((sign == '!' || promise == "--dry-run") && self.taken_back(name, promise))
        };
        (with('+').next().is_none() || with('+').any(|name| is_given(name, '+')))
            && !with('!').any(|name| is_given(name, '!'))
    }

    /// Whether an option is given: `-n`, `--dry-run`; `*` always is.
    pub(crate) fn option(&self, name: &str) -> bool {
        name == "*" || self.values(name).any(|value| !value.is_some_and(is_no))
    }

    /// Whether it only tells how it is used. What stands behind an option may be the value of that, `--other -h`.
    pub(crate) fn asks_for_help(&self) -> bool {
        let is_no_option =
            |word: &Value| word.known().is_some_and(|text| !text.starts_with('-') || text.contains('='));
        let by_option = self.options.iter().any(|option| {
            let is_help = glued(option, "--help", self.usage).is_some_and(|value| !is_no(value))
                || (option.sort.role.is_none() && self.usage.help.contains(option.text));
            is_help && option.behind.is_none_or(is_no_option)
        });
        let by_word = || match (self.options.as_slice(), self.operands.as_slice()) {
            ([], [(_, word)]) => word.known().is_some_and(|text| self.usage.help.contains(text)),
            _ => false,
        };
        by_option || by_word()
    }

    /// `-o` · `--output=json*`: the option, with such a value · `db:drop*`: an operand · `?`: an operand that is only
    /// known when it runs, and may be many · `??`: one that is a list of all there is.
    fn has(&self, name: &str) -> bool {
        if name == "?" {
            return self.operands.iter().any(|(_, word)| word.texts().is_empty());
        }
        if name == "??" {
            return self.operands.iter().any(|(_, word)| word.sources().list_all());
        }
        if !name.starts_with('-') {
            return self.operands.iter().any(|(_, word)| word.texts().iter().any(|text| glob(name, text)));
        }
        match name.split_once('=') {
            Some((name, wanted)) => self.values(name).flatten().any(|value| glob(wanted, value)),
            None => self.option(name),
        }
    }

    /// `--dry-run --no-dry-run`, `--dry-run=false`, `--dry-run false`: a promise that does not hold. The last word counts.
    fn taken_back(&self, name: &str, promise: &str) -> bool {
        let Some(long) = promise.strip_prefix("--") else { return false };
        let short = name.trim_start_matches('-');
        let denied =
            |word: &str| word.strip_prefix("--no-").is_some_and(|word| word == long || word == short);
        let holds = |option: &GivenOption<'w>| {
            if denied(option.text) {
                return Some(false);
            }
            let glued = glued(option, name, self.usage)?;
            let value = if glued.is_empty() { option.next.map(Value::prefix) } else { Some(glued) };
            Some(!value.is_some_and(is_no))
        };
        self.options.iter().filter_map(holds).next_back() == Some(false)
            || self.operands.iter().any(|(_, word)| word.known() == Some("false"))
    }

    /// The values of options, each with what it is for the program.
    pub(crate) fn roles(&self) -> Vec<(Role, Value)> {
        let value = |option: &GivenOption| {
            let whole = option.word.known().is_some() && option.sort.value_at >= option.text.len();
            let glued = (!whole).then(|| tail(option.word, option.sort.value_at));
            let glued = glued.filter(|value| value.known() != Some(""));
            Some((option.sort.role?, glued.or_else(|| option.next.cloned())?))
        };
        self.options.iter().filter_map(value).collect()
    }

    /// The short options' letters and the long options' names, as they are written.
    pub(crate) fn option_texts(&self) -> impl Iterator<Item = &'w str> + '_ {
        self.options.iter().map(|option| option.text)
    }

    /// The first value with which an option is given.
    pub(crate) fn value<'a>(&'a self, name: &'a str) -> Option<&'w str> {
        self.values(name).flatten().next()
    }

    /// Every value with which an option is given.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'w str> + 'a {
        self.values(name).flatten()
    }

    /// The values with which an option is given; `None` where it has none.
    fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Option<&'w str>> + 'a {
        self.options.iter().filter_map(move |option| {
            let glued = glued(option, name, self.usage)?;
            Some(if glued.is_empty() { option.next.map(Value::prefix) } else { Some(glued) })
        })
    }
}

fn is_no(value: &str) -> bool {
    matches!(value, "false" | "no" | "none" | "0" | "off")
}

/// What follows the option in its own word, if the word holds it: `5` of `--n=5` and of `-n5`.
fn glued<'w>(option: &GivenOption<'w>, name: &str, usage: &Usage) -> Option<&'w str> {
    let stem = option.stem;
    let holds = match (usage.style, name.as_bytes()) {
        (Style::Words, _) => stem.trim_start_matches('-') == name.trim_start_matches('-'),
        (Style::Getopt | Style::Exact, [b'-', letter]) => {
            let begin = usize::from(option.text.starts_with('-'));
            let letters = option.text.get(begin..option.sort.letters)?;
            let at = letters.bytes().position(|byte| byte == *letter)? + begin + 1;
            // Letters behind it are options of their own, unless it takes a value.
            let valued = option.sort.role.is_some() && at == option.sort.letters;
            return Some(if valued {
                option.text.get(option.sort.value_at..).unwrap_or_default()
            } else {
                ""
            });
        }
        // Cut short, unless the short form is an option of its own: `--data` is not `--data-raw`.
        (Style::Getopt, [b'-', b'-', ..]) => {
            let is_another = || usage.options.role(|known| known == stem.as_bytes()).is_some();
            stem == name
                || (stem.len() > 2 && stem.starts_with("--") && name.starts_with(stem) && !is_another())
        }
        // A long option with one dash is that very word.
        (Style::Getopt | Style::Exact, _) => stem == name,
    };
    holds.then(|| option.text.get(stem.len() + 1..).unwrap_or_default())
}

/// What a word with a dash is for the program: `--user`, `-u`, and `-Hu`, where the last letter has a value.
fn sort(word: &str, stem: &str, usage: &Usage) -> Sort {
    let long = word.starts_with("--");
    let begin = usize::from(word.starts_with('-'));
    let (options, bytes) = (&usage.options, stem.as_bytes());
    let role = match usage.style {
        Style::Words => options.role(|name| undashed(name) == undashed(bytes)),
        Style::Getopt | Style::Exact if bytes.len() <= 2 => None,
        Style::Exact => options.role(|name| name == bytes),
        Style::Getopt => options
            .role(|name| name == bytes)
            .or_else(|| if long { options.role(|name| name.starts_with(bytes)) } else { None }),
    };
    if long || usage.style == Style::Words || role.is_some() {
        let glued = stem.len() < word.len();
        let takes = if glued { 0 } else { role.map_or(0, values) };
        let value_at = stem.len() + usize::from(glued);
        return Sort { role: role.filter(|role| values(*role) > 0), value_at, letters: 0, takes };
    }
    // The first letter with a value takes what is glued to it: `-n5` has its value already.
    let mut first: Option<(usize, Role)> = None;
    let mut flags: Vec<u8> = Vec::new();
    for (name, role) in usage.options.iter() {
        let [b'-', letter] = name.as_bytes() else { continue };
        if role == Role::Flag {
            flags.push(*letter);
        } else if !flags.contains(letter)
            && let Some(at) = word.bytes().skip(begin).position(|byte| byte == *letter)
            && first.is_none_or(|(first, _)| at < first)
        {
            first = Some((at, role));
        }
    }
    match first {
        Some((at, role)) => {
            let end = at + begin + 1;
            // Alone it is the value: `cut -d= -f1`.
            let equals = word.as_bytes().get(end) == Some(&b'=') && word.len() > end + 1;
            let takes = if end < word.len() { 0 } else { values(role) };
            Sort { role: Some(role), value_at: end + usize::from(equals), letters: end, takes }
        }
        None => Sort { role: None, value_at: word.len(), letters: word.len(), takes: 0 },
    }
}

fn undashed(mut option: &[u8]) -> &[u8] {
    while let [b'-', rest @ ..] = option {
        option = rest;
    }
    option
}

/// How many words an option of a role takes.
fn values(role: Role) -> usize {
    match role {
        Role::Flag => 0,
        Role::Pair | Role::PairRead => 2,
        _ => 1,
    }
}

/// Where the command begins that a wrapper runs: behind its options, assignments and operands of its own.
pub(crate) fn command_start(words: &[&Value], usage: &Usage, run: &super::Run) -> usize {
    if let Some(separator) = run.separator
        && let Some(at) = words.iter().position(|word| word.known() == Some(separator))
    {
        return at + 1;
    }
    let mut skip = run.skip;
    let mut at = 0;
    let mut marked = false;
    let mut entry = false;
    while let Some(word) = words.get(at) {
        let text = word.prefix();
        if word.known() == Some("--") && !marked {
            at += 1;
            // What follows is no option, but may still set a variable: `sudo -- A=1 cmd`.
            marked = true;
        } else if text.starts_with('-') && text != "-" && !marked {
            let stem = text.split_once('=').map_or(text, |(stem, _)| stem);
            let sort = sort(text, stem, usage);
            entry |= sort.role == Some(Role::Program);
            at += 1 + sort.takes;
            // `env -S 'git reset' --hard`: so is all that stands behind a text of words.
            if sort.role == Some(Role::Script) && run.assignments() {
                break;
            }
            // `coreutils --coreutils-prog=rm -rf a`: the rest is that program's.
            if entry && !run.elsewhere() && !run.joined() && run.separator.is_none() {
                break;
            }
        } else if word.known() == Some("-") && !marked {
            // `env - cmd`, `su - user`: a dash alone is an option too.
            at += 1;
        } else if run.assignments() && assigns(word) {
            at += 1;
        } else if skip > 0 {
            skip -= 1;
            at += 1;
            // What follows an image belongs to the program that an option has named: `--entrypoint rm image -rf /`.
            // Or to the one that the image begins with.
            let begins = || word.known().is_some_and(|image| usage.begins_with(image).is_some());
            if skip == 0 && run.elsewhere() && (entry || begins()) {
                break;
            }
        } else {
            break;
        }
    }
    at.min(words.len())
}

/// Whether a word is an assignment, whichever of its texts it is.
pub(crate) fn assigns(word: &Value) -> bool {
    let texts = word.texts();
    is_assignment(word.prefix()) || (!texts.is_empty() && texts.iter().all(|text| is_assignment(text)))
}

/// `NAME=value`.
fn is_assignment(text: &str) -> bool {
    text.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
    })
}

/// Whether a text fits a pattern in which `*` is anything.
pub(crate) fn glob(pattern: &str, text: &str) -> bool {
    let star = |pattern: &str| pattern.bytes().position(|byte| byte == b'*');
    let Some(at) = star(pattern) else { return pattern == text };
    let (before, mut pattern) = pattern.split_at(at);
    let Some(mut rest) = text.strip_prefix(before) else { return false };
    while let Some(after) = pattern.strip_prefix('*') {
        let Some(at) = star(after) else { return rest.ends_with(after) };
        let (piece, next) = after.split_at(at);
        match rest.find(piece) {
            Some(at) => rest = rest.get(at + piece.len()..).unwrap_or_default(),
            None => return false,
        }
        pattern = next;
    }
    rest.is_empty()
}
