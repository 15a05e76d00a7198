//! One call that writes a file in several steps is judged by what is there in the end.

use hookward_core::effects::{Call, Change, PatchedFile, Replacement};
use hookward_core::{decide, possible_results};

use super::replaced;
use super::support::{Bench, Disk, ROOT};

const PLAIN: Disk = Disk(&[
    ("a.ts", "one\n"),
    ("b.ts", "two\n"),
    ("src/c.ts", "three\n"),
    ("src/d.ts", "four\n"),
    ("notes.md", "five\n"),
]);

/// Everything that a file may hold after a command; `None` for what nobody can tell.
fn ways(command: &str, file: &str) -> Vec<Option<String>> {
    ways_of(Call::shell(command), file)
}

fn ways_of(call: Call, file: &str) -> Vec<Option<String>> {
    let bench = Bench { world: &PLAIN, ..Bench::default() };
    let results = bench.case_on_disk(call, possible_results);
    let path = format!("{ROOT}/{file}");
    results.into_iter().find(|(own, _)| *own == path).map(|(_, ways)| ways).unwrap_or_default()
}

fn texts(texts: &[&str]) -> Vec<Option<String>> {
    texts.iter().map(|text| Some((*text).to_owned())).collect()
}

#[test]
fn each_step_finds_what_the_one_before_has_left() {
    for (command, file, expected) in [
        ("sed -i s/one/x/ a.ts && sed -i s/x/y/ a.ts", "a.ts", "y\n"),
        ("sed -i s/one/x/ a.ts; echo z >> a.ts", "a.ts", "x\nz\n"),
        ("echo z >> a.ts; sed -i s/one/x/ a.ts", "a.ts", "x\nz\n"),
        ("cat > n.ts <<'END'\nx\nEND\nsed -i s/x/y/ n.ts\necho z >> n.ts", "n.ts", "y\nz\n"),
        ("cp a.ts n.ts && sed -i s/one/x/ n.ts", "n.ts", "x\n"),
        ("sed -i s/one/x/ a.ts && cp a.ts n.ts", "n.ts", "x\n"),
        ("mv a.ts n.ts; sed -i s/one/x/ n.ts", "n.ts", "x\n"),
        ("mv a.ts n.ts && mv b.ts a.ts && cat n.ts >> a.ts", "a.ts", "two\none\n"),
        ("sed s/one/x/ a.ts > t && mv t a.ts && sed -i s/x/y/ a.ts", "a.ts", "y\n"),
        ("cat a.ts b.ts > n.ts; sed -i 1d n.ts", "n.ts", "two\n"),
        ("echo x | tee n.ts >/dev/null; echo y | tee -a n.ts >/dev/null", "n.ts", "x\ny\n"),
        ("echo x > a.ts; rm a.ts; echo y >> a.ts", "a.ts", "y\n"),
        ("perl -pi -e 's/one/x/' a.ts; sed -i s/x/y/ a.ts", "a.ts", "y\n"),
        ("mkdir -p n && cp a.ts n/ && sed -i s/one/x/ n/a.ts", "n/a.ts", "x\n"),
        ("cp -r src n && sed -i s/three/x/ n/c.ts", "n/c.ts", "x\n"),
        ("sed -i s/three/x/ src/c.ts; sed -i s/x/y/ src/*.ts", "src/c.ts", "y\n"),
        ("sed -i s/three/x/ src/*.ts && sed -i s/x/y/ src/*.ts", "src/c.ts", "y\n"),
        ("echo x > src/n.ts; sed -i s/x/y/ src/*.ts", "src/n.ts", "y\n"),
        ("{ echo x; echo y; } > n.ts; sed -i 1d n.ts", "n.ts", "y\n"),
        ("(cd src && echo x > c.ts); sed -i s/x/y/ src/c.ts", "src/c.ts", "y\n"),
        ("sh -c 'echo x > a.ts'; sed -i s/x/y/ a.ts", "a.ts", "y\n"),
        ("f() { sed -i \"s/$1/$2/\" a.ts; }; f one x; f x y", "a.ts", "y\n"),
        ("set -e\nsed -i s/one/x/ a.ts\nsed -i s/x/y/ a.ts", "a.ts", "y\n"),
        ("sed -i s/one/x/ a.ts && sed -i s/x/y/ a.ts && npm test", "a.ts", "y\n"),
    ] {
        assert_eq!(ways(command, file), texts(&[expected]), "{command}");
    }
}

