//! What a walk over a tree has found so far.

use std::collections::{BTreeMap, HashMap, HashSet};

use tree_sitter::Node;

use super::names::{Kind, Names, Scope};
use super::shapes::{Shapes, part, source};
use crate::syntax::{Callee, Code, Found, Free, Handed, Literal, Part, names_class};
use crate::text::fill;

/// The most of each that a file may have: who writes more does it to hide something.
const MAX_FOUND: usize = 200_000;

/// The most things that an argument may be.
const MAX_OF: usize = 4;

/// How something is used that has no import of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Use {
    /// By its whole path, which nothing in the file stands for.
    Whole,
    /// By a path whose start is imported.
    Part,
    /// By its name alone: from wherever everything is imported.
    Bare,
}

pub(super) struct Facts<'t> {
    text: &'t str,
    /// The file, by its path below the workspace.
    pub(super) path: &'t str,
    shapes: &'static Shapes,
    code: Code,
    pub(super) names: Names,
    /// Paths that are used without an import of their own, each with the line of the first.
    used: BTreeMap<(String, Use), usize>,
    /// Where the functions end that the walk is in.
    inner_until: usize,
    /// Names that are given to something that has another already: `a = b.c`.
    pub(super) renamed: Vec<(String, String)>,
    /// What holds the values that are still to come, by where they start.
    holders: HashMap<usize, String>,
    /// Texts that are parts of others.
    parts: HashSet<usize>,
    /// The namespace that the walk is in, with dots.
    pub(super) namespace: String,
    /// Where the program ends before the file does.
    pub(super) end: Option<usize>,
    /// Names that stand for a text.
    pub(super) constants: HashMap<String, String>,
    /// Where the path starts that was taken last.
    pub(super) path_at: Option<usize>,
    /// Where the nodes end that are not looked into.
    pub(super) passed: usize,
    /// Whether there is more than was kept.
    pub(super) overflows: bool,
    /// Modules within the file that the walk is in: where each ends, and its name.
    pub(super) within: Vec<(usize, String)>,
    /// What is a module and nothing else, with dots.
    pub(super) modules: HashSet<String>,
    /// Names that the file gives to something: others are the language's own. Only where that is known.
    pub(super) bound: Option<HashSet<String>>,
}

/// Where Python has its own functions.
const BUILT_IN: &[&str] = &["builtins", "__builtins__"];

impl<'t> Facts<'t> {
    pub(super) fn new(text: &'t str, path: &'t str, shapes: &'static Shapes) -> Self {
        Self {
            text,
            path,
            shapes,
            code: Code::default(),
            names: Names::default(),
            used: BTreeMap::new(),
            inner_until: 0,
            renamed: Vec::new(),
            holders: HashMap::new(),
            parts: HashSet::new(),
            namespace: String::new(),
            end: None,
            constants: HashMap::new(),
            path_at: None,
            passed: 0,
            overflows: false,
            within: Vec::new(),
            modules: HashSet::new(),
            bound: None,
        }
    }

