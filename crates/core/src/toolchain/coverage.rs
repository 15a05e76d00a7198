//! How much of the lines tests have covered, as the reports of the usual tools say it.

use serde_json::Value;

/// Where reports lie, below a project's directory, and how each is read. The first that is there counts.
pub const REPORTS: &[(&str, Form)] = &[
    ("coverage/coverage-summary.json", Form::Summary),
    ("coverage/lcov.info", Form::Lcov),
    ("lcov.info", Form::Lcov),
    ("coverage/cobertura-coverage.xml", Form::Cobertura),
    ("coverage.xml", Form::Cobertura),
    ("cobertura.xml", Form::Cobertura),
    ("coverage/clover.xml", Form::Clover),
    ("clover.xml", Form::Clover),
    ("build/logs/clover.xml", Form::Clover),
    ("coverage/.last_run.json", Form::Summary),
    ("coverage.json", Form::Summary),
    ("target/llvm-cov.json", Form::Summary),
    ("coverage.out", Form::Go),
    ("cover.out", Form::Go),
    ("build/reports/jacoco/test/jacocoTestReport.xml", Form::Jacoco),
    ("target/site/jacoco/jacoco.xml", Form::Jacoco),
];

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Totals in JSON: of Istanbul, of coverage.py, of `cargo llvm-cov --json`, of `SimpleCov`.
    Summary,
    /// lcov's lines `LF:` and `LH:`.
    Lcov,
    /// The `line-rate` of Cobertura.
    Cobertura,
    /// The `metrics` of Clover, of which those of the whole project count the most.
    Clover,
    /// A profile of `go test -coverprofile`.
    Go,
    /// The counters of `JaCoCo`.
    Jacoco,
}

/// How a run of tests would write one of these reports, by the command that wrote none; `None` if nobody knows. Of a script
/// it is not known what it runs: most of those that run tests take this.
pub fn measured(command: &str) -> Option<String> {
    let mut words = command.split_whitespace();
    let program = words.next()?;
    let rest: Vec<&str> = words.collect();
    let of_node = |name: &str| matches!(name, "vitest" | "jest");
    let more = match program.rsplit('/').next().unwrap_or(program) {
        "npm" => "-- --coverage",
        "pnpm" | "yarn" | "bun" => "--coverage",
        name if of_node(name) || (name == "npx" && rest.first().is_some_and(|name| of_node(name))) => {
            "--coverage"
        }
        "pytest" => "--cov --cov-report=xml",
        "go" => return Some(format!("go test -coverprofile=coverage.out {}", rest.get(1..)?.join(" "))),
        "cargo" => return Some("cargo llvm-cov --lcov --output-path lcov.info".to_owned()),
        "phpunit" | "pest" => "--coverage-clover=clover.xml",
        _ => return None,
    };
    Some(format!("{command} {more}"))
}

/// The part of the lines that are covered, in hundredths of a percent; `None` if the report does not say.
pub fn covered(form: Form, text: &str) -> Option<u32> {
    match form {
        Form::Summary => summary(text),
        Form::Lcov => {
            let sum = |key: &str| -> u64 {
                text.lines().filter_map(|line| line.strip_prefix(key)?.trim().parse::<u64>().ok()).sum()
            };
            share(sum("LH:"), sum("LF:"))
        }
        Form::Cobertura => {
            let (_, rest) = text.split_once("<coverage")?;
            let rate: f64 = attribute(rest.split('>').next()?, "line-rate")?.parse().ok()?;
            hundredths(rate * 100.0)
        }
        Form::Clover => {
            let metrics = text.split("<metrics ").skip(1).filter_map(|rest| rest.split('>').next());
            let counts = metrics.filter_map(|tag| {
                let number = |name: &str| attribute(tag, name)?.parse::<u64>().ok();
                Some((number("statements")?, number("coveredstatements")?))
            });
            counts.max_by_key(|(all, _)| *all).and_then(|(all, hit)| share(hit, all))
        }
        Form::Go => {
            let mut lines = text.lines();
            lines.next().filter(|first| first.starts_with("mode:"))?;
            let (mut hit, mut all) = (0, 0);
            for line in lines {
                let mut numbers = line.rsplit(' ');
                let count: u64 = numbers.next()?.parse().ok()?;
                let statements: u64 = numbers.next()?.parse().ok()?;
                all += statements;
                hit += if count > 0 { statements } else { 0 };
            }
            share(hit, all)
        }
        Form::Jacoco => {
            // The counters of the whole report stand last.
            let (_, last) = text.rsplit_once("<counter type=\"LINE\"")?;
            let number = |name: &str| attribute(last, name)?.parse::<u64>().ok();
            let (missed, hit) = (number("missed")?, number("covered")?);
            share(hit, hit + missed)
        }
    }
}

