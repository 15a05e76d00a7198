//! What a program does with its operands and options, by what the knowledge files say of them.

use hookward_shell::Span;

use crate::builtins::{directory, joined};
use crate::code::Language;
use crate::commands::{Outcome, base_name, is_of_the_system};
use crate::effect::{Action, Deed, Depth, Opacity, Purpose, Standing};
use crate::filters::{self, Filtered};
use crate::knowledge::{self, Given, Output, Role, Usage};
use crate::narrowing::{is_listing, listing, names_files, narrowed, narrowed_listing};
use crate::origin::Origin;
use crate::path::{Place, Reach};
use crate::programs::{is_source, mode, remote, tail};
use crate::queries;
use crate::scene::Kind;
use crate::size;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::{Hole, Piece, Value};
use crate::walk::Walk;

/// What is gathered of a program's words before its effects are known.
#[derive(Default)]
struct Gathered {
    /// Where its output comes from.
    passed: Sources,
    /// Whether it reads files by name, and so not its standard input.
    reads_files: bool,
    /// What its output names: listed files.
    names: Vec<Value>,
    /// Operands that are copied, moved, linked or transferred, the target last.
    moved: Vec<(Role, Value)>,
    /// The directory that they go to, where an option names it.
    into: Option<Value>,
    written: Vec<Value>,
    searched: Vec<Place>,
    filters: Vec<String>,
    addresses: Vec<Value>,
    sent: Sources,
    /// Whether something is sent that is not secret by its source.
    sends: bool,
    credentials: Sources,
    /// What people elsewhere are to read.
    messages: Sources,
    killed: Vec<Value>,
    users: Vec<Value>,
    /// Programs that whoever is at the other end may use.
    served: Vec<Value>,
    endpoints: Vec<Value>,
    /// Commands of a client that transfers files.
    transfers: Vec<Value>,
    /// What a request says, as far as it is written out.
    texts: Vec<String>,
    permission: Option<Value>,
    code: bool,
}

