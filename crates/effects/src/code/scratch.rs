//! Databases that are gone with the program, or with the directory for temporary files: nothing in them is lost.

use super::arguments::Arguments;
use super::machine::Machine;
use super::thing::Thing;

/// What stands for such a database, and for whatever is had from it.
const SCRATCH: &str = "scratch-database";

/// `sqlite3.connect(":memory:")`
pub(super) fn open_database(arguments: &Arguments) -> Thing {
    let told = arguments.things().find_map(Thing::known);
    let scratch = match (told, arguments.get(0)) {
        (Some(place), _) => is_scratch(place),
        // Without a place it is in memory.
        (None, None) => true,
        (None, Some(_)) => false,
    };
    if scratch { Thing::named(SCRATCH) } else { Thing::unknown() }
}

impl Machine<'_> {
    /// What is done with such a database, by the name of what is called: another piece of it.
    pub(super) fn of_scratch(&mut self, name: &str, arguments: &Arguments) -> Option<Thing> {
        name.strip_prefix(SCRATCH)?.strip_prefix('.')?;
        let given = Thing::named(SCRATCH);
        self.hand_over(arguments, &given);
        Some(given)
    }
}

/// Whether a place or address is one in memory or among temporary files.
fn is_scratch(place: &str) -> bool {
    let place = place.to_ascii_lowercase();
    let path =
        ["sqlite:///", "sqlite+aiosqlite:///", "dbi:sqlite:dbname=", "dbi:sqlite:", "sqlite:", "file:"]
            .iter()
            .find_map(|start| place.strip_prefix(start))
            .unwrap_or(&place);
    place.contains(":memory:")
        || place.contains("mode=memory")
        || matches!(path, "" | "//")
        || ["/tmp/", "/var/tmp/", "/dev/shm/", "/private/tmp/"].iter().any(|start| path.starts_with(start))
}
