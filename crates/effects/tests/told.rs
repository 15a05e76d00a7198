//! How much a write tells of the file that results: all of it, what is added, or nothing that one can rely on.

#![allow(clippy::panic, reason = "a test that cannot go on fails")]

use hookward_effects::{Action, Call, Emptiness, Scene, Told, Value, edited_by_sed, facts, filtered_text};

/// The last write to `/w/a`.
fn last(command: &str) -> (Told, Value) {
    let scene = Scene { cwd: "/w", home: None, roots: &["/w".to_owned()], world: &Emptiness };
    let facts = facts(&Call::shell(command), &scene);
    let mut writes = facts.effects.into_iter().filter_map(|effect| match effect.action {
        Action::Write(place, content) if place.spots.iter().any(|spot| spot.path == "/w/a") => {
            Some((effect.told, content))
        }
        _ => None,
    });
    writes.next_back().unwrap_or_else(|| panic!("{command}: nothing is written"))
}

fn known(text: &str) -> Value {
    Value::Known(text.to_owned())
}

#[test]
fn a_redirection_and_tee_tell_the_whole_file() {
    for command in [
        "echo x > a",
        "cat > a <<'EOF'\nx\nEOF",
        "echo x | tee a",
        "tee a <<< x >/dev/null",
        "echo x > b; cp b a",
        "{ echo x; } > a",
        "printf 'x\\n' > a",
    ] {
        let (told, content) = last(command);
        assert!(matches!(told, Told::Whole | Told::Copied(_)), "{command}: {told:?}");
        assert_eq!(content, known("x\n"), "{command}");
    }
}

#[test]
fn what_comes_behind_the_file_is_told_apart() {
    for command in ["echo x >> a", "echo x | tee -a a", "tee --append a <<< x"] {
        assert_eq!(last(command), (Told::Added("x\n".to_owned()), known("x\n")), "{command}");
    }
    for command in ["echo x >> a; echo y >> a", "echo x > a; echo y >> a"] {
        assert_eq!(last(command), (Told::Added("y\n".to_owned()), known("x\ny\n")), "{command}");
    }
}

#[test]
fn what_is_not_certain_is_not_told() {
    for command in [
        "make-it > a",
        "npm run generate > a",
        "cat b | grep -v import > a",
        "echo \"$X\" > a",
        "python3 -c \"open('a','a').write('x')\"",
        "dd of=a <<< x",
    ] {
        let (told, content) = last(command);
        let is_told = matches!(told, Told::Whole) && content.known().is_some();
        let is_plain = matches!(told, Told::Copied(_) | Told::Added(_) | Told::Sed(_) | Told::Made(_));
        assert!(!is_told && !is_plain, "{command}: {told:?} {content:?}");
    }
}

#[test]
fn what_stays_and_what_comes_back_is_told() {
    assert_eq!(last("touch a").0, Told::Kept);
    assert_eq!(last("git restore a").0, Told::Staged(Vec::new()));
    assert_eq!(last("git checkout HEAD -- a").0, Told::Committed);
    assert_eq!(last("echo x > a; touch a").0, Told::Kept);
    assert_ne!(last("git show HEAD:b > a").0, Told::Committed);
}

