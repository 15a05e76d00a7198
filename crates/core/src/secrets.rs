//! What is secret: variables by their names, files by theirs, and what programs print.

use hookward_effects::{Action, Effect, Kind, Place, Reach, Source, Spot};

use crate::among::among;
use crate::ground::{BuiltIn, Ground};
use crate::policy::{
    Glob, Origin, Policy, SECRET_DIRECTORIES, SECRET_DIRECTORY_FREE, SECRET_FILES, SECRET_FREE,
};
use crate::resulting::on_the_way;
use crate::rule::Case;
use crate::tokens::recognised;

static SECRETS: BuiltIn<{ SECRET_FILES.len() }> = BuiltIn::of(SECRET_FILES);

/// Whether something is secret, and by whose word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Secrecy<'a> {
    None,
    BuiltIn,
    ByPolicy(&'a Origin),
}

/// Whether what comes from a source is secret.
pub(crate) fn secrecy<'a>(case: &Case<'a>, source: &Source) -> Secrecy<'a> {
    match source {
        Source::File(place) => {
            let mut named = place.spots.iter().map(|spot| of_spot(case, spot));
            let named = named.find(|found| *found != Secrecy::None);
            named.or_else(|| found_secret(case, place).map(|(secrecy, _)| secrecy)).unwrap_or(Secrecy::None)
        }
        Source::Variable(name) => {
            let own = case.policy.lists.secret_variables.iter();
            match own.into_iter().find(|glob| fast_glob::glob_match(glob.glob.as_str(), name.as_str())) {
                Some(glob) => Secrecy::ByPolicy(&glob.origin),
                None if is_secret_name(name) => Secrecy::BuiltIn,
                None => Secrecy::None,
            }
        }
        Source::Environment | Source::Secret(_) => Secrecy::BuiltIn,
        Source::Network(_)
        | Source::Machine
        | Source::Encoded
        | Source::Packed(_)
        | Source::Endless
        | Source::Repository
        | Source::Uncommitted
        | Source::Inventory
        | Source::Changes(_)
        | Source::Names(_)
        | Source::Cloned(_)
        | Source::Unfollowed => Secrecy::None,
    }
}

/// A file of secrets among those that searches behind a place name.
pub(crate) fn found_secret<'a>(case: &Case<'a>, place: &Place) -> Option<(Secrecy<'a>, Spot)> {
    let secret = |spot: &Spot| Some(of_spot(case, spot)).filter(|found| *found != Secrecy::None);
    among(case, place, secret).into_iter().next()
}

/// Whether a place names a file of secrets.
pub(crate) fn is_secret_place(case: &Case, place: &Place) -> bool {
    place.spots.iter().any(|spot| of_spot(case, spot) != Secrecy::None)
}

/// Whether a spot is a file of secrets.
pub(crate) fn of_spot<'a>(case: &Case<'a>, spot: &Spot) -> Secrecy<'a> {
    let lists = &case.policy.lists;
    let found = by_name(case.ground, &lists.secret_files, &lists.secret_free, spot);
    let is_npms = || case.ground.names(spot).first_of(&SECRETS) == Some(NPMRC);
    if found == Secrecy::BuiltIn && is_npms() && logs_nobody_in(case, spot) { Secrecy::None } else { found }
}

/// The files that are secret where an agent works, for whoever has no case yet.
#[derive(Clone, Debug, Default)]
pub struct SecretFiles {
    ground: Ground,
    own: Vec<Glob>,
    free: Vec<Glob>,
}

impl SecretFiles {
    /// Those that are built in, and those that a policy names.
    pub fn of(policy: &Policy, ground: &Ground) -> Self {
        let lists = &policy.lists;
        Self { ground: ground.clone(), own: lists.secret_files.clone(), free: lists.secret_free.clone() }
    }

    /// Whether a path is one of them.
    pub fn hold(&self, path: &str) -> bool {
        let spot = Spot::of_file(path.to_owned());
        by_name(&self.ground, &self.own, &self.free, &spot) != Secrecy::None
    }
}

