//! One word of a program, by the role that it plays.

use hookward_shell::Span;

use super::edits::put_in;
use super::files::is_image;
use super::named::anywhere;
use super::network::{data, said_to_a_database, upload};
use super::{Gathered, is_stdin, nth};
use crate::code::Language;
use crate::effect::{Action, Deed, Depth, Purpose};
use crate::knowledge::{Given, Output, Role, Usage};
use crate::origin::Origin;
use crate::path::Reach;
use crate::programs::{mode, tail};
use crate::queries;
use crate::scene::Kind;
use crate::size;
use crate::source::{Source, Sources};
use crate::sql;
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

impl Walk<'_> {
    /// One operand or value of an option, by its role.
    #[allow(
        clippy::too_many_arguments,
        clippy::too_many_lines,
        reason = "one arm for each role, and what each may need"
    )]
    pub(super) fn play(
        &mut self,
        role: Role,
        value: &Value,
        depth: Depth,
        usage: &Usage,
        given: &Given,
        gathered: &mut Gathered,
        span: Span,
        state: &mut State,
    ) {
        match role {
            Role::Text
            | Role::Flag
            | Role::Pattern
            | Role::PatternOption
            | Role::Mount
            | Role::Directory
            | Role::Pair => {
                // What these print is what they were given.
                let passes = |name: &&str| matches!(*name, "basename" | "jq" | "yq");
                if usage.output == Output::Echoes || usage.names.iter().any(passes) {
                    gathered.passed.add(&value.sources());
                }
                if role == Role::Pattern && usage.names.iter().any(|name| matches!(*name, "jq" | "yq")) {
                    for file in queries::files(value) {
                        let place = state.place(&Value::Known(file));
                        gathered.passed.add(&state.content(&place).sources());
                        self.read(place, span);
                    }
                    gathered.passed.add(&queries::variables(value));
                }
            }
            // `!x` leaves files out, and asks for none.
            Role::Filter => {
                let asked = value.known().filter(|glob| !glob.starts_with('!'));
                gathered.filters.extend(asked.map(str::to_owned));
            }
            Role::List => {
                gathered.names.push(value.clone());
                let place = state.place(value);
                self.effect(Action::List(place), span);
            }
            Role::Anywhere => gathered.names.extend(anywhere(value)),
            Role::Measured => {
                gathered.reads_files = true;
                gathered.files.push(value.clone());
                self.effect(Action::List(state.place(value)), span);
            }
            Role::PatternFile | Role::PairRead => self.read(state.place(value), span),
            Role::Read => {
                gathered.reads_files = true;
                gathered.files.push(value.clone());
                if value.known() == Some("-") {
                    return gathered.passed.add(&state.stdin.sources());
                }
                let place = state.place(value);
                let content = state.content(&place);
                gathered.passed.add(&content.sources());
                gathered.made_of(&place, &content);
                self.read(place, span);
            }
            Role::Search => {
                gathered.reads_files = true;
                gathered.files.push(value.clone());
                let place = state.place(value);
                if let Some(content) = state.written(&place) {
                    gathered.passed.add(&content.sources());
                    gathered.made_of(&place, &content);
                }
                gathered.searched.push(place);
            }
            Role::Write => gathered.written.push(value.clone()),
            Role::Delete if value.listed_directory().is_some() => {
                let directory = value.listed_directory().unwrap_or_else(Value::unknown);
                self.delete(state.place(&directory), Depth::Tree, span, state);
            }
            Role::Delete => {
                let mut place = state.place(value);
                let new = |path: &str| {
                    state.scene.world.kind(path) == Kind::Nothing
                        && (state.has_made(path) || state.came_with_a_directory(path))
                };
                if !place.open
                    && !place.spots.is_empty()
                    && place.spots.iter().all(|spot| spot.glob.is_none() && new(&spot.path))
                {
                    place.origin = Origin::Made;
                }
                let is_file = |path: &str| state.scene.world.kind(path) == Kind::File;
                let files = !place.open
                    && !place.spots.is_empty()
                    && place.spots.iter().all(|spot| spot.reach == Reach::Itself && is_file(&spot.path));
                self.delete(place, if files { Depth::One } else { depth }, span, state);
            }
            Role::Copy | Role::Move | Role::Link | Role::Transfer | Role::Exchange => {}
            Role::Script => {
                gathered.code = true;
                let mut apart = self.copy(state);
                self.shell_text(value, span, usage.names.first().copied().unwrap_or("sh"), &mut apart);
            }
            Role::Typed => {
                gathered.code = true;
                let text = value.known().map(typed).map_or_else(|| value.clone(), Value::Known);
                self.types(&gathered.program, &text, span, state);
            }
            Role::Program => self.detour(value, span, state),
            Role::Served => gathered.served.push(value.clone()),
            Role::Endpoint => gathered.endpoints.push(value.clone()),
            Role::Transfers => gathered.transfers.push(value.clone()),
            Role::FileTransfers => {
                let place = state.place(value);
                let content = match self.look(&place, state) {
                    _ if is_stdin(value) => state.stdin.clone(),
                    Some((_, text)) => Value::Known(text),
                    None => state.content(&place),
                };
                gathered.transfers.push(content);
            }
            Role::Size => {
                if value.known().is_some_and(size::is_too_much) {
                    self.deed(Deed::Exhaust, "fills the disk", span);
                }
            }
            Role::User => gathered.users.push(value.clone()),
            Role::Editor => self.editor(value, span, state),
            Role::Sql => {
                gathered.code = true;
                gathered.asked.add(&said_to_a_database(value));
                self.sql(value, span, state);
                // Its rows may be statements, or a script, for whoever reads them.
                for row in value.texts().iter().filter_map(|text| sql::row(text)) {
                    self.print(&row, span);
                }
            }
            Role::Mongo => {
                gathered.code = true;
                self.mongo(value, span, state);
            }
            Role::CodeSed => {
                gathered.code = true;
                let operands = given.operands.iter().map(|(_, operand)| *operand);
                let files: Vec<&Value> = operands.filter(|operand| !std::ptr::eq(*operand, value)).collect();
                gathered.passed.add(&put_in(value));
                self.sed(value, &files, span, state);
            }
            Role::FileShell => {
                gathered.code = true;
                let place = state.place(value);
                self.shell_file(&place, "sh", span, state);
            }
            // Beside files, an operand may be an address or a name.
            // What a program prints has no name that would say what it is: `<(…)`.
            Role::FileMongo
                if value.known().is_some_and(|name| {
                    name.rsplit('.').next() != Some("js") && !name.starts_with("/dev/")
                }) => {}
            Role::FileSql | Role::FileMongo => {
                gathered.code |= role == Role::FileSql || value.known().is_some();
                let place = state.place(value);
                let content = match self.look(&place, state) {
                    _ if is_stdin(value) => state.stdin.clone(),
                    Some((_, text)) => Value::Known(text),
                    None => state.content(&place),
                };
                match role {
                    Role::FileMongo => self.mongo(&content, span, state),
                    _ => self.sql(&content, span, state),
                }
            }
            Role::FileSed => {
                gathered.code = true;
                let script =
                    if is_stdin(value) { state.stdin.clone() } else { self.read_of(value, span, state) };
                let files: Vec<&Value> = given.operands.iter().map(|(_, operand)| *operand).collect();
                self.sed(&script, &files, span, state);
            }
            Role::CodePython
            | Role::CodeJavascript
            | Role::CodePerl
            | Role::CodeRuby
            | Role::CodePhp
            | Role::CodeAwk
            | Role::CodeApplescript
            | Role::CodePowershell => {
                gathered.code = true;
                if let Some(language) = language(role) {
                    // `osascript -l JavaScript`
                    let other = given.value("-l").filter(|_| language == Language::AppleScript);
                    let language = if other == Some("JavaScript") { Language::JavaScript } else { language };
                    self.code_given(language, value, given, span, state);
                }
            }
            Role::FilePython
            | Role::FileJavascript
            | Role::FilePerl
            | Role::FileRuby
            | Role::FilePhp
            | Role::FileJvm
            | Role::FileAwk => {
                gathered.code = true;
                if value.prefix().contains("://") {
                    return self.run_at_once(value, span);
                }
                if let Some(language) = language(role) {
                    let place = state.place(value);
                    if is_stdin(value) {
                        let stdin = state.stdin.clone();
                        return self.code_text(language, &stdin, span, state);
                    }
                    self.code_file(language, &place, span, state);
                }
            }
            // An address of this machine's disk is a file.
            Role::Url if value.prefix().starts_with("file://") => {
                gathered.reads_files = true;
                let path = value.prefix().get(7..).and_then(|rest| rest.find('/')).unwrap_or_default();
                let place = state.place(&tail(value, 7 + path));
                gathered.passed.add(&state.content(&place).sources());
                self.read(place, span);
            }
            Role::Url | Role::Target => gathered.addresses.push(value.clone()),
            Role::Package | Role::Registry => self.package(value, span),
            Role::Module => self.started_module(value, span),
            Role::Installed => {
                self.package(value, span);
                let from = state.content(&state.place(value)).sources();
                if from.has_network() {
                    self.runs(from, span);
                }
            }
            Role::Commas => {
                let text = value.to_string();
                let words = text.split(',').map(|word| Value::Known(word.to_owned())).collect();
                let mut apart = self.copy(state);
                self.peel("an option", |walk| walk.command(words, span, &mut apart));
            }
            Role::Settings => {
                let (key, at) =
                    value.prefix().split_once('=').map_or(("", 0), |(key, _)| (key, key.len() + 1));
                let name = key.trim().rsplit('.').next().unwrap_or_default();
                if matches!(
                    name,
                    "runner" | "linker" | "rustc" | "rustc-wrapper" | "rustc-workspace-wrapper" | "rustdoc"
                ) {
                    let program = tail(value, at).to_string();
                    let program = program.trim_matches(['"', '\'', ' ']).to_owned();
                    self.detour(&Value::Known(program), span, state);
                }
                // `alias.x=["a", "-b"]`: what the program is given in place of `x`.
                if key.trim().starts_with("alias.") {
                    let text = tail(value, at).to_string();
                    let words =
                        text.split(|letter: char| letter.is_whitespace() || "[],\"'".contains(letter));
                    let words =
                        words.filter(|word| !word.is_empty()).map(|word| Value::Known(word.to_owned()));
                    let words =
                        std::iter::once(Value::Known(gathered.program.clone())).chain(words).collect();
                    let mut apart = self.copy(state);
                    self.peel("an alias", |walk| walk.command(words, span, &mut apart));
                }
            }
            Role::Shared => self.shared(value, span, state),
            Role::Opened => {
                if value.prefix().contains("://") && !value.sources().is_empty() {
                    let (data, target) = (value.sources(), value.clone());
                    self.effect(Action::Send { data, target, purpose: Purpose::Content }, span);
                }
            }
            Role::Binding => self.bound(value, span, state),
            Role::Names => {
                let content =
                    if is_stdin(value) { state.stdin.clone() } else { self.read_of(value, span, state) };
                self.named_files(&content, gathered, span, state);
            }
            Role::Data => {
                gathered.sends = true;
                let said =
                    if matches!(value.known(), Some("@-" | "@/dev/stdin")) { &state.stdin } else { value };
                gathered.texts.extend(said.known().map(str::to_owned));
                data(value, gathered, state);
            }
            Role::Sent => {
                gathered.sends = true;
                gathered.texts.extend(value.known().map(str::to_owned));
                gathered.sent.add(&value.sources());
            }
            Role::Form => {
                gathered.sends = true;
                let at = value.prefix().find('=').map_or(0, |at| at + 1);
                data(&tail(value, at), gathered, state);
            }
            Role::Field => {
                gathered.sends = true;
                let at = value.prefix().find('=').map_or(0, |at| at + 1);
                let said = tail(value, at);
                if said.prefix().starts_with('@') {
                    self.read(state.place(&tail(&said, 1)), span);
                } else {
                    data(value, gathered, state);
                }
            }
            Role::Reference => {
                let schemes = ["file://", "fileb://"];
                if let Some(scheme) = schemes.iter().find(|scheme| value.prefix().starts_with(**scheme)) {
                    self.read(state.place(&tail(value, scheme.len())), span);
                }
            }
            Role::Sealed => {
                gathered.reads_files = true;
                let place = state.place(value);
                gathered.passed.add(&state.content(&place).sources());
                self.read(place, span);
                if let Some(opened) = value.known().and_then(unsealed) {
                    self.read(state.place(&Value::Known(opened.to_owned())), span);
                }
            }
            Role::Upload => {
                gathered.sends = true;
                upload(value, gathered, state);
            }
            // A variable of this machine by its name: `--variable %TOKEN`.
            Role::Item if value.prefix().starts_with('%') => {
                gathered.sends = true;
                let name =
                    value.prefix().trim_start_matches('%').split(['=', '@']).next().unwrap_or_default();
                gathered.sent.add(&Sources::from(Source::Variable(name.to_owned())));
            }
            Role::Item => {
                gathered.sends = true;
                let text = value.prefix();
                let at = text.find(['=', ':', '@']).unwrap_or_default();
                let sign = text.get(at..).unwrap_or_default();
                let after = ["=@", ":=@"].iter().find(|sign_and_file| sign.starts_with(**sign_and_file));
                let at = at + after.map_or(0, |sign_and_file| sign_and_file.len() - 1);
                data(&tail(value, at), gathered, state);
            }
            Role::Cookie if value.known().is_some_and(|text| !text.contains('=')) => {
                let place = state.place(value);
                gathered.credentials.add(&state.content(&place).sources());
            }
            Role::Credential if value.prefix().starts_with('@') => {
                let place = state.place(&tail(value, 1));
                gathered.credentials.add(&state.content(&place).sources());
            }
            Role::Credential | Role::Cookie => gathered.credentials.add(&value.sources()),
            Role::Message => gathered.messages.add(&value.sources()),
            Role::Permission | Role::Owner => gathered.permission = Some(value.clone()),
            Role::Changed => {
                let whole = value.listed_directory();
                let depth = if whole.is_some() { Depth::Tree } else { depth };
                let place = state.place(whole.as_ref().unwrap_or(value));
                let action = match &gathered.permission {
                    Some(permission) if nth(&usage.operands, 0) == Role::Permission => {
                        Action::Permit(place, mode(permission, depth))
                    }
                    _ => Action::Own(place, depth),
                };
                self.effect(action, span);
            }
            Role::Kill => gathered.killed.push(value.clone()),
            Role::Device => {
                let place = state.place(value);
                let is_image = is_image(&place, state);
                self.effect(Action::Write(place, Value::unknown()), span);
                if !is_image {
                    self.deed(Deed::Format, "overwrites a disk or its partitions", span);
                }
            }
            Role::Environment => {
                if let Some((name, _)) = value.prefix().split_once('=') {
                    let set = tail(value, name.len() + 1);
                    self.effect(Action::Environment(name.to_owned(), set), span);
                }
            }
            Role::Variable => {
                let name = value.to_string();
                let set = state.variable(&name).map(|set| set.sources()).unwrap_or_default();
                gathered.passed.add(&set.and(&Sources::from(Source::Variable(name))));
            }
            Role::Own
            | Role::FileOwn
            | Role::OptionFile
            | Role::OptionText
            | Role::Addresses
            | Role::WriteOut
            | Role::Page
            | Role::Remote
            | Role::Orders
            | Role::Rewritten => self.led(role, value, given, gathered, span, state),
            Role::Config => self.obeyed(value, span, state),
            Role::Archive => {
                if usage.creates.iter().any(|option| given.option(option)) {
                    gathered.written.push(value.clone());
                } else if value.known() != Some("-") {
                    gathered.reads_files = true;
                    self.read(state.place(value), span);
                }
            }
        }
    }
}

