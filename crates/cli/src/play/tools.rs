//! What tools of the project say in a story: nothing runs there, so the story says it.

use hookward_core::toolchain::{Form, How, Report, Service};

/// Lines such as `tests vitest fails: FAIL  a.test.ts > adds`, `lint eslint passes` and `tests vitest covers 72`; an output of
/// several lines has one of these for each, and what passes may have one as well.
pub(super) fn reports(lines: &[String]) -> Result<Vec<Report>, String> {
    let mut reports: Vec<Report> = Vec::new();
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        let unknown = || format!("`{line}`: write `tests vitest fails: …`, `… passes` or `… covers 72`");
        let (head, output) = line.split_once(": ").unwrap_or((line, ""));
        let words: Vec<&str> = head.split_whitespace().collect();
        let [service, tool, how @ ..] = words.as_slice() else { return Err(unknown()) };
        let service = service_of(service).ok_or_else(unknown)?;
        let at = reports.iter().position(|report| report.service == service && report.tool == *tool);
        let at = at.unwrap_or_else(|| {
            reports.push(report(service, tool));
            reports.len() - 1
        });
        let Some(report) = reports.get_mut(at) else { return Err(unknown()) };
        match how {
            ["passes"] => report.output.push_str(output),
            ["changes"] => report.how = How::Changed,
            ["is", "missing"] => report.how = How::Missing,
            ["fails"] => {
                report.how = How::Problems;
                report.output.push_str(output);
                report.output.push('\n');
            }
            ["covers", percent] => {
                let percent: u32 = percent.parse().map_err(|_| unknown())?;
                report.covered = Some(percent.saturating_mul(100));
            }
            _ => return Err(unknown()),
        }
    }
    Ok(reports)
}

fn service_of(word: &str) -> Option<Service> {
    Service::AFTER_EDIT.into_iter().chain([Service::Build]).find(|service| service.as_str() == word)
}

fn report(service: Service, tool: &str) -> Report {
    Report {
        service,
        tool: tool.to_owned(),
        file: String::new(),
        place: String::new(),
        ran_in: String::new(),
        command: tool.to_owned(),
        how: How::Passed,
        form: if service == Service::Tests { Form::Tests } else { Form::Lines },
        output: String::new(),
        kept: None,
        covered: None,
        ms: 1,
    }
}
