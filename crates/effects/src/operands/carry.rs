//! What is copied, moved, linked, transferred or unpacked.

use hookward_shell::Span;

use super::{Gathered, is_stdin, nth};
use crate::effect::{Action, Depth, Git, Purpose, Told};
use crate::knowledge::{Given, Output, Role, Usage};
use crate::path::{Place, Reach, Spot};
use crate::program_name::base_name;
use crate::programs::remote;
use crate::scene::Kind;
use crate::source::{Source, Sources};
use crate::state::State;
use crate::value::{Piece, Value};
use crate::walk::Walk;

impl Walk<'_> {
    /// Copies, moves, links, transfers; searches and writes.
    pub(super) fn relocate(
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
        // `ln /a/b`: the link lies here and is called `b`.
        let (sources, target) = match role {
            Role::Link if sources.is_empty() => (vec![target], Value::Known(".".to_owned())),
            _ => (sources, target),
        };
        let names_again = match role {
            Role::Link => !given.option("-s") && !given.option("--symbolic"),
            Role::Copy => usage.names.contains(&"cp") && (given.option("-l") || given.option("--link")),
            _ => false,
        };
        let deletes = usage.tree_delete.iter().any(|option| given.option(option))
            && !given.option("--dry-run")
            && !given.option("-n");
        // Another name of the same file: whoever reads it there reads the file, as with a copy.
        let role = if names_again { Role::Copy } else { role };
        // Nothing goes into the target: what a directory holds lies in it afterwards.
        let is_the_target = role == Role::Copy
            && depth == Depth::Tree
            && (given.option("-T") || given.option("--no-target-directory"));
        let all_of = |source: &Value| match source.known() {
            Some(path) if is_the_target => Value::Known(format!("{path}/.")),
            _ => source.clone(),
        };
        let carried: Vec<Value> = sources.iter().map(all_of).collect();
        self.carry(role, &carried, &target, depth, deletes, span, state);
        if names_again {
            for source in &sources {
                state.name_again(source, &target);
                self.expose(source, span, state);
            }
        }
    }

    /// A file gets another name, by which it can be written as well from now on; so does what lies in a directory.
    pub(crate) fn expose(&mut self, file: &Value, span: Span, state: &mut State) {
        let mut place = state.place(file);
        for spot in &mut place.spots {
            if state.scene.world.kind(&spot.path) == Kind::Directory {
                spot.reach = Reach::Everything;
            }
        }
        self.change(Action::Write(place, Value::unknown()), Told::Kept, span, state);
    }

    #[allow(clippy::too_many_arguments, clippy::fn_params_excessive_bools, reason = "all that a transfer is")]
    pub(super) fn carry(
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
                    let from = state.place(source);
                    data.add(&state.content(&from).sources());
                    let there = target.known().and_then(|text| text.split_once(':'));
                    if let (Some(content), Some((_, there))) = (state.written(&from), there) {
                        arrive_elsewhere(source, there, &content, state);
                    }
                }
                if near && let Some((_, there)) = target.known().and_then(|text| text.split_once(':')) {
                    // A container of this machine has system files like any other place.
                    let there = Value::Known(there.to_owned());
                    let place = state.scene.place(&there, &Value::Known("/".to_owned()));
                    let content = Value::Unknown(data.clone());
                    self.effect(Action::Write(Place { elsewhere: true, ..place }, content), span);
                }
                return self.effect(
                    Action::Send { data, target: Value::Known(host), purpose: Purpose::Content },
                    span,
                );
            }
            for host in sources.iter().filter_map(remote) {
                self.effect(Action::Receive(Value::Known(host)), span);
            }
            for source in sources.iter().filter(|source| remote(source).is_some()) {
                self.read_elsewhere(source, span, state);
            }
        }
        if role == Role::Transfer && target.known() == Some("-") {
            let fetched = sources.iter().filter(|source| remote(source).is_some());
            let sources = fetched.fold(Sources::NONE, |sources, from| {
                sources.and(&Sources::from(Source::Network(from.to_string())))
            });
            return self.print(&Value::Unknown(sources), span);
        }
        let mut place = state.place(target);
        let is_directory =
            place.spots.iter().any(|spot| state.scene.world.kind(&spot.path) == Kind::Directory);
        // What each of them is there, and what it holds.
        let mut arrived: Vec<(Option<Place>, Value, Told)> = Vec::with_capacity(sources.len());
        // What is gone is only gone when it has arrived.
        let mut left = Vec::new();
        for source in sources {
            let within = inside(target, source);
            let into = within.as_ref().map(|value| state.place(value));
            if role == Role::Transfer && remote(source).is_some() {
                let content = Value::Unknown(Sources::from(Source::Network(source.to_string())));
                arrived.push((into, content, Told::Part));
                continue;
            }
            let source_place = state.place(source);
            let content = if is_stdin(source) { state.stdin.clone() } else { state.content(&source_place) };
            let told = match role {
                Role::Copy | Role::Move => Told::Copied(Box::new(source_place.clone())),
                _ => Told::Part,
            };
            arrived.push((into, content, told));
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
                // What is moved to itself stays.
                let stays = source_place.spots == place.spots;
                let gone = self.moved(source_place, depth, span, state);
                left.extend((!stays).then_some(gone));
            }
        }
        if deletes {
            self.delete(place.clone(), Depth::Tree, span, state);
        }
        let is_file = |source: &Value| {
            let place = state.place(source);
            !place.spots.is_empty()
                && place.spots.iter().all(|spot| state.scene.world.kind(&spot.path) == Kind::File)
        };
        if depth == Depth::Tree && role != Role::Move {
            // A directory may bring anything with it.
            let whole = |source: &Value| {
                source.prefix().ends_with('/')
                    || source.prefix().ends_with("/.")
                    || source.known() == Some(".")
            };
            if sources.iter().any(whole) || (role == Role::Transfer && !sources.iter().all(is_file)) {
                place.spots.iter_mut().for_each(|spot| spot.reach = Reach::Everything);
            }
        }
        // A directory that gets the name of a hidden one, where settings lie, brings all that it holds.
        let may_be_tree = matches!(role, Role::Move | Role::Link) || depth == Depth::Tree;
        let is_hidden = |spot: &Spot| spot.last().starts_with('.');
        if may_be_tree && !is_directory && place.spots.iter().any(is_hidden) && !sources.iter().all(is_file) {
            place.spots.iter_mut().for_each(|spot| spot.reach = Reach::Everything);
        }
        let link = role == Role::Link;
        // What exists and is no directory is the link itself.
        let goes_into = if link { is_directory } else { !is_a_file(&place, sources, depth, state) };
        // One gets the name itself; several are what a directory holds afterwards.
        let (own, told) = match arrived.as_slice() {
            [(_, content, told)] => (content.clone(), told.clone()),
            all => {
                let from =
                    |sources: Sources, (_, content, _): &(_, Value, _)| sources.and(&content.sources());
                (Value::Unknown(all.iter().fold(Sources::NONE, from)), Told::Part)
            }
        };
        let within = arrived.into_iter().filter(|_| goes_into);
        let within = within.filter_map(|(into, content, told)| Some((into?, content, told)));
        let within = within.map(|(mut into, content, told)| {
            if may_be_tree {
                take_for_a_tree(&mut into, state);
            }
            (into, content, told)
        });
        let within: Vec<(Place, Value, Told)> = within.collect();
        for (place, content, told) in std::iter::once((place, own, told)).chain(within) {
            if link {
                // What lies behind it is asked for when somebody goes through it.
                self.change(Action::Write(place, Value::unknown()), Told::Part, span, state);
            } else {
                self.write_told(place, content, told, span, state);
            }
        }
        for effect in left {
            state.course.push(effect);
        }
    }

    /// An archive is unpacked: what is in it lands where its directory is, over what lies there.
    pub(super) fn unpack(
        &mut self,
        name: &str,
        given: &Given,
        roles: &[(Role, Value)],
        span: Span,
        state: &mut State,
    ) {
        let into = given.value("-d").filter(|_| name == "unzip").unwrap_or(".");
        let into = state.place(&Value::Known(into.to_owned()));
        let archives = roles.iter().filter(|(role, _)| *role == Role::Archive).map(|(_, file)| file);
        let archive =
            archives.chain(given.operands.first().map(|(_, file)| *file).filter(|_| name == "unzip"));
        let from = archive
            .fold(state.stdin.sources(), |from, file| from.and(&state.content(&state.place(file)).sources()));
        self.members(name, given, &into, span, state);
        // What is printed lands nowhere.
        if shows_members(name, given) {
            return;
        }
        let is_top = |spot: &Spot| state.scene.roots.contains(&spot.path) || spot.path == state.scene.cwd;
        if from.iter().any(|source| *source == Source::Repository) && into.spots.iter().any(is_top) {
            self.effect(Action::Git(Git::Discard("puts what was committed over the work tree")), span);
        }
        state.fetch(&into, &from);
        // Into a hidden directory, where settings lie, nothing is unpacked by accident.
        let hidden = |path: &str| path.rsplit('/').next().is_some_and(|name| name.starts_with('.'));
        let reach = |path: &str| if hidden(path) { Reach::Everything } else { Reach::Something };
        let spots = into.spots.iter().map(|spot| Spot { reach: reach(&spot.path), ..spot.clone() }).collect();
        let action = Action::Write(Place { spots, ..into }, Value::unknown());
        self.change(action, Told::Part, span, state);
    }
}

