//! What is moved, or taken away, in the same call in which something else is written. Nothing of it runs: a real repository is there to
//! be looked at.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails"
)]

mod support;

use serde_json::{Value, json};
use support::{Machine, answer, decision};

/// A repository that holds these files, and a project's policy.
fn repository(policy: &str, files: &[(&str, &str)]) -> Machine {
    let machine = Machine::new();
    machine.become_a_repository();
    for (file, text) in files {
        machine.write(file, text);
    }
    machine.git(&["add", "."]);
    machine.git(&["commit", "-q", "--allow-empty", "-m", "all of it"]);
    machine.write("hookward.toml", policy);
    machine
}

/// The decision on a call, and what is said of it. Each call is of a session of its own: none is held against another.
fn judged(machine: &Machine, tool: &str, input: &Value) -> (String, String) {
    let session = format!("{tool} {input}");
    let call = json!({"tool_name": tool, "tool_input": input, "session_id": session});
    let output = machine.hook("claude", &machine.event("PreToolUse", &call));
    let said = answer(&output)["hookSpecificOutput"]["permissionDecisionReason"].to_string();
    (decision(&output), said)
}

/// The same of a patch of Codex.
fn patched(machine: &Machine, lines: &str) -> (String, String) {
    let patch = format!("*** Begin Patch\n{lines}\n*** End Patch\n");
    let call = json!({"tool_name": "apply_patch", "tool_input": {"command": patch}, "session_id": lines});
    let output = machine.hook("codex", &machine.event("PreToolUse", &call));
    let said = answer(&output)["hookSpecificOutput"]["permissionDecisionReason"].to_string();
    (decision(&output), said)
}

fn shell(machine: &Machine, command: &str) -> (String, String) {
    judged(machine, "Bash", &json!({"command": command}))
}

