//! What checks have said of the sources of a project, as long as these are the same.

use std::fs;
use std::path::PathBuf;

use hookward_core::toolchain::{How, Report, Service};
use serde::{Deserialize, Serialize};

use crate::file::{private_directory, replace};
use crate::ledger::LedgerFile;

/// What checks have said of some sources.
#[derive(Debug)]
pub struct Results {
    path: PathBuf,
    kept: Kept,
    passing: Vec<Report>,
    /// The checks that were made now: service, place and tool.
    made: Vec<(Service, String, String)>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    tree: String,
    reports: Vec<Report>,
}

impl Results {
    /// What is known of these sources.
    pub fn of(ledger: &LedgerFile, tree: &str) -> Self {
        let path = ledger.beside("stop.json");
        let kept: Option<Kept> = fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let nothing = || Kept { tree: tree.to_owned(), reports: Vec::new() };
        let kept = kept.filter(|kept| kept.tree == tree).unwrap_or_else(nothing);
        Self { path, kept, passing: Vec::new(), made: Vec::new() }
    }

    /// What a service that was done on them says, for the project at a place and by a tool.
    pub fn get(&self, service: Service, place: &str, tool: &str) -> Option<&Report> {
        self.kept.reports.iter().find(|report| is_of(report, service, place, tool))
    }

    /// Adds what a check says of them, and that it gave no answer: it would give none again. One that failed itself, or was
    /// not made, says nothing of them.
    pub fn add(&mut self, report: Report) {
        match report.how {
            How::Passed | How::Changed | How::Problems | How::TimedOut => {
                self.made.push((report.service, report.place.clone(), report.tool.clone()));
                self.replace(report);
            }
            How::Broken(_)
            | How::Missing
            | How::Resting
            | How::Busy
            | How::Late
            | How::Unchecked
            | How::Refused(_) => self.add_for_now(report),
        }
    }

    /// Takes what was seen since for what was said of a service, for the same project and by the same tool.
    pub fn replace(&mut self, report: Report) {
        self.kept.reports.retain(|own| !is_of(own, report.service, &report.place, &report.tool));
        self.kept.reports.push(report);
    }

    /// Adds what a check says of other sources: it is told, and not remembered.
    pub fn add_for_now(&mut self, report: Report) {
        self.passing.push(report);
    }

    /// Remembers them. What cannot be remembered is checked again.
    pub fn save(&self) {
        let bytes = serde_json::to_vec(&self.kept).unwrap_or_default();
        let folder = self.path.parent().map_or(Ok(()), private_directory);
        let _ = folder.and_then(|()| replace(&self.path, &bytes));
    }

    /// What all of them say. What is only remembered took no time.
    pub fn into_reports(self) -> Vec<Report> {
        let Self { kept, passing, made, .. } = self;
        let is_made =
            |report: &Report| made.iter().any(|(service, place, tool)| is_of(report, *service, place, tool));
        let timed = |report: Report| if is_made(&report) { report } else { Report { ms: 0, ..report } };
        kept.reports.into_iter().map(timed).chain(passing).collect()
    }
}

fn is_of(report: &Report, service: Service, place: &str, tool: &str) -> bool {
    (report.service, report.place.as_str(), report.tool.as_str()) == (service, place, tool)
}
