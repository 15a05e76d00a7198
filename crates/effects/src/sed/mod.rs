//! What a `sed` script does beyond changing text: the files it opens, the commands it runs. And, where its input is
//! known and it is simple, what it puts out.

mod edit;
mod regex;
mod run;
mod script;
#[cfg(test)]
mod tests;

pub(crate) use edit::{divided, edited};
pub(crate) use run::{Printing, executed, substitute};

use script::{Kind, Slashes, Step};

/// What a script does.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Sed {
    /// Commands that it runs: `1e date`, or what `s/…/…/e` makes of a line.
    pub(crate) runs: Vec<String>,
    /// Whether it runs lines of its input.
    pub(crate) runs_input: bool,
    pub(crate) writes: Vec<String>,
    pub(crate) reads: Vec<String>,
    /// Whether all of it was understood. If not, it may do more than this.
    pub(crate) understood: bool,
}

impl Sed {
    /// Whether it does nothing but print.
    pub(crate) fn only_prints(&self) -> bool {
        self.understood
            && !self.runs_input
            && self.runs.is_empty()
            && self.writes.is_empty()
            && self.reads.is_empty()
    }
}

/// What a script does; several `-e` in a row are lines of one.
pub(crate) fn sed(script: &str) -> Sed {
    let (steps, understood) = parsed(script);
    let mut sed = Sed { understood, ..Sed::default() };
    // What a line may have become by then.
    let mut replaced = Vec::new();
    for step in steps {
        match step.kind {
            Kind::Execute(command) if command.is_empty() => {
                sed.runs_input = true;
                sed.runs.append(&mut replaced);
            }
            Kind::Execute(command) => sed.runs.push(command),
            Kind::Read(file) => sed.reads.push(file),
            Kind::Write(file) => sed.write(file),
            Kind::Substitute { replacement, flags, file, .. } => {
                if flags.contains('e') {
                    sed.runs_input = true;
                    sed.runs.push(replacement);
                } else {
                    replaced.push(replacement);
                }
                if let Some(file) = file {
                    sed.write(file);
                }
            }
            Kind::Translate(..)
            | Kind::Print
            | Kind::Delete
            | Kind::Quit
            | Kind::Comment
            | Kind::Text(..)
            | Kind::Open
            | Kind::Close
            | Kind::Label(..)
            | Kind::Letter(_)
            | Kind::Other => {}
        }
    }
    sed
}

impl Sed {
    fn write(&mut self, file: String) {
        if !matches!(file.as_str(), "/dev/stdout" | "/dev/stderr") {
            self.writes.push(file);
        }
    }
}

/// The steps of a script, and whether they are all of it. Whether a slash in brackets ends a pattern depends on the
/// `sed`; the reading that makes sense is taken.
fn parsed(script: &str) -> (Vec<Step>, bool) {
    let gnu = script::parse(script, Slashes::Everywhere);
    if gnu.1 {
        return gnu;
    }
    let bsd = script::parse(script, Slashes::OutsideBrackets);
    if bsd.1 { bsd } else { (gnu.0.into_iter().chain(bsd.0).collect(), false) }
}