#[test]
fn what_git_takes_from_where_the_text_has_put_something_is_not_told() {
    for bent in [
        "git update-index --cacheinfo 100644,0123abc,a; git checkout -- a",
        "git update-index --add --cacheinfo 100644 0123abc a && git checkout-index a",
        "git update-index --index-info < list; git restore a",
        "git read-tree 0123abc && git checkout -- a",
        "git apply --cached x.patch; git checkout -- a",
        "echo x > a; git add a; rm a; git checkout -- a",
        "git reset -q $X -- a; git checkout -- a",
        "echo x > a; git update-index -q a; git checkout -- a",
        "GIT_INDEX_FILE=/tmp/i git checkout -- a",
        "export GIT_DIR=/tmp/o/.git; git checkout HEAD -- a",
        "git --git-dir=/tmp/o/.git checkout HEAD -- a",
        "git update-ref HEAD 0123abc && git checkout HEAD -- a",
        "git tag -f x 0123abc; git checkout x -- a",
        "git checkout-index --prefix= a",
    ] {
        assert_eq!(last(bent), (Told::Part, Value::unknown()), "{bent}");
    }
    for (told, revisions) in [
        ("git checkout -- a", &[][..]),
        ("git update-index -q --refresh; git checkout -- a", &[]),
        ("git update-index --assume-unchanged b; git checkout -- a", &[]),
        ("git update-index --chmod=+x a; git checkout -- a", &[]),
        ("git reset -q; git checkout -- a", &[]),
        ("git reset HEAD -- a && git checkout -- a", &[]),
        ("echo x > b; git add b; git checkout -- a", &[]),
        ("git checkout main -- b; git checkout -- a", &[]),
        ("git reset HEAD~1; git checkout -- a", &["HEAD~1"]),
        ("git restore --staged --source=main a; git restore a", &["main"]),
    ] {
        let revisions = revisions.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(last(told).0, Told::Staged(revisions), "{told}");
    }
    assert_eq!(
        last("git reset --soft HEAD~1 && git checkout HEAD -- a").0,
        Told::Revision("HEAD~1".to_owned())
    );
    assert_eq!(last("git checkout --theirs -- a").0, Told::Committed);
}

#[test]
fn sed_in_place_keeps_its_words() {
    for command in ["sed -i 's/x/y/' a", "sed -i.bak -e 's/x/y/' a", "sed --in-place 's/x/y/' a b"] {
        let (Told::Sed(words), _) = last(command) else { panic!("{command}") };
        assert_eq!(edited_by_sed(&words, "a x\n").as_deref(), Some("a y\n"), "{command}");
    }
    assert_eq!(edited_by_sed(&["s/[a-z]*/y/".to_owned()], "x").as_deref(), Some("y"));
    assert_eq!(edited_by_sed(&["s/x/y/w b".to_owned()], "x"), None);
}

#[test]
fn what_a_filter_makes_of_files_is_told_by_its_words() {
    for (command, text, expected) in [
        ("cat b c > a", "x\ny\n", "x\ny\n"),
        ("head -1 b > a", "x\ny\n", "x\n"),
        ("head -n 1 b > a", "x\ny\n", "x\n"),
        ("tail -n 1 ./b > a", "x\ny\n", "y\n"),
        ("sed 's/x/z/' b > a", "x\ny\n", "z\ny\n"),
        ("sed -n -e 2p b > a", "x\ny\n", "y\n"),
        ("sed -E '/x|z/d' b c > a", "x\ny\n", "y\n"),
        ("for f in b; do sed s/x/z/ $f > a; done", "x\ny\n", "z\ny\n"),
    ] {
        let (Told::Made(made), _) = last(command) else { panic!("{command}: {:?}", last(command)) };
        assert!(made.files.first().is_some_and(|file| file == "/w/b"), "{command}: {made:?}");
        assert_eq!(filtered_text(&made, text).as_deref(), Some(expected), "{command}");
    }
    for command in [
        "cat a b > a",
        "cat -A b > a",
        "cat \"$b\" > a",
        "cat *.txt > a",
        "cat b | head -1 > a",
        "head -n 1 > a",
        "grep x b > a",
        "sed -s 1d b c > a",
        "cat b c > a < d",
        "cat b c > a; echo x >> a",
        "cat() { rev; }; cat b > a",
    ] {
        assert!(!matches!(last(command).0, Told::Made(_)), "{command}: {:?}", last(command));
    }
    assert!(matches!(last("cat b >> a").0, Told::Made(made) if made.adds));
    assert!(matches!(last("sed s/x/z/ b > t && mv t a").0, Told::Copied(from) if from.written == "t"));
    assert_eq!(last("truncate -s 0 a"), (Told::Whole, known("")));
    assert_eq!(last("truncate -s 5 a").0, Told::Part);
}
