//! Whether a file can hold what a policy looks for, by its letters: cheap, so that most files are never parsed.
// INVARIANT: yes for every file in which a parser would find it. Each condition here is a necessary one.

use super::Trait;
use crate::syntax::{Language, is_notebook, without_node};

impl Trait {
    /// Whether a file can hold it at all, by its letters and its path below the workspace: cheap, and never no by mistake.
    pub(crate) fn may_be_in(&self, text: &str, below: &str) -> bool {
        let Some(language) = Language::of(below).filter(|_| !is_notebook(below)) else { return true };
        let (needed, may_be_joined) = match self {
            Self::Import(pattern, _) => {
                let pattern = without_node(pattern.trim_end_matches("/index"));
                (plain(pattern), joins_imports(language, text))
            }
            Self::Call(pattern) => (plain(without_node(pattern)), joins_calls(language, text)),
            Self::Literal { .. } => return true,
        };
        let holds = |text: &str| match language {
            Language::Php => text.to_lowercase().contains(&needed.to_lowercase()),
            Language::JavaScript
            | Language::Python
            | Language::Go
            | Language::Rust
            | Language::Java
            | Language::Kotlin => text.contains(needed),
        };
        // Letters may be written by their numbers, and what is relative begins where the file lies; in Rust, in the file.
        let from = match language {
            Language::Rust => below,
            Language::JavaScript
            | Language::Python
            | Language::Go
            | Language::Java
            | Language::Kotlin
            | Language::Php => below.rsplit_once('/').map_or("", |(directory, _)| directory),
        };
        may_be_joined || holds(text) || holds(from) || (language != Language::Php && text.contains('\\'))
    }
}

/// Whether the name of a module may be put together in a text, so that it does not stand there in one piece.
fn joins_imports(language: Language, text: &str) -> bool {
    let calls_import = || {
        let mut behind = text.match_indices("import").filter_map(|(at, word)| text.get(at + word.len()..));
        behind.any(|rest| rest.trim_start().starts_with(['(', '/']))
    };
    match language {
        Language::JavaScript => {
            // `require`, `createRequire`, `importActual`
            text.contains("equire") || text.contains("importActual") || calls_import()
        }
        Language::Python => text.contains("import_module") || text.contains("__import__"),
        Language::Java => text.contains("forName") || text.contains("loadClass"),
        Language::Php => {
            let text = text.to_lowercase();
            text.contains("require") || text.contains("include")
        }
        Language::Go | Language::Rust | Language::Kotlin => false,
    }
}

/// Whether the name of a call may be put together in a text.
fn joins_calls(language: Language, text: &str) -> bool {
    match language {
        Language::Python => text.contains("getattr"),
        // What an annotation stands in for counts as a call of `mock`; there may be anything between it and its `@`.
        Language::Java | Language::Kotlin => text.contains("Mock") || text.contains("Spy"),
        // A text can be called, and so can what backticks hold.
        Language::Php => {
            text.contains('`') || text.contains("<<<") || spells_by_number(text) || joins_texts(text)
        }
        // A call is known by its module, too.
        Language::JavaScript => joins_imports(language, text),
        Language::Go | Language::Rust => false,
    }
}

/// Whether a text of PHP may spell letters by their numbers: `"\x65"`.
fn spells_by_number(text: &str) -> bool {
    let mut behind = text.match_indices('\\').filter_map(|(at, _)| text.as_bytes().get(at + 1));
    behind.any(|byte| byte.is_ascii_digit() || matches!(byte, b'x' | b'X' | b'u'))
}

/// Whether a text of PHP may put texts together: a dot between quotes, with brackets or comments around it.
fn joins_texts(text: &str) -> bool {
    text.match_indices('.').any(|(at, dot)| {
        let (before, after) =
            (text.get(..at).unwrap_or_default(), text.get(at + dot.len()..).unwrap_or_default());
        // A comment may end the line above.
        let is_first = before.trim_end_matches([' ', '\t', '\r']).ends_with('\n');
        (is_first || before.trim_end().ends_with(['\'', '"', ')', '/']))
            && after.trim_start().starts_with(['\'', '"', '(', '/', '#'])
    })
}

/// Parts of a pattern that code need not spell out: the root of a crate may be written as `super`, and some packages need no
/// import.
const IMPLIED: &[&str] = &["crate", "self", "super", "index", "java", "lang"];

