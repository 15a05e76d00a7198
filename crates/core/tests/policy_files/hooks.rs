//! Own hooks of a policy: what they may say, and what they hold.

use hookward_core::effects::Call;
use hookward_core::policy::{Layer, Source, compile};

use crate::support;

#[test]
fn a_hook_that_cannot_hold_is_refused_with_its_place() {
    let hook = |more: &str| format!("[[hook]]\non = \"before-tool\"\nrun = \"./a.sh\"\n{more}\n");
    for (text, expected) in [
        (hook("tiemout = \"5s\""), "hookward.toml:4:1: unknown key `tiemout`; did you mean `timeout`?"),
        (hook("timeout = \"5 s\""), "hookward.toml:4:11: timeout `5 s` is not a duration"),
        (hook("timeout = \"0s\""), "hookward.toml:4:11: timeout `0s` is not a duration"),
        (
            "[[hook]]\non = \"stop\"\nrun = \" \"\n".to_owned(),
            "hookward.toml:1:1: the hook runs nothing; `run` says which command",
        ),
        (
            hook("match = { tool = \"Bash\" }"),
            "hookward.toml:4:9: no tool is called `Bash` here, on any host; did you mean `shell`?",
        ),
        (hook("match = { tol = \"shell\" }"), "hookward.toml:4:11: unknown key `tol`; did you mean `tool`?"),
        (
            hook("match = { tool = 7 }"),
            "hookward.toml:4:18: invalid type: number `7`, expected a text, or a list",
        ),
        (hook("match = { source = \"startup\" }"), "hookward.toml:4:9: before-tool has no source"),
        (
            "[[hook]]\non = \"stop\"\nrun = \"x\"\nmatch = { tool = \"shell\" }\n".to_owned(),
            "hookward.toml:4:9: stop is about no tool",
        ),
        (
            hook("match = { path = \"[a\" }"),
            "hookward.toml:4:9: `path` has a broken glob `[a`: its `[` is not closed",
        ),
        (hook("match = { tool = \"shell|{a\" }"), "hookward.toml:4:9: `tool` has a broken glob `{a`"),
        (hook("match = { command = \"git [a *\" }"), "hookward.toml:4:9: `command` has a broken glob `[a`"),
        (hook("match = \"shell\""), "hookward.toml:4:9: invalid type: text \"shell\", expected a table"),
        (hook("id = \"gate/X Y\""), "hookward.toml:4:6: the id `gate/X Y` may hold small letters"),
        (hook("id = \"gate/Header\""), "hookward.toml:4:6: the id `gate/Header` may hold small letters"),
        (
            "[[hook]]\non = \"unused\"\nrun = \"x\"\n".to_owned(),
            "hookward.toml:2:6: unknown value `unused`; expected one of session-start, prompt,",
        ),
        (
            hook("host = { name = \"claude\", event = \"PreToolUse\", matcher = \"(\" }"),
            "hookward.toml:4:59: `(` is no regular expression that can be read",
        ),
        (hook("retries = 11"), "hookward.toml:4:11: `retries` is a number from 0 to 10, not 11"),
        (hook("retries = -1"), "hookward.toml:4:11: `retries` is a number from 0 to 10, not -1"),
        (hook("fallback = \" \""), "hookward.toml:4:12: `fallback` is an empty command"),
        (hook("async = true"), "hookward.toml:1:1: `gate/a`: only feedback can be async"),
        (hook("cache = \"for ever\""), "hookward.toml:4:9: cache `for ever` is neither"),
        (hook("id = \"licence\""), "hookward.toml:4:6: the id `licence` must start with"),
        (
            hook("id = \"gate/architecture\""),
            "hookward.toml:4:6: there is a rule `gate/architecture` already",
        ),
        (
            hook("id = \"gate/a\"\ncategory = \"security\""),
            "hookward.toml:4:6: the id `gate/a` and the category",
        ),
        (hook("category = \"approve\""), "hookward.toml:1:1: a hook is security, gate or feedback"),
        (
            hook("category = \"security\"\non_failure = \"off\""),
            "hookward.toml:5:14: security fails closed: `deny` or `ask`",
        ),
        (
            hook("category = \"feedback\"\non_failure = \"deny\""),
            "hookward.toml:5:14: feedback never blocks: `advise` or `off`",
        ),
        (
            hook("id = \"gate/a\"") + &hook("id = \"gate/a\""),
            "hookward.toml:8:6: there is a hook `gate/a` on before-tool already",
        ),
        (hook("input = \"hosts\""), "hookward.toml:4:9: unknown value `hosts`; did you mean `host`?"),
        (
            hook("[rules]\n\"gate/b\" = \"off\""),
            "hookward.toml:5:2: unknown rule `gate/b`; did you mean `gate/a`?",
        ),
    ] {
        let source = Source { layer: Layer::Project, path: "hookward.toml".into(), text: text.clone() };
        let error = compile(&[source]).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}\n{error}");
    }
}

