//! A second parser, whose mistakes are its own: both must see the same commands.

use hookward_shell::parse;
use rable::{Node, NodeKind};

use crate::walk::census;

/// The names of our commands, sorted.
fn ours(source: &str) -> Vec<String> {
    let script = parse(source);
    assert_eq!(script.not_understood, [], "{source:?}");
    let mut names: Vec<_> =
        census(&script).names.into_iter().map(|span| span.text(source).to_owned()).collect();
    names.sort();
    names
}

/// The names of its commands, sorted.
fn theirs(source: &str) -> Vec<String> {
    let nodes = rable::parse(source, true).unwrap_or_else(|error| panic!("{source:?}: {error}"));
    let mut names = Vec::new();
    collect_all(&nodes, &mut names);
    names.sort();
    names
}

fn collect_all<'n>(nodes: impl IntoIterator<Item = &'n Node>, names: &mut Vec<String>) {
    for node in nodes {
        collect(node, names);
    }
}

fn collect(node: &Node, names: &mut Vec<String>) {
    match &node.kind {
        NodeKind::Command { assignments, words, redirects } => {
            collect_all(assignments.iter().chain(words).chain(redirects), names);
            if let Some(Node { kind: NodeKind::Word { value, .. }, .. }) = words.first() {
                names.push(value.clone());
            }
        }
        NodeKind::Word { parts: nodes, .. }
        | NodeKind::Pipeline { commands: nodes, .. }
        | NodeKind::Array { elements: nodes } => collect_all(nodes, names),
        NodeKind::List { items } => collect_all(items.iter().map(|item| &item.command), names),
        NodeKind::If { condition, then_body, else_body, redirects } => {
            collect_all([&**condition, &**then_body], names);
            collect_all(else_body.as_deref().into_iter().chain(redirects), names);
        }
        NodeKind::While { condition, body, redirects } | NodeKind::Until { condition, body, redirects } => {
            collect_all([&**condition, &**body].into_iter().chain(redirects), names);
        }
        NodeKind::For { words, body, redirects, .. } | NodeKind::Select { words, body, redirects, .. } => {
            collect_all(words.iter().flatten().chain(redirects), names);
            collect(body, names);
        }
        NodeKind::ForArith { body, redirects, .. }
        | NodeKind::Subshell { body, redirects }
        | NodeKind::BraceGroup { body, redirects } => {
            collect(body, names);
            collect_all(redirects, names);
        }
        NodeKind::Case { word, patterns, redirects } => {
            collect(word, names);
            for pattern in patterns {
                collect_all(pattern.patterns.iter().chain(&pattern.body), names);
            }
            collect_all(redirects, names);
        }
        NodeKind::Function { body: node, .. }
        | NodeKind::Coproc { command: node, .. }
        | NodeKind::CommandSubstitution { command: node, .. }
        | NodeKind::ProcessSubstitution { command: node, .. }
        | NodeKind::Redirect { target: node, .. }
        | NodeKind::Negation { pipeline: node }
        | NodeKind::Time { pipeline: node, .. } => collect(node, names),
        _ => {}
    }
}

/// What can stand where a command stands.
const COMMANDS: [&str; 36] = [
    "c1 x",
    "c2 -f \"$x\" 'y z' >f 2>&1",
    "A=1 c3",
    "c4 $(n1 a)",
    "c5 \"x $(n2 'a') y\"",
    "c6 <(n3) | c7",
    "! c8",
    "time c9",
    "if c1; then c2; elif c3; then c4; else c5; fi",
    "while c1; do c2; done",
    "until c1; do c2; done <f",
    "for i in a $(n1); do c2; done",
    "for i; do c2; done",
    "for ((i=0; i<3; i++)); do c1; done",
    "select i in a b; do c1; done",
    "case $x in a|b) c1;; (c) c2;& *) c3; esac",
    "{ c1; c2; }",
    "(c1; c2)",
    "((c1); (c2))",
    "f() { c1; }",
    "function g { c1; }",
    "[[ -f x && $y == z* ]]",
    "((i++))",
    "c1 && c2 || c3",
    "c1 | c2 |& c3",
    "c1 &",
    "cat <<E\nbody\nE",
    "cat <<'E'\n$(no) 'it\nE",
    "cat <<-E | c1\n\tbody\n\tE",
    "git commit -m \"$(cat <<'E'\nit's (\nE\n)\"",
    "x=$(n1) y=`n2`",
    "export A=1 B=$(n1)",
    "c1 `n1 a`",
    "\\c1 c\\2 $'x\\ty' # comment (",
    "c1 {a,b} ~ * [x] a#b",
    "coproc c1",
];

#[test]
fn each_command_alone_has_the_same_names() {
    for source in COMMANDS {
        assert_eq!(ours(source), theirs(source), "{source:?}");
    }
}

#[test]
fn two_commands_together_have_the_same_names() {
    for first in COMMANDS {
        for second in COMMANDS {
            let source = format!("{first}\n{second}\n");
            assert_eq!(ours(&source), theirs(&source), "{source:?}");
        }
    }
}

#[test]
fn commands_in_brackets_have_the_same_names() {
    for (open, close) in [
        ("{ ", "\n}"),
        ("(", "\n)"),
        ("if c0; then ", "\nfi"),
        ("while ", "\ndo c0; done"),
        ("f() {\n", "\n}"),
        ("case x in y) ", "\n;; esac"),
        ("x=$(", "\n)"),
        ("c0 \"$(", "\n)\""),
        ("c0 <(", "\n)"),
    ] {
        for command in COMMANDS {
            // It leaves what is below its second level as text, and takes `$((` for arithmetic.
            if close.starts_with("\n)") && (command.contains(['(', '`'])) {
                continue;
            }
            let source = format!("{open}{command}{close}\n");
            assert_eq!(ours(&source), theirs(&source), "{source:?}");
        }
    }
}
