//! What languages have in common, as data: how paths of names, texts, calls and held values look in their trees.

use tree_sitter::Node;

use super::escapes::decoded;
use crate::syntax::{Callee, names_class};

/// A path has this many names at most, those at its end; a text is put together of this many parts.
const MAX_NAMES: usize = 16;
const MAX_PARTS: usize = 64;

/// Brackets and calls around a name are followed this far, so that a walk stays linear.
const MAX_STEPS: usize = 32;

/// Stands for what has no name: `?.invoke`.
const NAMELESS: &str = "?";

/// A part of a node: a field; `""` is the first that it holds, `"~"` the last, `"#kind"` the first of a kind, and `"."`
/// the node itself.
type Part = &'static str;
type Kind = &'static str;

/// Kinds of nodes, with the parts that matter.
pub(super) struct Shapes {
    /// A name by itself.
    pub(super) names: &'static [Kind],
    /// A name within something: that, and the name.
    pub(super) members: &'static [(Kind, Part, Part)],
    /// What goes by the name of a part.
    pub(super) through: &'static [(Kind, Part)],
    /// What only stands around a value.
    pub(super) wraps: &'static [(Kind, Part)],
    /// What is one of several values: those.
    pub(super) choices: &'static [(Kind, &'static [Part])],
    /// What is called or made, and with what.
    pub(super) calls: &'static [(Kind, Part, Part)],
    /// Kinds of `calls` of an object, which no function of that name is.
    pub(super) methods: &'static [Kind],
    /// Kinds of what is called that are parts of something: of an object, unless that is a module.
    pub(super) parts: &'static [Kind],
    /// What has a name: the name, the value.
    pub(super) held: &'static [(Kind, Part, Part)],
    /// Kinds of `held` whose name stands for its value from then on.
    pub(super) binds: &'static [Kind],
    /// What has a type: the name, the type.
    pub(super) typed: &'static [(Kind, Part, Part)],
    /// What has a name that others can import: the name.
    pub(super) declares: &'static [(Kind, Part)],
    /// What has names of its own, which nobody outside sees.
    pub(super) scopes: &'static [Kind],
    /// Names or values in a row, of which each belongs to its fellow.
    pub(super) lists: &'static [Kind],
    /// An element of something: its key.
    pub(super) elements: &'static [(Kind, Part)],
    /// What holds others by keys: they may be wrapped for a database, `PK: { S: "…" }`.
    pub(super) tables: &'static [Kind],
    /// A text.
    pub(super) texts: &'static [Kind],
    /// The parts of a text that stand for themselves.
    pub(super) contents: &'static [Kind],
    /// The parts of a text that stand for nothing. Others are filled in.
    pub(super) frames: &'static [Kind],
    /// Texts beside each other that are one.
    pub(super) rows: &'static [Kind],
    /// Two values with an operator that puts texts together.
    pub(super) sums: &'static [(Kind, Kind)],
    /// What stands between the names of a module.
    pub(super) separator: &'static str,
    /// A part of a text as the language reads it, by what stands before it in that; without its escapes, if they have no
    /// nodes of their own.
    pub(super) unescape: fn(before: &str, content: &str) -> String,
    /// A whole text without what only lays it out in the file, by its node and that node's source.
    pub(super) laid_out: fn(node: Node, source: &str, spelled: String) -> String,
}

/// A part of a node. Comments are none.
pub(super) fn part<'t>(node: Node<'t>, name: &str) -> Option<Node<'t>> {
    let kind = name.strip_prefix('#');
    match name {
        "." => return Some(node),
        "" | "~" => {}
        _ if kind.is_some() => {}
        _ => return node.child_by_field_name(name),
    }
    let mut cursor = node.walk();
    let mut parts = node.named_children(&mut cursor).filter(|part| !part.is_extra());
    match kind {
        Some(kind) => parts.find(|part| part.kind() == kind),
        None if name.is_empty() => parts.next(),
        None => parts.last(),
    }
}

/// Whether a node gives one of its parts: those with an operator may make something else of them.
fn chooses(node: Node) -> bool {
    let operator = node.child_by_field_name("operator");
    operator.is_none_or(|operator| matches!(operator.kind(), "??" | "||" | "&&" | "and" | "or"))
}

