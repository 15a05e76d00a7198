//! A file of the workspace is named from its root, by whatever tool and whichever rule; any other by its whole path.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use hookward_core::effects::Call;
use hookward_core::policy::Layer;
use support::{Bench, ROOT};

#[test]
fn a_file_of_the_workspace_is_named_from_its_root() {
    let bench = Bench::with(&[(Layer::User, "")]);
    let at = |below: &str| format!("{ROOT}/{below}");
    let write = |below: &str, content: &str| Call::Write { path: at(below), content: content.to_owned() };
    for (call, named) in [
        (Call::Read { path: at(".env") }, ".env"),
        (write(".env", "A=1"), ".env"),
        (write(".git/hooks/pre-commit", "x"), ".git/hooks/pre-commit"),
        (write("src/a.ts", "const k = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';"), "src/a.ts"),
        (Call::shell("chmod 644 .env"), ".env"),
        (Call::shell(format!("cat {ROOT}/.env")), ".env"),
    ] {
        let verdict = bench.judge(call.clone());
        assert!(!verdict.findings.is_empty(), "{call:?}");
        for finding in &verdict.findings {
            assert!(finding.why.contains(named), "{finding:?}");
            assert!(!finding.why.contains(ROOT), "{finding:?}");
            let is_command = call.command().is_some();
            assert!(is_command || !finding.matched.contains(ROOT), "{finding:?}");
        }
    }
    let verdict = bench.judge(Call::Read { path: "/home/dev/.ssh/id_rsa".to_owned() });
    assert!(verdict.findings.iter().any(|finding| finding.why.contains("/.ssh/id_rsa")), "{verdict:?}");
}
