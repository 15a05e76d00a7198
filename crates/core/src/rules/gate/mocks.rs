//! What test code replaces: by which calls of which libraries, and whether that is the project's own.

use super::own_code::OwnCode;
use crate::policy::{Trait, calls};
use crate::syntax::{Code, Found, Language};

/// Calls that replace the module that they are given.
const REPLACES: &[&str] = &[
    "jest.mock",
    "jest.doMock",
    "jest.setMock",
    "jest.unstable_mockModule",
    "jest.createMockFromModule",
    "jest.genMockFromModule",
    "jest.requireMock",
    "vi.importMock",
    "vi.mock",
    "vi.doMock",
    "vitest.mock",
    "mock.module",
    "td.replace",
    "td.replaceEsm",
    "proxyquire",
    "proxyquire.load",
    "esmock",
    "rewiremock",
];

/// Calls that replace a part of the thing that they are given.
const CHANGES: &[&str] = &[
    "jest.spyOn",
    "jest.mocked",
    "jest.replaceProperty",
    "vi.spyOn",
    "vi.mocked",
    "sinon.stub",
    "sinon.mock",
    "sinon.replace",
    "sinon.createStubInstance",
    "sandbox.stub",
    "createSandbox.stub",
    "createSandbox.mock",
    "createSandbox.replace",
    "mock.method",
    "td.replace",
    "extended.mock",
    "extended.mockDeep",
];

/// What libraries export, by how their documents call it: however a file has loaded it, it is that.
const LIBRARIES: &[(&str, &str)] = &[
    ("vitest.", ""),
    ("@jest.globals.", ""),
    ("node:test.", ""),
    ("testdouble.", "td."),
    ("vitest-mock-extended.", "extended."),
    ("jest-mock-extended.", "extended."),
    ("sinon.createSandbox.", "sinon."),
    ("sinon.sandbox.create.", "sinon."),
    ("sinon.", "sinon."),
];

/// Methods that only a mock has, and that make a thing one: `cart.total.mockReturnValue(1)`.
const METHODS: &[&str] = &[
    "mockImplementation",
    "mockImplementationOnce",
    "mockReturnValue",
    "mockReturnValueOnce",
    "mockReturnThis",
    "mockResolvedValue",
    "mockResolvedValueOnce",
    "mockRejectedValue",
    "mockRejectedValueOnce",
];

/// Calls that make a mock of nothing; what it is put in the place of is mocked.
const FACTORIES: &[&str] =
    &["jest.fn", "vi.fn", "mock.fn", "sinon.stub", "sinon.fake", "sinon.spy", "td.func", "Mocked"];

/// The same of Python.
const FACTORIES_OF_PYTHON: &[&str] =
    &["MagicMock", "Mock", "AsyncMock", "PropertyMock", "NonCallableMock", "NonCallableMagicMock"];

/// Parts of a path by which a module is there for tests: a mock that comes from one is made there, of whatever.
const FOR_TESTS: &[&str] = &["mock", "test", "fixture", "stub", "fake", "helper", "setup"];

/// Calls of Python that replace what a path names.
const PATCHES: &[&str] = &["patch", "mock.patch", "mocker.patch", "monkeypatch.setattr", "patch.dict"];

/// Calls of Python that replace a part of the thing that they are given.
const REPLACES_PARTS: &[&str] =
    &["patch.object", "patch.multiple", "monkeypatch.setattr", "create_autospec", "mocker.spy"];

/// Calls of Java and Kotlin that stand in for the class that they are given.
const MOCKS_OF_JAVA: &[&str] = &[
    "mock",
    "spy",
    "mockStatic",
    "mockConstruction",
    "mockk",
    "spyk",
    "mockkObject",
    "mockkClass",
    "mockkStatic",
    "createMock",
    "createNiceMock",
    "createStrictMock",
];

/// Calls of PHP that stand in for the class that they are given.
const MOCKS_OF_PHP: &[&str] = &[
    "createMock",
    "createStub",
    "createPartialMock",
    "createConfiguredMock",
    "getMockBuilder",
    "getMockForAbstractClass",
    "prophesize",
    "mock",
    "partialMock",
    "spy",
];

/// Whether a file can mock anything at all, by its letters.
pub(super) fn may_mock(path: &str, text: &str) -> bool {
    let words: &[&str] = match Language::of(path) {
        Some(Language::JavaScript) => {
            &["mock", "Mock", "spy", "stub", "replace", "proxyquire", "rewire", "fn", "fake", "Stub", "\\"]
        }
        // A name that is picked by a text may be put together.
        Some(Language::Python) => &["patch", "Mock", "setattr", "autospec", "spy", "getattr"],
        Some(Language::Go) => &["mock", "testify"],
        Some(Language::Java | Language::Kotlin) => &["mock", "Mock", "spy", "Spy", "\\u"],
        // Any text may be called there.
        Some(Language::Php) => {
            let may_call = |name: &&str| Trait::Call((*name).to_owned()).may_be_in(text, path);
            return MOCKS_OF_PHP.iter().any(may_call);
        }
        Some(Language::Rust) | None => return false,
    };
    words.iter().any(|word| text.contains(word))
}

