//! A file by another name: a link that is the file itself is read as a copy is, and a program with less in it is that
//! program. The working directory is `/w`.

use hookward_effects::{Action, Call, Emptiness, Place, Scene, Source, facts};

fn effects(command: &str) -> Vec<Action> {
    let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
    facts(&Call::shell(command), &scene).effects.into_iter().map(|effect| effect.action).collect()
}

fn is(place: &Place, path: &str) -> bool {
    place.spots.iter().any(|spot| spot.path == path)
}

#[test]
fn a_hard_link_reads_the_file_that_it_names_again() {
    for command in [
        "ln .env x",
        "ln -f .env x",
        "ln -t sub .env",
        "ln ../w/.env",
        "link .env x",
        "cp -l .env x",
        "cp --link .env x",
        "python3 -c \"import os; os.link('.env', 'x')\"",
        "python3 -c \"from pathlib import Path; Path('x').hardlink_to('.env')\"",
        "node -e \"require('fs').linkSync('.env', 'x')\"",
        "perl -e 'link(\".env\", \"x\")'",
        "ruby -e 'File.link(\".env\", \"x\")'",
        "ruby -e 'require \"fileutils\"; FileUtils.ln(\".env\", \"x\")'",
        "php -r 'link(\".env\", \"x\");'",
    ] {
        let found = effects(command);
        let reads = |action: &Action| matches!(action, Action::Read(place) if is(place, "/w/.env"));
        assert!(found.iter().any(reads), "{command}: {found:?}");
    }
}

#[test]
fn what_is_written_to_a_hard_link_is_written_to_the_file() {
    for command in ["ln a sub/b; echo x > sub/b", "cp -l a b; echo x > b"] {
        let found = effects(command);
        let writes = |action: &Action| matches!(action, Action::Write(place, _) if is(place, "/w/a"));
        assert!(found.iter().any(writes), "{command}: {found:?}");
    }
}

#[test]
fn a_link_that_only_leads_to_a_file_reads_nothing() {
    for command in ["ln -s .env x", "ln -sf .env x", "ln --symbolic .env x", "ln -sr .env sub/"] {
        let found = effects(command);
        assert!(!found.iter().any(|action| matches!(action, Action::Read(_))), "{command}: {found:?}");
    }
}

#[test]
fn a_copy_by_whichever_program_is_known_to_be_one() {
    for command in [
        "curl -s file:///opt/hookward -o q",
        "curl -s file:///opt/hookward > q",
        "strip -o q /opt/hookward",
        "upx -o q /opt/hookward",
        "ln /opt/hookward q",
    ] {
        let found = effects(command);
        let copies = |action: &Action| match action {
            Action::Write(place, content) => {
                let from =
                    |source: &Source| matches!(source, Source::File(file) if is(file, "/opt/hookward"));
                is(place, "/w/q") && content.sources().iter().any(from)
            }
            _ => false,
        };
        assert!(found.iter().any(copies), "{command}: {found:?}");
    }
}
