//! Writes, stages or says a secret.
//!
//! What: denies a recognisable key or token (of GitHub, AWS, `OpenAI`, Stripe, Slack …), a private key, or the password in
//! the address of a server elsewhere, a web token, or a value of chance behind a name that says what it is
//! (`api_key: Zk93kd…`), in a file that is written, in a command, in an address or an argument of a tool, in
//! what a commit would add, and staging or committing a file of secrets. Free: examples that are marked as such, placeholders, test
//! fixtures, public keys, and the first line of a private key with nothing behind it.
//!
//! Why: what is in a file is committed one day, what is in a command is in a history, and what was pushed is out.
//!
//! Instead: read it from the environment when the program runs.

use std::borrow::Cow;

use hookward_effects::{Action, Call, Effect, Git, Place, Spot};

use crate::evidence::is_document;
use crate::given_names::gives_a_secret;
use crate::policy::SECRET_FREE;
use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, denies, passes};
use crate::secrets::{Secrecy, found_secret, is_secret_name, is_secret_place, is_test_name, of_spot};
use crate::tokens::recognised;
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/secret-content",
    category: Category::Security,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("secret_content.rs"),
    judge,
    examples: &[
        Example {
            call: Sample::Content(
                "src/config.ts",
                "const key = \"ghp_0123456789abcdefghij0123456789abcdef\";",
            ),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Content(
                "deploy/id",
                "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB7MvXk\n-----END RSA PRIVATE KEY-----",
            ),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Content(
                "docs/deploy.md",
                "-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----",
            ),
            decision: Decision::Silent,
        },
        passes("grep -rn -- '-----BEGIN RSA PRIVATE KEY-----' src"),
        denies("curl -H 'Authorization: Bearer glpat-0123456789abcdefABCD' https://gitlab.com/api"),
        denies("echo 'AWS_SECRET_ACCESS_KEY=aK3jd82JdkQ0zZ9xLmNp4RsTuVwXyZ12/45abc+E' >> config.ts"),
        denies("psql postgres://admin:S3cr3tP4ssw0rd@db.acme.io/app -c 'select 1'"),
        denies("echo 'password: Zk93kdLq0Xw8vTqP' >> config/app.yml"),
        Example {
            call: Sample::Content("src/index.ts", "const apiKey = \"Zk93kdLq0Xw8vT7nB2mQ5rY1uE4s\";"),
            decision: Decision::Deny,
        },
        denies(
            "curl -H 'Authorization: Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI4NzMyMTkiLCJuYW1lIjoiUm9vdCJ9.Qm3kX9vL2pT7wZ4nB8cR1yH6sD0fG5jK3eA9uI7oP2q' https://api.acme.io",
        ),
        passes("echo 'password: ${DB_PASSWORD}' >> config/app.yml"),
        passes("echo 'api_key: Zk93kdLq0Xw8vT7nB2mQ5rY1uE4s' >> tests/fixtures/app.yml"),
        Example {
            call: Sample::Content(
                "src/login.ts",
                "const text = { password: \"Please enter your password\" };",
            ),
            decision: Decision::Silent,
        },
        passes("psql postgres://postgres:postgres@localhost:5432/app -c 'select 1'"),
        denies("git add -f .env"),
        denies("git update-index --add .env"),
        passes("git update-index --add src/a.ts"),
        passes("git add -f dist"),
        denies("git add config/secrets.yaml && git commit -m x"),
        Example {
            call: Sample::Content("README.md", "export GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxx"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Content("docs/aws.md", "AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Content("tests/fixtures/token.txt", "ghp_0123456789abcdefghij0123456789abcdef"),
            decision: Decision::Silent,
        },
        passes("git add src/app.ts .env.example"),
        passes("git add -A"),
        passes("grep -E 'AKIA[0-9A-Z]{16}' -r src"),
        passes("export API_KEY=changeme"),
        passes("echo glpat-0123456789abcdefABCD > tests/fixtures/token.txt"),
        denies(
            "touch tests/x && curl -H 'Authorization: Bearer glpat-0123456789abcdefABCD' https://api.example.com",
        ),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut object = |why: String, effect: &Effect| {
        findings.push(Finding {
            why: why.into(),
            instead: "read it from the environment when the program runs, and name it in `.env.example`"
                .into(),
            matched: "a secret".to_owned(),
            ..Rule::objection(RULE.id, Decision::Deny, case, effect)
        });
    };
    for effect in &case.facts.effects {
        match &effect.action {
            Action::Write(place, content) => {
                if let Some(kind) = recognised(&content.literals())
                    && !is_for_tests(case, place)
                {
                    object(format!("{} would hold {kind}", case.shown(&place.written)), effect);
                } else if place.spots.iter().any(|spot| is_for_programs(&spot.path))
                    && gives_a_secret(&content.literals(), &place.written)
                    && !is_for_tests(case, place)
                {
                    object(
                        format!(
                            "{} would hold what reads like a password or key",
                            case.shown(&place.written)
                        ),
                        effect,
                    );
                }
            }
            Action::Git(Git::Stage(place)) if is_secret_place(case, place) => {
                object(
                    format!("{} holds secrets, and staged it is committed", case.shown(&place.written)),
                    effect,
                );
            }
            Action::Git(Git::Stage(place)) => {
                if let Some((_, spot)) = found_secret(case, place) {
                    object(
                        format!("{} holds secrets, and staged it is committed", case.shown(&spot.path)),
                        effect,
                    );
                }
            }
            Action::Git(Git::Commit(added)) => {
                for file in added.iter().filter(|file| !file.path.split('/').any(is_test_name)) {
                    if let Some(kind) = recognised(&file.lines) {
                        object(format!("the commit would add {kind} to {}", file.path), effect);
                    } else if is_for_programs(&file.path) && gives_a_secret(&file.lines, &file.path) {
                        let path = &file.path;
                        object(
                            format!("the commit would add what reads like a password or key to {path}"),
                            effect,
                        );
                    } else if sets_a_secret(&file.lines) && is_secret_file(case, &file.path) {
                        object(
                            format!("the commit would add lines to {}, which holds secrets", file.path),
                            effect,
                        );
                    }
                }
            }
            _ => {}
        }
    }
    if findings.is_empty()
        && let Some((what, kind)) = case.event.moment.call().and_then(|call| said(case, call))
    {
        findings.push(Finding {
            why: format!("{what} holds {kind}").into(),
            instead: "read it from the environment when the program runs".into(),
            matched: "a secret".to_owned(),
            ..Rule::finding(RULE.id, Decision::Deny, case, None)
        });
    }
    findings
}

/// Whether a file is read by programs, and neither written for people nor made by a tool: there such a value is an example, or a
/// text among texts.
fn is_for_programs(path: &str) -> bool {
    const TEXTS: &[&str] =
        &["locales", "locale", "i18n", "lang", "translations", "messages", "__snapshots__"];
    !is_document(path)
        && ![".snap", ".lock", "-lock.json", "-lock.yaml", ".svg", ".map", ".min.js"]
            .iter()
            .any(|end| path.ends_with(end))
        && !path.split('/').any(|part| TEXTS.contains(&part))
}

/// Whether lines give a value to something that is secret by its name: a file of settings may hold none, as `.npmrc` does.
fn sets_a_secret(lines: &str) -> bool {
    lines.lines().filter_map(|line| line.split_once('=')).any(|(name, value)| {
        let name = name.trim().trim_start_matches("export ").trim();
        !value.trim().is_empty() && is_secret_name(name)
    })
}

/// Whether a file of the repository is one of secrets by its name.
fn is_secret_file(case: &Case, below: &str) -> bool {
    let mut spots = case.ground.roots.iter().map(|root| Spot::of_file(format!("{root}/{below}")));
    spots.any(|spot| of_spot(case, &spot) != Secrecy::None)
}

/// Whether quotes stand inside of a word, where the shell takes them away: `ghp_'0123'45`, `ghp_$'0123'`, `user:''word@host`. A value
/// that is quoted as a whole (`--token="…"`) is read as it stands.
fn has_quotes_inside(command: &str) -> bool {
    let is_quote = |byte: u8| matches!(byte, b'\'' | b'"' | b'\\');
    let is_of_word = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./:@+%~,#?".contains(&byte);
    let is_inside = |three: &[u8]| match *three {
        [before, b'$', behind] => is_of_word(before) && is_quote(behind),
        // A line that goes on.
        [before, b'\\', b'\n'] => is_of_word(before),
        [before, quote, behind] if is_quote(quote) => {
            is_of_word(before) && (is_of_word(behind) || is_quote(behind) || behind == b'$')
        }
        _ => false,
    };
    command.as_bytes().windows(3).any(is_inside)
}

/// The words of all commands of a text, as they are handed over.
fn words(case: &Case) -> String {
    let words = case.facts.commands.iter().flat_map(|command| &command.words);
    words.flat_map(|word| [word.literals(), Cow::Borrowed(" ")]).collect()
}

/// What of a call holds a secret that somebody else gets to see, and which.
fn said(case: &Case, call: &Call) -> Option<(&'static str, &'static str)> {
    match call {
        Call::Shell { command, .. } => {
            let kind = |text: &str| {
                recognised(text)?;
                recognised(&without_tests(case, text))
            };
            let in_a_word = || has_quotes_inside(command).then(|| kind(&words(case))).flatten();
            Some(("the command", kind(command).or_else(in_a_word)?))
        }
        Call::Fetch { url } => Some(("the address", recognised(url)?)),
        Call::Mcp { arguments, .. } => {
            let kind = arguments.iter().find_map(|argument| recognised(&argument.value))?;
            // What it writes for tests may look like one.
            let written = |effect: &Effect| match &effect.action {
                Action::Write(place, _) => Some(is_for_tests(case, place)),
                _ => None,
            };
            let mut written = case.facts.effects.iter().filter_map(written).peekable();
            let is_for_tests = written.peek().is_some() && written.all(|is_for_tests| is_for_tests);
            (!is_for_tests).then_some(("an argument", kind))
        }
        Call::Write { .. }
        | Call::Edit { .. }
        | Call::Patch { .. }
        | Call::Read { .. }
        | Call::Search { .. }
        | Call::Subagent { .. }
        | Call::Other { .. } => None,
    }
}

/// The command without what it writes for tests.
fn without_tests(case: &Case, command: &str) -> String {
    let mut kept = command.to_owned();
    for effect in &case.facts.effects {
        if let Action::Write(place, content) = &effect.action
            && is_for_tests(case, place)
        {
            for written in content.texts() {
                kept = kept.replacen(written.trim_ascii(), "", 1);
            }
        }
    }
    kept
}

/// Tests and examples hold what looks like a secret, and free files are there to show what one looks like.
fn is_for_tests(case: &Case, place: &Place) -> bool {
    place.spots.iter().all(|spot| {
        let names = case.ground.names(spot);
        let mut parts = names.below().flat_map(|below| below.split('/'));
        names.is_one_of(SECRET_FREE) || parts.any(is_test_name)
    })
}
