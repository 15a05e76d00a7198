//! What a file imports by way of others that only hand it on: `export … from`, the imports of an `__init__.py`, `pub use`.
//! It is followed by name to the module that makes it, as far as that lies in the workspace.

use std::collections::{HashMap, HashSet};
use std::iter;
use std::rc::Rc;

use hookward_effects::normalise;

use super::aliases::seen_from;
use super::below;
use super::modules::{Modules, Place, crate_name, python_module, python_root};
use super::ways::{may_hand_on, may_have};
use crate::rule::Case;
use crate::syntax::{
    Callee, Code, Found, Free, Handed, Language, Maker, Naming, Part, Taken, module_path, names_method, read,
};

/// How far it is followed from file to file, and how many files are read for one. What lies behind that is unseen.
pub(super) const MAX_DEPTH: usize = 64;
pub(super) const MAX_FILES: usize = 500;

const TOO_MANY: &str = "too many files hand it on";

/// What a file imports and calls, also by way of others.
#[derive(Default)]
pub(super) struct Followed {
    pub(super) code: Code,
    /// A file on the way, and why nobody can tell what it hands on.
    pub(super) unseen: Option<(String, &'static str)>,
}

/// The code, with what it imports and calls by way of others said, too.
pub(super) fn with_re_exports(case: &Case, modules: &Modules, file: &str, mut code: Code) -> Followed {
    let mut starts = starts(file, &code);
    // However often it is used, it is imported once.
    let mut known = HashSet::new();
    starts.retain(|start| known.insert(start.part.clone()));
    if starts.is_empty() {
        return Followed { code, unseen: None };
    }
    let mut follower = Follower {
        case,
        file,
        modules,
        read: HashMap::new(),
        seen: HashSet::new(),
        unseen: None,
        language: Language::of(file),
    };
    for start in starts {
        follower.seen.clear();
        let mut steps = Vec::new();
        follower.follow(file, &start.part, 0, &mut steps);
        for step in steps {
            for name in &step.names {
                let of = Some(start.part.module.clone());
                let (name, naming) = (name.clone(), Naming::Resolved);
                code.imports.push(Found { name, line: start.line, of, naming, ..Found::default() });
            }
            if !start.called.is_empty() {
                let from = iter::once(start.called.as_str()).chain(step.within.iter().map(String::as_str));
                let from = from.collect::<Vec<_>>().join(".");
                let calls: Vec<Found> =
                    code.calls.iter().filter_map(|call| renamed(call, &from, &step)).collect();
                code.calls.extend(calls);
            }
        }
    }
    Followed { code, unseen: follower.unseen }
}

/// What a file takes from others. Where imports are whole paths, they say it.
fn starts(file: &str, code: &Code) -> Vec<Taken> {
    match Language::of(file) {
        Some(Language::JavaScript) => code.trade.taken.clone(),
        Some(language @ (Language::Python | Language::Rust)) => {
            let taken = code.imports.iter().map(|import| Taken {
                part: Part { module: import.name.clone(), name: None },
                called: dotted(&import.name),
                line: import.line,
            });
            // Of what is imported without a name, only its use tells it.
            let unnamed = code.trade.handed.iter().filter(|handed| handed.name.is_none());
            let unnamed: Vec<String> = unnamed.map(|handed| dotted(&handed.part.module)).collect();
            let is_of = |call: &&Found| unnamed.iter().any(|of| is_part(&call.name, of));
            let separator = if language == Language::Rust { "::" } else { "." };
            let used = code.calls.iter().filter(is_of).map(|call| Taken {
                part: Part { module: call.name.replace('.', separator), name: None },
                called: call.name.clone(),
                line: call.line,
            });
            taken.chain(used).collect()
        }
        Some(Language::Go | Language::Java | Language::Kotlin | Language::Php) | None => Vec::new(),
    }
}

/// As calls name it.
fn dotted(module: &str) -> String {
    module.trim_start_matches('.').replace("::", ".")
}

fn is_part(name: &str, of: &str) -> bool {
    name.strip_prefix(of).is_some_and(|rest| rest.starts_with('.'))
}

/// A call by the name that what it calls has where it is made.
fn renamed(call: &Found, from: &str, step: &Step) -> Option<Found> {
    let rest = call.name.strip_prefix(from)?;
    let is_it = rest.is_empty() || rest.starts_with(['.', '-']);
    let name = if step.called.is_empty() { call.name.clone() } else { format!("{}{rest}", step.called) };
    let (maker, callee) = match &step.made {
        Made::Here => (call.maker.clone(), call.callee),
        Made::By(part) => (Maker::Module(format!("{part}{rest}")), call.callee),
        // It is a method of what it belongs to, whatever it was called here.
        Made::Nowhere if names_method(&name) => (Maker::Unknown, Callee::Method),
        Made::Nowhere => (Maker::Unknown, call.callee),
    };
    let new = Found { name, maker, callee, ..call.clone() };
    is_it.then_some(new).filter(|new| (&new.name, &new.maker) != (&call.name, &call.maker))
}

/// What a name in a file stands for.
fn behind(handed: &Handed, place: &Place) -> Part {
    let Part { module, name } = handed.part.clone();
    Part { module: format!("{module}{}", place.rest), name }
}

/// What a path stands for that leads into a module within a file: `prelude::Db`.
fn within(all: &[Handed], place: &Place) -> Option<Part> {
    let whole = format!("{}{}", place.name.as_deref()?, place.rest);
    let (module, last) = whole.rsplit_once("::")?;
    let is_it = |handed: &&Handed, name: &str| handed.name.as_deref() == Some(name);
    let everything = format!("{module}::*");
    let named = all.iter().find(|handed| is_it(handed, &whole)).map(|handed| handed.part.clone());
    named.or_else(|| {
        let all = all.iter().find(|handed| is_it(handed, &everything))?;
        Some(Part { module: format!("{}::{last}", all.part.module), name: None })
    })
}

/// A module on the way.
struct Step {
    /// All that it may be called, seen from where the way begins.
    names: Vec<String>,
    /// Where in what is taken it lies, by the names on the way there.
    within: Vec<String>,
    /// How calls of it begin; nothing if they go by their own names.
    called: String,
    made: Made,
}

/// What makes something, as calls are known by that.
enum Made {
    /// What its name says.
    Here,
    /// A module: which part of which.
    By(String),
    /// No module: it is of the language itself, or of the page.
    Nowhere,
}

impl Step {
    /// What no module makes is at the end of its way.
    fn of(free: &Free) -> Self {
        let (within, called) = (free.within.clone(), free.path.clone());
        Self { names: Vec::new(), within, called, made: Made::Nowhere }
    }
}

/// Where a way ends.
enum End {
    /// In a file of the workspace that makes it.
    Made,
    /// In one that has nothing of that name.
    Missing,
    /// Outside of the workspace, where nobody looks.
    Outside,
}

struct Follower<'c, 'a> {
    case: &'c Case<'a>,
    /// Where all ways begin.
    file: &'c str,
    language: Option<Language>,
    modules: &'c Modules<'c, 'a>,
    read: HashMap<String, Result<Rc<Code>, &'static str>>,
    /// Where the present way has been.
    seen: HashSet<(String, Option<String>)>,
    /// The first file of any way that could not be looked into.
    unseen: Option<(String, &'static str)>,
}

impl Follower<'_, '_> {
    /// Goes from what a file speaks of to where it is made, and notes every module on the way behind the first.
    fn follow(&mut self, from: &str, part: &Part, depth: usize, steps: &mut Vec<Step>) -> End {
        let Some(place) = self.modules.place(from, part) else { return End::Outside };
        let Some(name) = &place.name else {
            // All of a module: whatever it hands on. Paths that end with a module mean the module.
            if self.language == Some(Language::JavaScript) {
                self.everything(&place, depth, steps);
            }
            return End::Made;
        };
        if self.is_far(&place, depth) || !self.seen.insert((place.file.clone(), Some(name.clone()))) {
            return End::Missing;
        }
        let Some(code) = self.code(&place.file, Some(name)) else { return End::Missing };
        let (named, all): (Vec<&Handed>, Vec<&Handed>) =
            code.trade.handed.iter().partition(|handed| handed.name.is_some());
        let named: Vec<&Handed> =
            named.into_iter().filter(|handed| handed.name.as_ref() == Some(name)).collect();
        if named.is_empty()
            && let Some(next) = within(&code.trade.handed, &place)
        {
            self.note(&place.file, &next, steps);
            self.follow(&place.file, &next, depth + 1, steps);
            return End::Made;
        }
        let mut free = code.trade.free.iter().filter(|free| free.name == *name).peekable();
        if named.is_empty() && free.peek().is_some() {
            steps.extend(free.map(Step::of));
            return End::Made;
        }
        if named.is_empty() && code.trade.made.contains(name) {
            return End::Made;
        }
        for handed in &named {
            let next = behind(handed, &place);
            self.note(&place.file, &next, steps);
            self.follow(&place.file, &next, depth + 1, steps);
        }
        if !named.is_empty() {
            return End::Made;
        }
        // Of what is handed on without a name, only what has one like it.
        let mut outside = Vec::new();
        let unseen = self.unseen.clone();
        for handed in all.into_iter().filter(|_| name != "default") {
            let next = self.behind_all(handed, name, &place);
            let mut more = Vec::new();
            match self.follow(&place.file, &next, depth + 1, &mut more) {
                End::Made => {
                    // It is here, whatever others may have had.
                    self.unseen = unseen;
                    self.note(&place.file, &next, steps);
                    steps.extend(more);
                    return End::Made;
                }
                End::Missing => {}
                End::Outside => outside.push(next),
            }
        }
        for next in &outside {
            self.note(&place.file, next, steps);
        }
        if outside.is_empty() { End::Missing } else { End::Made }
    }