/// The longest part of a pattern that stands for itself; none of several that it leaves the choice of.
fn plain(pattern: &str) -> &str {
    let (mut longest, mut start, mut depth) = ("", 0, 0_usize);
    for (at, sign) in pattern.char_indices().chain([(pattern.len(), '/')]) {
        if !"*?[]{}!,\\/.:>-$".contains(sign) {
            continue;
        }
        let part = pattern.get(start..at).unwrap_or_default();
        if depth == 0 && part.len() > longest.len() && !IMPLIED.contains(&part) {
            longest = part;
        }
        match sign {
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        start = at + sign.len_utf8();
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::super::Meant;
    use super::*;

    #[test]
    fn the_cheap_look_never_misses() {
        let import = |pattern: &str, text: &str, below: &str| {
            Trait::Import(pattern.into(), Meant::AnyName).may_be_in(text, below)
        };
        let call =
            |pattern: &str, text: &str, below: &str| Trait::Call(pattern.into()).may_be_in(text, below);
        assert!(import("../*/handler", "import x from '../a/handler'", "f/b/x.ts"));
        assert!(import("../*/handler", "import x from '../a/h\\u0061ndler'", "f/b/x.ts"));
        assert!(!import("../*/handler", "import x from '../a/types'", "f/b/x.ts"));
        assert!(import("../*/handler", "require('../a/han' + 'dler')", "f/b/x.ts"));
        assert!(import("../*/handler", "import ( '../a/han' + 'dler')", "f/b/x.ts"));
        assert!(import("../*/{handler,index}", "import x from '../a/index'", "f/b/x.ts"));
        assert!(import("functions/*/handler", "import x from '../a/handler'", "functions/b/x.ts"));
        assert!(!import("../*/handler", "import x from '../a/types'", "f/b/handler.ts"));
        assert!(import("crate::views::*", "use self::*;", "src/views.rs"));
        assert!(import("app/db", "from .. import db", "app/web/views.py"));
        assert!(import("app/db", "from app.db import x", "app/web/views.py"));
        assert!(import("app/db", "import app\napp.db.x()", "b.py"));
        assert!(import("boto3", "importlib.import_module('bo' 'to3')", "a.py"));
        assert!(import("boto3", "__import__('bo' + 'to3')", "a.py"));
        assert!(import("crate::db", "use super::db;", "src/web/views.rs"));
        assert!(import("App\\Models\\*", "<?php use APP\\MODELS\\User;", "a.php"));
        assert!(import("com.acme.Db", "Class.forName(\"com.ac\" + \"me.Db\")", "A.java"));
        assert!(!import("boto3", "import os", "a.py"));
        assert!(!import("App\\Models\\*", "<?php use B\\C;", "a.php"));
        assert!(call("{a.b,c}.d", "c.d()", "a.ts"));
        assert!(!call("lambda.invoke", "call()", "a.ts"));
        assert!(call("node:fs.rm", "import { rm } from 'fs'; rm()", "a.ts"));
        assert!(import("node:fs", "import { rm } from 'fs'", "a.ts"));
        assert!(call("child_process.exec", "require('child_' + 'process').exec()", "a.ts"));
        assert!(call("boto3.client", "getattr(boto3, 'cli' 'ent')()", "a.py"));
        for text in [
            "$f = 'ex' . 'ec';",
            "$f = ('ex') /* */ . /* */ ('ec');",
            "$f = 'ex' // a\n  . \"ec\";",
            "$f = \"\\x65xec\";",
            "$f = <<<A\nex\nA . 'ec';",
        ] {
            assert!(call("exec", &format!("<?php {text} $f();"), "a.php"), "{text}");
        }
        assert!(call("shell_exec", "<?php `ls`;", "a.php"));
        assert!(call("EXEC", "<?php exec('ls');", "a.php"));
        assert!(!call("exec", "<?php use App\\Db; echo 'a.b' . $c . 1.5;", "a.php"));
        assert!(call("java.lang.Math.abs", "class A { int a = Math.abs(1); }", "A.java"));
        assert!(call("mock", "@MockBean Cart cart;", "A.java"));
        assert!(call("mock", "@ /* of */ MockBean Cart cart;", "A.java"));
        assert!(Trait::Literal { text: "*".into(), at: None, unless: Vec::new() }.may_be_in("x", "a.ts"));
    }
}
