//! What an MCP call does, as far as the names of its arguments tell: `path`, `destination`, `command`, `sql`. A tool without
//! such arguments is unknown: nothing is said of it.

mod contents;
mod handed;
mod lists;
mod roles;
mod services;
mod verbs;
mod versions;

use self::roles::{Role, composed, role};
use self::verbs::{Deed, Verbs, is_database, language};
use crate::call::Argument;
use crate::effect::{self, Action, Depth, Effect, Facts, Told};
use crate::path::normalise;
use crate::scene::Scene;
use crate::sql::{self, Harm};
use crate::value::Value;
use crate::walk;

const SCHEME: &str = "file://";

/// No path is longer.
const MAX_PATH: usize = 4_096;

/// Adds what a tool of a server does to `facts`.
pub(crate) fn called(server: &str, tool: &str, arguments: &[Argument], scene: &Scene, facts: &mut Facts) {
    let mut verbs = Verbs::of(server, tool);
    let names_symbol = |argument: &Argument| words(&argument.name).iter().any(|word| word == "symbol");
    // What gets another name is then not the file, but something in it.
    if verbs.deed == Deed::Move && arguments.iter().any(names_symbol) {
        verbs.deed = Deed::Write;
    }
    // An editor for agents looks at files, too.
    let edits = contents::command(arguments);
    if edits == Some("view") {
        verbs.deed = Deed::Read;
    }
    let named = |names: &[&str]| arguments.iter().find(|argument| names.contains(&&*folded(&argument.name)));
    let directory = named(&["cwd", "workdir", "workingdirectory", "workingdir"]);
    let directory = directory.or_else(|| named(&["directory", "dir"]));
    versions::called(server, tool, arguments, scene, facts);
    services::called(server, tool, arguments, scene, facts);
    handed::attached(tool, arguments, scene, facts);
    let role_of = |argument: &Argument| {
        role(&folded(&argument.name), &verbs).or_else(|| composed(&words(&argument.name), &verbs))
    };
    let is_path = |argument: &Argument| matches!(role_of(argument), Some(Role::Path));
    // What one file is copied or moved from.
    let source = match contents::single(arguments, is_path) {
        Some(from) if matches!(verbs.deed, Deed::Copy | Deed::Move) => path(from),
        Some(_) | None => None,
    };
    let source = source.map(|path| scene.place_of_path(&path));
    // What is gone is only gone when it has arrived.
    let mut left = Vec::new();
    let is_move = |action: &Action| matches!(action, Action::Delete(_, Depth::Moved));
    for (at, argument) in arguments.iter().enumerate() {
        let Some(role) = role_of(argument) else { continue };
        match role {
            Role::Path => {
                let Some(path) = path(&argument.value) else { continue };
                let nth = arguments.iter().take(at).filter(|before| is_path(before)).count();
                let told = |action| match action {
                    Action::Write(place, _) => {
                        let (told, content) = contents::told(tool, arguments, nth, is_path);
                        Effect { told, ..Effect::of(Action::Write(place, content)) }
                    }
                    other => Effect::of(other),
                };
                let (moved, done): (Vec<Effect>, Vec<Effect>) =
                    verbs.on(&path, scene).map(told).partition(|own| is_move(&own.action));
                facts.effects.extend(done);
                left.extend(moved);
            }
            Role::Destination => {
                let Some(path) =
                    path(&argument.value).filter(|path| verbs.places_things() || path.contains('/'))
                else {
                    continue;
                };
                let told = source.clone().map(|from| Told::Copied(Box::new(from))).unwrap_or_default();
                let action = Action::Write(scene.place_of_path(&path), Value::unknown());
                facts.effects.push(Effect { told, ..Effect::of(action) });
            }
            Role::Script if edits == Some(argument.value.as_str()) => {}
            Role::Script => {
                script(&lists::with_words(&argument.value, arguments), directory, scene, facts);
                if let Some(text) = lists::as_one(arguments, at, verbs.types) {
                    script(&text, directory, scene, facts);
                }
            }
            Role::Code => {
                let told = named(&["language", "lang", "kernel"]);
                if told.is_none() && folded(&argument.name) == "script" {
                    handed::run((server, tool), &verbs, &argument.value, directory, scene, facts);
                }
                let told = told.map(|argument| argument.value.as_str());
                if matches!(told, Some("bash" | "sh" | "shell" | "zsh")) {
                    script(&argument.value, directory, scene, facts);
                    continue;
                }
                let language = told.map_or(verbs.runs, |told| language(&told.to_ascii_lowercase()));
                let Some(language) = language else { continue };
                apart(directory, scene, facts, |scene, facts| {
                    walk::code(language, &argument.value, scene, facts);
                });
            }
            Role::Statement => statement(&argument.value, facts),
            Role::Address if argument.value.contains("://") => {
                facts.effects.push(Effect::of(fetched(&argument.value, scene)));
            }
            Role::Address => {}
        }
    }
    facts.effects.append(&mut left);
}

