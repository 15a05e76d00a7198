//! What a run that has failed tells of its tests: which files of them fail, and which stand in the file of their code; and of code
//! that does not compile.

use hookward_core::evidence::{Evidence, Failing, Inside, Ledger, Whereabouts, broken_places, red};
use hookward_io::LedgerFile;

use crate::packages::with_files;

/// More files are not looked into for tests.
const MAX_READ: usize = 64;

/// Adds to a run of tests that has failed what the sources tell of that. It ran in these places below the root.
pub(crate) fn look_into(
    run: &mut Evidence,
    (failing, places): (Option<Failing>, &[String]),
    file: &LedgerFile,
    ledger: &Ledger,
) {
    let root = file.root().display().to_string();
    let at = Whereabouts { root: &root, places };
    with_files((file.root(), file), |files| {
        run.red = red(run, failing.as_ref(), at, files);
        let Some(failing) = &failing else { return };
        run.inside = failing.inside(files);
        run.within = broken_places(failing, at, files);
    });
    // Where no test is named, those that were written last are what is new.
    if run.inside.is_empty() {
        run.broken = failing.as_ref().is_some_and(Failing::is_broken);
        let says_nothing = failing.as_ref().is_none_or(Failing::says_nothing);
        let newest = if run.broken || says_nothing { newest(file, ledger) } else { None };
        run.inside.extend(newest.filter(|own| run.holds(&own.path)));
    }
    if let Some(Failing { files, around, .. }) = failing {
        (run.failing, run.around) = (Some(files), around);
    }
}

/// The tests inside of the file of code that was touched last, unless they have passed since.
fn newest(file: &LedgerFile, ledger: &Ledger) -> Option<Inside> {
    let touched = file.touched_since(0, Inside::may_be_in).into_iter();
    let own = touched.take(MAX_READ).find_map(|name| {
        let text = std::fs::read_to_string(file.root().join(&name)).ok()?;
        Inside::of(&name, &text)
    })?;
    let is_new = |passed: u64| !file.touched_since(passed, |name| name == own.path).is_empty();
    ledger.passed_with(&own.path).is_none_or(is_new).then_some(own)
}
