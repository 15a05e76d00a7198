//! The examples in `knowledge/*.toml`: command → effects. The working directory is `/w`, the home `/home/me`.

#![allow(clippy::panic, clippy::expect_used, reason = "a test that cannot go on fails")]

use std::path::Path;

use hookward_effects::{Action, Call, Depth, Emptiness, Place, Reach, Scene, Source, Sources, facts};
use toml::Value;

fn effects(command: &str) -> Vec<String> {
    let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
    facts(&Call::shell(command), &scene).effects.iter().map(|effect| describe(&effect.action)).collect()
}

fn describe(action: &Action) -> String {
    match action {
        Action::List(place) => format!("list {}", places(place)),
        Action::Read(place) => format!("read {}", places(place)),
        Action::Search(place) => format!("search {}", places(place)),
        Action::Write(place, _) => format!("write {}", places(place)),
        Action::Delete(place, Depth::One) => format!("delete {}", places(place)),
        Action::Delete(place, Depth::Matching) => format!("delete matching {}", places(place)),
        Action::Delete(place, Depth::Tree) => format!("delete all {}", places(place)),
        Action::Delete(place, Depth::Moved) => format!("move {}", places(place)),
        Action::Environment(name, _) => format!("set {name}"),
        Action::Opaque(why) => format!("opaque {why:?}"),
        Action::Permit(place, _) => format!("permit {}", places(place)),
        Action::Own(place, _) => format!("own {}", places(place)),
        Action::Receive(from) => format!("receive {from}"),
        Action::Send { target, .. } => format!("send {target}"),
        Action::Kill(what) => {
            format!("kill {}", what.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        }
        Action::Deed(deed, what) => format!("{deed:?}: {what}"),
        Action::Print(sources) => format!("print {}", printed(sources)),
        Action::Run(sources) => format!("run {sources}"),
        other => format!("{other:?}"),
    }
}

fn printed(sources: &Sources) -> String {
    let names = sources.iter().map(|source| match source {
        Source::File(place) => places(place),
        Source::Variable(name) => format!("${name}"),
        Source::Environment => "the environment".to_owned(),
        Source::Network(from) => from.clone(),
        Source::Secret(what) => (*what).to_owned(),
        Source::Machine => "the machine".to_owned(),
        Source::Encoded | Source::Packed(_) => "something decoded".to_owned(),
        Source::Endless => "something endless".to_owned(),
        Source::Repository => "what was committed".to_owned(),
        Source::Inventory => "names of all there is".to_owned(),
        Source::Uncommitted => "names of changed files".to_owned(),
        Source::Changes(_) => "what was changed".to_owned(),
        Source::Names(_) => "names of files".to_owned(),
        Source::Cloned(address) => format!("the repository {address}"),
        Source::Unfollowed => "more than is followed".to_owned(),
    });
    names.collect::<Vec<_>>().join(", ")
}

fn places(place: &Place) -> String {
    let mut spots: Vec<String> = place
        .spots
        .iter()
        .map(|spot| {
            let below = match spot.reach {
                Reach::Itself => "",
                Reach::Everything => "/*",
                Reach::Something => "/…",
            };
            format!("{}{below}{}", spot.path, if spot.if_empty { " if empty" } else { "" })
        })
        .collect();
    if place.open {
        spots.push("anything".to_owned());
    }
    spots.join(" or ")
}

/// The examples of a program, its modes and its subcommands.
fn examples(entry: &Value) -> Vec<Vec<String>> {
    let list = |key| entry.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let words = |example: &Value| {
        let words = example.as_array().expect("an example is a list");
        words.iter().map(|word| word.as_str().expect("of texts").to_owned()).collect()
    };
    let own = list("examples").iter().map(words);
    own.chain(list("sub").iter().chain(list("mode")).flat_map(examples)).collect()
}

#[test]
fn every_example_has_the_effects_that_it_names() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("knowledge");
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("and can be read").path();
        let text = std::fs::read_to_string(&path).expect("so can its files");
        let family: Value = toml::from_str(&text).expect("which the build has read");
        let programs = family.get("program").and_then(Value::as_array).expect("a family has programs");
        for example in programs.iter().flat_map(examples) {
            let (command, expected) = example.split_first().expect("an example begins with a command");
            let mut expected = expected.to_vec();
            // What is read is mostly shown too: examples name only what is shown otherwise.
            let shown = expected.iter().any(|effect| effect.starts_with("print "));
            let mut found = effects(command);
            found.retain(|effect| shown || !effect.starts_with("print "));
            // Which table it was matters only to a later call.
            found.retain(|effect| !effect.starts_with("Lessen("));
            found.sort();
            expected.sort();
            if found != expected {
                wrong.push(format!(
                    "{}: {command}\n  found    {found:?}\n  expected {expected:?}",
                    path.display()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} examples:\n{}", wrong.len(), wrong.join("\n"));
}
