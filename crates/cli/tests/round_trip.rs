//! `init` and then `uninstall`: every file and every directory is as it was before, with every host, in the project and at
//! home, from nothing and from files that others own.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use support::desk::Desk;
use support::{stdout, write};

/// A host, its folder in a project and at home, and a file of others that our entries come to.
struct Place {
    host: &'static str,
    project: &'static str,
    home: &'static str,
    /// Below the folder; `None` where every file is ours alone.
    shared: Option<&'static str>,
    /// Below the folder at home, a directory that a file of ours comes to.
    inner: &'static str,
}

const fn place(host: &'static str, project: &'static str, home: &'static str) -> Place {
    Place { host, project, home, shared: None, inner: "" }
}

impl Place {
    const fn sharing(mut self, file: &'static str) -> Self {
        self.shared = Some(file);
        self
    }

    const fn with(mut self, inner: &'static str) -> Self {
        self.inner = inner;
        self
    }
}

const PLACES: &[Place] = &[
    place("claude", ".claude", ".claude").sharing("settings.json"),
    place("cursor", ".cursor", ".cursor").sharing("hooks.json"),
    place("kiro", ".kiro", ".kiro").sharing("agents/reviewer.json").with("hooks"),
    place("codex", ".codex", ".codex").sharing("hooks.json"),
    place("gemini", ".gemini", ".gemini").sharing("settings.json"),
    place("copilot", ".github", ".copilot").with("hooks"),
    place("qwen", ".qwen", ".qwen").sharing("settings.json"),
    place("opencode", ".opencode", ".config/opencode").with("plugins"),
    place("windsurf", ".windsurf", ".codeium/windsurf").sharing("hooks.json"),
    place("cline", ".clinerules", "Documents/Cline"),
    place("droid", ".factory", ".factory").sharing("settings.json"),
    place("amp", ".amp", ".config/amp").sharing("settings.json"),
];

/// Texts as people, tools and accidents leave them, in the shape of all hosts.
const TEXTS: &[&str] = &[
    "",
    "\n \n",
    "{}",
    "{ }\n",
    "{\n}",
    "{\n  // nothing yet\n}\n",
    "{\"name\":\"x\"}",
    "{\n  \"version\": 1\n}\n",
    "{\n  \"version\": 1,\n  \"hooks\": {}\n}\n",
    "{\n  \"hooks\": {\n  }\n}\n",
    "{\r\n      \"name\": \"x\", // odd indentation\r\n   /* and */ \"list\": [1,\r\n 2]\r\n}\r\n",
    "\u{feff}{\n\t\"version\": 1,\n\t\"name\": \"x\",\n}\n",
    "\u{feff}{\r\n\t\"hooks\": {\r\n\t\t\"stop\": [ {\"command\": \"./done.sh\"} ], // theirs\r\n\t},\r\n}\r\n",
    "{\"version\":1,\"amp.permissions\":[{\"tool\":\"Bash\",\"action\":\"ask\"}],\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"x\"}]}]}}",
];

/// What is there, before and after.
trait RoundTrip {
    fn everything(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>>;
    fn there_and_back(&self, host: &str, more: &[&str], about: &str);
    fn back_to_every_text(&self, host: &str, more: &[&str], path: &Path);
}

impl RoundTrip for Desk {
    /// All there is at home, the project in it included; without Hookward's own state.
    fn everything(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        let mut found = BTreeMap::new();
        gather(&self.machine.home(), &mut found);
        let own = [".local", ".cache"].map(|name| self.machine.home().join(name));
        found.retain(|path, _| !own.iter().any(|own| path.starts_with(own)));
        found
    }