impl Walk<'_> {
    /// Files of an archive that are asked for by their names.
    pub(super) fn members(&mut self, name: &str, given: &Given, into: &Place, span: Span, state: &mut State) {
        let shown = shows_members(name, given);
        let skipped = usize::from(name == "unzip");
        for (_, member) in given.operands.iter().skip(skipped) {
            let Some(text) = member.known() else { continue };
            let below = into.spots.first().map(|spot| spot.path.as_str()).unwrap_or_default();
            // Patterns are read by the program itself.
            let (start, glob) = text.split_at(text.find(['*', '?', '[']).unwrap_or(text.len()));
            let glob = (!glob.is_empty()).then(|| Piece::Glob(glob.to_owned()));
            let start = Piece::Text(format!("{below}/{start}"));
            let mut place = state.place(&Value::of(std::iter::once(start).chain(glob).collect()));
            take_for_a_tree(&mut place, state);
            if shown {
                self.read(place, span);
            } else {
                self.write(place, Value::Unknown(Sources::from(Source::Encoded)), span, state);
            }
        }
    }
}

/// A hidden name that no file has is mostly that of a directory where settings lie, and it comes with all that it holds:
/// `cp -r a/.claude .`, `git checkout main -- .claude`.
pub(crate) fn take_for_a_tree(place: &mut Place, state: &State) {
    for spot in place.spots.iter_mut().filter(|spot| spot.is_one()) {
        let name = spot.last().strip_prefix('.').unwrap_or_default();
        let is_plain =
            !name.is_empty() && !name.contains('.') && !name.ends_with("rc") && !name.starts_with("env");
        if is_plain && state.scene.world.kind(&spot.path) != Kind::File {
            spot.reach = Reach::Everything;
        }
    }
}

