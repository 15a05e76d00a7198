//! What is remembered of a listing is what git would say now.

use std::thread::sleep;

use proptest::prelude::*;

use super::*;

impl Project {
    /// A name that was made of what is remembered, in so far as anything is.
    fn remembered(&self) -> String {
        sleep(SETTLING * 2);
        self.name();
        self.name()
    }

    /// The name that somebody gives who remembers nothing.
    fn anew(&self) -> String {
        let state = tempfile::tempdir().unwrap();
        Trees::in_state(state.path()).name(&self.root()).unwrap()
    }

    /// Takes something away without which git answers nothing.
    fn without_git<T>(&self, look: impl FnOnce() -> T) -> T {
        let (refs, aside) = (self.root().join(".git/refs"), self.root().join(".git/refs aside"));
        fs::rename(&refs, &aside).unwrap();
        let seen = look();
        fs::rename(&aside, &refs).unwrap();
        seen
    }

    /// Writes a file as editors do: beside the old one, which it takes the place of.
    fn exchange(&self, name: &str, text: &str) {
        let beside = self.root().join(format!("{name}.new"));
        fs::write(&beside, text).unwrap();
        fs::rename(beside, self.root().join(name)).unwrap();
    }
}

#[test]
fn git_is_not_asked_as_long_as_no_name_is_new() {
    let project = Project::new();
    project.write(".venv/.gitignore", "# made by a tool\n*\n");
    project.write("out/x.ts", "x");
    let first = project.remembered();
    let second = project.without_git(|| {
        project.exchange("src/b.ts", "other");
        project.write(".venv/deep/er/x.ts", "x");
        project.write("out/y.ts", "y");
        project.name()
    });
    assert_ne!(second, first);
    assert_eq!(second, project.anew());
    project.without_git(|| {
        project.write("src/new.ts", "");
        assert!(project.trees.name(&project.root()).is_err());
    });
}

#[test]
fn a_new_source_is_seen_wherever_it_comes_up() {
    let project = Project::new();
    project.write(".git/info/exclude", "*.log\n");
    project.write("logs/a.log", "x");
    fs::create_dir_all(project.root().join("empty/below")).unwrap();
    let mut before = project.remembered();
    for name in ["logs/new.ts", "empty/below/new.ts", "new.ts"] {
        project.write(name, "");
        let now = project.name();
        assert_ne!(now, before, "{name}");
        before = project.remembered();
        assert_eq!(before, now, "{name}");
    }
}

#[test]
fn what_git_is_told_to_ignore_or_to_keep_is_heeded_at_once() {
    let project = Project::new();
    project.write("gen/c.ts", "x");
    project.write("settings", "[core]\n\texcludesFile = elsewhere\n");
    project.git(&["config", "include.path", "../settings"]);
    let changes: [&dyn Fn(); 7] = [
        &|| project.write(".git/info/exclude", "gen\n"),
        &|| project.git(&["add", "-f", "gen/c.ts"]),
        &|| project.git(&["rm", "-q", "--cached", "gen/c.ts"]),
        &|| project.write(".git/info/exclude", ""),
        &|| project.write("elsewhere", "gen\n"),
        &|| project.write("settings", "[core]\n\texcludesFile = nowhere\n"),
        &|| project.write("gen/.gitignore", "*.ts\n"),
    ];
    for (number, change) in changes.iter().enumerate() {
        project.remembered();
        change();
        assert_eq!(project.name(), project.anew(), "change {number}");
    }
}

#[test]
fn what_decides_a_run_is_seen_where_an_ignore_file_says_everything() {
    let project = Project::new();
    project.write(".gitignore", "*\n");
    project.write("kept/.gitignore", "*\n");
    project.write("kept/a.ts", "x");
    project.git(&["add", "-f", "kept/a.ts"]);
    for name in ["tests/conftest.py", "kept/conftest.py"] {
        let before = project.remembered();
        project.write(name, "");
        assert_ne!(project.name(), before, "{name}");
    }
}

#[test]
fn a_directory_in_the_place_of_a_tracked_file_is_looked_into() {
    let project = Project::new();
    project.write("gen", "x");
    project.git(&["add", "gen"]);
    fs::remove_file(project.root().join("gen")).unwrap();
    fs::create_dir_all(project.root().join("gen/deep")).unwrap();
    let before = project.remembered();
    project.write("gen/deep/new.ts", "");
    assert_ne!(project.name(), before);
}

#[test]
fn a_directory_that_could_not_be_read_is_not_forgotten() {
    let project = Project::new();
    let shut = project.root().join("local");
    project.write(".gitignore", "local/*\n");
    project.write("local/x.log", "");
    let found = fs::metadata(&shut).unwrap().permissions();
    fs::set_permissions(&shut, std::os::unix::fs::PermissionsExt::from_mode(0o000)).unwrap();
    let before = project.remembered();
    fs::set_permissions(&shut, found).unwrap();
    project.write("local/conftest.py", "");
    assert_ne!(project.name(), before);
}

