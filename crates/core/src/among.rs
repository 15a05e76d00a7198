//! Files that a search would name now: what `grep -rl x . | xargs sed -i …` comes to, though no word says which they are.

use hookward_effects::{Found, Kind, Place, Spot, Tracking};

use crate::rule::Case;

/// So many of them are enough to judge by.
const ENOUGH: usize = 8;

/// Files that searches behind a place name and that matter, with why they do: those that a search asks for by its words,
/// whether it finds any now or not, and those that it would find. Whether one matters is asked first: what it holds, and
/// whether git knows it, is asked of few.
pub(crate) fn among<T>(case: &Case, place: &Place, matters: impl Fn(&Spot) -> Option<T>) -> Vec<(T, Spot)> {
    let mut all = Vec::new();
    for search in place.found.iter().filter(|_| !place.elsewhere) {
        if let Some(meant) = meant(case, search, &matters) {
            all.push(meant);
            continue;
        }
        for path in listed(case, search).into_iter().filter(|path| search.may_name(path, None)) {
            let spot = Spot::of_file(path);
            let Some(why) = matters(&spot) else { continue };
            if is_found(case, search, &spot.path) {
                all.push((why, spot));
            }
            if all.len() >= ENOUGH {
                return all;
            }
        }
    }
    all
}

/// What a search asks for by its words, if all of that matters: `rg -l x -g '*.tf'`, `grep -rl x .github/workflows`.
pub(crate) fn meant<T>(
    case: &Case,
    search: &Found,
    matters: impl Fn(&Spot) -> Option<T>,
) -> Option<(T, Spot)> {
    if case.world.kind(search.directory()) == Kind::File {
        return None;
    }
    let all_of = |spots: Vec<Spot>| {
        let why: Option<Vec<T>> = spots.iter().map(&matters).collect();
        why?.into_iter().zip(spots).next()
    };
    search.by_its_words().find_map(all_of)
}

fn listed(case: &Case, search: &Found) -> Vec<String> {
    let directory = search.directory();
    if !matches!(search.tracking(), Tracking::Any | Tracking::Untracked) {
        return case.world.indexed(directory).unwrap_or_default();
    }
    match case.world.kind(directory) {
        Kind::File => vec![directory.to_owned()],
        Kind::Directory => {
            let files = case.world.files_below(directory).unwrap_or_default().into_iter();
            files.map(|name| format!("{directory}/{name}")).collect()
        }
        Kind::Nothing | Kind::Unknown => Vec::new(),
    }
}

fn is_found(case: &Case, search: &Found, path: &str) -> bool {
    let staged = || case.world.committed(path, "");
    let is_known = match search.tracking() {
        Tracking::Any | Tracking::Tracked => true,
        Tracking::Untracked => staged().is_none(),
        Tracking::Staged => staged() != case.world.committed(path, "HEAD"),
        Tracking::Unstaged => staged() != case.world.text(path),
    };
    // What cannot be read may hold what is looked for.
    let text = || search.reads().then(|| case.world.text(path)).flatten();
    is_known && search.may_name(path, text().as_deref())
}
