//! What Python's own runner says of tests that fail, and that of Django with it: `FAIL: test_a (tests.test_cart.CartTest.test_a)`,
//! with a traceback below. Before Python 3.11 the name ends with the class.

use super::is_foreign;

/// How a line begins that names a test which fails.
const HEADINGS: &[&str] = &["FAIL: ", "ERROR: "];

/// What a runner names that stands for a whole class or a whole module.
const OF_CLASS: &[&str] = &["setUpClass", "tearDownClass"];
const OF_MODULE: &[&str] = &["setUpModule", "tearDownModule"];

/// A test that fails, as it is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::evidence) struct Tested {
    /// Its module as a path: `tests/test_cart.py`, from where the run looks for modules.
    module: String,
    /// The project's own files that the traceback leads through, and the lines.
    frames: Vec<(String, usize)>,
    /// Whether there is such a module for certain, or somebody has asked for it.
    loaded: Loaded,
}

/// Whether a module was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loaded {
    /// It has run.
    Yes,
    /// It could not be loaded, maybe because it is not there.
    No,
}

impl Tested {
    /// The files that it may be in, the likeliest first.
    pub(in crate::evidence) fn files(&self) -> impl Iterator<Item = &str> {
        let frames = || self.frames.iter().map(|(file, _)| file.as_str());
        let own = move |file: &&str| super::ends_as(file, &self.module);
        let named = (self.loaded == Loaded::Yes).then_some(self.module.as_str());
        // A test may be made elsewhere, or stand in a class within another.
        let others = frames().filter(move |_| self.loaded == Loaded::Yes);
        frames().filter(own).chain(named).chain(others)
    }

    /// The files that are named for it: those, or what could not be loaded, with all on the way there.
    pub(super) fn told(&self) -> impl Iterator<Item = &str> {
        let frames = self.frames.iter().filter(|_| self.loaded == Loaded::No);
        self.files().chain(frames.map(|(file, _)| file.as_str()))
    }
}

/// The tests that an output says to fail.
pub(super) fn tested(plain: &str) -> Vec<Tested> {
    let mut found: Vec<Tested> = Vec::new();
    let mut is_open = false;
    for line in plain.lines() {
        if let Some(own) = headed(line) {
            found.push(own);
            is_open = true;
        } else if line.starts_with("======") || line.starts_with("Ran ") {
            is_open = false;
        } else if let Some(last) = found.last_mut().filter(|_| is_open) {
            last.frames.extend(frame(line));
        }
    }
    found
}

/// `FAIL: test_a (tests.test_cart.CartTest.test_a) (i=1)`
fn headed(line: &str) -> Option<Tested> {
    let rest = HEADINGS.iter().find_map(|sign| line.strip_prefix(sign))?;
    let (name, rest) = rest.split_once(" (")?;
    let (dotted, _) = rest.split_once(')')?;
    if !is_dotted(name) || !is_dotted(dotted) {
        return None;
    }
    // What could not be loaded is a test of the runner's own, called like that.
    let (module, loaded) = if dotted.starts_with("unittest.") {
        (name, Loaded::No)
    } else if OF_MODULE.contains(&name) {
        (dotted, Loaded::Yes)
    } else {
        let class = match dotted.rsplit_once('.') {
            Some((class, last)) if last == name && !OF_CLASS.contains(&name) => class,
            Some(_) | None => dotted,
        };
        (class.rsplit_once('.')?.0, Loaded::Yes)
    };
    Some(Tested { module: format!("{}.py", module.replace('.', "/")), frames: Vec::new(), loaded })
}

/// `  File "/w/tests/test_cart.py", line 8, in test_a`
fn frame(line: &str) -> Option<(String, usize)> {
    let (path, rest) = line.trim_start().strip_prefix("File \"")?.split_once("\", line ")?;
    let number = rest.split(',').next()?.trim().parse().ok()?;
    (!is_foreign(path)).then(|| (path.to_owned(), number))
}

/// Whether a text is a name of Python, or several with dots between them.
pub(in crate::evidence) fn is_dotted(text: &str) -> bool {
    let is_name = |part: &str| {
        !part.is_empty() && part.chars().all(|letter| letter.is_alphanumeric() || "_<>".contains(letter))
    };
    text.split('.').all(is_name)
}