    /// Whatever a module hands on.
    fn everything(&mut self, place: &Place, depth: usize, steps: &mut Vec<Step>) {
        if self.is_far(place, depth) || !self.seen.insert((place.file.clone(), None)) {
            return;
        }
        let Some(code) = self.code(&place.file, None) else { return };
        for handed in &code.trade.handed {
            let next = handed.part.clone();
            self.note(&place.file, &next, steps);
            self.follow(&place.file, &next, depth + 1, steps);
        }
    }

    fn is_far(&mut self, place: &Place, depth: usize) -> bool {
        let is_far = depth >= MAX_DEPTH;
        if is_far {
            self.unseen.get_or_insert_with(|| (place.file.clone(), TOO_MANY));
        }
        is_far
    }

    /// What it stands for if it comes with everything of a module.
    fn behind_all(&self, handed: &Handed, name: &str, place: &Place) -> Part {
        let module = &handed.part.module;
        let separator = match self.language {
            Some(Language::Rust) => "::",
            Some(Language::Python) if !module.ends_with('.') => ".",
            Some(Language::JavaScript) => {
                return Part { module: module.clone(), name: Some(name.to_owned()) };
            }
            Some(_) | None => "",
        };
        Part { module: format!("{module}{separator}{name}{}", place.rest), name: None }
    }

