use super::*;

struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let bench = Self { folder: tempfile::tempdir().unwrap() };
        fs::create_dir(bench.root()).unwrap();
        bench.git(&["init", "-q"]);
        bench.commit();
        bench
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("w")
    }

    fn known(&self) -> Known {
        Known::of(&self.folder.path().join("state"), &self.root()).unwrap()
    }

    fn git(&self, words: &[&str]) {
        let own = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
        let done = std::process::Command::new("git").args(own).args(words).current_dir(self.root()).output();
        assert!(done.unwrap().status.success(), "{words:?}");
    }

    fn commit(&self) {
        self.git(&["commit", "-q", "--allow-empty", "-m", "x"]);
    }

    fn unknown(&self) -> usize {
        self.known().unknown(&["--branches"]).unwrap().len()
    }
}

#[test]
fn what_lay_there_is_known_and_what_comes_is_not() {
    let bench = Bench::new();
    assert_eq!(bench.unknown(), 0, "where nobody has begun, nothing is held against anybody");
    bench.known().begin("a", 1).unwrap();
    assert_eq!(bench.unknown(), 0);
    bench.commit();
    assert_eq!(bench.unknown(), 1);
    bench.git(&["gc", "-q"]);
    assert_eq!(bench.unknown(), 1, "how git keeps it is all one");
    bench.known().add(bench.known().unknown(&["HEAD"]).unwrap().iter().map(String::as_str)).unwrap();
    assert_eq!(bench.unknown(), 0);
}

#[test]
fn another_session_begins_anew_only_where_nobody_was_at_work() {
    let bench = Bench::new();
    bench.known().begin("a", 1).unwrap();
    bench.commit();
    bench.known().begin("a", 3 * QUIET).unwrap();
    assert_eq!(bench.unknown(), 1, "the same one, later");
    bench.known().begin("b", 3 * QUIET + EXACT).unwrap();
    assert_eq!(bench.unknown(), 1, "another one beside it");
    bench.known().begin("c", 5 * QUIET).unwrap();
    assert_eq!(bench.unknown(), 0);
    // What was found stays so, and takes nothing else with it.
    bench.commit();
    bench.known().report(bench.known().unknown(&["HEAD"]).unwrap().iter().map(String::as_str)).unwrap();
    bench.known().begin("d", 8 * QUIET).unwrap();
    assert_eq!(bench.unknown(), 1);
}

#[test]
fn what_comes_while_a_session_is_at_work_elsewhere_is_not_of_people() {
    let (first, second) = (Bench::new(), Bench::new());
    let state = first.folder.path().join("state");
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let now = u64::try_from(now.as_millis()).unwrap() + 1000;
    first.known().begin("a", now - 60_000).unwrap();
    let known = Known::of(&state, &second.root()).unwrap();
    known.begin("a", now).unwrap();
    assert_eq!(known.unknown(&["HEAD"]).unwrap().len(), 1);
    // One that was cloned from this machine has nothing that counts.
    second.git(&["clone", "-q", ".", "../clone"]);
    let clone = Known::of(&state, &second.folder.path().join("clone")).unwrap();
    clone.begin("a", now).unwrap();
    assert_eq!(clone.unknown(&["HEAD"]).unwrap().len(), 1);
}

#[test]
fn what_was_packed_tagged_or_left_by_a_work_tree_is_known() {
    let bench = Bench::new();
    bench.git(&["switch", "-q", "-c", "a/b"]);
    bench.commit();
    bench.git(&["tag", "-a", "v1", "-m", "x"]);
    bench.git(&["reset", "-q", "--hard", "HEAD~1"]);
    bench.git(&["pack-refs", "--all"]);
    bench.git(&["switch", "-q", "-c", "c"]);
    bench.commit();
    bench.git(&["worktree", "add", "-q", "--detach", "../other"]);
    bench.git(&["reset", "-q", "--hard", "HEAD~1"]);
    bench.known().begin("a", 1).unwrap();
    assert_eq!(bench.known().unknown(&["--all"]).unwrap().len(), 0);
    let there = Known::of(&bench.folder.path().join("state"), &bench.folder.path().join("other")).unwrap();
    assert_eq!(there.unknown(&["HEAD"]).unwrap().len(), 0);
}

#[test]
fn what_was_fetched_from_a_folder_was_made_here() {
    for url in ["https://a.b/c", "git@a.b:c/d", "ssh://a/b", "host:x"] {
        assert!(is_of_another_machine(url), "{url}");
    }
    for url in [".", "../clone", "/srv/a:b", "file:///srv/a", "clone"] {
        assert!(!is_of_another_machine(url), "{url}");
    }
}

#[test]
fn what_a_rebase_gives_another_name_is_not_new() {
    let bench = Bench::new();
    bench.git(&["switch", "-q", "-c", "base"]);
    bench.commit();
    bench.git(&["switch", "-q", "-c", "own", "HEAD~1"]);
    fs::write(bench.root().join("a"), "a").unwrap();
    bench.git(&["add", "a"]);
    bench.commit();
    bench.known().begin("a", 1).unwrap();
    let head = || crate::heads::standing_on(&bench.root()).unwrap();
    let before = head();
    bench.git(&["rebase", "-q", "base"]);
    assert_eq!(bench.known().new_beside(&before, &head()), Some(New::default()));
    // A blank may mean another thing.
    fs::write(bench.root().join("a"), " a").unwrap();
    bench.git(&["commit", "-q", "-a", "--amend", "--no-edit"]);
    assert_eq!(bench.known().new_beside(&before, &head()).unwrap().plain, [head()]);
}
