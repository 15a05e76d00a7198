//! What git puts into files from its index, with gates that look at what a file holds.

use crate::Repository;

const TESTS_FIRST: &str = "[rules]\n\"gate/untested-code\" = \"enforce\"\n";

fn watched() -> Repository {
    let repository = Repository::new();
    repository.machine.write("hookward.toml", TESTS_FIRST);
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-q", "-m", "one"]);
    repository
}

/// The name of a content that git keeps, and that no commit has.
fn kept(repository: &Repository) -> String {
    repository.machine.write("notes.txt", "export const a = 2;\n");
    let said = std::process::Command::new("git")
        .args(["hash-object", "-w", "notes.txt"])
        .current_dir(repository.machine.project())
        .output()
        .unwrap();
    String::from_utf8(said.stdout).unwrap().trim().to_owned()
}

#[test]
fn a_checkout_from_an_index_that_the_text_has_changed_is_a_write() {
    let repository = watched();
    let name = kept(&repository);
    for text in [
        format!("git update-index --cacheinfo 100644,{name},src/a.ts && git checkout -- src/a.ts"),
        format!("git update-index --cacheinfo 100644 {name} src/a.ts; git checkout src/a.ts"),
        format!("git update-index --add --cacheinfo 100644,{name},src/b.ts && git checkout-index src/b.ts"),
        "git read-tree $(git write-tree) && git restore src/a.ts".to_owned(),
        "GIT_INDEX_FILE=other git checkout -- src/a.ts".to_owned(),
    ] {
        assert!(repository.objection_to(&text).contains("src/"), "{text}");
    }
}

#[test]
fn a_checkout_from_an_index_that_an_earlier_call_has_changed_is_a_write() {
    let repository = watched();
    let takes = ["git checkout -- src/a.ts", "git checkout src/a.ts", "git restore src/a.ts"];
    for text in takes {
        assert_eq!(repository.objection_to(text), "", "nothing but what was committed: {text}");
    }
    let name = kept(&repository);
    repository.git(&["update-index", "--cacheinfo", &format!("100644,{name},src/a.ts")]);
    for text in takes {
        assert!(repository.objection_to(text).contains("src/a.ts"), "{text}");
    }
    for free in ["git checkout HEAD -- src/a.ts", "git restore -S -W src/a.ts", "git checkout -- Makefile"] {
        assert_eq!(repository.objection_to(free), "", "{free}");
    }
}