#[test]
fn a_name_that_was_lost_in_what_is_remembered_is_asked_for_again() {
    let project = Project::new();
    let first = project.remembered();
    let memory = project.trees.memory(&project.root()).with_extension("listed");
    let mut bytes = fs::read(&memory).unwrap();
    let name = b"src/b.ts";
    let at = bytes.windows(name.len()).position(|window| window == name).unwrap();
    bytes[at..at + name.len()].fill(0);
    fs::write(&memory, bytes).unwrap();
    assert_eq!(project.name(), first);
}

#[test]
fn another_repository_below_is_listed_by_itself() {
    let project = Project::new();
    let below = project.root().join("below");
    fs::create_dir(&below).unwrap();
    let done = Command::new("git").args(["init", "-q"]).current_dir(&below).status().unwrap();
    assert!(done.success());
    project.write("below/x.ts", "x");
    let first = project.remembered();
    project.write("below/deep/y.ts", "y");
    let second = project.name();
    assert_ne!(second, first);
    project.remembered();
    fs::remove_file(below.join(".git/HEAD")).unwrap();
    // Git goes on to the repository around it, which lists something else.
    assert!(project.trees.name(&project.root()).is_err());
}

#[test]
fn what_was_torn_apart_is_made_anew() {
    let project = Project::new();
    let first = project.remembered();
    for name in [
        project.trees.memory(&project.root()),
        project.trees.memory(&project.root()).with_extension("listed"),
    ] {
        let whole = fs::read(&name).unwrap();
        for torn in [&whole[..whole.len() / 2], &[], &[0xff; 40]] {
            fs::write(&name, torn).unwrap();
            assert_eq!(project.name(), first);
        }
    }
}

#[test]
fn a_directory_that_ignores_itself_is_taken_back_by_its_own_ignore_file() {
    let project = Project::new();
    project.write("gen/.gitignore", "*\n");
    project.write("gen/c.ts", "x");
    let before = project.remembered();
    project.write("gen/.gitignore", "*.log\n");
    assert_ne!(project.name(), before);
    assert_eq!(project.name(), project.anew());
}

/// Something that happens in a work tree.
#[derive(Clone, Copy, Debug)]
enum Happening {
    Write,
    Exchange,
    Delete,
    Rename,
    Directory,
    Ignore,
    IgnoreHere,
    Exclude,
    Add,
    Forget,
    Wait,
}

fn happenings() -> impl Strategy<Value = Vec<(Happening, usize, usize)>> {
    use Happening::*;
    let what = prop::sample::select(vec![
        Write, Exchange, Delete, Rename, Directory, Ignore, IgnoreHere, Exclude, Add, Forget, Wait, Wait,
    ]);
    prop::collection::vec((what, 0..6_usize, 0..6_usize), 1..12)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn whatever_happens_what_is_remembered_is_what_git_says(happenings in happenings()) {
        let places = ["a.ts", "src/b.ts", "src/deep/c.ts", "gen/d.ts", "gen/conftest.py", "tests/conftest.py"];
        let patterns = ["*.log\n", "gen/\n", "*\n", "src/*\n!src/deep\n", "conftest.py\n", ""];
        let project = Project::new();
        project.remembered();
        for (what, one, other) in happenings {
            let (place, path) = (places[one], project.root().join(places[one]));
            match what {
                Happening::Write => project.write(place, &other.to_string()),
                Happening::Exchange if path.is_file() => project.exchange(place, &other.to_string()),
                Happening::Delete => drop(fs::remove_file(&path)),
                Happening::Rename if path.parent().is_some_and(Path::is_dir) => {
                    drop(fs::rename(project.root().join(places[other]), &path));
                }
                Happening::Directory => {
                    let away = project.root().join("away");
                    if away.exists() {
                        drop(fs::rename(&away, project.root().join("gen")));
                    } else {
                        drop(fs::rename(project.root().join("gen"), &away));
                    }
                }
                Happening::Ignore => project.write(".gitignore", patterns[other]),
                Happening::IgnoreHere => project.write("gen/.gitignore", patterns[other]),
                Happening::Exclude => project.write(".git/info/exclude", patterns[other]),
                Happening::Add if path.is_file() => project.git(&["add", "-f", place]),
                Happening::Forget => drop(
                    Command::new("git").args(["rm", "-q", "--cached", place]).current_dir(project.root()).output(),
                ),
                Happening::Wait => drop(project.remembered()),
                Happening::Exchange | Happening::Rename | Happening::Add => {}
            }
            prop_assert_eq!(project.name(), project.anew(), "behind {:?} {} {}", what, one, other);
        }
    }
}
