//! Settings by which a manager or a build tool runs another program than its own, where no commit has them yet.

use std::fs;
use std::path::PathBuf;

use hookward_core::evidence::{Doubt, Kind, SETTINGS};

use super::origins::{Run, is_committed_with};

/// Why a run tells nothing: a setting around it, or in the home, leads to another program, and the last commit does not say so.
pub(crate) fn diverted(run: &Run<'_>) -> Option<Doubt> {
    let kind = Kind::of_runner(run.program())?;
    let own = SETTINGS.iter().filter(|setting| setting.of == kind);
    own.into_iter().find_map(|setting| {
        let around = run.around().map(|directory| directory.join(setting.file));
        let at_home = run.home.map(|home| home.join(setting.file));
        let mut files =
            around.chain(at_home).filter_map(|file: PathBuf| Some((fs::read_to_string(&file).ok()?, file)));
        files.find_map(|(text, file)| {
            let line = setting.diverting(&text)?;
            (!is_committed_with(&file, line))
                .then(|| Doubt::Diverted(format!("{line}, in {}", file.display())))
        })
    })
}