fn lets_pass(machine: &Machine, commands: &[&str]) {
    let judged = commands.iter().map(|command| (command, shell(machine, command)));
    let refused: Vec<_> =
        judged.filter(|(_, (decision, _))| !matches!(decision.as_str(), "" | "allow")).collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

fn denies(machine: &Machine, why: &str, commands: &[&str]) {
    let judged = commands.iter().map(|command| (command, shell(machine, command)));
    let others: Vec<_> =
        judged.filter(|(_, (decision, said))| decision != "deny" || !said.contains(why)).collect();
    assert!(others.is_empty(), "{others:#?}");
}

const ARCHITECTURE: &str =
    "[[gate.architecture]]\nid = \"no-axios\"\nfiles = \"src/**\"\nforbid = { import = \"axios\" }\n";

const SOURCES: &[(&str, &str)] = &[
    ("src/a.ts", "export const a = 1;\n"),
    ("src/c.ts", "export const c = 1;\n"),
    ("src/old/d.ts", "export const d = 1;\n"),
    ("lib/readme.txt", "hello\n"),
];

#[test]
fn what_git_moves_is_followed_like_what_mv_moves() {
    let machine = repository(ARCHITECTURE, SOURCES);
    lets_pass(
        &machine,
        &[
            "git mv src/a.ts src/b.ts && sed -i 's/a = 1/b = 1/' src/b.ts",
            "git mv src/a.ts src/b.ts; sed -i 's/a = 1/b = 1/' src/b.ts",
            "git mv src/a.ts src/b.ts\nsed -i 's/a = 1/b = 1/' src/b.ts",
            "git mv src/a.ts src/b.ts && echo '// b' >> src/b.ts",
            "git mv -f src/a.ts src/c.ts && sed -i 's/a = 1/b = 1/' src/c.ts",
            "git mv -v src/a.ts src/b.ts && sed -i 's/a = 1/b = 1/' src/b.ts",
            "git mv src/a.ts src/c.ts src/old/ && sed -i 's/a = 1/b = 1/' src/old/a.ts",
            "git mv src/a.ts src/c.ts src/old && sed -i 's/1/2/' src/old/a.ts src/old/c.ts",
            "git mv src/a.ts src/old && sed -i 's/1/2/' src/old/a.ts",
            "git -C . mv src/a.ts src/b.ts && sed -i 's/a = 1/b = 1/' src/b.ts",
            "git -C src mv a.ts b.ts && sed -i 's/a = 1/b = 1/' src/b.ts",
            "cd src && git mv a.ts b.ts && sed -i 's/a = 1/b = 1/' b.ts",
            "mkdir -p src/new && git mv src/a.ts src/new/ && sed -i 's/1/2/' src/new/a.ts",
            "git mv src/old src/new && sed -i 's/1/2/' src/new/d.ts",
            "git mv src/old lib && git mv lib/old src/new && sed -i 's/1/2/' src/new/d.ts",
            "git mv src/a.ts src/tmp.ts && git mv src/tmp.ts src/A.ts && sed -i 's/1/2/' src/A.ts",
            "git status && git mv src/a.ts src/b.ts && git add -A && sed -i 's/1/2/' src/b.ts",
        ],
    );
    // What comes of it is judged as ever.
    denies(
        &machine,
        "axios",
        &[
            "git mv src/a.ts src/b.ts && sed -i \"1i import 'axios';\" src/b.ts",
            "git mv src/a.ts src/b.ts && echo \"import 'axios';\" >> src/b.ts",
            "echo \"import 'axios';\" >> src/a.ts && git mv src/a.ts src/b.ts && sed -i 's/1/2/' src/b.ts",
            "git mv src/old src/new && sed -i \"1i import 'axios';\" src/new/d.ts",
        ],
    );
}

#[test]
fn what_git_may_refuse_to_move_may_still_lie_where_it_was() {
    let machine = repository(ARCHITECTURE, SOURCES);
    machine.write("src/new.ts", "export const fresh = 1;\n");
    denies(
        &machine,
        "axios",
        &[
            // Git does not know it, or knows it no longer.
            "echo \"import 'axios';\" >> src/new.ts; git mv src/new.ts lib/x.ts",
            "git rm --cached -q src/a.ts; echo \"import 'axios';\" >> src/a.ts; git mv src/a.ts lib/x.ts",
            // Another one lies there.
            "echo \"import 'axios';\" >> src/a.ts; git mv src/a.ts lib/readme.txt",
            "echo x > lib/x.ts; echo \"import 'axios';\" >> src/a.ts; git mv src/a.ts lib/x.ts",
            // It passes over what it cannot move, or only says what it would do.
            "echo \"import 'axios';\" >> src/a.ts; git mv -k src/a.ts lib/x.ts",
            "echo \"import 'axios';\" >> src/a.ts; git mv -n src/a.ts lib/x.ts",
            // Another repository, another index.
            "echo \"import 'axios';\" >> src/a.ts; GIT_INDEX_FILE=/tmp/i git mv src/a.ts lib/x.ts",
            "echo \"import 'axios';\" >> src/a.ts; git --git-dir=/tmp/r/.git mv src/a.ts lib/x.ts",
            "false && git mv src/a.ts src/b.ts; echo \"import 'axios';\" > src/b.ts; git mv src/b.ts lib/x.ts",
        ],
    );
}

const MOCKS: &str = "[gate.mocked-internals]\nadvices = 0\n";

const MOCKED: &[(&str, &str)] = &[
    ("src/store.ts", "export const store = 1;\n"),
    ("src/shop.ts", "export const shop = 1;\n"),
    ("src/old.test.ts", "vi.mock('./store');\ntest('store');\n"),
    ("src/__mocks__/store.ts", "export const store = 2;\n"),
    ("src/fixtures/fake.ts", "vi.mock('../store');\n"),
    ("tests/helpers/other.ts", "export const other = 1;\n"),
    ("tests/sub/here.txt", ""),
    ("app/cart.py", "def total(): return 1\n"),
    ("tests/test_old.py", "def test(mocker):\n  mocker.patch('app.cart.total')\n"),
];

#[test]
fn a_mock_that_only_gets_another_place_is_no_new_one() {
    let machine = repository(MOCKS, MOCKED);
    lets_pass(
        &machine,
        &[
            "git mv src/old.test.ts src/new.test.ts",
            "mv src/old.test.ts src/new.test.ts",
            "mv src/old.test.ts tests/",
            "git mv tests/test_old.py tests/test_new.py",
            "git mv src source",
            "mv src source",
            "mv src/__mocks__/store.ts src/__mocks__/shop.ts",
            // What is changed on the way has the mocks that it had, also by the new path to the same.
            "git mv src/old.test.ts src/new.test.ts && sed -i \"s/test('store')/test('shop')/\" src/new.test.ts",
            "git mv src/old.test.ts tests/new.test.ts && sed -i 's|./store|../src/store|' tests/new.test.ts",
            "git mv tests/test_old.py tests/sub/test_old.py && sed -i 's/test/test_it/' tests/sub/test_old.py",
        ],
    );
    for lines in [
        "*** Update File: src/old.test.ts\n*** Move to: src/new.test.ts",
        "*** Update File: src/old.test.ts\n*** Move to: src/new.test.ts\n@@\n-test('store');\n+test('shop');",
    ] {
        let (decision, said) = patched(&machine, lines);
        assert_eq!(decision, "", "{lines}: {said}");
    }
}

#[test]
fn a_mock_that_comes_to_a_test_on_its_way_is_a_new_one() {
    let machine = repository(MOCKS, MOCKED);
    denies(
        &machine,
        "the project's own",
        &[
            "cp src/old.test.ts src/new.test.ts",
            // It was no test there.
            "mv src/fixtures/fake.ts src/fake.test.ts",
            "git mv src/old.test.ts src/new.test.ts && echo \"vi.mock('./cart');\" >> src/new.test.ts",
            "git mv src/old.test.ts src/new.test.ts && sed -i 's|./store|./cart|' src/new.test.ts",
            "git mv src/old.test.ts tests/new.test.ts && sed -i 's|./store|../app/store|' tests/new.test.ts",
            "git mv tests/test_old.py tests/test_new.py && sed -i 's/cart.total/cart/' tests/test_new.py",
            // Its place makes a mock of it.
            "mv tests/helpers/other.ts src/__mocks__/shop.ts",
        ],
    );
    let lines = "*** Update File: src/old.test.ts\n*** Move to: src/new.test.ts\n@@\n-test('store');\n+vi.mock('./cart');";
    let (decision, said) = patched(&machine, lines);
    assert!(decision == "deny" && said.contains("./cart"), "{decision}: {said}");
}

const TESTS_FIRST: &str = "extends = [\"recommended\", \"workflow\"]\n";

const TESTED: &[(&str, &str)] = &[
    ("src/a.ts", "export const a = 1;\n"),
    ("src/a.test.ts", "test('a');\n"),
    ("src/c.ts", "export const c = 1;\n"),
    ("src/c.test.ts", "test('c');\n"),
    ("src/d.ts", "export const d = 1;\n"),
    ("src/d.test.ts", "test('d');\n"),
    ("tests/d.test.ts", "test('d');\n"),
    ("pkg/cart.go", "package pkg\n"),
    ("pkg/all_test.go", "package pkg\n"),
    ("shop/total.py", "def total(): return 1\n"),
    ("tests/test_total.py", "def test(): pass\n"),
    ("old/x.pyc", "x"),
];

#[test]
fn code_whose_test_the_same_call_takes_away_has_none() {
    let machine = repository(TESTS_FIRST, TESTED);
    denies(
        &machine,
        "would have no test left: the same call takes src/a.test.ts away",
        &[
            "rm src/a.test.ts && sed -i 's/1/2/' src/a.ts",
            "rm src/a.test.ts; sed -i 's/1/2/' src/a.ts",
            "git rm src/a.test.ts && sed -i 's/1/2/' src/a.ts",
            "git rm -q src/a.test.ts; sed -i 's/1/2/' src/a.ts",
            "sed -i 's/1/2/' src/a.ts && rm src/a.test.ts",
            "sed -i 's/1/2/' src/a.ts && git rm -f src/a.test.ts",
            "mv src/a.test.ts lib.txt && sed -i 's/1/2/' src/a.ts",
            "mv src/a.test.ts /tmp/a.test.ts && sed -i 's/1/2/' src/a.ts",
            "git mv src/a.test.ts src/b.test.ts && sed -i 's/1/2/' src/a.ts",
            "rm -f src/*.test.ts && echo 'export const b = 2;' >> src/a.ts",
            "find src -name '*.test.ts' -delete && sed -i 's/1/2/' src/a.ts",
            "[ -e x ] && rm src/a.test.ts; sed -i 's/1/2/' src/a.ts",
            "if [ -e x ]; then rm src/a.test.ts; fi; sed -i 's/1/2/' src/a.ts",
            "mv src/a.test.ts src/a.bak && sed -i 's/1/2/' src/a.ts && mv src/a.bak src/a.old.ts",
        ],
    );
    denies(&machine, "takes tests/test_total.py away", &["git rm -r tests && sed -i 's/1/2/' shop/total.py"]);
    denies(&machine, "takes pkg/all_test.go away", &["rm pkg/*_test.go && echo '// x' >> pkg/cart.go"]);
    denies(
        &machine,
        "has no test",
        &[
            "echo t > src/n.test.ts && echo x > src/n.ts && rm src/n.test.ts",
            "git mv src/a.ts src/b.ts && sed -i 's/1/2/' src/b.ts && git rm src/a.test.ts",
            "git mv src/a.ts src/b.ts && sed -i 's/1/2/' src/b.ts && git mv src/a.test.ts src/z.test.ts",
        ],
    );
    for lines in [
        "*** Delete File: src/a.test.ts\n*** Update File: src/a.ts\n@@\n-export const a = 1;\n+export const a = 2;",
        "*** Update File: src/a.ts\n@@\n-export const a = 1;\n+export const a = 2;\n*** Delete File: src/a.test.ts",
        "*** Update File: src/a.test.ts\n*** Move to: src/b.test.ts\n*** Update File: src/a.ts\n@@\n-export const a = 1;\n+export const a = 2;",
    ] {
        let (decision, said) = patched(&machine, lines);
        assert!(
            decision == "deny" && said.contains("takes src/a.test.ts away"),
            "{lines}: {decision} {said}"
        );
    }
}

#[test]
fn code_whose_test_goes_along_or_stays_has_one() {
    let machine = repository(TESTS_FIRST, TESTED);
    lets_pass(
        &machine,
        &[
            // With its code, or as it is.
            "git rm src/a.ts src/a.test.ts",
            "rm src/a.test.ts",
            "sed -i 's/1/2/' src/a.ts && rm src/a.ts src/a.test.ts",
            "git mv src/a.ts src/b.ts && git mv src/a.test.ts src/b.test.ts",
            "git mv src/a.ts src/b.ts && git mv src/a.test.ts src/b.test.ts && sed -i 's/1/2/' src/b.ts",
            "git mv src/a.test.ts src/b.test.ts && git mv src/a.ts src/b.ts && sed -i 's/1/2/' src/b.ts",
            "git mv src/a.ts src/b.ts && sed -i 's/1/2/' src/b.ts && git mv src/a.test.ts src/b.test.ts",
            "mv src source && sed -i 's/1/2/' source/a.ts",
            "git mv src source && sed -i 's/1/2/' source/a.ts",
            // To another place where it is a test of that code.
            "mkdir -p src/__tests__ && git mv src/a.test.ts src/__tests__/ && sed -i 's/1/2/' src/a.ts",
            "sed -i 's/1/2/' src/a.ts && mv src/a.test.ts tests/",
            "git mv src/a.test.ts src/a.spec.ts && sed -i 's/1/2/' src/a.ts",
            "mv src/a.test.ts src/a.bak && sed -i 's/1/2/' src/a.ts && mv src/a.bak src/a.test.ts",
            // Another test of it stays, or takes its place.
            "rm src/d.test.ts && sed -i 's/1/2/' src/d.ts",
            "rm src/a.test.ts && echo \"test('b');\" > src/a.test.ts && sed -i 's/1/2/' src/a.ts",
            // What is taken away is something else.
            "rm src/c.test.ts && sed -i 's/1/2/' src/a.ts",
            "rm -rf dist coverage && sed -i 's/1/2/' src/a.ts",
            "find . -name '*.pyc' -delete && sed -i 's/1/2/' src/a.ts",
            "find . -type f -empty -delete; sed -i 's/1/2/' src/a.ts",
            "git rm -r --cached src && sed -i 's/1/2/' src/a.ts",
            "git rm -r old && sed -i 's/1/2/' src/a.ts",
        ],
    );
    for lines in [
        "*** Delete File: src/a.test.ts\n*** Delete File: src/a.ts",
        "*** Update File: src/a.test.ts\n*** Move to: tests/a.test.ts\n*** Update File: src/a.ts\n@@\n-export const a = 1;\n+export const a = 2;",
        "*** Delete File: src/c.test.ts\n*** Update File: src/a.ts\n@@\n-export const a = 1;\n+export const a = 2;",
    ] {
        let (decision, said) = patched(&machine, lines);
        assert_eq!(decision, "", "{lines}: {said}");
    }
}

const PLANNED: &str = "extends = [\"recommended\", \"workflow\"]\n[rules]\n\"gate/missing-plan\" = \"enforce\"\n\"gate/untested-code\" = \"off\"\n";

/// Thirty lines of code.
fn code() -> String {
    (0..30).map(|line| format!("export const a{line} = {line};")).collect::<Vec<_>>().join("\n")
}

fn added(path: &str, text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("+{line}")).collect();
    format!("*** Add File: {path}\n{}", lines.join("\n"))
}

