//! What stands in a file that is secret by its name: it is followed as code, but no value of it goes on from there, since
//! what the analysis knows a person or a model may be told.

use crate::commands::is_known;
use crate::path::Place;
use crate::program_name::base_name;
use crate::scene::Kind;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::{Hole, Piece, Value};
use crate::walk::Walk;

/// So many variables of such a file are followed.
const MAX_VARIABLES: usize = 256;

/// Whether what is being looked through is secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Veil {
    /// It is not.
    Lifted,
    /// It is: its variables are known by their names.
    Drawn,
}

impl Walk<'_> {
    /// What a variable holds from here on: of a secret file, that it is this variable. That there is nothing in it, a person may know.
    pub(crate) fn veiled(&self, name: &str, value: Value) -> Value {
        match self.veil {
            Veil::Drawn if value.known() != Some("") => Value::Unknown(of_variable(name)),
            Veil::Drawn | Veil::Lifted => value,
        }
    }

    /// Whether a line of a secret file reads like a command. Others are the rest of a value: a key over many lines, a text
    /// without quotes.
    pub(crate) fn is_veiled(&self, words: &[Value], state: &State) -> bool {
        let is_command = |name: &str| {
            let is_there = || {
                let place = state.place(&Value::Known(name.to_owned()));
                place.spots.iter().any(|spot| state.scene.world.kind(&spot.path) == Kind::File)
            };
            is_known(base_name(name)) || state.function(name).is_some() || (name.contains('/') && is_there())
        };
        match self.veil {
            Veil::Drawn => words.first().and_then(Value::known).is_some_and(|name| !is_command(name)),
            Veil::Lifted => false,
        }
    }
}

/// `NAME=…` for each variable that stands in the secret files of a place: what is behind the sign is only known when they are read.
pub(crate) fn variables(place: &Place, state: &State) -> Vec<Value> {
    let mut all = Vec::new();
    if place.elsewhere {
        return all;
    }
    let secret = |path: &&str| state.scene.world.is_secret(path);
    let files = place.spots.iter().filter(|spot| spot.is_one()).map(|spot| spot.path.as_str());
    for text in files.filter(secret).filter_map(|path| state.scene.world.text(path)) {
        all.extend(text.lines().filter_map(name).take(MAX_VARIABLES).map(|name| {
            let hole = Hole { written: format!("${name}"), sources: of_variable(name) };
            Value::of(vec![Piece::Text(format!("{name}=")), Piece::Hole(hole)])
        }));
    }
    all
}

fn of_variable(name: &str) -> Sources {
    Sources::from(Source::Variable(name.to_owned()))
}

/// The variable that a line sets: `A=1`, `export A=1`.
fn name(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let (name, _) = line.strip_prefix("export ").unwrap_or(line).trim_start().split_once('=')?;
    let is_name = |name: &str| {
        name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && name.bytes().next().is_some_and(|first| !first.is_ascii_digit())
    };
    Some(name).filter(|name| is_name(name))
}
