//! What an import says of what rules do: only what it has seen.

use super::*;

/// A project whose hooks before a shell command are these scripts.
fn with_scripts(event: &str, scripts: &[(&str, &str)]) -> Machine {
    let machine = machine(&[]);
    for (name, text) in scripts {
        machine.write(name, text);
    }
    let hook = |(name, _): &(&str, &str)| json!({"type": "command", "command": format!("./{name}")});
    let hooks: Vec<Value> = scripts.iter().map(hook).collect();
    let settings = json!({"hooks": {event: [{"matcher": "Bash", "hooks": hooks}]}});
    machine.write(".claude/settings.json", &settings.to_string());
    machine
}

/// What is said of the hook with this script.
fn said_of(machine: &Machine, script: &str) -> Vec<String> {
    let said = stdout(&import(machine, &["--dry-run"]));
    let behind = said.split(&format!(": ./{script}\n")).nth(1).unwrap_or_else(|| panic!("{said}"));
    let lines = behind.lines().take_while(|line| line.starts_with("      "));
    lines.map(|line| line.trim().to_owned()).collect()
}

#[test]
fn the_rule_that_is_named_is_the_one_that_objects_to_what_the_pattern_finds() {
    let machine = with_scripts(
        "PreToolUse",
        &[
            (
                "push.sh",
                "#!/bin/sh\njq -r .tool_input.command | grep -qE 'git push .*--force' && exit 2\nexit 0\n",
            ),
            (
                "arm.sh",
                "#!/bin/sh\nc=$(jq -r .tool_input.command)\ncase \"$c\" in git\\ commit*--no-verify*) exit 2 ;; esac\n",
            ),
            (
                "list.py",
                "#!/usr/bin/env python3\nimport json, re, sys\nc = json.load(sys.stdin)['tool_input']['command']\nfor pattern, why in [(r'git push .*--force', 'no git reset --hard')]:\n    if re.search(pattern, c):\n        sys.exit(2)\n",
            ),
        ],
    );
    let push = "covered by security/forced-push: it looks for `git push .*--force`, and `git push --force` is asked about";
    assert_eq!(said_of(&machine, "push.sh"), [push]);
    assert_eq!(said_of(&machine, "list.py"), [push]);
    assert_eq!(
        said_of(&machine, "arm.sh"),
        [
            "covered by security/skipped-hooks: it looks for `git commit*--no-verify*`, and `git commit --no-verify` is denied"
        ]
    );
}

#[test]
fn what_a_script_prints_is_nothing_that_it_looks_for() {
    let machine = with_scripts(
        "PreToolUse",
        &[
            (
                "echo.sh",
                "#!/bin/sh\n[ -t 0 ] && { echo \"usage: git push --force\" >&2; exit 0; }\nif true; then echo 'npm publish'; fi\ncat <<'EOF'\nnever \"terraform destroy\"\nEOF\n",
            ),
            (
                "print.js",
                "#!/usr/bin/env node\nconst hint = 'rm -rf';\nconsole.error(hint, 'npm publish');\nthrow new Error('git push --force');\n",
            ),
        ],
    );
    for script in ["echo.sh", "print.js"] {
        assert_eq!(said_of(&machine, script), ["no rule is known to do this"], "{script}");
    }
}

#[test]
fn what_no_rule_objects_to_is_left_over_and_said() {
    let machine = with_scripts(
        "PreToolUse",
        &[(
            "guard.sh",
            "#!/bin/bash\nc=$(jq -r .tool_input.command)\n[[ $c =~ npm\\ (publish|install) ]] && exit 2\ngrep -q 'chmod 777' <<<\"$c\" && exit 2\n",
        )],
    );
    assert_eq!(
        said_of(&machine, "guard.sh"),
        [
            "partly covered by security/publication: it looks for `npm (publish|install)`, and `npm publish` is asked about",
            "partly covered by security/open-permissions: it looks for `chmod 777`, and `chmod 777 /` is denied",
            "it also looks for `npm install`, `chmod 777 src`, of which no rule says anything",
        ]
    );
}

#[test]
fn a_hook_after_a_tool_is_not_done_by_a_rule_before_it() {
    let text = "#!/bin/sh\njq -r .tool_input.command | grep -q 'npm publish' && echo told\n";
    let machine = with_scripts("PostToolUse", &[("after.sh", text)]);
    assert_eq!(said_of(&machine, "after.sh"), ["no rule is known to do this"]);
}

#[test]
fn how_many_come_under_the_policy_reads_right() {
    let script = ("a.sh", "#!/bin/sh\nexit 0\n");
    let other = ("b.sh", "#!/bin/sh\nexit 0\n");
    for (event, scripts, dry, done) in [
        (
            "PreToolUse",
            &[script][..],
            "The one hook that was found would be in the policy",
            "The one hook that was found is now in the policy",
        ),
        ("PreToolUse", &[script, other], "2 hooks would be in the policy", "2 hooks are now in the policy"),
        (
            "ConfigChange",
            &[script],
            "The one hook that was found cannot come under the policy",
            "cannot come under the policy",
        ),
        (
            "ConfigChange",
            &[script, other],
            "None of the 2 hooks that were found can come under the policy",
            "None of the 2 hooks",
        ),
    ] {
        let machine = with_scripts(event, scripts);
        let said = stdout(&import(&machine, &["--dry-run"]));
        assert!(said.contains(dry), "{dry}: {said}");
        let said = stdout(&import(&machine, &[]));
        assert!(said.contains(done), "{done}: {said}");
    }
}
