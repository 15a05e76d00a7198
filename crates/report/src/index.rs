//! The index: the sums of each file of the journal, and how far it was read, in a database. It only saves the time of reading
//! everything again; whatever does not fit is read anew, and deleting it loses nothing.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hookward_io::{Part, digest, locked_within, private_directory, private_options};
use rusqlite::{Connection, OptionalExtension, Transaction, params, params_from_iter};

use crate::gather::{GatherError, Gatherer, Progress, Rebuild};
use crate::snapshots::Snapshots;
use crate::sums::{Denial, Key, Kind, Sums, Wanted};
use crate::tally::Tally;

/// What the tables mean. Another number is another index.
const VERSION: i64 = 2;

/// `hkwd`: that the file is ours.
const APPLICATION: i64 = 0x686b_7764;

/// How long another process that uses the index is waited for; then the files themselves are read.
const PATIENCE: Duration = Duration::from_secs(20);

/// So many records are put in at once: a process that is killed loses no more of its work.
const BATCH: usize = 50_000;

/// A file is known by its first bytes, as far as they were read.
const HEAD: u64 = 4096;

/// The name under which the snapshots stand among the files.
const SNAPSHOTS: &str = "snapshots";

const TABLES: &str = "
CREATE TABLE file (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, read INTEGER NOT NULL, head TEXT NOT NULL,
    head_length INTEGER NOT NULL, unreadable INTEGER NOT NULL
);
CREATE TABLE cell (
    file INTEGER NOT NULL, day TEXT NOT NULL, place TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
    events INTEGER NOT NULL, approvals INTEGER NOT NULL, advice INTEGER NOT NULL, asks INTEGER NOT NULL,
    denials INTEGER NOT NULL, shadowed INTEGER NOT NULL, overrides INTEGER NOT NULL, strikes INTEGER NOT NULL,
    checks INTEGER NOT NULL, failures INTEGER NOT NULL, checks_ms INTEGER NOT NULL, told INTEGER NOT NULL,
    latency TEXT NOT NULL,
    PRIMARY KEY (file, day, place, kind, name)
) WITHOUT ROWID;
CREATE TABLE denial (
    file INTEGER NOT NULL, at INTEGER NOT NULL, day TEXT NOT NULL, place TEXT NOT NULL, host TEXT NOT NULL,
    role TEXT NOT NULL, tool TEXT NOT NULL, subject TEXT NOT NULL, rules TEXT NOT NULL, why TEXT NOT NULL
);
CREATE INDEX denial_of_file ON denial (file);
CREATE TABLE made (by TEXT NOT NULL);
";

/// The sums that are wanted; `None` if another process keeps the index for too long.
pub(crate) fn sums(
    path: &Path,
    gatherer: &Gatherer,
    wanted: &Wanted,
    rebuild: Rebuild,
    progress: Progress,
) -> Result<Option<Sums>, GatherError> {
    let Some(directory) = path.parent() else { return Ok(None) };
    private_directory(directory)?;
    // INVARIANT: one process at a time. A database that is deleted while another process writes to it would leave that
    // one's rollback for the new one to find.
    let lock = private_file(&path.with_extension("lock"))?;
    if !locked_within(&lock, PATIENCE)? {
        return Ok(None);
    }
    if rebuild == Rebuild::Always {
        delete(path)?;
    }
    match attempt(path, gatherer, wanted, progress) {
        Err(GatherError::Index(_)) => {
            delete(path)?;
            attempt(path, gatherer, wanted, progress).map(Some)
        }
        result => result.map(Some),
    }
}

fn attempt(
    path: &Path,
    gatherer: &Gatherer,
    wanted: &Wanted,
    progress: Progress,
) -> Result<Sums, GatherError> {
    let mut index = Index { connection: open(path, &made_by(gatherer))? };
    index.update(gatherer, progress)?;
    index.read(wanted)
}

