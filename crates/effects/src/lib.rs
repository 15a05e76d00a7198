//! A tool call to what it does. The same effects come out of a shell line, an edit and a read, so that one rule judges
//! them all. Pure: what must be asked of the disk goes through [`World`].

mod call;
mod effect;
mod eval;
mod options;
mod path;
mod programs;
mod scene;
mod value;
mod walk;

pub use call::{Call, Dialect, Replacement};
pub use effect::{Action, Command, Depth, Effect, Facts, Opacity, Standing};
pub use hookward_shell::Span;
pub use path::{Place, Reach, Spot, normalise};
pub use scene::{Emptiness, Scene, World};
pub use value::{Piece, Value};

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
            facts.effects.push(Effect::of(Action::Write(scene.place_of_path(path))));
        }
        Call::Search { path, glob, prints_lines } => {
            if *prints_lines {
                let target = match (path, glob) {
                    (_, Some(glob)) if !glob.contains(['*', '?', '[', '{']) => glob.as_str(),
                    (Some(path), _) => path.as_str(),
                    (None, _) => ".",
                };
                facts.effects.push(Effect::of(Action::Search(scene.place_of_path(target))));
            }
        }
        Call::Fetch { .. } | Call::Mcp { .. } | Call::Subagent { .. } | Call::Other { .. } => {}
    }
    facts
}
