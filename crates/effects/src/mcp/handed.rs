//! What an MCP tool is handed as a whole: files that it sends along, and scripts that it runs.

use super::versions::LOOKS;
use super::{Verbs, folded, is_database, language, path, script, words};
use crate::call::Argument;
use crate::effect::{Action, Effect, Facts, Purpose};
use crate::scene::{Kind, Scene};
use crate::source::{Source, Sources};
use crate::value::Value;

/// Words of tools that take what others have sent.
const TAKES: &[&str] = &["download", "delete", "remove", "save"];

/// Adds the files that a tool is told to send along: `attachments` of a mail.
pub(super) fn attached(tool: &str, arguments: &[Argument], scene: &Scene, facts: &mut Facts) {
    let own = words(tool);
    if own.iter().any(|word| LOOKS.contains(&word.as_str()) || TAKES.contains(&word.as_str())) {
        return;
    }
    let named = |names: &[&str]| arguments.iter().find(|argument| names.contains(&&*folded(&argument.name)));
    let target = named(&["to", "recipient", "recipients", "channel", "channelid"]);
    let target = target.map_or_else(Value::unknown, |to| Value::Known(to.value.clone()));
    let is_attached = |argument: &&Argument| {
        words(&argument.name)
            .first()
            .is_some_and(|word| matches!(word.as_str(), "attachment" | "attachments"))
    };
    for file in arguments.iter().filter(is_attached).filter_map(|argument| path(&argument.value)) {
        let place = scene.place_of_path(&file);
        let is_there = place.only().is_some_and(|path| match scene.world.kind(path) {
            Kind::File | Kind::Unknown => true,
            // What is no file here may be its content, or the name that it gets.
            Kind::Directory | Kind::Nothing => false,
        });
        if is_there {
            let data = Sources::from(Source::File(place.clone()));
            let sent = Action::Send { data, target: target.clone(), purpose: Purpose::Content };
            facts.effects.push(Effect::of(sent));
        }
        facts.effects.push(Effect::of(Action::Read(place)));
    }
}

/// Words of servers and tools whose scripts are of another kind.
const OTHERS: &[&str] = &[
    "browser",
    "page",
    "playwright",
    "puppeteer",
    "selenium",
    "chrome",
    "devtools",
    "applescript",
    "osascript",
    "jxa",
    "lua",
    "migration",
    "query",
];

/// Looks at a script that a tool runs and of which nothing says another language. It may be none of a shell's: what cannot be
/// read of it says nothing.
pub(super) fn run(
    (server, tool): (&str, &str),
    verbs: &Verbs,
    text: &str,
    directory: Option<&Argument>,
    scene: &Scene,
    facts: &mut Facts,
) {
    let (own, of_server) = (words(tool), words(server));
    let runs = own.iter().any(|word| matches!(word.as_str(), "run" | "execute" | "exec"));
    let is_other =
        |word: &String| OTHERS.contains(&word.as_str()) || language(word).is_some() || is_database(word);
    let says_other = match text.strip_prefix("#!").and_then(|rest| rest.lines().next()) {
        Some(interpreter) => !interpreter.trim_end().ends_with("sh"),
        None => own.iter().chain(&of_server).any(is_other),
    };
    // A shell's own tool is told it elsewhere.
    if !runs || verbs.shell || says_other {
        return;
    }
    let before = facts.effects.len();
    script(text, directory, scene, facts);
    let mut at = 0;
    facts.effects.retain(|effect| {
        at += 1;
        at <= before || !matches!(effect.action, Action::Opaque(_))
    });
}