fn by_name<'a>(ground: &Ground, own: &'a [Glob], own_free: &[Glob], spot: &Spot) -> Secrecy<'a> {
    if spot.reach != Reach::Itself && spot.glob.is_none() {
        return Secrecy::None;
    }
    let names = ground.names(spot);
    if let Some(glob) = own.iter().find(|glob| names.fit(&glob.glob)) {
        return Secrecy::ByPolicy(&glob.origin);
    }
    let free = || names.is_one_of(SECRET_FREE) || own_free.iter().any(|glob| names.fit(&glob.glob));
    let built_in = names.first_of(&SECRETS).is_some()
        || (spot.reach == Reach::Itself
            && (names.is_named_after_secrets() || names.is_named_after_a_key() || names.is_composers()))
        || is_environment_of_a_process(&spot.path)
        || takes_a_directory(ground, spot);
    if built_in && !free() && !is_fixture(ground, spot) { Secrecy::BuiltIn } else { Secrecy::None }
}

/// npm's settings. The person's hold what logs in; a project's mostly say how packages are installed.
const NPMRC: &str = ".npmrc";

/// Whether settings of npm in the workspace hold nothing that logs in, neither now nor by anything that the call puts there.
fn logs_nobody_in(case: &Case, spot: &Spot) -> bool {
    if spot.reach != Reach::Itself || spot.glob.is_some() || !case.ground.in_workspace(&spot.path) {
        return false;
    }
    let writes = |effect: &Effect| {
        matches!(&effect.action, Action::Write(place, _) if place.open || place.spots.iter().any(|written| {
            let below = spot.path.strip_prefix(&written.path);
            below.is_some_and(|rest| rest.is_empty() || (written.reach != Reach::Itself && rest.starts_with('/')))
        }))
    };
    let is_written = case.facts.effects.iter().any(writes);
    let told = || {
        let after = on_the_way(case, |path| path == spot.path);
        !after.is_empty()
            && after.into_iter().all(|file| file.after.known().is_some_and(|text| !logs_in(&text)))
    };
    match case.world.kind(&spot.path) {
        Kind::Nothing => !is_written || told(),
        Kind::File => {
            case.world.text(&spot.path).is_some_and(|text| !logs_in(&text)) && (!is_written || told())
        }
        Kind::Directory | Kind::Unknown => false,
    }
}

/// `//registry.npmjs.org/:_authToken=…`. What only names a variable is in the variable.
fn logs_in(settings: &str) -> bool {
    const NAMES: &[&str] = &["_authtoken", "_auth", "_password", "key", "otp"];
    settings.lines().any(|line| {
        let (name, value) = line.split_once('=').unwrap_or((line, ""));
        let name = name.trim().trim_start_matches([';', '#', ' ']).to_ascii_lowercase();
        let value = value.trim().trim_matches('"');
        let is_reference = value.strip_prefix("${").and_then(|rest| rest.strip_suffix('}'));
        let is_login = NAMES.iter().any(|own| name.rsplit(':').next() == Some(own));
        (is_login && is_reference.is_none_or(|inner| inner.contains(['$', '{', '}'])))
            || recognised(line).is_some()
            || (value.contains("://") && value.contains('@'))
    })
}

/// A file that lies among a project's tests, `tests/fixtures/server.pem`, was made for them. What is hidden is not named
/// by its content but by who reads it: `tests/.env` is one.
pub(crate) fn is_fixture(ground: &Ground, spot: &Spot) -> bool {
    lies_among_tests(ground, spot, |directories, name| {
        name.rsplit_once('.').map_or_else(
            || directories.split('/').any(is_of_fixtures),
            |(_, ending)| !ending.eq_ignore_ascii_case("env"),
        )
    })
}

/// A file that tests are given, `tests/fixtures/npm/package-lock.json`; one beside the tests may be their own.
pub(crate) fn is_given_to_tests(ground: &Ground, spot: &Spot) -> bool {
    lies_among_tests(ground, spot, |directories, _| directories.split('/').any(is_of_fixtures))
}

