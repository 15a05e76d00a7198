//! Variables that name a place, and where that place is unless a person has set it elsewhere.

use crate::source::Source;
use crate::value::{Hole, Piece, Value};

/// The variables, and the usual place below the home directory.
const PLACES: &[(&str, &str)] = &[
    ("XDG_CONFIG_HOME", ".config"),
    ("XDG_STATE_HOME", ".local/state"),
    ("XDG_DATA_HOME", ".local/share"),
    ("XDG_CACHE_HOME", ".cache"),
    ("ZDOTDIR", ""),
    ("GNUPGHOME", ".gnupg"),
    ("PASSWORD_STORE_DIR", ".password-store"),
    ("KUBECONFIG", ".kube/config"),
    ("DOCKER_CONFIG", ".docker"),
    ("AWS_SHARED_CREDENTIALS_FILE", ".aws/credentials"),
    ("AWS_CONFIG_FILE", ".aws/config"),
    ("CLOUDSDK_CONFIG", ".config/gcloud"),
    ("AZURE_CONFIG_DIR", ".azure"),
    ("NPM_CONFIG_USERCONFIG", ".npmrc"),
    ("PGPASSFILE", ".pgpass"),
    ("NETRC", ".netrc"),
    ("CARGO_HOME", ".cargo"),
    ("RUSTUP_HOME", ".rustup"),
    ("GOPATH", "go"),
    ("NVM_DIR", ".nvm"),
    ("CLAUDE_CONFIG_DIR", ".claude"),
    ("CODEX_HOME", ".codex"),
];

/// The pieces of a word that begins with such a variable, with the usual place in it. It may still be elsewhere, or empty.
pub(crate) fn usual_pieces(value: &Value, home: Option<&str>) -> Option<Vec<Piece>> {
    let (name, rest) = match value {
        Value::Unknown(sources) => (only_variable(sources.iter())?, &[] as &[Piece]),
        Value::Pattern(pieces) => match pieces.split_first()? {
            (Piece::Hole(Hole { sources, .. }) | Piece::Filled(Hole { sources, .. }), rest) => {
                (only_variable(sources.iter())?, rest)
            }
            (Piece::Text(_) | Piece::Glob(_) | Piece::OneOf(_), _) => return None,
        },
        Value::Known(_) | Value::Few(_) => return None,
    };
    let (_, below) = PLACES.iter().find(|(own, _)| *own == name)?;
    let place = Piece::Text(format!("{}/{below}", home?.trim_end_matches('/')));
    Some(std::iter::once(place).chain(rest.iter().cloned()).collect())
}

fn only_variable<'s>(mut sources: impl Iterator<Item = &'s Source>) -> Option<&'s str> {
    match (sources.next(), sources.next()) {
        (Some(Source::Variable(name)), None) => Some(name),
        _ => None,
    }
}
