//! What tools do in the workshop, with stand-ins.

use super::*;
use hookward_core::toolchain::Speech;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("w")).unwrap();
        fs::write(folder.path().join("w/a.ts"), "one\n").unwrap();
        Self(folder)
    }

    fn root(&self) -> String {
        self.0.path().join("w").display().to_string()
    }

    fn task(&self, service: Service, how: Run, limit_ms: u64) -> Task {
        Task {
            service,
            tool: "tool".into(),
            file: Some(format!("{}/a.ts", self.root())),
            directory: self.root(),
            run: how,
            otherwise: None,
            loads: Vec::new(),
            speech: Speech { problems: vec![1], nothing: vec![5], form: Form::Lines },
            limit_ms,
        }
    }

    fn workshop(&self) -> Workshop {
        Workshop::of(&self.0.path().join("state"), &self.root())
    }

    fn run(&self, service: Service, how: Run, limit_ms: u64) -> Report {
        let task = self.task(service, how, limit_ms);
        self.workshop().run(&[task], Instant::now() + Duration::from_secs(20)).remove(0)
    }

    fn shell(&self, service: Service, text: &str) -> Report {
        self.run(service, Run::Shell(text.to_owned()), 5_000)
    }

    fn text(&self) -> String {
        fs::read_to_string(self.0.path().join("w/a.ts")).unwrap()
    }
}

#[test]
fn what_a_formatter_changes_is_seen_and_a_filter_is_put_into_the_file() {
    let folder = Folder::new();
    assert_eq!(folder.shell(Service::Format, "true").how, How::Passed);
    assert_eq!(folder.shell(Service::Format, "echo two > a.ts").how, How::Changed);
    let filter = |words: &[&str]| Run::Filter(words.iter().map(|word| (*word).to_owned()).collect());
    assert_eq!(folder.run(Service::Format, filter(&["tr", "w", "W"]), 5_000).how, How::Changed);
    assert_eq!(folder.text(), "tWo\n");
    assert_eq!(folder.run(Service::Format, filter(&["false"]), 5_000).how, How::Problems);
    assert_eq!(folder.run(Service::Format, filter(&["true"]), 5_000).how, How::Passed);
    assert_eq!(folder.text(), "tWo\n", "a filter that says nothing empties no file");
}

#[test]
fn a_file_of_which_a_tool_leaves_nothing_is_put_back() {
    let folder = Folder::new();
    for tool in [": > a.ts", "rm a.ts"] {
        let report = folder.shell(Service::Format, tool);
        assert_eq!(
            report.how,
            How::Broken("it left nothing of the file, and it was put back".into()),
            "{tool}"
        );
        assert_eq!(folder.text(), "one\n");
    }
    fs::write(folder.0.path().join("w/a.ts"), "").unwrap();
    assert_eq!(folder.shell(Service::Format, "true").how, How::Passed, "it was empty before");
}

#[test]
fn what_a_tool_says_is_kept_for_each_of_its_services() {
    let folder = Folder::new();
    let said = "seq 300; exit 1";
    let kept = [Service::Types, Service::Tests].map(|service| folder.shell(service, said).kept.unwrap());
    assert_ne!(kept[0], kept[1]);
}

#[test]
fn problems_of_the_sources_are_told_from_failures_of_the_tool() {
    let folder = Folder::new();
    let report = folder.shell(Service::Lint, "echo a.ts:1:1: wrong; exit 1");
    assert_eq!(
        (report.how, report.output.trim(), report.file.as_str()),
        (How::Problems, "a.ts:1:1: wrong", "a.ts")
    );
    assert!(matches!(folder.shell(Service::Lint, "exit 3").how, How::Broken(_)));
    assert_eq!(folder.shell(Service::Tests, "exit 5").how, How::Passed, "there was nothing to do");
    let nowhere = Run::Words(vec!["/nowhere/at/all".into()]);
    assert!(matches!(folder.run(Service::Lint, nowhere, 5_000).how, How::Broken(_)));
}

#[test]
fn what_a_linter_mends_is_told_with_what_it_leaves_and_formatted_again_if_that_is_nothing() {
    let folder = Folder::new();
    let report = folder.shell(Service::Lint, "echo two > a.ts; echo a.ts:1:1: wrong; exit 1");
    assert_eq!((report.how, report.output.trim()), (How::Changed, "a.ts:1:1: wrong"));
    let format = folder.task(Service::Format, Run::Shell("echo formatted >> a.ts".into()), 5_000);
    for (lint, text) in [
        ("echo mended > a.ts", "mended\nformatted\n"),
        ("echo mended > a.ts; echo a.ts:1:1: wrong; exit 1", "mended\n"),
        ("true", "one\nformatted\n"),
    ] {
        fs::write(folder.0.path().join("w/a.ts"), "one\n").unwrap();
        let lint = folder.task(Service::Lint, Run::Shell(lint.into()), 5_000);
        let reports =
            folder.workshop().run(&[format.clone(), lint], Instant::now() + Duration::from_secs(20));
        assert_eq!((reports.len(), folder.text().as_str()), (2, text));
    }
}

#[test]
fn a_tool_that_fails_three_times_rests_and_one_that_finds_problems_does_not() {
    let folder = Folder::new();
    for _ in 0..5 {
        assert_eq!(folder.shell(Service::Lint, "exit 1").how, How::Problems);
    }
    for _ in 0..3 {
        assert!(matches!(folder.shell(Service::Lint, "exit 3").how, How::Broken(_)));
    }
    assert_eq!(folder.shell(Service::Lint, "exit 0").how, How::Resting);
}

#[test]
fn a_tool_that_takes_too_long_is_ended_with_what_it_started() {
    let folder = Folder::new();
    let report = folder.run(Service::Types, Run::Shell("sleep 30 & sleep 30".into()), 200);
    assert_eq!(report.how, How::TimedOut);
    assert!(report.ms < 5_000, "{}", report.ms);
}

#[test]
fn long_output_is_kept_whole_in_a_file_without_secrets() {
    let folder = Folder::new();
    let text = "for i in $(seq 200); do echo a.ts:$i:1: wrong; done; echo key AKIAQ3EGRTZ7KLMNOP42; exit 1";
    let report = folder.shell(Service::Lint, text);
    let path = report.kept.unwrap();
    let kept = fs::read_to_string(&path).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert!(kept.contains("a.ts:200:1") && !kept.contains("AKIAQ3EGRTZ7KLMNOP42"), "{kept}");
    assert_eq!(folder.shell(Service::Lint, "echo short; exit 1").kept, None);
}

#[test]
fn two_processes_are_never_at_a_file_at_once() {
    let folder = Folder::new();
    let text = "mkdir here || exit 9; sleep 0.05; rmdir here";
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..8).map(|_| scope.spawn(|| folder.shell(Service::Format, text).how)).collect();
        for run in runs {
            assert_eq!(run.join().unwrap(), How::Passed);
        }
    });
}
