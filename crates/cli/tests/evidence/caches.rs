//! Sources that were put back in time: what was cached of others before may run in their place.

use std::fs::{File, rename, write};
use std::time::{Duration, SystemTime};

use crate::Repository;
use crate::support::stderr;

/// One whose sources were seen to pass, and the path of a source.
fn tested() -> (Repository, std::path::PathBuf) {
    let repository = Repository::tested();
    let source = repository.machine.project().join("src/a.ts");
    // The clock of a disk is coarse.
    std::thread::sleep(Duration::from_millis(100));
    (repository, source)
}

fn date_back(source: &std::path::Path) {
    let before = SystemTime::now() - Duration::from_hours(1);
    File::options().write(true).open(source).unwrap().set_modified(before).unwrap();
}

#[test]
fn a_run_of_a_source_that_was_put_back_in_time_tells_nothing_until_it_is_touched() {
    let (repository, source) = tested();
    write(&source, "export const a = 2;\n").unwrap();
    date_back(&source);
    repository.git(&["add", "-A"]);
    let once_more = "`touch src/a.ts` in a call of its own, then run `make test` again";
    // Whoever comes back without that is reminded.
    for (begins, advice) in [("Hookward denied (", once_more), ("Hookward denied again (", "")] {
        let said = repository.objection_after("make test");
        assert!(said.contains(begins) && said.contains(advice), "{said}");
        assert!(said.contains("src/a.ts is another than before and has a time of before"), "{said}");
    }
    let said = stderr(&repository.machine.command(&["run", "--", "make", "test"]).output().unwrap());
    assert!(said.contains("not noted: src/a.ts is another than before"), "{said}");
    File::options().write(true).open(&source).unwrap().set_modified(SystemTime::now()).unwrap();
    assert_eq!(repository.objection_after("make test"), "");
}

#[test]
fn what_only_keeps_its_time_on_the_way_to_a_new_name_is_tested() {
    let (repository, source) = tested();
    date_back(&source);
    rename(&source, source.with_file_name("b.ts")).unwrap();
    repository.git(&["add", "-A"]);
    assert_eq!(repository.objection_after("make test"), "");
    // Back at its old name it is what it was.
    rename(source.with_file_name("b.ts"), &source).unwrap();
    repository.git(&["add", "-A"]);
    assert_eq!(repository.objection_after("make test"), "");
}

#[test]
fn what_git_checks_out_is_tested() {
    let (repository, source) = tested();
    write(&source, "export const a = 2;\n").unwrap();
    repository.test();
    for command in [&["stash", "-q"][..], &["stash", "pop", "-q"], &["checkout", "-q", "--", "."]] {
        std::thread::sleep(Duration::from_millis(60));
        repository.git(command);
        assert_eq!(repository.objection_after("make test"), "", "{command:?}");
    }
}