    pub(super) fn source(&self, node: Node) -> &'t str {
        source(node, self.text)
    }

    pub(super) fn name(&self, node: Node) -> &'t str {
        self.shapes.name(node, self.text)
    }

    pub(super) fn path_of(&self, node: Node) -> Option<String> {
        self.shapes.known_path(node, self.text)
    }

    pub(super) fn text_of(&self, node: Node) -> Option<String> {
        self.shapes.text(node, self.text, &mut Vec::new())
    }

    /// The text of a node in which what a constant of the file holds is filled in, or that is one: `f"{MOD}.total"`, `TARGET`.
    fn said(&self, node: Node) -> Option<String> {
        let Some(text) = self.text_of(node) else { return self.constants.get(self.source(node)).cloned() };
        let is_filled = text.contains('{') && !self.constants.is_empty();
        Some(if is_filled { fill(&text, |name| self.constants.get(name).cloned()) } else { text })
    }

    pub(super) fn import(&mut self, name: impl Into<String>, line: usize) {
        let name = name.into();
        self.overflows |= self.code.imports.len() >= MAX_FOUND;
        if !name.is_empty() && !self.overflows {
            self.code.imports.push(Found { name, line, ..Found::default() });
        }
    }

    /// A path, with dots, that is used without an import of its own.
    pub(super) fn used(&mut self, path: String, by: Use, line: usize) {
        self.used.entry((path, by)).or_insert(line);
    }

    /// A call by its path, with its first argument.
    pub(super) fn call(&mut self, name: String, line: usize, first: Option<Node>) {
        self.call_of(name, line, first, Callee::Function);
    }

    fn call_of(&mut self, name: String, line: usize, first: Option<Node>, callee: Callee) {
        let argument = first.and_then(|first| self.said(first)).filter(|text| !text.contains('{'));
        let of = first.and_then(|first| self.path_of(first));
        self.called(Found { name, line, argument, of, callee, ..Found::default() });
    }

    pub(super) fn called(&mut self, call: Found) {
        self.overflows |= self.code.calls.len() >= MAX_FOUND;
        if !self.overflows {
            self.code.calls.push(call);
        }
    }

    /// Something that is made takes the place of something else, or stands in for it.
    pub(super) fn replaced(&mut self, name: String, of: String, line: usize) {
        self.overflows |= self.code.replaced.len() >= MAX_FOUND;
        if !self.overflows {
            self.code.replaced.push(Found { name, line, of: Some(of), ..Found::default() });
        }
    }

    pub(super) fn spelled(&mut self, literal: Literal) {
        self.overflows |= self.code.literals.len() >= MAX_FOUND;
        if !self.overflows {
            self.code.literals.push(literal);
        }
    }

    /// A text that only speaks to a reader.
    pub(super) fn pass_text(&mut self, node: Node) {
        self.parts.insert(node.id());
    }

    /// What holds the value that starts there.
    pub(super) fn take_holder(&mut self, start: usize) -> Option<String> {
        self.holders.remove(&start)
    }

    /// Takes in what the language shares with others.
    pub(super) fn take(&mut self, node: Node) {
        let shapes = self.shapes;
        let kind = node.kind();
        self.enter(node);
        if let Some((_, of, arguments)) = shapes.calls.iter().find(|(own, ..)| *own == kind) {
            self.take_call(node, of, arguments);
        }
        if let Some((_, name, value)) = shapes.held.iter().find(|(own, ..)| *own == kind) {
            for (name, value) in self.pairs(node, name, value) {
                self.hold(name, value);
                if shapes.binds.contains(&kind)
                    && let Some((name, of)) = self.path_of(name).zip(self.path_of(value))
                {
                    if shapes.names_only(value) && self.is_seen_outside() {
                        self.renamed.push((name.clone(), of.clone()));
                    }
                    self.names.add(&name, of, Kind::Variable);
                }
            }
        }
        if let Some((_, name)) = shapes.declares.iter().find(|(own, _)| *own == kind)
            && self.is_seen_outside()
            && let Some(name) = part(node, name).and_then(|name| self.path_of(name))
        {
            self.code.trade.made.push(name);
        }
        if let Some((_, name, of)) = shapes.typed.iter().find(|(own, ..)| *own == kind)
            && let Some(of) = part(node, of).and_then(|of| self.path_of(of))
            && let Some(name) = part(node, name).and_then(|name| self.path_of(name))
        {
            self.names.add(&name, of, Kind::Variable);
        }
        if shapes.may_spell(node) && node.start_byte() >= self.passed && !self.parts.remove(&node.id()) {
            let mut made_of = Vec::new();
            let text = shapes.text(node, self.text, &mut made_of);
            // Sums that are no texts are not looked at again either, or each would be as often as it is deep.
            self.parts.extend(made_of.into_iter().filter(|id| *id != node.id()));
            if let Some(text) = text {
                let holder = self.take_holder(node.start_byte());
                self.spelled(Literal { text, holder, line: line(node) });
            }
        }
    }

    /// Where the walk is now, as far as names are concerned.
    fn enter(&mut self, node: Node) {
        let start = node.start_byte();
        while self.within.last().is_some_and(|(end, _)| *end <= start) {
            self.within.pop();
        }
        self.names.scope = if start < self.inner_until {
            Scope::Inner
        } else if self.within.is_empty() {
            Scope::File
        } else {
            let names = self.within.iter().map(|(_, name)| format!("{name}{}", self.shapes.separator));
            Scope::Module(names.collect())
        };
        if self.shapes.scopes.contains(&node.kind()) {
            self.inner_until = self.inner_until.max(node.end_byte());
        }
    }

    pub(super) fn is_seen_outside(&self) -> bool {
        matches!(self.names.scope, Scope::File)
    }

    fn take_call(&mut self, node: Node, of: &str, arguments: &str) {
        let Some(callee) = part(node, of) else { return };
        let Some(name) = self.shapes.path(callee, self.text) else { return };
        let name = match name.rsplit_once('.') {
            Some((of, own)) if self.shapes.methods.contains(&node.kind()) => format!("{of}->{own}"),
            Some(_) | None => name,
        };
        let arguments = part(node, arguments);
        // The line of the last name.
        let line = match arguments {
            Some(arguments) if callee == node => arguments.start_position().row + 1,
            Some(_) | None => callee.end_position().row + 1,
        };
        let first = arguments.and_then(|all| part(all, "")).map(|first| self.shapes.unwrapped(first));
        let callee =
            if name.contains('.') { self.shapes.callee(callee, self.text) } else { Callee::Function };
        self.call_of(name, line, first, callee);
        self.take_handed_on(arguments);
    }

    /// Functions that are given to a call.
    fn take_handed_on(&mut self, arguments: Option<Node>) {
        let Some(arguments) = arguments else { return };
        let mut cursor = arguments.walk();
        for argument in arguments.named_children(&mut cursor) {
            let value = self.shapes.unwrapped(argument);
            if self.shapes.names_only(value)
                && let Some(name) = self.path_of(value)
                // In Go a capital only says that others may use it, and no class is a value.
                && (value.kind() == "selector_expression" || !names_class(&name))
            {
                // A path of Rust is no variable.
                let is_path = value.kind() == "scoped_identifier";
                let callee = if is_path { Callee::Function } else { Callee::HandedOn };
                self.called(Found { name, line: line(value), callee, ..Found::default() });
            }
        }
    }

    /// What a call calls, by one of the names that what is written stands for; `None` if it is none.
    fn callee(&self, written: &Found, name: &str, imports: &HashSet<String>) -> Option<Callee> {
        let Some((of, own)) = name.rsplit_once('.') else {
            let is_own = |bound: &HashSet<String>| !bound.contains(name) && !self.names.knows(name);
            return match written.callee {
                Callee::HandedOn => self.bound.as_ref().is_some_and(is_own).then_some(Callee::HandedOn),
                Callee::Function | Callee::Method => Some(Callee::Function),
            };
        };
        let is_module = self.modules.contains(of) || BUILT_IN.contains(&of);
        let is_imported = is_module || imports.contains(of);
        // In Python nothing but its name says that a class is made.
        let is_class = self.bound.is_some() && names_class(own);
        match written.callee {
            Callee::Method if is_module || is_class => Some(Callee::Function),
            // `e = model.eval`
            Callee::Function if self.names.is_variable(&written.name) => {
                Some(if is_imported || is_class { Callee::Function } else { Callee::Method })
            }
            Callee::HandedOn => is_imported.then_some(Callee::HandedOn),
            Callee::Method | Callee::Function => Some(written.callee),
        }
    }

    /// Names, each with its value; those of lists one by one.
    fn pairs<'n>(&self, node: Node<'n>, name: &str, value: &str) -> Vec<(Node<'n>, Node<'n>)> {
        let each = |node: Node<'n>| -> Vec<Node<'n>> {
            if !self.shapes.lists.contains(&node.kind()) {
                return vec![node];
            }
            let mut cursor = node.walk();
            node.named_children(&mut cursor).filter(|one| !one.is_extra()).collect()
        };
        let mut cursor = node.walk();
        let mut names: Vec<Node> =
            node.children_by_field_name(name, &mut cursor).filter(Node::is_named).collect();
        if names.is_empty() {
            names.extend(part(node, name));
        }
        let names = names.into_iter().flat_map(each);
        let values = part(node, value).into_iter().flat_map(each);
        names.zip(values).filter(|(name, value)| name != value).collect()
    }

    fn hold(&mut self, name: Node, value: Node) {
        let Some(holder) = self.shapes.key(name, self.text) else { return };
        for value in self.shapes.choices(value) {
            self.hold_one(&holder, value);
        }
    }

    fn hold_one(&mut self, holder: &str, value: Node) {
        if self.shapes.tables.contains(&value.kind()) {
            let mut cursor = value.walk();
            for entry in value.named_children(&mut cursor) {
                let parts = self.shapes.held.iter().find(|(own, ..)| *own == entry.kind());
                let Some((_, key, value)) = parts else { continue };
                let key = part(entry, key).and_then(|key| self.shapes.key(key, self.text));
                if key.as_deref() == Some("S")
                    && let Some(value) = part(entry, value)
                {
                    for value in self.shapes.choices(value) {
                        self.holders.insert(value.start_byte(), holder.to_owned());
                    }
                }
            }
        }
        // What a table said of its entries stands.
        self.holders.entry(value.start_byte()).or_insert_with(|| holder.to_owned());
    }

    /// Everything by the names that others know; `None` if it is too much.
    pub(super) fn resolved(mut self) -> Option<Code> {
        let imports: HashSet<String> =
            self.code.imports.iter().map(|found| found.name.replace(self.shapes.separator, ".")).collect();
        for call in std::mem::take(&mut self.code.calls) {
            // What marks a variable of PHP stands before a name and nowhere else.
            let plain = |name: &String| {
                let name = name.trim_start_matches('.');
                name.strip_prefix('$').unwrap_or(name).replace(".$", ".").replace("->$", "->")
            };
            let of = call.of.as_ref().map(|of| self.names.resolved(of)).unwrap_or_default();
            let of = of.iter().take(MAX_OF).map(|of| Some(plain(of).replace('.', self.shapes.separator)));
            let of: Vec<Option<String>> = if of.len() == 0 { vec![None] } else { of.collect() };
            // A variable is known as one.
            let own = |name: &String| match name.strip_prefix('$') {
                Some(_) => format!("${}", plain(name)),
                None => plain(name),
            };
            for name in self.names.resolved(&call.name).iter().map(own) {
                let Some(callee) = self.callee(&call, &name, &imports) else { continue };
                for of in &of {
                    let (name, argument, of) = (name.clone(), call.argument.clone(), of.clone());
                    self.called(Found { name, line: call.line, argument, of, callee, ..Found::default() });
                }
            }
        }
        for found in std::mem::take(&mut self.code.replaced) {
            let of = found.of.map(|of| self.names.resolved(&of)).unwrap_or_default();
            for name in self.names.resolved(&found.name) {
                for of in of.iter().take(MAX_OF) {
                    self.replaced(name.clone(), of.clone(), found.line);
                }
            }
        }
        let known: HashSet<String> = self.code.imports.iter().map(|found| found.name.clone()).collect();
        for ((path, by), line) in std::mem::take(&mut self.used) {
            let is_known = path.split('.').next().is_some_and(|first| self.names.knows(first));
            let paths = match by {
                Use::Whole if !is_known => vec![path],
                Use::Part if is_known => self.names.resolved(&path),
                // What the file makes itself is its own.
                Use::Bare if !is_known && !self.code.trade.made.contains(&path) => {
                    self.names.by_everything(&path)
                }
                Use::Whole | Use::Part | Use::Bare => continue,
            };
            for path in paths {
                let separator = self.shapes.separator;
                // Those of Python are relative by their dots.
                let path = match separator {
                    "." => path,
                    _ => path.trim_start_matches('.').replace('.', separator),
                };
                let of = match by {
                    Use::Whole => None,
                    Use::Part => nearest(&path, &known, separator),
                    Use::Bare => {
                        let everything =
                            path.rsplit_once(separator).map(|(of, _)| format!("{of}{separator}*"));
                        let everything = everything.filter(|name| known.contains(name));
                        everything.or_else(|| nearest(&path, &known, separator))
                    }
                };
                // A variable is known by its own name as well, which is no module.
                if known.contains(&path) || (by == Use::Part && of.is_none()) {
                    continue;
                }
                self.import(path, line);
                if let Some(found) = self.code.imports.last_mut().filter(|_| !self.overflows) {
                    found.of = of;
                }
            }
        }
        self.code.trade.handed = self.handed();
        self.code.trade.free = self.free();
        (!self.overflows).then_some(self.code)
    }

    /// What they get of what nothing in the file makes: `log = print`.
    fn free(&self) -> Vec<Free> {
        let first = |path: &str| path.split('.').next().unwrap_or_default().to_owned();
        let is_known = |name: &String| self.names.knows(name) || self.code.trade.made.contains(name);
        let free = self.renamed.iter().filter(|(_, path)| !is_known(&first(path)));
        free.map(|(name, path)| Free { name: name.clone(), within: Vec::new(), path: path.clone() }).collect()
    }

    /// What those that import the file get of what it has imported itself.
    fn handed(&self) -> Vec<Handed> {
        let known = |path: &str| {
            path.split('.').next().is_some_and(|first| first == "crate" || self.names.knows(first))
        };
        let renamed = self.renamed.iter().filter(|(_, path)| known(path));
        let renamed = renamed.flat_map(|(name, path)| {
            self.names.resolved(path).into_iter().map(move |path| (Some(name.as_str()), path))
        });
        // A path of Rust may begin with the name of another import.
        let imported = self.names.handed().flat_map(|(name, path)| {
            let is_relative = self.shapes.separator == "::" && name != path.split('.').next() && known(path);
            let paths = if is_relative { self.names.resolved(path) } else { vec![path.to_owned()] };
            paths.into_iter().map(move |path| (name, path))
        });
        let mut handed: Vec<Handed> = imported
            .chain(renamed)
            .map(|(name, path)| Handed {
                name: name.map(str::to_owned),
                part: Part { module: path.replace('.', self.shapes.separator), name: None },
            })
            .collect();
        handed.sort_by(|one, other| (&one.name, &one.part.module).cmp(&(&other.name, &other.part.module)));
        handed
    }
}

/// The longest import that a path is a part of.
fn nearest(path: &str, imports: &HashSet<String>, separator: &str) -> Option<String> {
    let mut stem = path;
    while let Some((shorter, _)) = stem.rsplit_once(separator) {
        if imports.contains(shorter) {
            return Some(shorter.to_owned());
        }
        stem = shorter;
    }
    None
}

pub(super) fn line(node: Node) -> usize {
    node.start_position().row + 1
}
