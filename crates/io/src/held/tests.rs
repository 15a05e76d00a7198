use super::*;

const ONE: &str = "[rules]\n\"gate/failing-tests\" = \"enforce\"\n";

struct Bench {
    folder: tempfile::TempDir,
    holds: Holds,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let holds = Holds { state: folder.path().join("state") };
        let bench = Self { folder, holds };
        fs::write(bench.file(), ONE).unwrap();
        bench
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("hookward.toml")
    }

    fn begin(&self, call: &str) {
        let path = self.file().display().to_string();
        let text = fs::read_to_string(&path).unwrap_or_default();
        let source = Source { layer: Layer::Project, path, text };
        self.holds.begin(call, "/w", &[source]).unwrap();
    }

    fn end(&self, call: &str) -> usize {
        let names = [call.to_owned()];
        self.holds.end(&Doer { names: &names, by: "x", at: 1 }, Some("/w")).unwrap().len()
    }

    fn held(&self) -> usize {
        self.holds.standing("/w").unwrap().len()
    }
}

#[test]
fn what_a_call_takes_away_holds_until_it_is_back() {
    let bench = Bench::new();
    bench.begin("a");
    fs::remove_file(bench.file()).unwrap();
    assert_eq!((bench.end("a"), bench.held()), (1, 1));
    // The other of two registrations tells it too; another call has nothing to do with it.
    assert_eq!((bench.end("a"), bench.end("b")), (1, 0));
    fs::write(bench.file(), ONE).unwrap();
    assert_eq!(bench.held(), 0);
    fs::remove_file(bench.file()).unwrap();
    assert_eq!(bench.held(), 0, "between calls it is a person who does that");
}

#[test]
fn what_becomes_stricter_is_not_held_and_ends_what_is() {
    let bench = Bench::new();
    bench.begin("a");
    let stricter = format!("{ONE}\"gate/missing-evidence\" = \"deny\"\n");
    fs::write(bench.file(), &stricter).unwrap();
    assert_eq!(bench.end("a"), 0);
    bench.begin("b");
    fs::write(bench.file(), ONE).unwrap();
    assert_eq!((bench.end("b"), bench.held()), (1, 1));
    fs::write(bench.file(), format!("{stricter}\"gate/unverified-work\" = \"deny\"\n")).unwrap();
    assert_eq!(bench.held(), 0);
}

#[test]
fn calls_at_once_are_each_held_against_their_own_beginning() {
    let bench = Bench::new();
    bench.begin("a");
    fs::write(bench.file(), "").unwrap();
    bench.begin("b");
    assert_eq!(bench.end("b"), 0, "it has changed nothing");
    assert_eq!((bench.end("a"), bench.held()), (1, 1));
}

#[test]
fn a_person_ends_it_and_no_call_that_is_on_its_way_takes_that_back() {
    let bench = Bench::new();
    bench.begin("a");
    bench.begin("b");
    fs::remove_file(bench.file()).unwrap();
    assert_eq!(bench.end("a"), 1);
    bench.holds.release("/w", &[bench.file().display().to_string()]).unwrap();
    assert_eq!((bench.end("b"), bench.held()), (0, 0));
}

#[test]
fn the_last_of_several_that_run_on_counts_and_the_first_says_what_held() {
    let bench = Bench::new();
    let path = bench.file().display().to_string();
    let linger = |text: &str, at: u64| {
        let source = Source { layer: Layer::Project, path: path.clone(), text: text.to_owned() };
        let doer = Doer { names: &["a".to_owned()], by: "x", at };
        bench.holds.linger(&doer, "/w", &[source]).unwrap();
    };
    linger(ONE, 0);
    linger("", LONG - 1);
    fs::remove_file(bench.file()).unwrap();
    assert_eq!(bench.holds.look_at_lingering("/w", LONG + 2).unwrap().len(), 1);
    bench.holds.release("/w", std::slice::from_ref(&path)).unwrap();
    linger(ONE, 0);
    assert_eq!(bench.holds.look_at_lingering("/w", LONG + 2).unwrap().len(), 0);
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let bench = Bench::new();
    let path = held_file(&bench.holds.state, "/w");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, "{").unwrap();
    assert!(bench.holds.standing("/w").is_err());
}
