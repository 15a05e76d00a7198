//! What programs are known to do: command → effects. The working directory is `/w`, the home `/home/me`.

#![allow(clippy::panic, reason = "a test that cannot go on fails")]

use hookward_effects::{Action, Call, Depth, Emptiness, Place, Reach, Scene, facts};

fn effects(command: &str) -> Vec<String> {
    let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
    // What is read and then shown is one thing here.
    let shown = |action: &&Action| !matches!(action, Action::Print(_));
    let facts = facts(&Call::shell(command), &scene);
    facts.effects.iter().map(|effect| &effect.action).filter(shown).map(describe).collect()
}

fn describe(action: &Action) -> String {
    match action {
        Action::List(place) => format!("list {}", places(place)),
        Action::Read(place) => format!("read {}", places(place)),
        Action::Search(place) => format!("search {}", places(place)),
        Action::Write(place, _) => format!("write {}", places(place)),
        Action::Delete(place, Depth::One) => format!("delete {}", places(place)),
        Action::Delete(place, Depth::Matching) => format!("delete matching {}", places(place)),
        Action::Delete(place, Depth::Tree) => format!("delete all {}", places(place)),
        Action::Delete(place, Depth::Moved) => format!("move {}", places(place)),
        Action::Environment(name, _) => format!("set {name}"),
        other => other.kind().into_owned(),
    }
}

fn places(place: &Place) -> String {
    let mut spots: Vec<String> = place
        .spots
        .iter()
        .map(|spot| {
            let below = match spot.reach {
                Reach::Itself => "",
                Reach::Everything => "/*",
                Reach::Something => "/…",
            };
            format!("{}{below}{}", spot.path, if spot.if_empty { " if empty" } else { "" })
        })
        .collect();
    if place.open {
        spots.push("anything".to_owned());
    }
    spots.join(" or ")
}