fn summary(text: &str) -> Option<u32> {
    let report: Value = serde_json::from_str(text).ok()?;
    let paths = [
        "/total/lines/pct",
        "/totals/percent_covered",
        "/data/0/totals/lines/percent",
        "/result/line",
        "/result/covered_percent",
    ];
    hundredths(paths.iter().find_map(|path| report.pointer(path)?.as_f64())?)
}

/// `name="value"` in a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let sign = format!("{name}=\"");
    let is_whole = |at: usize| tag.get(..at).is_some_and(|before| before.is_empty() || before.ends_with(' '));
    let (at, _) = tag.match_indices(&sign).find(|(at, _)| is_whole(*at))?;
    tag.get(at + sign.len()..)?.split('"').next()
}

fn share(hit: u64, all: u64) -> Option<u32> {
    u32::try_from((hit * 10_000).checked_div(all)?).ok()
}

fn hundredths(percent: f64) -> Option<u32> {
    // INVARIANT: within 0 and 10,000 every number has its place.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it was looked at")]
    (0.0..=100.0).contains(&percent).then_some((percent * 100.0) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_told_how_it_would_write_a_report() {
        for (command, told) in [
            ("npm run test", Some("npm run test -- --coverage")),
            ("pnpm run test", Some("pnpm run test --coverage")),
            ("node_modules/.bin/vitest run", Some("node_modules/.bin/vitest run --coverage")),
            ("npx jest", Some("npx jest --coverage")),
            ("npx mocha", None),
            ("pytest -q", Some("pytest -q --cov --cov-report=xml")),
            ("go test ./...", Some("go test -coverprofile=coverage.out ./...")),
            ("cargo test --quiet", Some("cargo llvm-cov --lcov --output-path lcov.info")),
            ("make test", None),
            ("", None),
        ] {
            assert_eq!(measured(command).as_deref(), told, "{command}");
        }
    }

    #[test]
    fn the_usual_reports_are_read() {
        for (form, text, said) in [
            (Form::Summary, r#"{"total":{"lines":{"total":10,"covered":7,"pct":72.5}}}"#, Some(7_250)),
            (Form::Summary, r#"{"totals":{"percent_covered":80.0}}"#, Some(8_000)),
            (Form::Summary, r#"{"total":{"lines":{"pct":"Unknown"}}}"#, None),
            (Form::Lcov, "SF:a\nDA:1,1\nLF:8\nLH:6\nend_of_record\nSF:b\nLF:2\nLH:2\n", Some(8_000)),
            (Form::Lcov, "", None),
            (Form::Summary, r#"{"result":{"line":93.7,"branch":50.0}}"#, Some(9_370)),
            (
                Form::Clover,
                r#"<coverage><project name="All files"><metrics statements="10" coveredstatements="7" methods="1"/><file name="a.ts"><metrics statements="4" coveredstatements="4"/></file></project></coverage>"#,
                Some(7_000),
            ),
            (
                Form::Clover,
                r#"<coverage><project><file name="A.php"><metrics loc="9" statements="4" coveredstatements="4"/></file><metrics files="2" coveredstatements="6" statements="8"/></project></coverage>"#,
                Some(7_500),
            ),
            (Form::Clover, "<coverage/>", None),
            (
                Form::Cobertura,
                r#"<?xml version="1.0"?><coverage line-rate="0.815" branch-rate="0">"#,
                Some(8_150),
            ),
            (Form::Go, "mode: set\na.go:1.1,2.2 3 1\na.go:3.1,4.2 1 0\n", Some(7_500)),
            (
                Form::Jacoco,
                r#"<package><counter type="LINE" missed="9" covered="1"/></package><counter type="LINE" missed="1" covered="3"/>"#,
                Some(7_500),
            ),
        ] {
            assert_eq!(covered(form, text), said, "{text}");
        }
    }
}
