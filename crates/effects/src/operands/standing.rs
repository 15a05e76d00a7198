//! Whether a program only reads, with these options.

use crate::effect::Standing;
use crate::knowledge::{Given, Role, Usage};
use crate::path::Reach;
use crate::programs::is_source;
use crate::scene::Kind;
use crate::state::State;
use crate::value::Value;

/// Whether a recursive search meets no file that may hold a secret, by the names on the disk.
pub(super) fn passes_no_secret(given: &Given, pattern_given: bool, state: &State) -> bool {
    const WORDS: &[&str] = &[
        "account", "auth", "cert", "conf", "cred", "env", "hist", "jks", "kdbx", "key", "p12", "pass", "pem",
        "pfx", "ppk", "priv", "secret", "settings", "tfstate", "tfvars", "token",
    ];
    let harmless = |name: &String| {
        let name = name.to_ascii_lowercase();
        !name.starts_with('.') && (is_source(&name) || !WORDS.iter().any(|word| name.contains(word)))
    };
    let mut only = given
        .roles()
        .into_iter()
        .filter(|(role, _)| *role == Role::Filter)
        .map(|(_, value)| value)
        .peekable();
    if only.peek().is_some() && only.all(|glob| glob.known().is_some_and(is_source)) {
        return true;
    }
    let here = Value::Known(".".to_owned());
    let mut directories: Vec<&Value> =
        given.operands.iter().skip(usize::from(!pattern_given)).map(|(_, word)| *word).collect();
    if directories.is_empty() {
        directories.push(&here);
    }
    directories.into_iter().all(|directory| {
        let place = state.place(directory);
        let clean = |path: &str| match state.scene.world.kind(path) {
            Kind::File => true,
            Kind::Directory => {
                state.scene.world.names_below(path).is_some_and(|names| names.iter().all(harmless))
            }
            Kind::Nothing | Kind::Unknown => false,
        };
        !place.open
            && place
                .spots
                .iter()
                .all(|spot| spot.glob.is_none() && spot.reach == Reach::Itself && clean(&spot.path))
    })
}

/// Whether every `>` of an awk script compares: none stands in a statement that prints, and no text hides where one ends.
pub(super) fn only_compares(script: &str) -> bool {
    let writes = |statement: &str| statement.contains('>') && statement.contains("print");
    !script.contains(['"', '/']) && !script.split(['{', '}', ';', '\n']).any(writes)
}

/// Programs whose code says whether they only print.
pub(super) fn by_code(
    name: &str,
    given: &Given,
    roles: &[(Role, Value)],
    rest: &[Value],
) -> Option<Standing> {
    let letters = |allowed: &str| {
        given.option_texts().all(|option| {
            !option.starts_with("--") && option.chars().skip(1).all(|letter| allowed.contains(letter))
        })
    };
    let code = || {
        let in_options: Vec<&str> = roles.iter().filter_map(|(_, value)| value.known()).collect();
        let first = given.operands.first().and_then(|(_, word)| word.known());
        if in_options.is_empty() { first.into_iter().collect() } else { in_options }
    };
    let safe = match name {
        "sed" | "gsed" => {
            letters("nEerszu")
                && !rest.iter().any(Value::is_open)
                && code().iter().all(|script| crate::sed::sed(script).only_prints())
        }
        "awk" | "gawk" | "mawk" => {
            let harmless = |script: &&str| {
                !["system", "|", "getline", "ENVIRON", "@"].iter().any(|word| script.contains(word))
                    && (!script.contains('>') || only_compares(script))
            };
            letters("F:,;|t ") && !rest.iter().any(Value::is_open) && code().iter().all(harmless)
        }
        // A colon leads to another machine, and most options write or run something.
        "tar" | "gtar" | "bsdtar" => {
            let listing = |option: &str| {
                let letters = option.trim_start_matches('-');
                !option.starts_with("--")
                    && letters.contains('t')
                    && letters.chars().all(|letter| "tzjJvf".contains(letter))
            };
            let mut options = given.option_texts();
            let only = options.next().is_some_and(listing) && options.next().is_none();
            only && !rest.iter().any(|word| word.is_open() || word.prefix().contains(':'))
        }
        "printenv" => !given.operands.is_empty() && given.option_texts().next().is_none(),
        "uniq" => given.operands.len() <= 1 && letters("cdDui") && !rest.iter().any(Value::is_open),
        _ => return None,
    };
    Some(if safe { Standing::ReadOnly } else { Standing::Known })
}

pub(super) fn standing(usage: &Usage, given: &Given, rest: &[Value]) -> Standing {
    let Some(safe) = &usage.safe else { return Standing::Known };
    let open = rest.iter().any(Value::is_open);
    let options = given.option_texts().all(|option| match option.strip_prefix("--") {
        Some(long) => safe.long.contains(long.split('=').next().unwrap_or(long)),
        None => {
            safe.letters == "*"
                || option.trim_start_matches('-').chars().all(|letter| safe.letters.contains(letter))
                || safe.long.contains(option.trim_start_matches('-'))
        }
    });
    let operands = given.operands.iter().all(|(_, word)| safe.fits(word.prefix()));
    if options && operands && !open { Standing::ReadOnly } else { Standing::Known }
}