/// The name of what an encrypted file holds: `.env` of `.env.age`.
fn unsealed(name: &str) -> Option<&str> {
    let (opened, ending) = name.rsplit_once('.')?;
    let sealed = ["age", "gpg", "pgp", "asc", "enc", "encrypted", "vault", "sops", "crypt"].contains(&ending);
    (sealed && !opened.is_empty() && !opened.ends_with('/')).then_some(opened)
}

pub(super) fn is_code(role: Role) -> bool {
    matches!(
        role,
        Role::CodeAwk
            | Role::CodeSed
            | Role::CodePerl
            | Role::Sql
            | Role::FilePython
            | Role::FilePerl
            | Role::FileRuby
            | Role::FilePhp
            | Role::FileJvm
            | Role::FileJavascript
            | Role::FileShell
    )
}

pub(super) fn language(role: Role) -> Option<Language> {
    Some(match role {
        Role::CodePython | Role::FilePython => Language::Python,
        Role::CodeJavascript | Role::FileJavascript => Language::JavaScript,
        Role::CodePerl | Role::FilePerl => Language::Perl,
        Role::CodeRuby | Role::FileRuby => Language::Ruby,
        Role::CodePhp | Role::FilePhp => Language::Php,
        Role::CodeAwk | Role::FileAwk => Language::Awk,
        Role::FileJvm => Language::Jvm,
        Role::CodeApplescript => Language::AppleScript,
        Role::CodePowershell => Language::PowerShell,
        _ => return None,
    })
}

/// A text as a terminal gets it: by whichever sign, the key that ends a line does.
fn typed(text: &str) -> String {
    let ends = ["^M", "^J", "\\n", "\\r", "\\015", "\\012", "\\x0d", "\\x0a"];
    ends.iter().fold(text.to_owned(), |text, end| text.replace(end, "\n"))
}
