//! Compiles `knowledge/*.toml` into one text and a table of offsets. Numbers need no relocation when the program
//! starts, and a lookup reads only the entry that it asks for. What is wrong in the data fails the build.

#![allow(clippy::print_stdout, reason = "a build script speaks to cargo on standard output")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

use serde::Deserialize;

#[path = "src/knowledge/words.rs"]
#[allow(dead_code, unreachable_pub, reason = "the program uses the rest")]
mod words;

use words::{Carries, DeedWord, Language, Role, Style};

fn main() -> io::Result<()> {
    let folder = Path::new("knowledge");
    println!("cargo::rerun-if-changed=knowledge");
    println!("cargo::rerun-if-changed=projects.toml");
    println!("cargo::rerun-if-changed=src/knowledge/words.rs");
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            files.push((name, fs::read_to_string(&path)?));
        }
    }
    files.sort();
    match compile(&files) {
        Ok(Compiled { text, index }) => {
            let out = env::var_os("OUT_DIR").unwrap_or_default();
            fs::write(Path::new(&out).join("knowledge.txt"), text)?;
            fs::write(Path::new(&out).join("index.rs"), index)?;
            match projects(&fs::read_to_string("projects.toml")?) {
                Ok(Compiled { text, index }) => {
                    fs::write(Path::new(&out).join("projects.txt"), text)?;
                    fs::write(Path::new(&out).join("projects.rs"), index)?;
                }
                Err(reason) => println!("cargo::error=projects.toml: {reason}"),
            }
        }
        Err(reason) => {
            for line in reason.lines() {
                println!("cargo::error={line}");
            }
        }
    }
    Ok(())
}

/// What programs run of the files of a project.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Projects {
    project: Vec<Project>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Project {
    programs: Vec<String>,
    with: Vec<String>,
    runs: Vec<String>,
    builds: String,
}

/// For each program a line for each of its entries: first operands, files and what is built, with tabs between them.
fn projects(text: &str) -> Result<Compiled, String> {
    let projects: Projects = toml::from_str(text).map_err(|error| error.to_string())?;
    let mut lines: BTreeMap<String, String> = BTreeMap::new();
    for project in projects.project {
        let all = [&project.programs, &project.with, &project.runs];
        if all.iter().any(|words| words.iter().any(|word| word.contains([' ', '\t', '\n']))) {
            return Err(format!("{}: a word has a blank in it", project.programs.join(" ")));
        }
        if project.programs.is_empty() || project.runs.is_empty() {
            return Err("an entry says which programs run which files".to_owned());
        }
        // An empty word stands for no operand at all.
        let with: Vec<&str> =
            project.with.iter().map(|word| if word.is_empty() { "-" } else { word.as_str() }).collect();
        let line = [with.join(" "), project.runs.join(" "), project.builds].join("\t");
        for program in project.programs {
            let own = lines.entry(program).or_default();
            own.push_str(&line);
            own.push('\n');
        }
    }
    // Programs of which the same is known share it.
    let entries: Vec<String> = lines.values().cloned().collect::<BTreeSet<String>>().into_iter().collect();
    let place = |line: &String| entries.binary_search(line).unwrap_or_default();
    let names = lines.iter().map(|(name, line)| (name.clone(), (String::new(), place(line)))).collect();
    Ok(lay_out(&names, &entries))
}

/// What the program includes.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// The names, sorted, then the entries.
    pub(crate) text: String,
    /// For each name: where it and its entry begin and end.
    pub(crate) index: String,
}

/// One file: a family of programs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// How the programs read their options, unless one says otherwise.
    style: Option<String>,
    /// What their output carries, unless one says otherwise.
    output: Option<String>,
    program: Vec<Entry>,
}