/// The project's own things that code replaces, each with its line.
pub(super) fn mocked(own_code: &OwnCode, path: &str, code: &Code) -> Vec<(String, usize)> {
    let own = |found: &Found| {
        let known_as = spelled(found);
        let named = |names: &[&str]| names.iter().any(|name| known_as.iter().any(|own| own == name));
        let module = match Language::of(path)? {
            Language::JavaScript if named(REPLACES) && found.argument.is_some() => {
                found.argument.as_ref().filter(|module| own_code.has_module(module))
            }
            Language::JavaScript if named(CHANGES) => {
                found.of.as_ref().filter(|module| own_code.has_module(module))
            }
            Language::JavaScript
                if found.name.rsplit('.').next().is_some_and(|own| METHODS.contains(&own)) =>
            {
                let made_for_tests = |module: &&String| FOR_TESTS.iter().any(|part| module.contains(part));
                let module = found.through.as_ref().map(|through| &through.module);
                let module = module.filter(|module| !made_for_tests(module));
                module.filter(|module| own_code.has_module(module))
            }
            Language::Python
                if found.argument.is_some() && PATCHES.iter().any(|name| calls(name, &found.name)) =>
            {
                found.argument.as_ref().filter(|target| own_code.has_path(target))
            }
            Language::Python if REPLACES_PARTS.iter().any(|name| calls(name, &found.name)) => {
                let target = found.argument.as_ref().filter(|text| text.contains('.')).or(found.of.as_ref());
                target.filter(|target| own_code.has_path(target))
            }
            Language::Java | Language::Kotlin
                if MOCKS_OF_JAVA.iter().any(|name| calls(name, &found.name)) =>
            {
                found.of.as_ref().filter(|class| own_code.has_class(class))
            }
            Language::Php if MOCKS_OF_PHP.iter().any(|name| calls(name, &found.name)) => {
                let class = found.of.as_ref().or(found.argument.as_ref());
                class.filter(|class| own_code.has_php(class))
            }
            Language::JavaScript
            | Language::Python
            | Language::Go
            | Language::Rust
            | Language::Java
            | Language::Kotlin
            | Language::Php => None,
        };
        Some((module?.clone(), found.line))
    };
    let replaced = |found: &Found| {
        let of = match Language::of(path)? {
            Language::JavaScript if spelled(found).iter().any(|own| FACTORIES.contains(&own.as_str())) => {
                found.of.as_ref().filter(|module| own_code.has_module(module))
            }
            Language::Python if FACTORIES_OF_PYTHON.iter().any(|name| calls(name, &found.name)) => {
                found.of.as_ref().filter(|target| own_code.has_path(target))
            }
            Language::JavaScript
            | Language::Python
            | Language::Go
            | Language::Rust
            | Language::Java
            | Language::Kotlin
            | Language::Php => None,
        };
        Some((of?.clone(), found.line))
    };
    let is_go = Language::of(path) == Some(Language::Go);
    let is_made = |import: &Found| is_go && holds_mocks(&import.name) && own_code.has_package(&import.name);
    let gomock = code.imports.iter().filter(|import| is_generator(&import.name) || is_made(import));
    let generated = gomock.map(|import| (import.name.clone(), import.line));
    let replaced = code.replaced.iter().filter_map(replaced);
    code.calls.iter().filter_map(own).chain(replaced).chain(generated).collect()
}

/// Whether an import is what mocks are made with, and not what is mocked.
pub(super) fn is_generator(import: &str) -> bool {
    MOCKS_OF_GO.iter().any(|library| import.ends_with(library))
}

/// Whether a package of Go holds mocks that were generated, by the names that generators give it: `mocks`, `mock_cart`, `cartmock`.
fn holds_mocks(import: &str) -> bool {
    let own = import.rsplit('/').next().unwrap_or_default();
    own.starts_with("mock_") || own.starts_with("mocks_") || own.ends_with("mock") || own.ends_with("mocks")
}

/// The module that a file stands in for by where it lies: of `src/__mocks__/cart.ts`, `src/cart`.
pub(super) fn stood_in_for(path: &str) -> Option<String> {
    let (directory, rest) = path.rsplit_once(MOCKS_BESIDE).unwrap_or_else(|| {
        let rest = path.strip_prefix(MOCKS_BESIDE.trim_start_matches('/')).unwrap_or_default();
        ("", rest)
    });
    let (stem, _) = rest.rsplit_once('.').filter(|_| Language::of(path) == Some(Language::JavaScript))?;
    Some(if directory.is_empty() { stem.to_owned() } else { format!("{directory}/{stem}") })
}

/// Where jest and vitest look for what takes the place of a module beside it.
const MOCKS_BESIDE: &str = "/__mocks__/";

/// Libraries of Go that are there to make mocks.
const MOCKS_OF_GO: &[&str] = &["/gomock", "/testify/mock"];

/// The generator of mocks of Go, which a comment runs.
const MOCKGEN: &str = "mockgen";

/// What a file of Go orders to be generated: `//go:generate mockgen -source=cart.go`.
pub(super) fn ordered(path: &str, text: &str) -> Vec<(String, usize)> {
    if Language::of(path) != Some(Language::Go) {
        return Vec::new();
    }
    let orders = |line: &str| line.starts_with("//go:generate ") && line.contains(MOCKGEN);
    let lines = text.lines().zip(1..).filter(|(line, _)| orders(line));
    lines.map(|(line, number)| (line.trim_start_matches("//go:generate ").to_owned(), number)).collect()
}

/// What something of JavaScript is called: in the file, and in the documents of the library that it is of.
fn spelled(found: &Found) -> Vec<String> {
    let of_library = found.maker.module().and_then(|module| {
        LIBRARIES.iter().find_map(|(start, own)| Some(format!("{own}{}", module.strip_prefix(start)?)))
    });
    std::iter::once(found.name.clone()).chain(of_library).collect()
}