#[test]
fn a_hook_has_an_id_like_a_rule_and_a_project_does_not_loosen_its_security() {
    let text = "[[hook]]\non = \"before-tool\"\nrun = \"sh hooks/Check_It.sh --all\"\ncategory = \"security\"\n\
                [[hook]]\non = \"before-tool\"\nrun = \"sh other/check-it.sh\"\ncategory = \"security\"\n\
                [[hook]]\nid = \"gate/both\"\non = \"before-tool\"\nrun = \"x\"\n\
                [[hook]]\nid = \"gate/both\"\non = \"stop\"\nrun = \"x\"\n\
                [rules]\n\"security/check-it\" = \"off\"\n\"gate/both\" = \"shadow\"\n\
                [roles.reviewer]\nrules = { \"security/check-it-2\" = \"off\", \"gate/both\" = \"off\" }\n";
    let source = Source { layer: Layer::Project, path: "hookward.toml".into(), text: text.into() };
    let policy = compile(&[source]).unwrap();
    let ids: Vec<&str> = policy.hooks.iter().map(|hook| hook.id.as_str()).collect();
    assert_eq!(ids, ["security/check-it", "security/check-it-2", "gate/both", "gate/both"]);
    let said: Vec<&str> = policy.notices.iter().map(|notice| notice.text.as_str()).collect();
    assert_eq!(
        said,
        [
            "`security/check-it`: a project may tighten security, never loosen it; ignored",
            "`security/check-it-2`: a role may tighten security, never loosen it; ignored",
        ]
    );
    let wanted = |role: &str| {
        let agent = Some(hookward_core::Agent { id: "a".into(), role: role.into() });
        let bench = support::Bench { policy: policy.clone(), agent, ..support::Bench::default() };
        bench.case(Call::shell("ls"), |case| {
            case.wanted_hooks().iter().map(|hook| hook.id.clone()).collect::<Vec<_>>()
        })
    };
    assert_eq!(wanted("default"), ["security/check-it", "security/check-it-2", "gate/both"]);
    assert_eq!(wanted("reviewer"), ["security/check-it", "security/check-it-2"]);
}

#[test]
fn a_pause_leaves_only_the_hooks_that_are_locked() {
    let text = "lock = [\"gate/kept\"]\n[[hook]]\nid = \"gate/kept\"\non = \"stop\"\nrun = \"x\"\n\
                [[hook]]\nid = \"gate/other\"\non = \"stop\"\nrun = \"x\"\n";
    let source = Source { layer: Layer::Managed, path: "m".into(), text: text.into() };
    let mut policy = compile(&[source]).unwrap();
    policy.pause();
    assert_eq!(policy.hooks.iter().map(|hook| hook.id.as_str()).collect::<Vec<_>>(), ["gate/kept"]);
}

#[test]
fn the_policies_of_the_page_on_own_hooks_can_be_used() {
    let page = include_str!("../../../../docs/own-hooks.md");
    let blocks: Vec<&str> =
        page.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(blocks.len(), 3);
    for text in blocks {
        let source = Source { layer: Layer::Project, path: "hookward.toml".into(), text: text.into() };
        let policy = compile(&[source]).unwrap();
        let written = text.matches("[[hook]]").count();
        assert_eq!((policy.hooks.len(), policy.notices.len()), (written, 0), "{text}");
    }
}

#[test]
fn a_hook_that_was_a_hosts_own_hears_that_hosts_event() {
    let compiled = |more: &str, host: &str| {
        let text = format!("[[hook]]\non = \"before-tool\"\nrun = \"x\"\n{more}host = {{ {host} }}\n");
        compile(&[Source { layer: Layer::Project, path: "hookward.toml".into(), text }])
    };
    let policy = compiled("", "name = \"claude\", event = \"PreToolUse\", matcher = \"Edit|Write\"").unwrap();
    let native = policy.hooks[0].native.clone().unwrap();
    assert_eq!((native.event.as_str(), native.matcher.as_deref()), ("PreToolUse", Some("Edit|Write")));
    for (more, host, expected) in [
        ("", "name = \"clade\", event = \"x\"", "4:17: unknown value `clade`; did you mean `claude`?"),
        (
            "",
            "name = \"claude\", event = \"PreTolUse\"",
            "4:35: Hookward is not asked on `PreTolUse` of claude; did you mean `PreToolUse`?",
        ),
        (
            "",
            "name = \"cursor\", event = \"afterFileEdit\"",
            "4:35: Hookward is not asked on `afterFileEdit` of cursor; ",
        ),
        (
            "",
            "name = \"kiro\", event = \"agentSpawn\"",
            "4:33: `agentSpawn` of kiro is `on = \"session-start\"`",
        ),
        (
            "",
            "name = \"kiro\", event = \"preToolUse\", matchr = \"x\"",
            "4:47: unknown key `matchr`; did you mean `matcher`?",
        ),
        (
            "input = \"neutral\"\n",
            "name = \"kiro\", event = \"preToolUse\"",
            "5:8: a hook with `host` reads and speaks as it does there",
        ),
    ] {
        let error = compiled(more, host).unwrap_err().to_string();
        assert!(error.starts_with(&format!("hookward.toml:{expected}")), "{host}: {error}");
    }
}

#[test]
fn the_hook_of_the_page_on_importing_can_be_used() {
    let page = include_str!("../../../../docs/import.md");
    let text = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let source = Source { layer: Layer::Project, path: "hookward.toml".into(), text: text.into() };
    assert!(compile(&[source]).unwrap().hooks[0].native.is_some());
}