/// Whether a file that is not hidden lies among a project's tests, and its directories and its name are fit.
fn lies_among_tests(ground: &Ground, spot: &Spot, is_fit: impl Fn(&str, &str) -> bool) -> bool {
    let path = spot.glob.as_deref().unwrap_or(&spot.path);
    ground.tops().any(|root| {
        let below = path.strip_prefix(root).and_then(|below| below.strip_prefix('/'));
        below.and_then(|below| below.rsplit_once('/')).is_some_and(|(directories, name)| {
            directories.split('/').any(is_test_name)
                && !directories.split('/').any(|part| part.starts_with('.'))
                && !name.starts_with('.')
                && is_fit(directories, name)
        })
    })
}

/// A directory that holds nothing but what tests are given: a key there needs no ending to be one of them.
fn is_of_fixtures(part: &str) -> bool {
    matches!(part, "fixture" | "fixtures" | "__fixtures__" | "testdata")
}

/// Whether a part of a path says that it is about tests.
pub(crate) fn is_test_name(part: &str) -> bool {
    const TESTS: &[&str] = &[
        "test",
        "tests",
        "__tests__",
        "spec",
        "specs",
        "fixtures",
        "fixture",
        "testdata",
        "__fixtures__",
        "__mocks__",
        "mocks",
        "examples",
    ];
    TESTS.contains(&part)
        || [".test.", "_test.", ".spec."].iter().any(|mark| part.contains(mark))
        || part.starts_with("test_")
}

/// A directory of secrets as a whole, `~/.ssh`, or what a glob picks from it, `~/.ssh/id*`. The glob itself counts: the
/// disk may be another by then.
fn takes_a_directory(ground: &Ground, spot: &Spot) -> bool {
    let is_directory = |path: &str| {
        SECRET_DIRECTORIES.iter().any(|directory| {
            let home = path.strip_suffix(directory).and_then(|home| home.strip_suffix('/'));
            home.is_some_and(|home| ground.is_a_home(home))
        })
    };
    match spot.glob.as_deref().and_then(|glob| glob.rsplit_once('/')) {
        Some((directory, name)) => {
            let plain = name.find(['*', '?', '[']).unwrap_or(name.len());
            let is_free = |free: &&str| {
                fast_glob::glob_match(*free, name) || (plain >= 3 && fast_glob::glob_match(name, *free))
            };
            is_directory(directory) && !SECRET_DIRECTORY_FREE.iter().any(is_free)
        }
        None => spot.reach == Reach::Itself && (is_directory(&spot.path) || is_a_key(ground, &spot.path)),
    }
}

/// Whatever somebody has called it, a file in `~/.ssh` is a key unless it is known to be none.
fn is_a_key(ground: &Ground, path: &str) -> bool {
    let Some((directory, name)) = path.rsplit_once('/') else { return false };
    let home = directory.strip_suffix("/.ssh");
    let is_free = |free: &&str| fast_glob::glob_match(*free, name);
    home.is_some_and(|home| ground.is_a_home(home)) && !SECRET_DIRECTORY_FREE.iter().any(is_free)
}

/// `/proc/self/environ`.
fn is_environment_of_a_process(path: &str) -> bool {
    path.starts_with("/proc/") && path.ends_with("/environ")
}