    /// `init` with a host and `uninstall` again.
    fn there_and_back(&self, host: &str, more: &[&str], about: &str) {
        let before = self.everything();
        let output = self.run(&[&["init", "--yes", "--host", host], more].concat());
        // Not every host can read each of these texts, and then that is said.
        let said = stdout(&output);
        assert!(output.status.success() || said.contains("NOT guarding"), "{host}: {about}\n{said}");
        assert_ne!(self.everything(), before, "{host}: {about}");
        self.fine(&[&["uninstall"], more].concat());
        let after = self.everything();
        for (path, content) in &before {
            let text =
                |content: &Option<Vec<u8>>| content.as_deref().map(String::from_utf8_lossy).map(String::from);
            let left = after.get(path).map(text);
            assert_eq!(left, Some(text(content)), "{host}: {about}: {}", path.display());
        }
        assert_eq!(after.keys().collect::<Vec<_>>(), before.keys().collect::<Vec<_>>(), "{host}: {about}");
    }

    fn back_to_every_text(&self, host: &str, more: &[&str], path: &Path) {
        for text in TEXTS {
            write(path, text);
            self.there_and_back(host, more, &format!("{} with {text:?}", path.display()));
        }
    }
}

/// Files with their bytes, directories with nothing.
fn gather(folder: &Path, found: &mut BTreeMap<PathBuf, Option<Vec<u8>>>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            gather(&path, found);
            found.insert(path, None);
        } else {
            found.insert(path.clone(), Some(std::fs::read(&path).unwrap()));
        }
    }
}

#[test]
fn from_nothing() {
    for place in PLACES {
        for more in [&[][..], &["--user"]] {
            Desk::new().there_and_back(place.host, more, "from nothing");
        }
    }
}

#[test]
fn from_empty_directories() {
    for place in PLACES {
        for (more, base, folder) in [(&[][..], "project", place.project), (&["--user"], "", place.home)] {
            for inner in ["", place.inner] {
                let desk = Desk::new();
                let base = if base.is_empty() { desk.machine.home() } else { desk.machine.project() };
                std::fs::create_dir_all(base.join(folder).join(inner)).unwrap();
                desk.there_and_back(place.host, more, "an empty directory");
            }
        }
    }
}

#[test]
fn from_files_of_others_in_the_project() {
    for place in PLACES {
        let Some(file) = place.shared else { continue };
        let desk = Desk::new();
        desk.back_to_every_text(place.host, &[], &desk.machine.project().join(place.project).join(file));
    }
}

#[test]
fn from_files_of_others_at_home() {
    for place in PLACES {
        let Some(file) = place.shared else { continue };
        let desk = Desk::new();
        desk.back_to_every_text(place.host, &["--user"], &desk.machine.home().join(place.home).join(file));
    }
}

#[test]
fn what_comes_after_us_stays_when_we_go() {
    let desk = Desk::new();
    desk.machine.write(".cursor/hooks.json", "{}\n");
    desk.fine(&["init", "--yes", "--host", "cursor", "--host", "droid"]);
    desk.machine.write(".cursor/notes.txt", "theirs\n");
    // From now on this file hides the other one.
    desk.machine.write(".factory/hooks.json", "{}\n");
    desk.fine(&["uninstall"]);
    let left = |path: &str| std::fs::read_to_string(desk.machine.project().join(path)).ok();
    assert_eq!(left(".cursor/hooks.json").as_deref(), Some("{}\n"));
    assert_eq!(left(".cursor/notes.txt").as_deref(), Some("theirs\n"));
    assert_eq!(left(".factory/hooks.json").as_deref(), Some("{}\n"));
    assert_eq!(left(".factory/settings.json"), None);
    assert_eq!(left("hookward.toml"), None);
}

#[test]
fn where_nothing_is_known_of_before_what_is_left_empty_goes() {
    let desk = Desk::new();
    let before = desk.everything();
    desk.fine(&["init", "--yes", "--host", "kiro"]);
    // As in a clone on another machine.
    std::fs::remove_dir_all(desk.machine.home().join(".local/state/hookward")).unwrap();
    desk.fine(&["uninstall"]);
    assert_eq!(desk.everything(), before);
}