/// What the text has written is known at the other end too: `scp a host:/tmp/a; ssh host 'sh /tmp/a'`.
pub(crate) fn arrive_elsewhere(source: &Value, path: &str, content: &Value, state: &mut State) {
    // Without a directory in front it is seen from the home directory there.
    let path = path.strip_prefix("~/").unwrap_or(path);
    let home = Value::Known(state.scene.home.unwrap_or("/").to_owned());
    let target = Value::Known(if path.is_empty() { ".".to_owned() } else { path.to_owned() });
    for path in [inside(&target, source), Some(target)].into_iter().flatten() {
        let place = state.scene.place(&path, &home);
        state.store_perhaps(&place, content);
    }
}

/// Whether what is in an archive is printed.
pub(super) fn shows_members(name: &str, given: &Given) -> bool {
    let options: &[&str] = if name == "unzip" { &["-p", "-c"] } else { &["-O", "--to-stdout"] };
    options.iter().any(|option| given.option(option))
}

/// Whether an archive is unpacked where we are.
pub(super) fn unpacks(name: &str, given: &Given) -> bool {
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

/// Whether nothing can lie inside of what something is copied to: a file that is there, or the name that one file gets where
/// nothing is, both with an ending.
fn is_a_file(target: &Place, sources: &[Value], depth: Depth, state: &State) -> bool {
    let has_ending = |path: &str| base_name(path).rsplit_once('.').is_some_and(|(stem, _)| !stem.is_empty());
    let is_new = |spot: &Spot| {
        matches!(sources, [source] if source.known().is_some_and(has_ending))
            && depth != Depth::Tree
            && spot.is_one()
            && has_ending(&spot.path)
            && !target.written.ends_with('/')
            && !state.has_made(&spot.path)
            && state.written(target).is_none()
    };
    let is_one = |spot: &Spot| match state.scene.world.kind(&spot.path) {
        Kind::File => true,
        Kind::Nothing => is_new(spot),
        Kind::Directory | Kind::Unknown => false,
    };
    !target.spots.is_empty() && !target.open && target.spots.iter().all(is_one)
}

/// A file that is copied into a directory keeps its name there.
pub(crate) fn inside(target: &Value, source: &Value) -> Option<Value> {
    let (target, source) = (target.known()?, source.known()?);
    let name = base_name(source.trim_end_matches('/'));
    // Of `host:file` it is the file.
    let name = name.rsplit(':').next().unwrap_or(name);
    (!matches!(name, "." | ".." | ""))
        .then(|| Value::Known(format!("{}/{name}", target.trim_end_matches('/'))))
}

/// Whether a directory is moved out of the workspace: for the workspace that is a deletion.
pub(super) fn leaves(from: &Place, to: &Place, state: &State) -> bool {
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