impl Walk<'_> {
    /// A program that the knowledge files know.
    pub(crate) fn known(
        &mut self,
        name: &str,
        usage: Usage,
        rest: &[Value],
        span: Span,
        state: &mut State,
    ) -> Outcome {
        let (usage, words) = usage.descend(rest);
        if let Some(run) = &usage.run {
            let start = knowledge::command_start(&words, &usage, run);
            return self.wrapped(name, &usage, &words, start, span, state);
        }
        let subcommand = words.len() < rest.len();
        let given = Given::of(&words, &usage);
        let alone = words.len() == 1
            && words
                .first()
                .and_then(|word| word.known())
                .is_some_and(|word| usage.safe_alone.contains(word));
        if alone {
            return Outcome::Done(Standing::ReadOnly);
        }
        let roles = given.roles();
        let mut moved;
        let mut outside = None;
        let state = match roles.iter().find(|(role, _)| *role == Role::Directory) {
            Some((_, to)) => {
                moved = self.copy(state);
                moved.cwd = directory(to, &moved.cwd);
                outside = Some(state);
                &mut moved
            }
            None => state,
        };
        let depth = if usage.tree.iter().any(|option| given.option(option)) {
            Depth::Tree
        } else if usage.names.contains(&"trash") {
            // Whole directories too, but they can be had again.
            Depth::Moved
        } else {
            Depth::One
        };
        let mut gathered = Gathered::default();
        let before = self.facts.effects.len();
        let pattern_given =
            roles.iter().any(|(role, _)| matches!(role, Role::PatternOption | Role::PatternFile));
        for (role, value) in &roles {
            match role {
                Role::Copy | Role::Move | Role::Link | Role::Transfer | Role::Exchange => {
                    gathered.into = Some(value.clone());
                }
                role => self.play(*role, value, depth, &usage, &given, &mut gathered, span, state),
            }
        }
        let mut index = 0;
        let obeys_plus = usage.obeys_plus();
        for (_, operand) in &given.operands {
            if obeys_plus && operand.prefix().starts_with('+') {
                self.editor(&tail(operand, 1), span, state);
                continue;
            }
            let mut role = nth(&usage.operands, index);
            // Where an option gave the pattern or the code, no operand is it.
            if (role == Role::Pattern && pattern_given)
                || (is_code(role) && index == 0 && gathered.code && name != "osascript")
            {
                index += 1;
                role = nth(&usage.operands, index);
            }
            index += 1;
            match role {
                Role::Copy | Role::Move | Role::Link | Role::Transfer | Role::Exchange => {
                    gathered.moved.push((role, (*operand).clone()));
                }
                role => self.play(role, operand, depth, &usage, &given, &mut gathered, span, state),
            }
        }
        if given.operands.is_empty() && nth(&usage.operands, 0) == Role::List {
            self.effect(Action::List(state.place(&Value::Known(".".to_owned()))), span);
        }
        if usage.stdin == Some(knowledge::Language::Names) {
            let names = state.stdin.clone();
            self.named_files(&names, &mut gathered, span, state);
        }
        for does in usage.deeds(&words, &|name| state.variable(name)) {
            self.effect(Action::Deed(does.deed, does.what.into()), span);
        }
        if unpacks(name, &given) {
            let into = given.value("-d").filter(|_| name == "unzip").unwrap_or(".");
            let mut place = state.place(&Value::Known(into.to_owned()));
            // Into a hidden directory, where settings lie, nothing is unpacked by accident.
            let hidden = |path: &str| path.rsplit('/').next().is_some_and(|name| name.starts_with('.'));
            for spot in &mut place.spots {
                spot.reach = if hidden(&spot.path) { Reach::Everything } else { Reach::Something };
            }
            self.effect(Action::Write(place, Value::unknown()), span);
        }
        if let Some(directory) = unpacked_into(name, &given) {
            let archives = roles.iter().filter(|(role, _)| *role == Role::Archive).map(|(_, file)| file);
            let archive =
                archives.chain(given.operands.first().map(|(_, file)| *file).filter(|_| name == "unzip"));
            let from = archive.fold(state.stdin.sources(), |from, file| {
                from.and(&state.content(&state.place(file)).sources())
            });
            state.fetch(&state.place(&Value::Known(directory)), &from);
        }
        let address = gathered.addresses.first().map(ToString::to_string).unwrap_or_default();
        for program in std::mem::take(&mut gathered.served) {
            self.served(&program, &address, span, state);
        }
        let target = gathered.addresses.first().cloned().unwrap_or_else(Value::unknown);
        for commands in std::mem::take(&mut gathered.transfers) {
            self.transfers(&commands, &target, span, state);
        }
        self.bridge(&std::mem::take(&mut gathered.endpoints), span, state);
        self.requested(&usage, &given, &gathered.addresses, &gathered.texts, span);
        self.relocate(&usage, &given, &mut gathered, depth, span, state);
        self.stdin_code(&usage, &given, &gathered, span, state);
        self.converse(&usage, &mut gathered, span, state);
        self.outcome(name, rest, &usage, &given, gathered, span, state);
        if matches!(name, "sqlite3" | "sqlite" | "duckdb") && is_scratch_database(&given, state) {
            // A database that goes with the temporary directory holds nothing to lose.
            let loses = |action: &Action| matches!(action, Action::Deed(Deed::DropData | Deed::LoseData, _));
            let mut at = 0;
            self.facts.effects.retain(|effect| {
                at += 1;
                at <= before || !loses(&effect.action)
            });
        }
        if let Some(outside) = outside {
            outside.keep_files(state);
        }
        let standing = by_code(name, &given, &roles, rest).unwrap_or_else(|| standing(&usage, &given, rest));
        let standing = match standing {
            Standing::ReadOnly
                if depth == Depth::Tree
                    && !usage.names.contains(&"rg")
                    && nth(&usage.operands, 1) == Role::Search
                    && !passes_no_secret(&given, pattern_given, state) =>
            {
                Standing::Known
            }
            standing => standing,
        };
        Outcome::Done(match standing {
            Standing::ReadOnly if subcommand => Standing::SafeSubcommand,
            standing => standing,
        })
    }

    /// One operand or value of an option, by its role.
    #[allow(
        clippy::too_many_arguments,
        clippy::too_many_lines,
        reason = "one arm for each role, and what each may need"
    )]
    fn play(
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
                if usage
                    .names
                    .iter()
                    .any(|name| matches!(*name, "basename" | "expr" | "figlet" | "jq" | "yq" | "logger"))
                {
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
            Role::PatternFile | Role::PairRead => self.read(state.place(value), span),
            Role::Read => {
                gathered.reads_files = true;
                if value.known() == Some("-") {
                    return gathered.passed.add(&state.stdin.sources());
                }
                let place = state.place(value);
                gathered.passed.add(&state.content(&place).sources());
                self.read(place, span);
            }
            Role::Search => {
                gathered.reads_files = true;
                let place = state.place(value);
                gathered.passed.add(&state.written(&place).map(|own| own.sources()).unwrap_or_default());
                gathered.searched.push(place);
            }
            Role::Write => gathered.written.push(value.clone()),
            Role::Delete if value.listed_directory().is_some() => {
                let directory = value.listed_directory().unwrap_or_else(Value::unknown);
                self.effect(Action::Delete(state.place(&directory), Depth::Tree), span);
            }
            Role::Delete => {
                let mut place = state.place(value);
                let new = |path: &str| state.has_made(path) && state.scene.world.kind(path) == Kind::Nothing;
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
                self.effect(Action::Delete(place, if files { Depth::One } else { depth }), span);
            }
            Role::Copy | Role::Move | Role::Link | Role::Transfer | Role::Exchange => {}
            Role::Script => {
                gathered.code = true;
                let mut apart = self.copy(state);
                self.shell_text(value, span, usage.names.first().copied().unwrap_or("sh"), &mut apart);
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
                self.sql(value, span, state);
            }
            Role::Mongo => {
                gathered.code = true;
                self.mongo(value, span);
            }
            Role::CodeSed => {
                gathered.code = true;
                self.sed(value, span, state);
            }
            Role::FileShell => {
                gathered.code = true;
                let place = state.place(value);
                self.shell_file(&place, "sh", span, state);
            }
            Role::FileSql | Role::FileMongo => {
                gathered.code = true;
                let place = state.place(value);
                let content = match self.look(&place, state) {
                    _ if is_stdin(value) => state.stdin.clone(),
                    Some((_, text)) => Value::Known(text),
                    None => state.content(&place),
                };
                self.sql(&content, span, state);
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
            | Role::FileAwk
            | Role::FileSed => {
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
            Role::Form => {
                gathered.sends = true;
                let at = value.prefix().find('=').map_or(0, |at| at + 1);
                data(&tail(value, at), gathered, state);
            }
            Role::Upload => {
                gathered.sends = true;
                upload(value, gathered, state);
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
                self.effect(Action::Write(place, Value::unknown()), span);
                self.deed(Deed::Format, "overwrites a disk or its partitions", span);
            }
            Role::Environment => {
                if let Some((name, _)) = value.prefix().split_once('=') {
                    let set = tail(value, name.len() + 1);
                    self.effect(Action::Environment(name.to_owned(), set), span);
                }
            }
            Role::Variable => {
                let name = value.to_string();
                gathered.passed.add(&Sources::from(Source::Variable(name)));
            }
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

    /// A program that an option names: `--pager`, `--pre`, `-e`.
    pub(crate) fn detour(&mut self, value: &Value, span: Span, state: &mut State) {
        // tar writes `exec=…` before what it runs.
        let value = &tail(value, if value.prefix().starts_with("exec=") { 5 } else { 0 });
        if value.known().is_some_and(str::is_empty) {
            return;
        }
        let text = value.to_string();
        let first = text.split_ascii_whitespace().next().unwrap_or_default();
        let usual = is_of_the_system(first) && !first.is_empty();
        let mut apart = self.copy(state);
        self.shell_text(value, span, "an option", &mut apart);
        if !usual {
            self.opaque(Opacity::Detour(text), span);
        }
    }

    /// `-o ProxyCommand=…`: settings of ssh that run something.
    fn obeyed(&mut self, value: &Value, span: Span, state: &mut State) {
        let text = value.prefix();
        let (key, at) = match text.find(['=', ' ']) {
            Some(at) => (text.get(..at).unwrap_or_default(), at + 1),
            None => return,
        };
        if matches!(
            key.to_ascii_lowercase().as_str(),
            "proxycommand" | "localcommand" | "knownhostscommand" | "remotecommand"
        ) {
            let mut apart = self.copy(state);
            self.shell_text(&tail(value, at), span, key, &mut apart);
        }
    }

    /// Copies, moves, links, transfers; searches and writes.
    fn relocate(
        &mut self,
        usage: &Usage,
        given: &Given,
        gathered: &mut Gathered,
        depth: Depth,
        span: Span,
        state: &mut State,
    ) {
        if gathered.searched.is_empty()
            && !gathered.filters.is_empty()
            && depth == Depth::Tree
            && nth(&usage.operands, 1) == Role::Search
        {
            // Without a path it searches where it stands.
            let here = state.place(&Value::Known(".".to_owned()));
            for filter in &gathered.filters {
                self.effect(Action::Search(crate::Scene::place_below(&here, filter)), span);
            }
        }
        for place in std::mem::take(&mut gathered.searched) {
            for filter in &gathered.filters {
                self.effect(Action::Search(crate::Scene::place_below(&place, filter)), span);
            }
            let single = place.spots.iter().all(|spot| state.scene.world.kind(&spot.path) != Kind::Directory);
            if single && !place.spots.is_empty() && usage.output == Output::Passes {
                gathered.passed.add(&Sources::from(Source::File(place.clone())));
            }
            self.effect(Action::Search(place), span);
        }
        let (role, sources, target) = match (gathered.into.take(), gathered.moved.split_last()) {
            (Some(target), Some(((role, _), _))) => (*role, gathered.moved.as_slice(), Some(target)),
            (Some(target), None) => (Role::Copy, &[][..], Some(target)),
            (None, Some(((role, target), sources))) => (*role, sources, Some(target.clone())),
            (None, None) => return,
        };
        let sources: Vec<Value> = sources.iter().map(|(_, value)| value.clone()).collect();
        let Some(target) = target else { return };
        let deletes = usage.tree_delete.iter().any(|option| given.option(option))
            && !given.option("--dry-run")
            && !given.option("-n");
        self.carry(role, &sources, &target, depth, deletes, span, state);
    }

    #[allow(clippy::too_many_arguments, clippy::fn_params_excessive_bools, reason = "all that a transfer is")]
    fn carry(
        &mut self,
        role: Role,
        sources: &[Value],
        target: &Value,
        depth: Depth,
        deletes: bool,
        span: Span,
        state: &mut State,
    ) {
        // The other side of an exchange is a container of this machine.
        let near = role == Role::Exchange;
        let role = if near { Role::Transfer } else { role };
        if role == Role::Transfer {
            if let Some(host) = remote(target) {
                let host = if near { "localhost".to_owned() } else { host };
                let mut data = Sources::NONE;
                for source in sources {
                    data.add(&state.content(&state.place(source)).sources());
                }
                return self.effect(
                    Action::Send { data, target: Value::Known(host), purpose: Purpose::Content },
                    span,
                );
            }
            for host in sources.iter().filter_map(remote) {
                self.effect(Action::Receive(Value::Known(host)), span);
            }
        }
        if role == Role::Transfer && target.known() == Some("-") {
            let fetched = sources.iter().filter(|source| remote(source).is_some());
            // What is shown of another machine's files is read there.
            for from in sources.iter().filter_map(Value::known) {
                if let Some((_, path)) = from.split_once(':').filter(|_| !from.contains("://")) {
                    self.read(state.place(&Value::Known(path.to_owned())), span);
                }
            }
            let sources = fetched.fold(Sources::NONE, |sources, from| {
                sources.and(&Sources::from(Source::Network(from.to_string())))
            });
            return self.print(&Value::Unknown(sources), span);
        }
        let mut place = state.place(target);
        let is_directory =
            place.spots.iter().any(|spot| state.scene.world.kind(&spot.path) == Kind::Directory);
        // What each of them is there, and what it holds.
        let mut arrived: Vec<(Option<Place>, Value)> = Vec::with_capacity(sources.len());
        for source in sources {
            let within = inside(target, source);
            let into = within.as_ref().map(|value| state.place(value));
            if role == Role::Transfer && remote(source).is_some() {
                arrived.push((into, Value::Unknown(Sources::from(Source::Network(source.to_string())))));
                continue;
            }
            let source_place = state.place(source);
            arrived.push((into, state.content(&source_place)));
            match role {
                Role::Link => {
                    // A link that is made in a directory has the name of what it leads to.
                    let within = within.as_ref().filter(|_| is_directory || target.prefix().ends_with('/'));
                    if let (Some(path), Some(name)) = (source.known(), within.unwrap_or(target).known()) {
                        state.link(path, name);
                    }
                }
                _ => self.read(source_place.clone(), span),
            }
            if role == Role::Move {
                let depth = if leaves(&source_place, &place, state) { Depth::Tree } else { Depth::Moved };
                self.effect(Action::Delete(source_place, depth), span);
            }
        }
        if deletes {
            self.effect(Action::Delete(place.clone(), Depth::Tree), span);
        }
        if depth == Depth::Tree && role != Role::Move {
            // A directory may bring anything with it.
            let whole = |source: &Value| {
                source.prefix().ends_with('/')
                    || source.prefix().ends_with("/.")
                    || source.known() == Some(".")
            };
            if sources.iter().any(whole) || role == Role::Transfer {
                place.spots.iter_mut().for_each(|spot| spot.reach = Reach::Everything);
            }
        }
        let link = role == Role::Link;
        // What exists and is no directory is the link itself.
        let goes_into = !link || is_directory;
        // One gets the name itself; several are what a directory holds afterwards.
        let own = match arrived.as_slice() {
            [(_, content)] => content.clone(),
            all => {
                let from = |sources: Sources, (_, content): &(_, Value)| sources.and(&content.sources());
                Value::Unknown(all.iter().fold(Sources::NONE, from))
            }
        };
        let within = arrived.into_iter().filter(|_| goes_into);
        let within = within.filter_map(|(into, content)| Some((into?, content)));
        for (place, content) in std::iter::once((place, own)).chain(within) {
            if link {
                // What lies behind it is asked for when somebody goes through it.
                self.effect(Action::Write(place, Value::unknown()), span);
            } else {
                self.write(place, content, span, state);
            }
        }
    }

    /// Standard input that is code.
    fn stdin_code(
        &mut self,
        usage: &Usage,
        given: &Given,
        gathered: &Gathered,
        span: Span,
        state: &mut State,
    ) {
        use crate::knowledge::Language as Of;
        let Some(of) = usage.stdin else { return };
        let dash = given.operands.iter().any(|(_, word)| matches!(word.known(), Some("-" | "/dev/stdin")));
        if gathered.code && !dash {
            return;
        }
        let stdin = state.stdin.clone();
        // Nobody has read it, whatever language it is.
        if stdin.sources().has_network() && of != Of::Names {
            self.runs(stdin.sources(), span);
        }
        let language = match of {
            Of::Shell => {
                let mut apart = self.copy(state);
                let name = usage.names.first().copied().unwrap_or("sh");
                return self.shell_text(&stdin, span, name, &mut apart);
            }
            Of::Sql => return self.sql(&stdin, span, state),
            Of::Mongo => return self.mongo(&stdin, span),
            Of::Redis => return self.redis_lines(&stdin, span, state),
            Of::Transfers => {
                let target = gathered.addresses.first().cloned().unwrap_or_else(Value::unknown);
                return self.transfers(&stdin, &target, span, state);
            }
            Of::Commands => return self.editor(&stdin, span, state),
            // They were read before.
            Of::Names => return,
            Of::Python => Language::Python,
            Of::Javascript => Language::JavaScript,
            Of::Perl => Language::Perl,
            Of::Ruby => Language::Ruby,
            Of::Php => Language::Php,
        };
        if given.operands.is_empty() || dash {
            self.code_text(language, &stdin, span, state);
        }
    }

    /// What goes over the network.
    fn converse(&mut self, usage: &Usage, gathered: &mut Gathered, span: Span, state: &mut State) {
        if gathered.addresses.is_empty() && !gathered.sends && gathered.messages.is_empty() {
            return;
        }
        let target = gathered.addresses.first().cloned().unwrap_or_else(Value::unknown);
        // Where a file says whom to ask, nobody has chosen who gets to know what is in it.
        let told = |address: &Value| match address {
            Value::Unknown(sources) => sources
                .iter()
                .filter(|source| !matches!(source, Source::File(_)))
                .fold(Sources::NONE, |sources, source| sources.and(&Sources::from(source.clone()))),
            Value::Known(_) | Value::Few(_) | Value::Pattern(_) => address.sources(),
        };
        let in_address =
            gathered.addresses.iter().fold(Sources::NONE, |sources, address| sources.and(&told(address)));
        let mut data = std::mem::take(&mut gathered.sent).and(&in_address);
        // What a program is fed that talks to the network, goes there.
        if usage.output == Output::Network && usage.operands.first() == Some(&Role::Target) {
            data.add(&state.stdin.sources());
        }
        if !data.is_empty() {
            self.effect(Action::Send { data, target: target.clone(), purpose: Purpose::Content }, span);
        }
        if !gathered.credentials.is_empty() {
            let data = gathered.credentials.clone();
            self.effect(Action::Send { data, target: target.clone(), purpose: Purpose::Credential }, span);
        }
        if !gathered.messages.is_empty() {
            let data = gathered.messages.clone();
            self.effect(Action::Send { data, target: target.clone(), purpose: Purpose::Message }, span);
        }
        self.effect(Action::Receive(target), span);
    }

    #[allow(clippy::too_many_arguments, reason = "what is known of the program, and what was gathered")]
    fn outcome(
        &mut self,
        name: &str,
        rest: &[Value],
        usage: &Usage,
        given: &Given,
        mut gathered: Gathered,
        span: Span,
        state: &mut State,
    ) {
        if gathered.killed.is_empty() && !gathered.users.is_empty() {
            // All that a user runs is all there is, for that user.
            gathered.killed.push(Value::Known("-1".to_owned()));
        }
        if !gathered.killed.is_empty() {
            self.effect(Action::Kill(std::mem::take(&mut gathered.killed)), span);
        }
        let address = gathered.addresses.first().map(ToString::to_string).unwrap_or_default();
        let fetched = Value::Unknown(Sources::from(Source::Network(address)));
        let takes_stdin = !gathered.reads_files;
        let endless =
            ["-c", "--bytes"].iter().filter_map(|option| given.value(option)).any(size::is_too_much);
        if name == "envsubst" {
            gathered.passed.add(&queries::variables_of_template(&state.stdin));
        }
        let cuts = matches!(name, "head" | "ghead" | "pv" | "timeout") && !endless;
        if cuts {
            gathered.passed = gathered.passed.cut();
        }
        let passed = if takes_stdin {
            gathered.passed.clone().and(&state.stdin.sources())
        } else {
            gathered.passed.clone()
        };
        let passed = if cuts { passed.cut() } else { passed };
        // These keep all of it before they put anything out.
        if passed.is_endless()
            && matches!(name, "sort" | "gsort" | "tail" | "gtail" | "tac" | "shuf" | "column")
        {
            self.deed(Deed::Exhaust, "fills the memory", span);
        }
        let known = takes_stdin.then(|| filtered(name, rest, &state.stdin)).flatten();
        let printed = match usage.output {
            // What was hidden may still show what the program was given.
            _ if known.is_some() => match known.unwrap_or_else(Value::unknown) {
                Value::Unknown(hidden) => Value::Unknown(hidden.and(&gathered.passed)),
                text => text,
            },
            Output::Quiet => Value::unknown(),
            Output::Passes if passed.is_endless() && takes_stdin => Value::Unknown(passed.clone()),
            Output::Secret(what) => Value::Unknown(Sources::from(Source::Secret(what))),
            Output::Environment if given.operands.is_empty() => state.environment(),
            Output::Environment => Value::Unknown(gathered.passed.clone()),
            Output::Machine => Value::Unknown(Sources::from(Source::Machine)),
            Output::Network => fetched.clone(),
            Output::Encoded => Value::Unknown(passed.clone().and(&Sources::from(Source::Encoded))),
            Output::Passes if !gathered.names.is_empty() => listing(&gathered.names),
            // Of whatever: a directory's name is never empty.
            Output::Passes if name == "dirname" => {
                Value::of(vec![Piece::Filled(Hole { written: "$(dirname …)".to_owned(), sources: passed })])
            }
            // Some of the names, or all of them in another order.
            Output::Passes
                if takes_stdin
                    && matches!(name, "head" | "tail" | "sort" | "uniq" | "tac" | "shuf")
                    && names_files(&state.stdin) =>
            {
                state.stdin.clone()
            }
            // Names of hidden files are among them.
            Output::Passes
                if matches!(name, "ls" | "dir" | "vdir")
                    && ["-a", "-A", "--all", "--almost-all"].iter().any(|option| given.option(option)) =>
            {
                listing(&[Value::of(vec![Piece::Glob(".*".to_owned())])])
            }
            Output::Passes
                if is_listing(&state.stdin)
                    && takes_stdin
                    && matches!(name, "grep" | "egrep" | "fgrep" | "rg") =>
            {
                narrowed_listing(given)
            }
            Output::Passes => match lone_file(given, usage, state) {
                Some(content) => content,
                None => Value::Unknown(narrowed(name, given, passed)),
            },
        };
        let content = match (usage.output, name) {
            (Output::Network, _) => fetched,
            (_, "tee" | "sponge" | "split" | "csplit") => state.stdin.clone(),
            (_, "truncate") if given.value("-s").or_else(|| given.value("--size")) == Some("0") => {
                Value::Known(String::new())
            }
            _ => Value::Unknown(gathered.passed.clone()),
        };
        gathered.written.extend(downloaded(name, given, &gathered.addresses));
        for value in &gathered.written {
            let place = state.place(value);
            if matches!(name, "mkdir") {
                state.make(&place);
            }
            self.write(place, content.clone(), span, state);
        }
        let printed =
            if matches!(name, "tee" | "cat") && takes_stdin { state.stdin.clone() } else { printed };
        self.print(&printed, span);
    }
}

impl Walk<'_> {
    /// What a file holds that is read by the way.
    fn read_of(&mut self, file: &Value, span: Span, state: &State) -> Value {
        let place = state.place(file);
        self.read(place.clone(), span);
        match self.look(&place, state) {
            Some((_, text)) => Value::Known(text),
            None => state.content(&place),
        }
    }

    /// Files that a text names, one to a line or each behind a NUL.
    fn named_files(&mut self, names: &Value, gathered: &mut Gathered, span: Span, state: &State) {
        for name in names.texts().iter().flat_map(|text| text.split(['\n', '\0'])).take(MAX_NAMED) {
            if !name.is_empty() {
                let place = state.place(&Value::Known(name.to_owned()));
                gathered.passed.add(&state.content(&place).sources());
                self.read(place, span);
            }
        }
    }

    /// What lies below a directory, whoever asks may read; below a home also its keys.
    pub(crate) fn shared(&mut self, directory: &Value, span: Span, state: &State) {
        let place = state.place(directory);
        let Some(home) = state.scene.home else { return self.effect(Action::List(place), span) };
        let holds_home = |path: &str| {
            home.strip_prefix(path.trim_end_matches('/'))
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        if place.spots.iter().any(|spot| holds_home(&spot.path)) {
            self.read(state.place(&Value::Known(format!("{home}/.ssh"))), span);
        }
        self.read(place, span);
    }

    /// `enter:execute(less {}),ctrl-r:reload(ls)`: what a key runs.
    fn bound(&mut self, value: &Value, span: Span, state: &State) {
        const RUNS: &[&str] = &["execute", "execute-silent", "become", "reload", "preview", "transform"];
        let text = value.to_string();
        for (at, _) in text.match_indices('(') {
            let before = text.get(..at).unwrap_or_default();
            let verb = before.rsplit([':', '+', ',']).next().unwrap_or_default();
            let script = text.get(at + 1..).unwrap_or_default();
            let script = script.get(..script.find(')').unwrap_or(script.len())).unwrap_or_default();
            if RUNS.contains(&verb) {
                let mut apart = self.copy(state);
                self.shell_text(&Value::Known(script.to_owned()), span, "fzf", &mut apart);
            }
        }
    }
}

/// More files are not followed that a text names.
const MAX_NAMED: usize = 64;

/// Whether a database is in memory or a temporary file.
fn is_scratch_database(given: &Given, state: &State) -> bool {
    let Some((_, database)) = given.operands.first() else { return false };
    let place = state.place(database);
    let roots = state.scene.roots;
    let temporary = |path: &str| {
        ["/tmp/", "/var/tmp/", "/private/tmp/", "/dev/shm/"].iter().any(|start| path.starts_with(start))
            && !roots.iter().any(|root| path.starts_with(root.as_str()))
    };
    database.known() == Some(":memory:")
        || (!place.open && !place.spots.is_empty() && place.spots.iter().all(|spot| temporary(&spot.path)))
}

/// Whether an archive is unpacked where we are.
fn unpacks(name: &str, given: &Given) -> bool {
    match name {
        "tar" | "gtar" | "bsdtar" => {
            ["-x", "--extract", "--get"].iter().any(|option| given.option(option))
                || given.operands.first().is_some_and(|(at, word)| {
                    *at == 0 && word.known().is_some_and(|letters| letters.starts_with('x'))
                })
        }
        "unzip" => !given.option("-l") && !given.option("-p"),
        "cpio" => given.option("-i") || given.option("--extract"),
        "pax" => given.option("-r"),
        _ => false,
    }
}

/// Where an archive is unpacked, if it is.
fn unpacked_into(name: &str, given: &Given) -> Option<String> {
    let here = || ".".to_owned();
    match name {
        "unzip" if !given.option("-l") && !given.option("-p") => {
            Some(given.value("-d").map_or_else(here, str::to_owned))
        }
        _ => unpacks(name, given).then(here),
    }
}

/// Whether a file operand stands for standard input.
fn is_stdin(value: &Value) -> bool {
    matches!(value.known(), Some("-" | "/dev/stdin" | "/dev/fd/0"))
}

fn nth(roles: &[Role], index: usize) -> Role {
    roles.get(index).or(roles.last()).copied().unwrap_or(Role::Text)
}

fn is_code(role: Role) -> bool {
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
            | Role::FileJavascript
            | Role::FileShell
    )
}

fn language(role: Role) -> Option<Language> {
    Some(match role {
        Role::CodePython | Role::FilePython => Language::Python,
        Role::CodeJavascript | Role::FileJavascript => Language::JavaScript,
        Role::CodePerl | Role::FilePerl => Language::Perl,
        Role::CodeRuby | Role::FileRuby => Language::Ruby,
        Role::CodePhp | Role::FilePhp => Language::Php,
        Role::CodeAwk | Role::FileAwk => Language::Awk,
        Role::CodeApplescript => Language::AppleScript,
        Role::CodePowershell => Language::PowerShell,
        _ => return None,
    })
}

/// A file that is copied into a directory keeps its name there.
fn inside(target: &Value, source: &Value) -> Option<Value> {
    let (target, source) = (target.known()?, source.known()?);
    let name = base_name(source.trim_end_matches('/'));
    // Of `host:file` it is the file.
    let name = name.rsplit(':').next().unwrap_or(name);
    (!matches!(name, "." | ".." | ""))
        .then(|| Value::Known(format!("{}/{name}", target.trim_end_matches('/'))))
}

/// Whether a directory is moved out of the workspace: for the workspace that is a deletion.
fn leaves(from: &Place, to: &Place, state: &State) -> bool {
    let roots = state.scene.roots;
    let inside = |path: &str| {
        roots.iter().any(|root| path.strip_prefix(root.as_str()).is_some_and(|rest| rest.starts_with('/')))
    };
    let is_file = |path: &str| state.scene.world.kind(path) == Kind::File;
    !from.spots.is_empty()
        && from.spots.iter().all(|spot| inside(&spot.path) && !is_file(&spot.path))
        && !to.spots.is_empty()
        && to.spots.iter().all(|spot| !inside(&spot.path) && !roots.contains(&spot.path))
}

/// The files that a download gets its names for from the address: `curl -O`, `wget`.
fn downloaded(name: &str, given: &Given, addresses: &[Value]) -> Vec<Value> {
    let by_name = match name {
        "curl" => given.option("-O") || given.option("--remote-name") || given.option("--remote-name-all"),
        "wget" => !given.option("-O") && !given.option("--output-document") && !given.option("--spider"),
        "aria2c" | "axel" => !given.option("-o") && !given.option("--out"),
        _ => return Vec::new(),
    };
    let addresses = addresses.iter().filter(|_| by_name).filter_map(Value::known);
    let files = addresses.map(|address| {
        let path = address.split(['?', '#']).next().unwrap_or(address);
        let below = path.split_once("://").map_or(path, |(_, rest)| rest);
        match below.rsplit_once('/') {
            Some((_, file)) if !file.is_empty() => file.to_owned(),
            _ => "index.html".to_owned(),
        }
    });
    let directory = ["-P", "--directory-prefix", "--output-dir", "-d", "--dir"]
        .iter()
        .find_map(|option| given.value(option));
    files
        .map(|file| {
            Value::Known(
                directory.as_ref().map_or_else(|| file.clone(), |directory| format!("{directory}/{file}")),
            )
        })
        .collect()
}

/// Whether a recursive search meets no file that may hold a secret, by the names on the disk.
fn passes_no_secret(given: &Given, pattern_given: bool, state: &State) -> bool {
    const WORDS: &[&str] = &[
        "account", "auth", "cert", "conf", "cred", "env", "hist", "jks", "kdbx", "key", "p12", "pass", "pem",
        "pfx", "ppk", "priv", "secret", "settings", "tfstate", "tfvars", "token",
    ];
    let harmless = |name: &String| {
        let name = name.to_ascii_lowercase();
        !name.starts_with('.') && (is_source(&name) || !WORDS.iter().any(|word| name.contains(word)))
    };
    let mut only = given
        .roles()
        .into_iter()
        .filter(|(role, _)| *role == Role::Filter)
        .map(|(_, value)| value)
        .peekable();
    if only.peek().is_some() && only.all(|glob| glob.known().is_some_and(is_source)) {
        return true;
    }
    let here = Value::Known(".".to_owned());
    let mut directories: Vec<&Value> =
        given.operands.iter().skip(usize::from(!pattern_given)).map(|(_, word)| *word).collect();
    if directories.is_empty() {
        directories.push(&here);
    }
    directories.into_iter().all(|directory| {
        let place = state.place(directory);
        let clean = |path: &str| match state.scene.world.kind(path) {
            Kind::File => true,
            Kind::Directory => {
                state.scene.world.names_below(path).is_some_and(|names| names.iter().all(harmless))
            }
            Kind::Nothing | Kind::Unknown => false,
        };
        !place.open
            && place
                .spots
                .iter()
                .all(|spot| spot.glob.is_none() && spot.reach == Reach::Itself && clean(&spot.path))
    })
}

/// What a filter makes of known text.
fn filtered(name: &str, rest: &[Value], stdin: &Value) -> Option<Value> {
    let arguments: Vec<&str> = rest.iter().map(Value::known).collect::<Option<_>>()?;
    let input = match stdin {
        Value::Known(text) => text.as_str(),
        // Its first line, and then again and again.
        Value::Pattern(pieces) if name == "head" && stdin.sources().is_endless() => match pieces.first()? {
            Piece::Text(line) => line.as_str(),
            Piece::Glob(_) | Piece::Hole(_) | Piece::Filled(_) | Piece::OneOf(_) => return None,
        },
        Value::Few(_) | Value::Pattern(_) | Value::Unknown(_) => {
            if !filters::ignores_input(name, &arguments) {
                return None;
            }
            ""
        }
    };
    match filters::filter(name, &arguments, input)? {
        Filtered::Text(text) => Some(Value::Known(text)),
        Filtered::Hidden => Some(Value::Unknown(Sources::from(Source::Encoded))),
    }
}

/// Whether every `>` of an awk script compares: none stands in a statement that prints, and no text hides where one ends.
fn only_compares(script: &str) -> bool {
    let writes = |statement: &str| statement.contains('>') && statement.contains("print");
    !script.contains(['"', '/']) && !script.split(['{', '}', ';', '\n']).any(writes)
}

/// Programs whose code says whether they only print.
fn by_code(name: &str, given: &Given, roles: &[(Role, Value)], rest: &[Value]) -> Option<Standing> {
    let letters = |allowed: &str| {
        given.option_texts().all(|option| {
            !option.starts_with("--") && option.chars().skip(1).all(|letter| allowed.contains(letter))
        })
    };
    let code = || {
        let in_options: Vec<&str> = roles.iter().filter_map(|(_, value)| value.known()).collect();
        let first = given.operands.first().and_then(|(_, word)| word.known());
        if in_options.is_empty() { first.into_iter().collect() } else { in_options }
    };
    let safe = match name {
        "sed" | "gsed" => {
            letters("nEerszu")
                && !rest.iter().any(Value::is_open)
                && code().iter().all(|script| crate::sed::sed(script).only_prints())
        }
        "awk" | "gawk" | "mawk" => {
            let harmless = |script: &&str| {
                !["system", "|", "getline", "ENVIRON", "@"].iter().any(|word| script.contains(word))
                    && (!script.contains('>') || only_compares(script))
            };
            letters("F:,;|t ") && !rest.iter().any(Value::is_open) && code().iter().all(harmless)
        }
        // A colon leads to another machine, and most options write or run something.
        "tar" | "gtar" | "bsdtar" => {
            let listing = |option: &str| {
                let letters = option.trim_start_matches('-');
                !option.starts_with("--")
                    && letters.contains('t')
                    && letters.chars().all(|letter| "tzjJvf".contains(letter))
            };
            let mut options = given.option_texts();
            let only = options.next().is_some_and(listing) && options.next().is_none();
            only && !rest.iter().any(|word| word.is_open() || word.prefix().contains(':'))
        }
        "printenv" => !given.operands.is_empty() && given.option_texts().next().is_none(),
        "uniq" => given.operands.len() <= 1 && letters("cdDui") && !rest.iter().any(Value::is_open),
        _ => return None,
    };
    Some(if safe { Standing::ReadOnly } else { Standing::Known })
}

fn standing(usage: &Usage, given: &Given, rest: &[Value]) -> Standing {
    let Some(safe) = &usage.safe else { return Standing::Known };
    let open = rest.iter().any(Value::is_open);
    let options = given.option_texts().all(|option| match option.strip_prefix("--") {
        Some(long) => safe.long.contains(long.split('=').next().unwrap_or(long)),
        None => {
            safe.letters == "*"
                || option.trim_start_matches('-').chars().all(|letter| safe.letters.contains(letter))
                || safe.long.contains(option.trim_start_matches('-'))
        }
    });
    let operands = given.operands.iter().all(|(_, word)| safe.fits(word.prefix()));
    if options && operands && !open { Standing::ReadOnly } else { Standing::Known }
}

/// Words with a blank between them, for what joins its words to a text.
pub(crate) fn joined_words(words: &[&Value]) -> Value {
    joined(&words.iter().map(|word| (*word).clone()).collect::<Vec<Value>>())
}

fn upload(value: &Value, gathered: &mut Gathered, state: &State) {
    // What follows `;` says what kind of file it is.
    let value = match value.known().and_then(|text| text.split_once(';')) {
        Some((file, _)) => Value::Known(file.to_owned()),
        None => value.clone(),
    };
    if is_stdin(&value) {
        gathered.sent.add(&state.stdin.sources());
        return;
    }
    let place = state.place(&value);
    gathered.sent.add(&state.content(&place).sources());
}

/// The content of the one file that a program passes on as it is: `cat file`.
fn lone_file(given: &Given, usage: &Usage, state: &State) -> Option<Value> {
    let [(_, operand)] = given.operands.as_slice() else { return None };
    if !usage.names.contains(&"cat") {
        return None;
    }
    state.written(&state.place(operand))
}

/// Data that is sent: text, or `@file`.
fn data(value: &Value, gathered: &mut Gathered, state: &State) {
    if value.prefix().starts_with(['@', '<']) {
        return upload(&tail(value, 1), gathered, state);
    }
    gathered.sent.add(&value.sources());
}