#[test]
fn a_loop_over_words_is_followed_word_by_word() {
    for (command, file, expected) in [
        ("for f in a.ts b.ts; do sed -i s/one/x/ $f; sed -i s/x/y/ \"$f\"; done", "a.ts", "y\n"),
        ("for i in 1 2 3; do echo $i >> a.ts; done", "a.ts", "one\n1\n2\n3\n"),
        ("for f in a.ts b.ts; do sed s/o/0/ $f > $f.new && mv $f.new $f; done", "b.ts", "tw0\n"),
        ("for f in a.ts b.ts; do cp $f n.ts; done", "n.ts", "two\n"),
    ] {
        assert_eq!(ways(command, file), texts(&[expected]), "{command}");
    }
    // Each file has one round of a loop over those that fit.
    for command in [
        "for f in src/*.ts; do sed -i '1i x' \"$f\"; done",
        "for f in src/*.ts; do sed -i '1i y' \"$f\"; sed -i s/y/x/ \"$f\"; done",
    ] {
        assert_eq!(ways(command, "src/c.ts").first(), texts(&["x\nthree\n"]).first(), "{command}");
    }
    // Nobody knows how often.
    assert_eq!(ways("while grep -q z b.ts; do echo x >> a.ts; done", "a.ts"), [None]);
    assert_eq!(ways("while cond; do sed -i s/one/x/ a.ts; done", "a.ts"), texts(&["x\n"]));
    assert_eq!(ways("while cond; do cp b.ts n.ts; sed -i 1d b.ts; done", "n.ts"), [None]);
}

#[test]
fn every_way_that_may_be_taken_counts() {
    for (command, expected) in [
        ("echo x > a.ts; false && echo y > a.ts", &["x\n", "y\n"][..]),
        ("echo x > a.ts; test -e b && echo y > a.ts", &["y\n", "x\n"]),
        ("echo x > a.ts; exit 0; echo y > a.ts", &["x\n", "y\n"]),
        ("echo x > a.ts && make && sed -i s/x/y/ a.ts", &["y\n", "x\n"]),
        ("set -e; echo x > a.ts; make; echo y > a.ts", &["x\n", "y\n"]),
        ("if test -e b; then echo x > a.ts; else echo y > a.ts; fi", &["y\n", "x\n"]),
        ("if test -e b; then echo x > a.ts; fi; sed -i s/one/y/ a.ts", &["y\n", "x\n"]),
        ("case $X in a) echo x > a.ts;; *) echo y > a.ts;; esac", &["x\n", "y\n"]),
        ("sed -i s/one/x/ a.ts || echo y > a.ts", &["x\n", "y\n"]),
        ("cp a.ts n.ts && false || echo x > a.ts", &["x\n"]),
        ("trap 'echo y > a.ts' EXIT; echo x > a.ts", &["x\n", "y\n"]),
        ("f=a.ts; [ -n \"$X\" ] && f=b.ts; echo x > $f", &["x\n"]),
        // What may leave a file as it is.
        ("echo x > a.ts; cp -n b.ts a.ts", &["x\n", "two\n"]),
        ("echo x > a.ts; o=-n; cp $o b.ts a.ts", &["x\n", "two\n"]),
        ("echo x > a.ts; mv --no-clobber b.ts a.ts", &["x\n", "two\n"]),
        ("echo x > a.ts; set -C; cat b.ts > a.ts", &["x\n", "two\n"]),
        ("echo x > a.ts; PATH=/nowhere; cp b.ts a.ts", &["x\n", "two\n"]),
        ("echo x > a.ts; timeout 1 cp b.ts a.ts", &["x\n", "two\n"]),
        ("echo x > a.ts; git rm a.ts", &["x\n"]),
        ("echo x > a.ts; rm -i a.ts", &["x\n"]),
        ("echo x > a.ts; rm -f a.ts", &[]),
        ("echo x > a.ts; cp -f b.ts a.ts", &["two\n"]),
    ] {
        let mut found = ways(command, "a.ts");
        let mut expected = texts(expected);
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{command}");
    }
}

#[test]
fn many_steps_that_may_change_nothing_leave_other_files_alone() {
    let moves = "git mv x y\n".repeat(200);
    assert_eq!(ways(&format!("{moves}sed -i s/one/x/ a.ts"), "a.ts"), texts(&["x\n"]));
}