/// For languages whose escapes have nodes of their own.
pub(super) fn as_it_stands(_: &str, content: &str) -> String {
    content.to_owned()
}

/// For languages that leave nothing out of a text.
pub(super) fn as_spelled(_: Node, _: &str, spelled: String) -> String {
    spelled
}

/// Lines without so much of the space that each begins with.
pub(super) fn without_indent(lines: &str, indent: usize) -> String {
    let cut = |line: &str| {
        let space = line.chars().take(indent).take_while(|sign| matches!(sign, ' ' | '\t')).count();
        line.get(space..).unwrap_or_default().to_owned()
    };
    lines.split('\n').map(cut).collect::<Vec<_>>().join("\n")
}

pub(super) fn source<'s>(node: Node, text: &'s str) -> &'s str {
    text.get(node.byte_range()).unwrap_or_default()
}

/// A name without the mark that Rust puts before one that would be a word of its own: `r#type`.
pub(super) fn named(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

impl Shapes {
    /// The path of names that an expression is: `a.b.c`. One that starts with a dot is whole: nothing stands for its start.
    pub(super) fn path(&self, node: Node, text: &str) -> Option<String> {
        let mut names: Vec<String> = Vec::new();
        let mut next = Some(node);
        for _ in 0..MAX_STEPS {
            let Some(node) = next else { break };
            let kind = node.kind();
            if self.names.contains(&kind) {
                names.push(named(self.name(node, text)).replace(self.separator, "."));
                break;
            }
            let inner = self.through.iter().chain(self.wraps).find(|(own, _)| *own == kind);
            if let Some((_, of, name)) = self.members.iter().find(|(own, ..)| *own == kind) {
                names.push(named(self.name(part(node, name)?, text)).to_owned());
                next = part(node, of);
            } else if let Some((_, of)) = inner {
                next = part(node, of);
            } else if let Some((_, of, _)) = self.calls.iter().find(|(own, ..)| *own == kind) {
                next = part(node, of);
            } else {
                names.push(NAMELESS.to_owned());
                break;
            }
            if names.len() == MAX_NAMES {
                break;
            }
        }
        names.reverse();
        let path = names.join(".");
        (!path.is_empty() && path != NAMELESS).then_some(path)
    }

    /// Whether an expression is nothing but names.
    pub(super) fn names_only(&self, node: Node) -> bool {
        let mut next = self.unwrapped(node);
        for _ in 0..MAX_STEPS {
            let kind = next.kind();
            if self.names.contains(&kind) {
                return true;
            }
            // Some calls are members, too.
            let is_call = self.calls.iter().any(|(own, ..)| *own == kind);
            let member = self.members.iter().find(|(own, ..)| *own == kind && !is_call);
            let Some(of) = member.and_then(|(_, of, _)| part(next, of)) else { break };
            next = of;
        }
        false
    }

    /// What an expression is that is called: a method of what stands before its name, unless that is a class.
    pub(super) fn callee(&self, node: Node, text: &str) -> Callee {
        let node = self.unwrapped(node);
        let of =
            self.members.iter().find(|(own, ..)| *own == node.kind()).and_then(|(_, of, _)| part(node, of));
        let is_class = of.is_some_and(|of| {
            self.names_only(of) && self.path(of, text).is_some_and(|name| names_class(&name))
        });
        if self.parts.contains(&node.kind()) && !is_class { Callee::Method } else { Callee::Function }
    }

    /// A name as it is spelled; of a broken one, which may hold anything, what it ends with.
    pub(super) fn name<'s>(&self, node: Node, text: &'s str) -> &'s str {
        let name = source(node, text);
        if !node.has_error() {
            return name;
        }
        let belongs = |sign: char| sign.is_alphanumeric() || sign == '_' || self.separator.contains(sign);
        name.get(name.trim_end_matches(belongs).len()..).unwrap_or_default()
    }

    /// A path that begins with a name.
    pub(super) fn known_path(&self, node: Node, text: &str) -> Option<String> {
        self.path(node, text).filter(|path| !path.starts_with(NAMELESS))
    }

    /// A text with what is filled in, in braces; `None` if it is none. The nodes that it is made of are added to `made_of`.
    pub(super) fn text(&self, node: Node, text: &str, made_of: &mut Vec<usize>) -> Option<String> {
        let mut rendered = String::new();
        let mut spells = false;
        let mut rest = vec![node];
        let mut parts = 0;
        while let Some(node) = rest.pop() {
            parts += 1;
            if parts > MAX_PARTS {
                rendered.push_str("{}");
                break;
            }
            let node = self.unwrapped(node);
            let kind = node.kind();
            if self.texts.contains(&kind) {
                spells = true;
                let mut spelled = String::new();
                self.content(node, text, &mut spelled);
                rendered.push_str(&(self.laid_out)(node, source(node, text), spelled));
            } else if self.rows.contains(&kind) {
                let mut cursor = node.walk();
                let mut parts: Vec<Node> = node.named_children(&mut cursor).collect();
                parts.reverse();
                rest.extend(parts.into_iter().filter(|part| !part.is_extra()));
            } else if let Some((left, right)) = self.sum(node) {
                rest.push(right);
                rest.push(left);
            } else {
                rendered.push_str(&self.hole(node, text));
                continue;
            }
            made_of.push(node.id());
        }
        spells.then_some(rendered)
    }

    /// Whether a node is a text, or may put texts together.
    pub(super) fn may_spell(&self, node: Node) -> bool {
        let kind = node.kind();
        self.texts.contains(&kind) || self.rows.contains(&kind) || self.sum(node).is_some()
    }

    /// The two sides of a sum.
    fn sum<'t>(&self, node: Node<'t>) -> Option<(Node<'t>, Node<'t>)> {
        let kind = node.kind();
        let (_, sign) = self.sums.iter().find(|(own, _)| *own == kind)?;
        node.child_by_field_name("operator").filter(|operator| operator.kind() == *sign)?;
        node.child_by_field_name("left").zip(node.child_by_field_name("right"))
    }

    /// What stands in brackets, or is wrapped in another way.
    pub(super) fn unwrapped<'t>(&self, mut node: Node<'t>) -> Node<'t> {
        for _ in 0..MAX_STEPS {
            let wrap = self.wraps.iter().find(|(own, _)| *own == node.kind());
            let Some(inner) = wrap.and_then(|(_, of)| part(node, of)) else { break };
            node = inner;
        }
        node
    }

    /// All that a value may be: of `a if b else c`, both.
    pub(super) fn choices<'t>(&self, node: Node<'t>) -> Vec<Node<'t>> {
        let (mut given, mut rest) = (Vec::new(), vec![node]);
        while let Some(next) = rest.pop() {
            let next = self.unwrapped(next);
            match self.choices.iter().find(|(own, _)| *own == next.kind()) {
                Some((_, parts)) if given.len() + rest.len() < MAX_PARTS && chooses(next) => {
                    rest.extend(parts.iter().rev().filter_map(|name| part(next, name)));
                }
                Some(_) | None => given.push(next),
            }
        }
        given
    }

    fn content(&self, node: Node, text: &str, rendered: &mut String) {
        let mut cursor = node.walk();
        for part in node.named_children(&mut cursor) {
            let kind = part.kind();
            if kind == "escape_sequence" {
                rendered.push_str(&decoded(source(part, text)));
            } else if self.contents.contains(&kind) {
                let before = text.get(node.start_byte()..part.start_byte()).unwrap_or_default();
                rendered.push_str(&(self.unescape)(before, source(part, text)));
            } else if !self.frames.contains(&kind) {
                rendered.push_str(&self.hole(part, text));
            }
        }
    }

    fn hole(&self, node: Node, text: &str) -> String {
        let path = self.path(node, text);
        let name = path.as_deref().and_then(|path| path.rsplit('.').next()).unwrap_or_default();
        format!("{{{}}}", name.trim_start_matches('$'))
    }

    /// What a name or a key says: its text, or the last name of its path.
    pub(super) fn key(&self, node: Node, text: &str) -> Option<String> {
        let said = |node: Node| self.text(node, text, &mut Vec::new());
        let kind = node.kind();
        let element = self.elements.iter().find(|(own, _)| *own == kind);
        let element = element.and_then(|(_, key)| part(node, key)).and_then(said);
        said(node).or(element).or_else(|| {
            let path = self.path(node, text)?;
            path.rsplit('.').next().map(|name| name.trim_start_matches('$').to_owned())
        })
    }
}
