//! What scripts load and run in turn.

use crate::following::{Followed, Line, runs_anew, unseen};
use crate::probes::Probes;

/// A project in which scripts load each other in whatever way.
fn project() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    for (name, text) in [
        ("pkg/__init__.py", ""),
        ("pkg/mod.py", "from . import helper\nimport pkg.other\nfrom .deep.x import y\n"),
        ("pkg/helper.py", ""),
        ("pkg/other.py", ""),
        ("pkg/unused.py", ""),
        ("pkg/deep/x.py", "y = 1\n"),
        ("x.py", "import sibling, os\n"),
        ("sibling.py", "import subprocess\nsubprocess.run(['sh', 'lib/y.sh'])\n"),
        ("guard", "#!/usr/bin/env python3\nimport sibling\n"),
        ("lib/y.sh", "true\n"),
        ("lib/a.js", "const b = require('./b');\nimport('./c.mjs');\nrequire('fs');\nrequire('left-pad');\n"),
        ("lib/b.js", ""),
        ("lib/c.mjs", "import d from './d/index.js';\nimport t from './typed.js';\n"),
        ("lib/d/index.js", ""),
        ("lib/typed.ts", ""),
        ("lib/guard.rb", "require './x'\n"),
        ("lib/any.py", "import importlib\nimportlib.import_module(name)\n"),
        ("hooks/dirname.sh", "#!/bin/bash\n. \"$(dirname \"$0\")/lib.sh\"\n"),
        ("hooks/source.sh", "#!/bin/bash\nsource \"${BASH_SOURCE%/*}/lib.sh\"\n"),
        (
            "hooks/cd.sh",
            "#!/bin/bash\nDIR=\"$( cd \"$( dirname \"${BASH_SOURCE[0]}\" )\" && pwd )\"\nsource \"$DIR/lib.sh\"\n",
        ),
        ("hooks/project.sh", "#!/bin/sh\n\"$CLAUDE_PROJECT_DIR\"/lib/y.sh\n"),
        ("hooks/lib.sh", "sh \"$(cd \"$(dirname \"$0\")\" && pwd)/more.sh\"\n"),
        ("hooks/more.sh", "true\n"),
        ("hooks/open.sh", "#!/bin/sh\nsh \"$SOMETHING\"\ngrep -q \"$PATTERN\" notes.md\n"),
        (
            "package.json",
            "{\"scripts\": {\"check\": \"node lib/a.js\", \"precheck\": \"sh lib/y.sh\", \"lint\": \"tool .\"}}",
        ),
        ("node_modules/.bin/tool", "#!/usr/bin/env node\nrequire('../tool/cli.js')\n"),
        ("node_modules/tool/cli.js", ""),
        ("node_modules/left-pad/index.js", ""),
        ("Makefile", "include lib/more.mk\ncheck:\n\tsh lib/y.sh\n"),
        ("lib/more.mk", ""),
    ] {
        let file = root.join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    (folder, root.display().to_string())
}

fn line<'l>(command: &'l str, root: &'l str) -> Line<'l> {
    Line { command, directory: root, project: root }
}

fn runs(line: Line) -> Option<Followed> {
    runs_anew(line, &Probes::default())
}

#[test]
fn what_is_written_out_is_followed_to_its_end() {
    let (_folder, root) = project();
    let python = ["pkg/__init__.py", "pkg/deep/x.py", "pkg/helper.py", "pkg/mod.py", "pkg/other.py"];
    let siblings = ["lib/y.sh", "sibling.py"];
    let script = ["lib/a.js", "lib/b.js", "lib/c.mjs", "lib/d/index.js", "lib/typed.ts"];
    let shell = ["hooks/lib.sh", "hooks/more.sh"];
    let with = |files: &[&str], more: &[&str]| {
        let mut all: Vec<String> = files.iter().chain(more).map(|file| (*file).to_owned()).collect();
        all.sort();
        all
    };
    for (command, expected) in [
        ("python3 -m pkg.mod", with(&python, &[])),
        ("poetry run python -m pkg.mod", with(&python, &[])),
        ("python3 -c 'import x'", with(&siblings, &["x.py"])),
        ("python3 x.py", with(&siblings, &["x.py"])),
        ("python3 guard", with(&siblings, &["guard"])),
        ("node lib/a.js", with(&script, &[])),
        ("npx tsx lib/a.js", with(&script, &[])),
        ("node -e \"require('./lib/b')\"", with(&["lib/b.js"], &[])),
        ("npm run check", with(&script, &["lib/y.sh", "package.json"])),
        ("pnpm run check", with(&script, &["lib/y.sh", "package.json"])),
        ("npx tool x", with(&["node_modules/.bin/tool"], &[])),
        ("npm run lint", with(&["node_modules/.bin/tool", "package.json"], &[])),
        ("make check", with(&["Makefile", "lib/more.mk", "lib/y.sh"], &[])),
        ("sh hooks/dirname.sh", with(&shell, &["hooks/dirname.sh"])),
        ("bash hooks/source.sh", with(&shell, &["hooks/source.sh"])),
        ("bash hooks/cd.sh", with(&shell, &["hooks/cd.sh"])),
        ("sh hooks/project.sh", with(&["lib/y.sh"], &["hooks/project.sh"])),
    ] {
        let files = runs(line(command, &root)).unwrap().files;
        let below = |file: &String| file.strip_prefix(&format!("{root}/")).unwrap_or(file).to_owned();
        let files: Vec<String> = files.iter().map(below).collect();
        assert_eq!(files, expected, "{command}");
    }
}

#[test]
fn what_cannot_be_followed_is_said() {
    let (_folder, root) = project();
    for (command, expected) in [
        ("sh hooks/open.sh", "`sh "),
        ("python3 lib/any.py", "lib/any.py, line 2: a module whose name is only known when it runs"),
        ("ruby lib/guard.rb", "what lib/guard.rb loads"),
        ("npx tool x", "node_modules/.bin/tool loads, which is a package's"),
        ("npx other", "`other`, wherever `npx` finds it"),
        ("node lib/a.js", "the package `left-pad`"),
        ("pytest -q", "the files of the project that `pytest` runs by their names"),
    ] {
        let said = unseen(line(command, &root));
        assert!(said.iter().any(|what| what.contains(expected)), "{command}: {said:?}");
    }
    let open = unseen(line("sh hooks/open.sh", &root));
    assert!(!open.iter().any(|what| what.contains("grep")), "{open:?}");
    for command in ["sh hooks/dirname.sh", "python3 -m pkg.mod", "python3 x.py", "make check", "cat notes.md"]
    {
        assert_eq!(unseen(line(command, &root)), Vec::<String>::new(), "{command}");
    }
}

#[test]
fn scripts_that_load_each_other_come_to_an_end_and_so_do_too_many() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    std::fs::write(root.join("a.py"), "import b\n").unwrap();
    std::fs::write(root.join("b.py"), "import a\n").unwrap();
    for number in 0..400 {
        std::fs::write(root.join(format!("m{number}.py")), format!("import m{}\n", number + 1)).unwrap();
    }
    let root = root.display().to_string();
    assert_eq!(runs(line("python3 a.py", &root)).unwrap().files.len(), 2);
    assert!(unseen(line("python3 m0.py", &root)).contains(&"more files than are followed".to_owned()));
}
