//! A tool call to what it does. The same effects come out of a shell line, an edit and a read, so that one rule judges
//! them all. Pure: what must be asked of the disk goes through [`World`].

mod arithmetic;
mod braces;
mod builtins;
mod call;
mod code;
mod commands;
mod course;
mod cursor;
mod deciding;
mod declarations;
mod disguise;
mod effect;
mod endless;
mod endpoints;
mod fields;
mod filters;
mod following;
mod forge;
mod found;
mod held;
mod input;
mod knowledge;
mod languages;
mod lingering;
mod mcp;
mod narrowing;
mod operands;
mod origin;
mod packages;
mod parameters;
mod patches;
mod path;
mod patterns;
mod program_name;
mod programs;
mod projects;
mod queries;
mod recipes;
mod redirects;
mod scene;
mod scripts;
mod sed;
mod several;
mod size;
mod source;
mod sql;
mod state;
mod suspicion;
mod told;
mod unseen_names;
mod usual;
mod value;
mod variables;
mod veil;
mod walk;
mod words;
mod wrappers;

pub use call::{Argument, Call, Cell, Change, Dialect, PatchedFile, Position, Replacement};
pub use commands::is_known as knows_program;
pub use course::{Course, Step, Turns};
pub use effect::{
    Action, Brought, Command, Deed, Depth, Effect, Facts, Git, Launch, Made, Opacity, Permission, Purpose,
    Push, Pushed, PushedRef, Round, Standing, Told,
};
pub use following::{ScriptLanguage, code_in_words, runs_by_name};
pub use found::{Found, Tracking, may_fit};
pub use hookward_shell::Span;
pub use origin::Origin;
pub use patches::edited_by_patch;
pub use path::{Place, Reach, SOMEWHERE, Spot, normalise};
pub use scene::{Added, Difference, Emptiness, Filter, Kind, Repository, Scene, Staged, Unstaged, World};
pub use source::{Direction, Source, Sources};
pub use told::filtered_text;
pub use value::{Few, Hole, Piece, Value};

/// The words of a simple command with their places, quotes removed; empty if the text is anything else, or if one of
/// its words is only known when it runs.
pub fn plain_words(text: &str) -> Vec<(Span, String)> {
    let script = hookward_shell::parse(text);
    let ([statement], []) = (script.body.as_slice(), script.not_understood.as_slice()) else {
        return Vec::new();
    };
    let hookward_shell::Command::Simple(simple) = &statement.command else { return Vec::new() };
    let words: Option<Vec<_>> = simple.words.iter().map(|word| Some((word.span, word.literal()?))).collect();
    words.unwrap_or_default()
}

/// What sed makes of a text, by its words but for the files; `None` if it does more than is followed.
pub fn edited_by_sed(words: &[String], text: &str) -> Option<String> {
    sed::edited(words, text)
}

/// What a call does in a scene.
pub fn facts(call: &Call, scene: &Scene) -> Facts {
    let mut facts = Facts::default();
    match call {
        Call::Shell { command, dialect: Dialect::Posix } => walk::line(command, scene, &mut facts),
        Call::Shell { command, dialect: Dialect::PosixFile } => walk::script(command, scene, &mut facts),
        Call::Shell { command, dialect: Dialect::PowerShell } => {
            walk::code(code::Language::PowerShell, command, scene, &mut facts);
        }
        Call::Read { path } => facts.effects.push(Effect::of(Action::Read(scene.place_of_path(path)))),
        Call::Write { path, content } => {
            let action = Action::Write(scene.place_of_path(path), Value::Known(content.clone()));
            facts.effects.push(Effect { told: Told::Whole, ..Effect::of(action) });
        }
        Call::Edit { path, edits } => {
            let action = Action::Write(scene.place_of_path(path), added(edits));
            facts.effects.push(Effect { told: Told::Edits(edits.clone()), ..Effect::of(action) });
        }
        Call::Patch { files } => {
            for file in files {
                facts.effects.extend(patched(file, scene));
            }
        }
        Call::Search { path, glob, prints_lines } => {
            let place = scene.place_of_path(path.as_deref().unwrap_or("."));
            // A pattern that climbs out of the place, or starts at the root, names another.
            let astray = glob.as_ref().filter(|glob| glob.starts_with(['/', '~']) || glob.contains(".."));
            facts.effects.extend(astray.map(|glob| Effect::of(Action::List(scene.place_of_path(glob)))));
            if let Some(glob) = glob.as_ref().filter(|_| *prints_lines) {
                facts.effects.push(Effect::of(Action::Search(Scene::place_below(&place, glob))));
            }
            // Even a count of lines tells something of a secret.
            facts.effects.push(Effect::of(Action::Search(place)));
        }
        Call::Mcp { server, tool, arguments } => mcp::called(server, tool, arguments, scene, &mut facts),
        Call::Fetch { url } => facts.effects.push(Effect::of(mcp::fetched(url, scene))),
        Call::Subagent { .. } | Call::Other { .. } => {}
    }
    origin::trace(&mut facts, scene);
    facts
}

fn patched(file: &PatchedFile, scene: &Scene) -> Vec<Effect> {
    let place = scene.place_of_path(&file.path);
    let written = |place, content, told| Effect { told, ..Effect::of(Action::Write(place, content)) };
    match &file.change {
        Change::Add { content } => vec![written(place, Value::Known(content.clone()), Told::Whole)],
        Change::Update { edits } => vec![written(place, added(edits), Told::Edits(edits.clone()))],
        Change::Delete => vec![Effect::of(Action::Delete(place, Depth::One))],
        Change::Move { to, edits } => {
            let told = Told::Moved(Box::new(place.clone()), edits.clone());
            let there = scene.place_of_path(to);
            vec![written(there, added(edits), told), Effect::of(Action::Delete(place, Depth::Moved))]
        }
    }
}

/// What edits put into a file.
fn added(edits: &[Replacement]) -> Value {
    Value::Known(edits.iter().map(|edit| edit.new.as_str()).collect::<Vec<&str>>().join("\n"))
}