/// Whether a variable's name speaks of a secret: `GITHUB_TOKEN`, `DB_PASSWORD`, `api_key`; not `MAX_TOKENS`, not `PUBLIC_KEY`.
pub(crate) fn is_secret_name(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    // A pattern: whose variables does it let through?
    if let Some(pattern) = upper.strip_prefix('*').and_then(|rest| rest.strip_suffix('*')) {
        const OWNERS: &[&str] = &[
            "AWS",
            "GITHUB",
            "GH",
            "GITLAB",
            "OPENAI",
            "ANTHROPIC",
            "CLAUDE",
            "STRIPE",
            "DB",
            "DATABASE",
            "PG",
            "POSTGRES",
            "MYSQL",
            "REDIS",
            "SLACK",
            "NPM",
            "AZURE",
            "GCP",
            "GOOGLE",
            "CLOUDFLARE",
            "VERCEL",
            "HEROKU",
            "TWILIO",
            "SENDGRID",
            "SENTRY",
            "DOCKER",
            "KUBE",
            "TF",
            "KEY",
            "PASS",
            "AUTH",
            "CRED",
            "SECRET",
            "TOKEN",
            "PWD",
        ];
        let words =
            || pattern.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        return pattern.is_empty()
            || words().next().is_none()
            || words().any(|word| OWNERS.contains(&word))
            || is_secret_name(pattern);
    }
    let words: Vec<&str> =
        upper.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    let describes = [
        "PUBLIC",
        "MAX",
        "MIN",
        "NUM",
        "COUNT",
        "LIMIT",
        "LENGTH",
        "FILE",
        "PATH",
        "DIR",
        "ENDPOINT",
        "EXPIRY",
        "EXPIRES",
        "TTL",
        "NAME",
        "TIMEOUT",
        "TYPE",
        "HEADER",
        "ALGORITHM",
        "ROTATION",
        "ENABLED",
        "REQUIRED",
        "HOST",
        "PORT",
        "USER",
        "POLICY",
        "FORMAT",
        "URL",
        "URI",
        "ISSUER",
        "DOMAIN",
        "REGION",
        "METHOD",
        "MODE",
        "PROVIDER",
        "SIZE",
    ];
    let is_address = matches!(
        upper.as_str(),
        "DATABASE_URL" | "REDIS_URL" | "MONGODB_URI" | "MONGO_URL" | "POSTGRES_URL" | "AMQP_URL" | "DB_URL"
    );
    // Whoever knows the address may post there.
    let is_address = is_address || (has(&["WEBHOOK"]) && has(&["SLACK", "DISCORD", "TEAMS", "MATTERMOST"]));
    if has(&describes) && !is_address {
        return false;
    }
    if has(&[
        "SECRET",
        "SECRETS",
        "TOKEN",
        "PASSWORD",
        "PASSWD",
        "PASSPHRASE",
        "PASS",
        "PWD",
        "CREDENTIAL",
        "CREDENTIALS",
        "CREDS",
        "APIKEY",
        "PAT",
        "AUTH",
        "DSN",
        "JWT",
        "COOKIE",
    ]) {
        return upper != "PWD" && upper != "OLDPWD" && upper != "SSH_AUTH_SOCK";
    }
    let ends_in_key = words.last().is_some_and(|last| matches!(*last, "KEY" | "KEYS"));
    let before = words.iter().rev().nth(1).copied();
    (ends_in_key
        && !matches!(
            before,
            Some("PRIMARY" | "FOREIGN" | "CACHE" | "SORT" | "PARTITION" | "HOT" | "INDEX" | "ROW" | "OBJECT")
        ))
        || has(&["ACCESS"]) && has(&["KEY"])
        || is_address
        || upper.ends_with("CONNECTION_STRING")
        || matches!(upper.as_str(), "PGPASSWORD" | "MYSQL_PWD" | "SSHPASS")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets_are_known_and_others_are_not() {
        for name in [
            "AWS_SECRET_ACCESS_KEY",
            "GITHUB_TOKEN",
            "DB_PASSWORD",
            "OPENAI_API_KEY",
            "api_key",
            "STRIPE_KEY",
            "NPM_TOKEN",
            "token",
            "DATABASE_URL",
            "PRIVATE_KEY",
            "SLACK_WEBHOOK_URL",
            "SSHPASS",
            "AZURE_STORAGE_CONNECTION_STRING",
        ] {
            assert!(is_secret_name(name), "{name}");
        }
        for name in [
            "PATH",
            "HOME",
            "NODE_ENV",
            "MAX_TOKENS",
            "PUBLIC_KEY",
            "PRIMARY_KEY",
            "PWD",
            "KEYBOARD",
            "TOKENIZERS_PARALLELISM",
            "SSH_AUTH_SOCK",
            "AUTHOR",
            "COMPASS",
            "SECRET_FILE",
            "monkey",
        ] {
            assert!(!is_secret_name(name), "{name}");
        }
    }
}