/// What an address brings: a file of this machine, or what another one answers.
pub(crate) fn fetched(url: &str, scene: &Scene) -> Action {
    match path(url).filter(|_| is_of_a_file(url)) {
        Some(path) => Action::Read(scene.place_of_path(&path)),
        None => Action::Receive(Value::Known(url.to_owned())),
    }
}

/// Schemes are the same in capitals.
fn is_of_a_file(url: &str) -> bool {
    url.get(..SCHEME.len()).is_some_and(|scheme| scheme.eq_ignore_ascii_case(SCHEME))
}

/// The words of a name: `deleteDirectory`, `delete_directory` and `delete-directory` are the same two.
fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut after_lower = false;
    for character in name.chars() {
        if !character.is_ascii_alphanumeric() || (after_lower && character.is_ascii_uppercase()) {
            words.push(std::mem::take(&mut word));
        }
        if character.is_ascii_alphanumeric() {
            word.push(character.to_ascii_lowercase());
        }
        after_lower = character.is_ascii_lowercase();
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// A key without case and underscores: `file_path`, `filePath` and `filepath` are one.
fn folded(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|character| character.to_ascii_lowercase()).collect()
}

/// The path that an argument names, if it can be one of this machine.
fn path(value: &str) -> Option<String> {
    if value.is_empty() || value.len() > MAX_PATH || value.contains(['\n', '\0']) {
        return None;
    }
    match value.get(SCHEME.len()..).filter(|_| is_of_a_file(value)) {
        // What stands before the first slash is a machine's name.
        Some(rest) => Some(unescaped(rest.get(rest.find('/')?..)?)),
        None if value.contains("://") => None,
        None => Some(value.to_owned()),
    }
}

/// The path of a URI, its `%20` decoded. What is no escape stays as it is.
fn unescaped(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = match (first, after) {
            (b'%', [high, low, ..]) => hexadecimal(*high).zip(hexadecimal(*low)),
            _ => None,
        };
        match code {
            Some((high, low)) => {
                bytes.push(high * 16 + low);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn hexadecimal(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

fn script(text: &str, directory: Option<&Argument>, scene: &Scene, facts: &mut Facts) {
    // What is typed ends with the key, and not with a line.
    let typed = text.contains('\r').then(|| text.replace("\r\n", "\n").replace('\r', "\n"));
    let text = typed.as_deref().unwrap_or(text);
    apart(directory, scene, facts, |scene, facts| walk::line(text, scene, facts));
}

/// Looks at a text of an argument, in the directory that another names.
fn apart(
    directory: Option<&Argument>,
    scene: &Scene,
    facts: &mut Facts,
    look: impl FnOnce(&Scene, &mut Facts),
) {
    let (effects, commands) = (facts.effects.len(), facts.commands.len());
    let cwd = directory.map(|directory| normalise(&directory.value, scene.cwd));
    look(&Scene { cwd: cwd.as_deref().unwrap_or(scene.cwd), ..*scene }, facts);
    // Their places are places in an argument, not in what the call is shown as.
    for effect in facts.effects.iter_mut().skip(effects) {
        effect.span = None;
    }
    for command in facts.commands.iter_mut().skip(commands) {
        command.span = crate::Span::default();
    }
}

/// What a statement does to a database.
fn statement(text: &str, facts: &mut Facts) {
    for statement in sql::statements(text) {
        let action = match statement.harm {
            Harm::Drop => Action::Deed(effect::Deed::DropData, statement.what.into()),
            Harm::Lose => Action::Deed(effect::Deed::LoseData, statement.what.into()),
            Harm::Lessens(table) => Action::Lessen(table),
            // These are for the machine of the database.
            Harm::RunsShell(_)
            | Harm::FeedsShell(_)
            | Harm::ReadsFile(_)
            | Harm::WritesFile(_)
            | Harm::Includes(_) => continue,
        };
        facts.effects.push(Effect::of(action));
    }
}