#[test]
fn commands_have_the_effects_that_are_known_of_them() {
    let table: &[(&str, &[&str])] = &[
        // What is fed to a terminal runs there.
        ("echo 'rm a' | script -q /dev/null", &["delete /w/a"]),
        // Deletions.
        ("rm a b", &["delete /w/a", "delete /w/b"]),
        ("rm -rf a/", &["delete all /w/a"]),
        ("rm -fR -- -a", &["delete all /w/-a"]),
        ("rm --recurs a", &["delete all /w/a"]),
        ("rm -rf *", &["delete all /w/*"]),
        ("rm -rf a/b*", &["delete all /w/a/…"]),
        ("rm -rf \"$X/\"", &["delete all / if empty or anything"]),
        ("rm -rf \"$X\"", &["delete all anything"]),
        ("rm -rf ~/x \"$HOME\"", &["delete all /home/me/x", "delete all /home/me"]),
        ("rm -rf ${X:?}/a", &["delete all /?/a or anything"]),
        ("rm -rf '~/x' '$HOME'", &["delete all /w/~/x", "delete all /w/$HOME"]),
        ("x=/etc; rm -rf $x/a", &["set x", "delete all /etc/a"]),
        // A typed line is given no arguments.
        ("r$@m -r$*f a", &["delete all /w/a"]),
        ("rmdir a", &["delete /w/a"]),
        ("/bin/rm -r a", &["delete all /w/a"]),
        ("find a -delete", &["delete all /w/a"]),
        ("find a -name '*.o' -delete", &["delete matching /w/a/…", "delete matching /w/a/…"]),
        ("find . -exec rm -rf {} \\;", &["delete all /w", "delete all /w"]),
        ("find a -name '*' -exec rm {} +", &["delete all /w/a", "delete all /w/a"]),
        // What is not told what was found deletes what it names.
        ("find . -exec rm -rf b \\;", &["delete all /w/b", "list /w"]),
        // Names as other systems write them; a file of the project is what it is called.
        ("RM -rf a", &["delete all /w/a"]),
        ("/bin/RM -rf a", &["delete all /w/a"]),
        ("rm.exe -rf a", &["delete all /w/a"]),
        ("./TEE a", &[]),
        // An alias of an alias, and a circle of them.
        ("git -c alias.a=b -c alias.b='rm -rf' a c", &["delete all /w/c"]),
        ("git -c alias.a=b -c alias.b=a a", &[]),
        // An item is one word, whatever is in it.
        ("parallel bash -c ::: 'rm a'", &["delete /w/a"]),
        ("echo 'rm a' | parallel sh -c {}", &["delete /w/a"]),
        ("parallel --dry-run rm {} ::: a", &[]),
        // What only says its version runs nothing.
        ("echo 'rm a' | bash --version", &[]),
        ("echo 'import os; os.remove(\"a\")' | python3 --version", &[]),
        // A listing of all of it, and what goes through the listing.
        ("ls | xargs rm", &["list /w", "delete /w/*"]),
        ("ls -t | tail -1 | xargs rm", &["list /w", "delete anything"]),
        ("find a -type f | xargs rm", &["list /w/a", "delete all /w/a"]),
        ("find a -empty | xargs rm", &["list /w/a", "delete /w/a/… or /w/a if empty"]),
        // How old a file is does not tell which one is meant.
        ("find a -mtime +3 | xargs rm", &["list /w/a", "delete all /w/a"]),
        ("find a -type f -size -9M -delete", &["delete all /w/a/…"]),
        // A name in front of `-o` says nothing of what stands behind it, and one that is pruned even less.
        ("find a -name b -prune -o -type f -delete", &["delete all /w/a"]),
        ("find a -name b -o -type f -print | xargs rm", &["list /w/a", "delete all /w/a"]),
        ("find a -name b , -type f -delete", &["delete all /w/a"]),
        ("find a ! -name b -delete", &["delete all /w/a"]),
        ("find . -path './b/*' -delete", &["delete matching /w/…", "delete matching /w/b/*"]),
        ("fd . a -x rm", &["list /w/a", "delete all /w/a"]),
        ("git ls-files | xargs rm", &["delete all /w"]),
        ("git ls-files | parallel rm", &["delete all /w"]),
        ("git ls-files '*.o' | xargs rm", &["list /w/…", "delete /w/…"]),
        ("find a -exec chown me {} +", &["own", "list /w/a"]),
        // What an editor writes.
        ("vim -c 'w! ~/b' -c q a", &["write /home/me/b", "read /w/a"]),
        ("vim -es -c 'normal Gox' -c wq a", &["write /w/a"]),
        ("ex -sc 'w b|r c|q' a", &["write /w/b", "read /w/c", "read /w/a"]),
        // Commands of Windows that are typed at another shell.
        ("rd /s /q a", &["delete all /w/a"]),
        ("Remove-Item -Recurse a", &["delete all /w/a"]),
        ("robocopy a b /MIR", &["delete all /w/b", "read /w/a", "write /w/b"]),
        // What git prints and nobody knows is not nothing.
        ("rm -rf \"$(git stash list)\"", &["delete all anything"]),
        ("alias hookward=true", &["tamper: puts something else in Hookward's place"]),
        ("a=$(cat /dev/zero)", &["read /dev/zero", "exhaust: fills the memory", "set a"]),
        ("find a -name x", &["list /w/a"]),
        // Reads.
        ("cat a b", &["read /w/a", "read /w/b"]),
        ("head -n 5 a", &["read /w/a"]),
        ("tail -5 a", &["read /w/a"]),
        ("grep -n x a", &["search /w/a"]),
        ("grep -r x --include='.e*' a", &["search /w/a/…", "search /w/a"]),
        ("ls", &["list /w"]),
        ("ls -la a b", &["list /w/a", "list /w/b"]),
        ("grep -e x a", &["search /w/a"]),
        ("grep -f a b", &["read /w/a", "search /w/b"]),
        ("git show HEAD:a/b", &["read /w/a/b"]),
        ("git log -p -- '.en[v]' ':(glob)a'", &["read /w/…", "read /w/a"]),
        ("git log -- a", &["list /w/a"]),
        ("git log --oneline -p -- a", &["read /w/a"]),
        ("git log --oneline -- a", &["list /w/a"]),
        ("wc -l < a", &["read /w/a"]),
        // Writes.
        ("echo x > a", &["write /w/a"]),
        ("echo x >> a 2> b", &["write /w/b", "write /w/a"]),
        ("echo x 2>&1 > /dev/null", &[]),
        ("ls | tee a", &["list /w", "write /w/a"]),
        ("cp a b", &["read /w/a", "write /w/b", "write /w/b/a"]),
        ("cp -t d a", &["read /w/a", "write /w/d", "write /w/d/a"]),
        ("cp --target-directory=d a", &["read /w/a", "write /w/d", "write /w/d/a"]),
        ("sort a -ob", &["read /w/a", "write /w/b"]),
        ("for f in /dev/null a; do echo x > $f; done", &["set f", "write /w/a"]),
        ("mv a b", &["read /w/a", "move /w/a", "write /w/b", "write /w/b/a"]),
        ("dd if=a of=b bs=1", &["read /w/a", "write /w/b"]),
        ("touch -d yesterday a", &["write /w/a"]),
        // Where it happens.
        ("cd a && cat b", &["read /w/a/b"]),
        ("cd ../x; cat b", &["read /x/b"]),
        ("(cd a); cat b", &["read /w/b"]),
        ("cd \"$D\" && cat b /c", &["read /?/b or /w/b if empty or anything", "read /c"]),
        // Through what.
        ("sudo -u me rm a", &["delete /w/a"]),
        ("env -i A=1 nice -n 5 timeout -k 1 5 rm a", &["set A", "delete /w/a"]),
        ("sh -c 'cat a | sh -c \"rm b\"'", &["read /w/a", "delete /w/b"]),
        ("eval 'rm' a", &["delete /w/a"]),
        ("for f in .e*; do cat $f; done", &["set f", "read /w/…"]),
        ("for f in a b; do rm $f; done", &["set f", "delete /w/a or /w/b"]),
        (
            "echo \"$(rm a)\" `rm b` <(rm c) ${x:-$(rm d)}",
            &["delete /w/a", "delete /w/b", "delete /w/c", "delete /w/d"],
        ),
        ("PAGER=x git log", &["set PAGER"]),
        ("sudo -Hu root rm a", &["delete /w/a"]),
        ("sudo --user root -- A=1 rm a", &["set A", "delete /w/a"]),
        ("bash -ce 'rm a'", &["delete /w/a"]),
        (
            "bash -c \"rm a $X\"",
            &["delete /w/a", "delete anything", "opaque (only known when it runs)", "run $X"],
        ),
        ("env -S 'rm a'", &["delete /w/a"]),
        ("env -C /etc cat shadow", &["read /etc/shadow"]),
        ("a[$(rm b)]=1", &["delete /w/b", "set a"]),
        ("x='a b'; rm $x \"$x\"", &["set x", "delete /w/a", "delete /w/b", "delete /w/a b"]),
        ("d=a; read d; rm $d", &["set d", "set d", "delete anything"]),
        ("cd a || rm b", &["delete /w/b"]),
        ("cd a & rm b", &["delete /w/b"]),
        ("if cd a; then :; else rm b; fi", &["delete /w/b"]),
        ("find a -type d -name x -exec rm -rf {} +", &["delete all /w/a/…", "delete matching /w/a/…"]),
        ("cat s*/../../x", &["read /w/… or anything"]),
        ("cat ${f:-a}", &["read /w/a"]),
        ("rm -rf $(pwd)/a", &["delete all /w/a"]),
        ("cp -vt d a", &["read /w/a", "write /w/d", "write /w/d/a"]),
        // Nothing.
        ("echo rm -rf /", &[]),
        ("unknown --rm -rf /", &[]),
        ("cat <<'EOF'\nrm -rf /\nEOF", &[]),
        ("# rm -rf /", &[]),
        ("", &[]),
    ];
    let wrong: Vec<String> = table
        .iter()
        .map(|(command, expected)| (command, effects(command), expected))
        .filter(|(_, found, expected)| found != *expected)
        .map(|(command, found, expected)| format!("{command}\n  found    {found:?}\n  expected {expected:?}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a text costs is bounded by its length, also where it doubles a variable or copies many.
#[test]
fn a_text_that_grows_by_itself_is_given_up() {
    let doubling = format!("x=aaaaaaaa; {} rm -rf \"$x\"", "x=$x$x; ".repeat(200));
    assert!(effects(&doubling).iter().any(|effect| effect.starts_with("delete all anything")));
    let many: Vec<String> = (0..4_000).map(|n| format!("v{n}=1;")).collect();
    let copies = format!("{}{}", many.concat(), "if a; then b; fi;".repeat(4_000));
    assert!(effects(&copies).iter().any(|effect| effect == "opaque (too many steps)"));
}

#[test]
fn what_cannot_be_followed_is_an_effect_and_not_silence() {
    for command in ["echo 'open", "eval \"$x\"", "sh -c \"$x\"", "((((((((((((((((((((("] {
        assert!(
            effects(command).iter().any(|effect| effect.starts_with("opaque")),
            "{command}: {:?}",
            effects(command)
        );
    }
}

#[test]
fn the_same_file_is_the_same_effect_through_every_tool() {
    let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
    let of =
        |call| facts(&call, &scene).effects.iter().map(|effect| describe(&effect.action)).collect::<Vec<_>>();
    assert_eq!(of(Call::Write { path: "a".into(), content: String::new() }), ["write /w/a"]);
    assert_eq!(of(Call::Edit { path: "/w/x/../a".into(), edits: Vec::new() }), ["write /w/a"]);
    assert_eq!(of(Call::Read { path: "~/a".into() }), ["read /home/me/a"]);
    assert_eq!(of(Call::Search { path: Some("a".into()), glob: None, prints_lines: true }), ["search /w/a"]);
    assert_eq!(of(Call::Search { path: Some("a".into()), glob: None, prints_lines: false }), ["search /w/a"]);
    assert_eq!(
        of(Call::Search { path: None, glob: Some(".env*".into()), prints_lines: true }),
        ["search /w/…", "search /w"]
    );
}