    fn note(&self, at: &str, part: &Part, steps: &mut Vec<Step>) {
        let names = self.names(at, part);
        let called = match (self.language, &part.name) {
            (Some(Language::JavaScript), Some(name)) if name != "default" => name.clone(),
            (Some(Language::JavaScript), _) => String::new(),
            _ => names.first().map(|name| dotted(name)).unwrap_or_default(),
        };
        let is_script = self.language == Some(Language::JavaScript);
        let whole = is_script.then(|| module_path(&part.module));
        let part = whole.map(|module| match part.name.as_deref().filter(|name| *name != "default") {
            Some(name) => format!("{module}.{name}"),
            None => module,
        });
        let made = part.map_or(Made::Here, Made::By);
        steps.push(Step { names, within: Vec::new(), called, made });
    }

    /// A module that a file on the way speaks of, as the first would name it.
    fn names(&self, at: &str, part: &Part) -> Vec<String> {
        let module = part.module.as_str();
        let directory = at.rsplit_once('/').map_or("", |(directory, _)| directory);
        match self.language {
            Some(Language::JavaScript) if module.starts_with('.') => {
                let path = normalise(module, directory);
                let mut names = vec![seen_from(self.case, self.file, &path)];
                names.extend(self.modules.names(self.file, &path));
                names
            }
            Some(Language::Python) if module.starts_with('.') => {
                let plain = module.trim_start_matches('.');
                let up = module.len() - plain.len();
                let base = normalise(&"../".repeat(up - 1), directory);
                let path = format!("{base}/{}", plain.replace('.', "/"));
                let root = python_root(self.modules, python_module(at));
                let inner = path.strip_prefix(root).unwrap_or(&path).trim_matches('/').replace('/', ".");
                vec![inner, seen_from(self.case, self.file, &path)]
            }
            Some(Language::Rust) => {
                // The root of another crate is called by that crate's name.
                let of = crate_name(self.modules, at)
                    .filter(|of| crate_name(self.modules, self.file).as_ref() != Some(of));
                let inner = module.strip_prefix("crate::").zip(of);
                let own = inner.map_or_else(|| module.to_owned(), |(rest, of)| format!("{of}::{rest}"));
                self.with_paths(at, module, own)
            }
            Some(_) | None => self.with_paths(at, module, module.to_owned()),
        }
    }

    /// A name, and the paths that a module stands for in a file on the way.
    fn with_paths(&self, at: &str, module: &str, name: String) -> Vec<String> {
        let paths = self.modules.paths(at, module);
        let others = paths.iter().flat_map(|path| self.modules.names(self.file, path));
        let paths = paths.iter().map(|path| seen_from(self.case, self.file, path));
        [name].into_iter().chain(paths).chain(others).collect()
    }

    /// What a file says, if it may have that name at all; without one, if it may hand anything on.
    fn code(&mut self, file: &str, name: Option<&str>) -> Option<Rc<Code>> {
        if !self.read.contains_key(file) {
            let text = self.modules.text(file)?;
            let language = Language::of(file)?;
            let hands_on = || may_hand_on(language, &text);
            if !name.map_or_else(hands_on, |name| may_have(language, &text, name)) {
                return None;
            }
            let is_one_more = self.read.len() < MAX_FILES;
            let code = if is_one_more { read(below(self.case, file), &text) } else { Err(TOO_MANY) };
            self.read.insert(file.to_owned(), code.map(Rc::new));
        }
        match self.read.get(file)? {
            Ok(code) => Some(Rc::clone(code)),
            Err(why) => {
                self.unseen.get_or_insert_with(|| (file.to_owned(), why));
                None
            }
        }
    }
}