#[test]
fn a_plan_that_the_same_call_writes_before_the_code_is_one() {
    let machine = repository(PLANNED, &[]);
    let (plan, code) = ("# Plan\n- [ ] the cart\n", code());
    for lines in [
        format!("{}\n{}", added("plan.md", plan), added("src/cart.ts", &code)),
        format!("{}\n{}", added("src/cart.ts", &code), added("docs/plans/cart.md", plan)),
    ] {
        let (decision, said) = patched(&machine, &lines);
        assert_eq!(decision, "", "{said}");
    }
    let plan = "printf '# Plan\\n- [ ] the cart\\n' > plan.md";
    let cart = format!("cat > src/cart.ts <<'END'\n{code}\nEND");
    lets_pass(&machine, &[&format!("{plan}\n{cart}"), &format!("{plan} && {cart}")]);
}

#[test]
fn a_plan_that_comes_too_late_or_is_none_is_no_plan() {
    let machine = repository(PLANNED, &[("notes.txt", "- [ ] the cart\n")]);
    let code = code();
    for plan in ["# Plan\n", "# Plan\n- [x] the cart\n", "- [ ] the cart\nVerdict: REJECT\n"] {
        let lines = format!("{}\n{}", added("plan.md", plan), added("src/cart.ts", &code));
        let (decision, said) = patched(&machine, &lines);
        assert!(decision == "deny" && said.contains("there is no plan"), "{plan}: {decision} {said}");
    }
    let lines = format!("{}\n{}", added("notes.md", "- [ ] the cart\n"), added("src/cart.ts", &code));
    assert_eq!(patched(&machine, &lines).0, "deny");
    let plan = "printf '# Plan\\n- [ ] the cart\\n' > plan.md";
    let cart = format!("cat > src/cart.ts <<'END'\n{code}\nEND");
    denies(
        &machine,
        "there is no plan",
        &[
            &format!("{cart}\n{plan}"),
            &format!("{plan}\n{cart}\nrm plan.md"),
            &format!("make-a-plan > plan.md\n{cart}"),
            &format!("echo '# Plan' > plan.md\n{cart}\necho '- [ ] the cart' >> plan.md"),
        ],
    );
}

#[test]
fn a_plan_of_the_same_call_holds_for_who_carries_it_out() {
    let policy = format!("{PLANNED}\"gate/foreign-plan-file\" = \"enforce\"\n");
    let machine = repository(&policy, &[]);
    let code = code();
    let with = |plan: &str| format!("{}\n{}", added("plan.md", plan), added("src/cart.ts", &code));
    let (decision, said) = patched(&machine, &with("# Plan\n- Create: src/cart.ts\n- [ ] the cart\n"));
    assert!(decision == "deny" && said.contains("role executor"), "{decision} {said}");
    let (decision, said) = patched(&machine, &with("# Plan\n- Create: src/shop.ts\n- [ ] the cart\n"));
    assert_eq!(decision, "", "{said}");
}
