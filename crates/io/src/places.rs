//! Where Hookward keeps its files: the XDG directories, outside every workspace.

use std::env;
use std::path::{Path, PathBuf};

/// Where Hookward keeps its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The person's home.
    pub home: PathBuf,
    /// Journal, sessions, trust.
    pub state: PathBuf,
    /// The person's policy.
    pub config: PathBuf,
    /// Compiled policies.
    pub cache: PathBuf,
}

impl Places {
    /// The places of this process; `None` if there is no home at all.
    pub fn find() -> Option<Self> {
        // `home_dir` asks the system's user database where HOME is not set.
        // Without a slash at its end, or a dot in it: paths are compared by their text.
        let home: PathBuf = env::home_dir().filter(|home| home.is_absolute())?.components().collect();
        let base = |name: &str, below: &str| {
            // By the XDG specification a relative path is to be ignored.
            let set = env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
            set.unwrap_or_else(|| home.join(below)).join("hookward")
        };
        Some(Self {
            state: base("XDG_STATE_HOME", ".local/state"),
            config: base("XDG_CONFIG_HOME", ".config"),
            cache: base("XDG_CACHE_HOME", ".cache"),
            home,
        })
    }

    /// The directories that rules keep agents out of.
    pub fn own(&self) -> [&Path; 3] {
        [&self.state, &self.config, &self.cache]
    }
}