/// What the figures in it depend on, besides the journal: another version may count otherwise.
fn made_by(gatherer: &Gatherer) -> String {
    let zone = gatherer.zone.iana_name().map_or_else(|| format!("{:?}", gatherer.zone), str::to_owned);
    format!("{} {zone}", env!("CARGO_PKG_VERSION"))
}

/// Opens the index; one of another version, or of days of another zone, is made anew.
fn open(path: &Path, made_by: &str) -> Result<Connection, GatherError> {
    private_file(path)?;
    let connection = Connection::open(path)?;
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let fits = (number("application_id")?, number("user_version")?) == (APPLICATION, VERSION)
        && connection.query_row("SELECT by FROM made", [], |row| row.get::<_, String>(0)).optional()?
            == Some(made_by.to_owned());
    if fits {
        return Ok(connection);
    }
    drop(connection);
    delete(path)?;
    private_file(path)?;
    let mut connection = Connection::open(path)?;
    let transaction = connection.transaction()?;
    transaction.execute_batch(TABLES)?;
    transaction.execute("INSERT INTO made VALUES (?)", [made_by])?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()?;
    Ok(connection)
}

/// Deletes the index, with what the database may have left beside it.
fn delete(path: &Path) -> io::Result<()> {
    for suffix in ["", "-journal", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        match fs::remove_file(PathBuf::from(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
    }
    Ok(())
}

/// Makes a file that only its owner may read, if it is not there. What the database puts beside it has the same permissions.
fn private_file(path: &Path) -> io::Result<fs::File> {
    private_options().write(true).create(true).truncate(false).open(path)
}

/// What is known of a file.
struct Known {
    id: i64,
    read: u64,
    head: String,
    head_length: u64,
}

struct Index {
    connection: Connection,
}

impl Index {
    /// Takes in what is new, and leaves out what is gone.
    fn update(&mut self, gatherer: &Gatherer, progress: Progress) -> Result<(), GatherError> {
        let (mut parts, snapshots) = gatherer.open()?;
        let mut known = self.known()?;
        self.follow_the_name(&mut known, &mut parts)?;
        let mut current: BTreeMap<String, Known> = BTreeMap::new();
        for (name, file) in known {
            let part = parts.iter_mut().find(|part| part.name == name);
            let is_same = match part {
                Some(part) => part.length >= file.read && head_of(part, file.head_length)? == file.head,
                None => name == SNAPSHOTS && digest(&snapshots.bytes()) == file.head,
            };
            if is_same {
                current.insert(name, file);
            } else {
                self.forget(file.id)?;
            }
        }
        if !current.contains_key(SNAPSHOTS) {
            self.import(&snapshots)?;
        }
        let from = |part: &Part| current.get(&part.name).map_or(0, |file| file.read);
        let total: u64 = parts.iter().map(|part| part.length.saturating_sub(from(part))).sum();
        let mut done = 0;
        for part in parts {
            let file = current.get(&part.name);
            // Nothing new, as of most files most of the time.
            if file.is_some_and(|file| file.read == part.length) {
                continue;
            }
            let (id, read) = (file.map(|file| file.id), from(&part));
            self.take_in(part, id, read, gatherer, &mut |bytes| progress(done + bytes, total))
                .map(|bytes| done += bytes)?;
        }
        Ok(())
    }

    fn known(&self) -> Result<Vec<(String, Known)>, GatherError> {
        let mut statement = self.connection.prepare("SELECT name, id, read, head, head_length FROM file")?;
        let rows = statement.query_map([], |row| {
            let file = Known {
                id: row.get(1)?,
                read: number(row.get(2)?),
                head: row.get(3)?,
                head_length: number(row.get(4)?),
            };
            Ok((row.get(0)?, file))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// What was the journal may have been put aside since: it is the same file under another name.
    fn follow_the_name(&self, known: &mut [(String, Known)], parts: &mut [Part]) -> Result<(), GatherError> {
        let names: Vec<String> = known.iter().map(|(name, _)| name.clone()).collect();
        let Some((name, file)) = known.iter_mut().find(|(name, _)| name == "journal.jsonl") else {
            return Ok(());
        };
        for part in parts.iter_mut().filter(|part| part.time.is_some() && !names.contains(&part.name)) {
            if part.length >= file.read && head_of(part, file.head_length)? == file.head {
                self.connection
                    .execute("UPDATE file SET name = ? WHERE id = ?", params![part.name, file.id])?;
                name.clone_from(&part.name);
                return Ok(());
            }
        }
        Ok(())
    }

    fn forget(&mut self, id: i64) -> Result<(), GatherError> {
        let transaction = self.connection.transaction()?;
        for statement in [
            "DELETE FROM cell WHERE file = ?",
            "DELETE FROM denial WHERE file = ?",
            "DELETE FROM file WHERE id = ?",
        ] {
            transaction.execute(statement, [id])?;
        }
        Ok(transaction.commit()?)
    }

    fn import(&mut self, snapshots: &Snapshots) -> Result<(), GatherError> {
        let bytes = snapshots.bytes();
        let transaction = self.connection.transaction()?;
        let length = bytes.len() as u64;
        let id = put_file(&transaction, None, SNAPSHOTS, (length, &digest(&bytes), length))?;
        put(&transaction, id, &snapshots.sums())?;
        Ok(transaction.commit()?)
    }

    /// Takes in the records of a file from a byte on; gives back how many bytes those were.
    fn take_in(
        &mut self,
        mut part: Part,
        mut id: Option<i64>,
        from: u64,
        gatherer: &Gatherer,
        progress: &mut dyn FnMut(u64),
    ) -> Result<u64, GatherError> {
        let name = part.name.clone();
        let head = part.head(HEAD)?;
        let mut records = part.whole_records(from);
        let mut unreadable = 0;
        loop {
            let mut sums = Sums::default();
            let mut count = 0;
            for record in records.by_ref().take(BATCH) {
                sums.fold(&record, &gatherer.zone);
                count += 1;
            }
            sums.unreadable = records.unreadable as u64 - unreadable;
            unreadable = records.unreadable as u64;
            let length = records.read.min(head.len() as u64);
            let known = digest(head.get(..usize::try_from(length).unwrap_or(0)).unwrap_or_default());
            let transaction = self.connection.transaction()?;
            let file = put_file(&transaction, id, &name, (records.read, &known, length))?;
            put(&transaction, file, &sums)?;
            transaction.commit()?;
            id = Some(file);
            progress(records.read - from);
            if count < BATCH {
                return Ok(records.read - from);
            }
        }
    }

    /// The sums that are wanted.
    fn read(&self, wanted: &Wanted) -> Result<Sums, GatherError> {
        let mut sums = Sums::default();
        let since = wanted.since.as_deref().unwrap_or_default();
        let unreadable = "SELECT coalesce(sum(unreadable), 0) FROM file";
        sums.unreadable = number(self.connection.query_row(unreadable, [], |row| row.get(0))?);
        let columns = Tally::NAMES.join(", ");
        let query = format!("SELECT day, place, kind, name, latency, {columns} FROM cell WHERE day >= ?");
        let mut statement = self.connection.prepare(&query)?;
        let mut rows = statement.query([since])?;
        while let Some(row) = rows.next()? {
            let (day, place): (String, String) = (row.get(0)?, row.get(1)?);
            let word: String = row.get(2)?;
            let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.as_str() == word) else { continue };
            if !wanted.has(&day, &place) {
                continue;
            }
            let mut tally = Tally { latency: json(&row.get::<_, String>(4)?)?, ..Tally::default() };
            for (column, number_of) in tally.numbers_mut().into_iter().enumerate() {
                *number_of = number(row.get(5 + column)?);
            }
            let key = Key { day, place, kind, name: row.get(3)? };
            sums.cells.entry(key).or_default().add(&tally);
        }
        let query = "SELECT at, day, place, host, role, tool, subject, rules, why FROM denial WHERE day >= ?";
        let mut statement = self.connection.prepare(query)?;
        let denials = statement.query_map([since], |row| {
            Ok(Denial {
                at: u64::from_ne_bytes(row.get::<_, i64>(0)?.to_ne_bytes()),
                day: row.get(1)?,
                place: row.get(2)?,
                host: row.get(3)?,
                role: row.get(4)?,
                tool: row.get(5)?,
                subject: row.get(6)?,
                rules: row.get(7)?,
                why: row.get(8)?,
            })
        })?;
        sums.denials = denials.collect::<Result<_, _>>()?;
        sums.denials.retain(|denial| wanted.has(&denial.day, &denial.place));
        sums.denials.sort_unstable();
        Ok(sums)
    }
}

/// Notes how far a file was read: bytes, and by which head it is known.
fn put_file(
    transaction: &Transaction,
    id: Option<i64>,
    name: &str,
    (read, head, head_length): (u64, &str, u64),
) -> rusqlite::Result<i64> {
    let (read, head_length) = (stored(read), stored(head_length));
    if let Some(id) = id {
        let statement = "UPDATE file SET read = ?, head = ?, head_length = ? WHERE id = ?";
        transaction.execute(statement, params![read, head, head_length, id])?;
        return Ok(id);
    }
    let statement = "INSERT INTO file (name, read, head, head_length, unreadable) VALUES (?, ?, ?, ?, 0)";
    transaction.execute(statement, params![name, read, head, head_length])?;
    Ok(transaction.last_insert_rowid())
}

/// Adds sums to those of a file.
fn put(transaction: &Transaction, file: i64, sums: &Sums) -> Result<(), GatherError> {
    let columns = Tally::NAMES.join(", ");
    let old = "SELECT latency FROM cell WHERE file = ? AND day = ? AND place = ? AND kind = ? AND name = ?";
    let mut old = transaction.prepare(old)?;
    let marks = ", ?".repeat(Tally::NAMES.len());
    let added: Vec<String> =
        Tally::NAMES.iter().map(|name| format!("{name} = {name} + excluded.{name}")).collect();
    let mut new = transaction.prepare(&format!(
        "INSERT INTO cell (file, day, place, kind, name, latency, {columns}) VALUES (?, ?, ?, ?, ?, ?{marks})
         ON CONFLICT DO UPDATE SET latency = excluded.latency, {}",
        added.join(", ")
    ))?;
    for (key, tally) in &sums.cells {
        let kind = key.kind.as_str();
        let place = params![file, key.day, key.place, kind, key.name];
        let mut latency = tally.latency.clone();
        if let Some(before) = old.query_row(place, |row| row.get::<_, String>(0)).optional()? {
            latency.add(&json(&before)?);
        }
        let latency = serde_json::to_string(&latency).map_err(io::Error::from)?;
        let numbers = tally.numbers().map(stored);
        let mut values: Vec<&dyn rusqlite::ToSql> =
            vec![&file, &key.day, &key.place, &kind, &key.name, &latency];
        values.extend(numbers.iter().map(|number| number as &dyn rusqlite::ToSql));
        new.execute(params_from_iter(values))?;
    }
    let mut denial = transaction.prepare("INSERT INTO denial VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
    for Denial { at, day, place, host, role, tool, subject, rules, why } in &sums.denials {
        // A clock gone wild is kept to the bit.
        let at = i64::from_ne_bytes(at.to_ne_bytes());
        denial.execute(params![file, at, day, place, host, role, tool, subject, rules, why])?;
    }
    let unreadable = "UPDATE file SET unreadable = unreadable + ? WHERE id = ?";
    transaction.execute(unreadable, params![stored(sums.unreadable), file])?;
    Ok(())
}

/// A value that we have not written so: the index is damaged.
fn json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, GatherError> {
    serde_json::from_str(text).map_err(|_| GatherError::Index(rusqlite::Error::InvalidQuery))
}

fn stored(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn number(stored: i64) -> u64 {
    u64::try_from(stored).unwrap_or(0)
}

fn head_of(part: &mut Part, length: u64) -> Result<String, GatherError> {
    Ok(digest(&part.head(length)?))
}