/// A program, a subcommand or a mode.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Entry {
    /// Of a program or subcommand.
    names: Vec<String>,
    /// Of a mode: it holds with one of these, and with none of the others.
    when: Vec<String>,
    unless: Vec<String>,
    style: Option<String>,
    ignore_case: bool,
    /// Whether the first word may be letters of options without a dash: `tar czf`.
    dashless: bool,
    operands: Option<Vec<String>>,
    /// The operands that it takes where none is given.
    otherwise: Option<Vec<String>>,
    options: BTreeMap<String, Vec<String>>,
    safe: Option<Safe>,
    safe_alone: Option<Vec<String>>,
    /// Words besides `--help` with which it only tells how it is used, in its subcommands, too.
    help: Option<Vec<String>>,
    output: Option<String>,
    prints: Option<String>,
    tree: Option<Vec<String>>,
    tree_delete: Option<Vec<String>>,
    creates: Option<Vec<String>>,
    run: Option<Run>,
    /// Images that begin with a program: `alpine/git=git`.
    images: Vec<String>,
    stdin: Option<String>,
    /// What it prints, as far as another program would obey it.
    says: Option<String>,
    does: Vec<Does>,
    mode: Vec<Entry>,
    sub: Vec<Entry>,
    examples: Vec<Vec<String>>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Safe {
    letters: String,
    long: Vec<String>,
    /// Globs that every operand must fit; none at all: no operands.
    operands: Option<Vec<String>>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
#[allow(clippy::struct_excessive_bools, reason = "they are keys of the file")]
struct Run {
    skip: usize,
    separator: Option<String>,
    assignments: bool,
    joined: bool,
    privileged: bool,
    elsewhere: bool,
    bare: bool,
    anew: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Does {
    deed: String,
    what: String,
    #[serde(default)]
    when: Vec<String>,
    #[serde(default)]
    unless: Vec<String>,
    /// Also in every subcommand.
    #[serde(default)]
    everywhere: bool,
}

/// What an entry is, which decides about the keys that it may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Program,
    Sub,
    Mode,
}

/// Compiles files, each a name and its text. The error says file, program and reason, one to a line.
pub(crate) fn compile(files: &[(String, String)]) -> Result<Compiled, String> {
    let mut names: BTreeMap<String, (String, usize)> = BTreeMap::new();
    let mut entries = Vec::new();
    let mut wrong = Vec::new();
    for (file, text) in files {
        let family: File = match toml::from_str(text) {
            Ok(family) => family,
            Err(error) => {
                wrong.push(format!("{file}: {error}"));
                continue;
            }
        };
        for mut program in family.program {
            let name =
                program.names.first().cloned().unwrap_or_else(|| "a program without a name".to_owned());
            program.style = program.style.or_else(|| family.style.clone());
            program.output = program.output.or_else(|| family.output.clone());
            if !has_example(&program) {
                wrong.push(format!("{file}: {name}: it has no example"));
            }
            let entry = entries.len();
            entries.push(body(&program, Kind::Program).unwrap_or_else(|reason| {
                wrong.push(format!("{file}: {name}: {reason}"));
                String::new()
            }));
            for name in program.names {
                if let Some((other, _)) = names.insert(name.clone(), (file.clone(), entry)) {
                    wrong.push(format!("{file}: {name}: it is already in {other}"));
                }
            }
        }
    }
    if wrong.is_empty() { Ok(lay_out(&names, &entries)) } else { Err(wrong.join("\n")) }
}

fn lay_out(names: &BTreeMap<String, (String, usize)>, entries: &[String]) -> Compiled {
    let mut text: String = names.keys().map(String::as_str).collect();
    let mut starts = Vec::new();
    for entry in entries {
        starts.push(text.len());
        text.push_str(entry);
    }
    starts.push(text.len());
    let mut index = String::new();
    let mut begin = 0;
    for (name, (_, entry)) in names {
        let end = begin + name.len();
        let place = |nth: usize| starts.get(nth).copied().unwrap_or_default();
        let _ = writeln!(index, "[{begin}, {end}, {}, {}],", place(*entry), place(entry + 1));
        begin = end;
    }
    // An array of numbers, not a slice: a slice would be an address to relocate.
    Compiled { text, index: format!("pub(super) static INDEX: [[u32; 4]; {}] = [\n{index}];\n", names.len()) }
}

fn has_example(entry: &Entry) -> bool {
    !entry.examples.is_empty() || entry.sub.iter().chain(&entry.mode).any(has_example)
}

/// An entry as fields: a letter for the key, the length, the values. Whatever has a length can be passed over at no
/// cost, so a reader opens nothing but what it asks for. Modes and subcommands come last.
fn body(entry: &Entry, kind: Kind) -> Result<String, String> {
    check_kind(entry, kind)?;
    let mut fields = Fields(String::new());
    if kind == Kind::Program {
        fields.list('n', &entry.names)?;
    }
    if let Some(style) = &entry.style {
        fields.code('y', Style::of_word(style).map(Style::code), "style", style)?;
    }
    for (letter, set) in [('i', entry.ignore_case), ('h', entry.dashless)] {
        if set {
            fields.list(letter, &[])?;
        }
    }
    for (role, options) in &entry.options {
        let code = Role::of_word(role).ok_or_else(|| format!("no role is called \"{role}\""))?.code();
        let is_option = |option: &String| option.starts_with(['-', '+']) && !option.ends_with('-');
        if let Some(option) = options.iter().find(|option| !is_option(option)) {
            return Err(format!("\"{option}\" is not an option: one begins with a dash"));
        }
        if options.is_empty() {
            return Err(format!("no option has the role \"{role}\": leave it out"));
        }
        fields.coded('o', code, options)?;
    }
    if let Some(roles) = &entry.operands {
        let code = |role: &String| {
            Role::of_word(role)
                .map(|role| char::from(role.code()))
                .ok_or_else(|| format!("no role is called \"{role}\""))
        };
        let codes: String = roles.iter().map(code).collect::<Result<_, _>>()?;
        fields.list('a', &[codes])?;
    }
    if let Some(safe) = &entry.safe {
        fields.list('s', &[std::slice::from_ref(&safe.letters), safe.long.as_slice()].concat())?;
        if let Some(operands) = &safe.operands {
            fields.list('S', operands)?;
        }
    }
    if let Some(output) = &entry.output {
        let carries = Carries::of_word(output).ok_or_else(|| format!("no output is called \"{output}\""))?;
        if (carries == Carries::Secret) != entry.prints.is_some() {
            return Err("\"prints\" says which secret it prints, and nothing else".to_owned());
        }
        fields.coded('u', carries.code(), entry.prints.as_slice())?;
    } else if entry.prints.is_some() {
        return Err("\"prints\" without output = \"secret\"".to_owned());
    }
    for (letter, list) in [
        ('l', &entry.safe_alone),
        ('H', &entry.help),
        ('t', &entry.tree),
        ('T', &entry.tree_delete),
        ('w', &entry.creates),
        ('e', &entry.otherwise),
    ] {
        if let Some(list) = list {
            fields.list(letter, list)?;
        }
    }
    if let Some(run) = &entry.run {
        let set = [
            (run.assignments, 'a'),
            (run.joined, 'j'),
            (run.privileged, 'p'),
            (run.elsewhere, 'e'),
            (run.bare, 'b'),
            (run.anew, 'n'),
        ];
        let letters = set.iter().filter(|(set, _)| *set).map(|(_, letter)| letter).collect();
        let separator = run.separator.clone().unwrap_or_default();
        fields.list('r', &[run.skip.to_string(), letters, separator])?;
    }
    if let Some(image) = entry.images.iter().find(|image| !image.contains('=')) {
        return Err(format!("\"{image}\" does not say which program the image begins with"));
    }
    if !entry.images.is_empty() {
        fields.list('g', &entry.images)?;
    }
    if let Some(says) = &entry.says {
        fields.list('p', std::slice::from_ref(says))?;
    }
    if let Some(stdin) = &entry.stdin {
        fields.code('c', Language::of_word(stdin).map(Language::code), "language", stdin)?;
    }
    for does in &entry.does {
        let code = DeedWord::of_word(&does.deed)
            .ok_or_else(|| format!("no deed is called \"{}\"", does.deed))?
            .code();
        let reach = if does.everywhere { "e" } else { "" };
        let words = [&[reach.to_owned(), does.what.clone()], conditions(&does.when, &does.unless).as_slice()]
            .concat();
        fields.coded('d', code, &words)?;
    }
    for mode in &entry.mode {
        let inner =
            body(mode, Kind::Mode).map_err(|reason| format!("with {}: {reason}", mode.when.join(" or ")))?;
        fields.nested('?', &conditions(&mode.when, &mode.unless), &inner)?;
    }
    let mut paths = BTreeSet::new();
    for sub in &entry.sub {
        let name = sub.names.first().cloned().unwrap_or_default();
        if let Some(path) = sub.names.iter().find(|path| path.split(' ').count() > words::LONGEST_PATH) {
            return Err(format!("{path}: no subcommand has so many words"));
        }
        if let Some(path) = sub.names.iter().find(|path| !paths.insert(path.as_str())) {
            return Err(format!("{path}: it is there twice"));
        }
        let inner = body(sub, Kind::Sub).map_err(|reason| format!("{name}: {reason}"))?;
        fields.nested('>', &sub.names, &inner)?;
    }
    Ok(fields.0)
}

fn check_kind(entry: &Entry, kind: Kind) -> Result<(), String> {
    let (named, conditional) = (!entry.names.is_empty(), !(entry.when.is_empty() && entry.unless.is_empty()));
    if named == (kind == Kind::Mode) {
        return Err("a program and a subcommand have names, a mode has none".to_owned());
    }
    if conditional != (kind == Kind::Mode) {
        return Err("a mode has \"when\" or \"unless\", and nothing else has".to_owned());
    }
    if kind == Kind::Mode && !(entry.sub.is_empty() && entry.mode.is_empty()) {
        return Err("a mode has no subcommands and no modes of its own".to_owned());
    }
    if kind == Kind::Program && entry.names.iter().any(|name| name.contains(['/', ' ', '*'])) {
        return Err("a program's name has no directory, no space and no star".to_owned());
    }
    Ok(())
}

fn conditions(when: &[String], unless: &[String]) -> Vec<String> {
    let when = when.iter().map(|word| format!("+{word}"));
    when.chain(unless.iter().map(|word| format!("!{word}"))).collect()
}

/// The fields of an entry.
struct Fields(String);

impl Fields {
    fn field(&mut self, key: char, content: &str) -> Result<(), String> {
        self.0.push(key);
        self.0.push_str(&length(content)?);
        self.0.push_str(content);
        Ok(())
    }

    fn list(&mut self, key: char, values: &[String]) -> Result<(), String> {
        self.field(key, &list(values)?)
    }

    /// A list after a code.
    fn coded(&mut self, key: char, code: u8, values: &[String]) -> Result<(), String> {
        self.field(key, &format!("{}{}", char::from(code), list(values)?))
    }

    fn code(&mut self, key: char, code: Option<u8>, what: &str, word: &str) -> Result<(), String> {
        let code = code.ok_or_else(|| format!("no {what} is called \"{word}\""))?;
        self.coded(key, code, &[])
    }

    fn nested(&mut self, key: char, values: &[String], inner: &str) -> Result<(), String> {
        let head = list(values)?;
        self.field(key, &format!("{}{head}{inner}", length(&head)?))
    }
}

/// Texts one after the other, each behind a character for its length.
fn list(values: &[String]) -> Result<String, String> {
    let mut list = String::new();
    for value in values {
        if !value.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
            return Err(format!("\"{value}\" has a character in it that is not of ASCII, or a tab"));
        }
        let length = u8::try_from(value.len()).ok().filter(|length| *length < words::DIGITS);
        let length = length.ok_or_else(|| format!("\"{value}\" is longer than a short text"))?;
        list.push(char::from(b' ' + length));
        list.push_str(value);
    }
    Ok(list)
}

/// The length of a text in three digits.
fn length(text: &str) -> Result<String, String> {
    let base = usize::from(words::DIGITS);
    let digit = |number: usize| u8::try_from(number % base).map(|digit| char::from(b' ' + digit));
    let digits = [text.len() / base / base, text.len() / base, text.len()];
    if text.len() >= base * base * base {
        return Err("the entry is too long".to_owned());
    }
    digits.into_iter().map(digit).collect::<Result<_, _>>().map_err(|error| error.to_string())
}
