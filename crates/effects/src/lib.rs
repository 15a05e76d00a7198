//! A tool call to what it does. The same effects come out of a shell line, an edit and a read, so that one rule judges
//! them all. Pure: what must be asked of the disk goes through [`World`].

mod call;
#[allow(dead_code, reason = "the programs that run code are not wired up yet")]
mod code;
mod commands;
mod effect;
mod eval;
mod options;
mod path;
mod programs;
mod scene;
mod source;
mod value;
mod walk;

pub use call::{Call, Dialect, Replacement};
pub use effect::{
    Action, Command, Deed, Depth, Effect, Facts, Git, Opacity, Permission, Purpose, Push, Pushed, PushedRef,
    Standing,
};
pub use hookward_shell::Span;
pub use path::{Place, Reach, Spot, normalise};
pub use scene::{Emptiness, Scene, World};
pub use source::{Source, Sources};
pub use value::{Hole, Piece, Value};

/// What a call does in a scene.
pub fn facts(call: &Call, scene: &Scene) -> Facts {
    let mut facts = Facts::default();
    match call {
        Call::Shell { command, dialect: Dialect::Posix } => walk::shell(command, scene, &mut facts),
        // Its syntax is not ours: claiming to have understood it would be a lie, and so would an alarm.
        Call::Shell { dialect: Dialect::PowerShell, .. } => {
            facts.effects.push(Effect::of(Action::Opaque(Opacity::Language("PowerShell"))));
        }
        Call::Read { path } => facts.effects.push(Effect::of(Action::Read(scene.place_of_path(path)))),
        Call::Write { path, .. } | Call::Edit { path, .. } => {
            facts.effects.push(Effect::of(Action::Write(scene.place_of_path(path), Value::unknown())));
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
        Call::Fetch { .. } | Call::Mcp { .. } | Call::Subagent { .. } | Call::Other { .. } => {}
    }
    facts
}