#[test]
fn what_cannot_be_followed_is_not_known() {
    for command in [
        "make > a.ts",
        "make > a.ts; sed -i s/x/y/ a.ts",
        "node gen.js > a.ts",
        "python3 -c 'print(1)' | tee a.ts",
        "{ echo x; bash gen.sh; } > a.ts",
        "eval \"$X\" > a.ts",
        "awk '{ print }' a.ts > t && mv t a.ts",
        "cat a.ts | tr a b > a.ts",
        "sed s/one/x/ a.ts > a.ts",
        "sed -n 1p a.ts | tee a.ts",
        "python3 gen.py > t; cp t a.ts",
        "cp nothing.ts a.ts",
        "sed -i s/x/y/ nothing.ts; cp nothing.ts a.ts",
    ] {
        assert_eq!(ways(command, "a.ts"), [None], "{command}");
    }
    assert!(ways("sed -i s/a/b/ nothing.ts", "nothing.ts").contains(&None));
    // More ways than anybody follows.
    let many: Vec<String> = (0..10).map(|at| format!("test -e {at} && echo {at} > a.ts")).collect();
    assert!(ways(&many.join("\n"), "a.ts").contains(&None));
    // What stays as it is, or is gone, is no news.
    for command in ["touch a.ts", "echo x > n.ts; rm n.ts", "mv a.ts ../a.ts", "cat a.ts"] {
        assert_eq!(ways(command, "a.ts"), [], "{command}");
    }
    assert_eq!(ways("touch n.ts", "n.ts"), texts(&[""]));
}

#[test]
fn the_sections_of_a_patch_come_one_after_the_other() {
    let section = |path: &str, change: Change| PatchedFile { path: path.into(), change };
    let update = |old: &str, new: &str| Change::Update { edits: replaced(old, new) };
    let patch = |files: Vec<PatchedFile>| Call::Patch { files };
    let twice = patch(vec![section("a.ts", update("one", "x")), section("a.ts", update("x", "y"))]);
    assert_eq!(ways_of(twice, "a.ts"), texts(&["y\n"]));
    let made = Change::Add { content: "x\n".into() };
    let made = patch(vec![section("n.ts", made), section("n.ts", update("x", "y"))]);
    assert_eq!(ways_of(made, "n.ts"), texts(&["y\n"]));
    let to = Change::Move { to: "n.ts".into(), edits: replaced("one", "x") };
    let moved = patch(vec![section("a.ts", to), section("n.ts", update("x", "y"))]);
    assert_eq!(ways_of(moved.clone(), "n.ts"), texts(&["y\n"]));
    assert_eq!(ways_of(moved, "a.ts"), []);
    let unfit = patch(vec![section("a.ts", update("one", "x")), section("a.ts", update("one", "y"))]);
    assert_eq!(ways_of(unfit, "a.ts"), [None]);
    let edits = [replaced("one", "x"), replaced("x", "y")].concat();
    assert_eq!(ways_of(Call::Edit { path: "a.ts".into(), edits }, "a.ts"), texts(&["y\n"]));
    let untold = Call::Edit { path: "a.ts".into(), edits: vec![Replacement::untold()] };
    assert_eq!(ways_of(untold, "a.ts"), [None]);
}

/// The gates that object, where the call was looked at with what lies on the disk.
fn objects(command: &str) -> Vec<String> {
    let verdict = super::bench().case_on_disk(Call::shell(command), decide);
    let gates = verdict.findings.iter().filter(|finding| finding.rule.starts_with("gate/"));
    gates.map(|finding| finding.rule.to_string()).collect()
}

#[test]
fn a_gate_judges_what_is_there_in_the_end() {
    for command in [
        "echo 'export const a = 1' > fn/c/handler.ts && sed -i \"1i import '@app/log';\" fn/c/handler.ts",
        "cp bad.ts fn/c/handler.ts && sed -i '/handler/d' fn/c/handler.ts",
        "sed -i s/log/log2/ fn/a/handler.ts; sed -i s/log2/log/ fn/a/handler.ts",
    ] {
        assert_eq!(objects(command), [""; 0], "{command}");
    }
    for command in [
        "cp good.ts fn/c/handler.ts && sed -i \"\\$a import '../b/handler';\" fn/c/handler.ts",
        "sed -i s/good/bad/ x; mv bad.ts fn/c/handler.ts",
        "cp bad.ts fn/c/handler.ts && make && sed -i '/handler/d' fn/c/handler.ts",
        "cp bad.ts fn/c/handler.ts; exit; sed -i '/handler/d' fn/c/handler.ts",
        "sed -i s/log/x/ fn/*/handler.ts && sed -i s/x/y/ fn/*/handler.ts",
    ] {
        assert_ne!(objects(command), [""; 0], "{command}");
    }
}
