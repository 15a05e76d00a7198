//! What task runners run.

use super::*;

fn made(text: &str, targets: &[&str]) -> Vec<String> {
    make(text, targets, |_| false).into_iter().map(|recipe| recipe.text).collect()
}

fn done(text: &str, words: &[&str]) -> Vec<String> {
    just(text, words).into_iter().map(|recipe| recipe.text).collect()
}

#[test]
fn make_runs_the_lines_of_a_target() {
    assert_eq!(made("all:\n\trm -rf ~", &[]), ["rm -rf ~"]);
    assert_eq!(made("a:\n\techo a\nb:\n\techo b\n", &["b"]), ["echo b"]);
    assert_eq!(made("a:\n\t@-echo a\n\t+ @ls\n", &[]), ["echo a", "ls"]);
    assert_eq!(made("a: ; echo a\n\techo b", &[]), ["echo a", "echo b"]);
    assert_eq!(made("a b: c\n\techo $@\n", &["b"]), ["echo b"]);
    assert_eq!(made("a:\n\techo \\\n\t  b\n", &[]), ["echo \\\n  b"]);
    assert_eq!(
        made("a:\n# note\n\n\techo a\n\t# kept for the shell\n", &[]),
        ["echo a", "# kept for the shell"]
    );
    assert_eq!(made("a:\n\techo a\n", &["missing"]), [] as [&str; 0]);
    assert_eq!(made("", &[]), [] as [&str; 0]);
    assert_eq!(make("all:\n\tls", &[], |_| false)[0].target, "all");
}

#[test]
fn make_runs_what_a_target_needs_first() {
    let text = ".PHONY: all\nall: b | c\n\techo all\nb: d\n\techo b\nc:\n\techo c\nd: all\n\techo d\n%.o: %.c\n\tcc\n";
    assert_eq!(made(text, &[]), ["echo d", "echo b", "echo c", "echo all"]);
    assert_eq!(
        made("a: b\na: c\n\techo a\nb:\n\techo b\nc::\n\techo c\n", &[]),
        ["echo b", "echo c", "echo a"]
    );
    assert_eq!(made(".DEFAULT_GOAL := b\na:\n\techo a\nb:\n\techo b\n", &[]), ["echo b"]);
    assert_eq!(made("x.o y.o: %.o: %.c\n\tcc $@\n", &["y.o"]), ["cc y.o"]);
    assert_eq!(made(".ONESHELL:\na:\n\tcd x\n\tls\n", &["a"]), ["cd x\nls"]);
}

#[test]
fn make_knows_its_variables() {
    for (text, expected) in [
        ("D = dist\na:\n\trm -rf $(D)/x", "rm -rf dist/x"),
        ("D := ~\na:\n\trm -rf ${D}", "rm -rf ~"),
        ("D ?= a\nD ?= b\nx:\n\techo $D", "echo a"),
        ("D = a\nD += b\nx:\n\techo $(D)", "echo a b"),
        ("A = $(B)\nB = $(C)\nC = ~\nx:\n\trm $(A)", "rm ~"),
        ("A := $(B)\nB = ~\nx:\n\trm $(A)", "rm ${B}"),
        ("x:\n\trm -rf $(DIR)/", "rm -rf ${DIR}/"),
        ("x:\n\trm -rf $(HOME)", "rm -rf ${HOME}"),
        ("x:\n\techo $$HOME $$(ls)", "echo $HOME $(ls)"),
        ("x: y z\n\tcp $^ $< $@", "cp y z y x"),
        ("x:\n\t$(RM) a", "rm -f a"),
        ("x:\n\t$(MAKE) y", "make y"),
        ("A = $(A)\nx:\n\techo $(A)", "echo ${_}"),
        ("N = D\nD = ~\nx:\n\trm $($(N))", "rm ~"),
        ("x:\n\techo $(wildcard *.c)", "echo ${_}"),
        ("x:\n\t$(subst _, ,rm_-rf_~)", "rm -rf ~"),
        ("x:\n\t$(if $(A),rm -rf ~,)", "rm -rf ~"),
        ("export D = a # note\nx:\n\techo $(D)", "echo a"),
        ("x: D = a\nx:\n\techo $(D)", "echo a"),
        ("T = x\n$(T):\n\techo a", "echo a"),
        ("A = a \\\n  b\nx:\n\techo $(A)", "echo a b"),
        ("ifeq ($(OS),x)\nA = a\nelse\nA = b\nendif\nx:\n\techo $(A)", "echo b"),
        ("define D\nx:\n\techo no\nendef\ny:\n\techo a", "echo a"),
        ("U = http://x\nx:\n\tcurl $(U)", "curl http://x"),
        ("A := $$HOME\nx:\n\techo $(A)", "echo $HOME"),
    ] {
        assert_eq!(made(text, &[]), [expected], "{text}");
    }
    assert_eq!(made("D = a\nx:\n\techo $(D)", &["D=b"]), ["echo b"]);
    assert_eq!(made("D = a\nx:\n\techo $(D)", &["x", "D=b"]), ["echo b"]);
}

#[test]
fn make_runs_commands_for_their_output() {
    assert_eq!(made("A := $(shell rm -rf ~)\nx:\n\tls", &["x"]), ["rm -rf ~", "ls"]);
    assert_eq!(made("A != id\nx:\n\techo $(A)", &["x"]), ["id", "echo ${_}"]);
    assert_eq!(made("A = $(shell id)\nx:\n\tls", &["x"]), ["ls"]);
    assert_eq!(made("A = $(shell id)\nx:\n\techo $(A)", &["x"]), ["id", "echo ${_}"]);
    assert_eq!(made("$(shell id)\nx:\n\tls", &["x"]), ["id", "ls"]);
    assert_eq!(made("x: $(shell id)\n\tls", &["x"]), ["id", "ls"]);
    assert_eq!(made("x:\n\techo $(shell echo $(D))", &["x", "D=a"]), ["echo a", "echo ${_}"]);
}

#[test]
fn just_runs_recipes() {
    assert_eq!(done("a:\n    rm -rf ~\n\nb:\n    ls\n", &[]), ["rm -rf ~"]);
    assert_eq!(done("a:\n    ls\n\nb:\n    id\n", &["b"]), ["id"]);
    assert_eq!(done("a:\n  @echo a\n  -ls\n  @-id\n", &[]), ["echo a", "ls", "id"]);
    assert_eq!(
        done("a: b c && d\n  echo a\nb:\n  echo b\nc:\n  echo c\nd:\n  echo d\n", &[]),
        ["echo b", "echo c", "echo a", "echo d"]
    );
    assert_eq!(done("a: a\n  ls\n", &[]), ["ls"]);
    assert_eq!(done("a:\n  echo \\\n    b\n", &[]), ["echo \\\n  b"]);
    assert_eq!(
        done("a:\n  #!/usr/bin/env python3\n  import os\n\n  if x:\n    y\n", &[]),
        ["#!/usr/bin/env python3\nimport os\n\nif x:\n  y"]
    );
    assert_eq!(done("[script('python3')]\na:\n  import os\n", &[]), ["#!python3\nimport os"]);
    assert_eq!(done("set shell := ['bash', '-c']\n# note\n[private]\n@a:\n\tls\n", &[]), ["ls"]);
    assert_eq!(done("alias x := a\na:\n  ls\n", &["x"]), ["ls"]);
    assert_eq!(done("a:\n  ls\n", &["missing"]), [] as [&str; 0]);
    assert_eq!(just("a:\n  ls", &[])[0].target, "a");
}

#[test]
fn just_knows_its_variables_and_parameters() {
    for (text, words, expected) in [
        ("d := '~'\na:\n  rm -rf {{d}}", &[][..], "rm -rf ~"),
        ("d := \"a\" + 'b' / 'c'\na:\n  echo {{ d }}", &[], "echo ab/c"),
        ("a:\n  echo {{missing}}", &[], "echo ${_}"),
        ("d := env_var('X')\na:\n  echo {{d}}", &[], "echo ${_}"),
        ("d := if x == 'a' { 'b' } else { 'c' }\na:\n  echo {{d}}", &[], "echo ${_}"),
        ("a x:\n  rm -rf {{x}}", &["a", "~"], "rm -rf ~"),
        ("a x:\n  rm -rf {{x}}", &["a"], "rm -rf ${_}"),
        ("a x='y':\n  echo {{x}}", &[], "echo y"),
        ("a x='y z' +r:\n  echo {{x}} {{r}}", &["a", "1", "2", "3"], "echo 1 2 3"),
        ("a *r:\n  echo {{r}}", &["a"], "echo "),
        ("d := 'a'\na:\n  echo {{d}}", &["d=b", "a"], "echo b"),
        ("a: (b '~')\n\nb x:\n  rm {{x}}", &[], "rm ~"),
        ("a y: (b y)\n\nb x:\n  rm {{x}}", &["a", "~"], "rm ~"),
        ("a:\n  echo {{{{x}}", &[], "echo {{x}}"),
    ] {
        assert_eq!(done(text, words), [expected], "{text}");
    }
    assert_eq!(done("d := `id`\na:\n  echo {{d}}", &[]), ["id", "echo ${_}"]);
    assert_eq!(done("a:\n  echo {{`id`}}", &[]), ["id", "echo ${_}"]);
    assert_eq!(done("a x:\n  echo {{x}}\nb:\n  ls\n", &["a", "1", "b"]), ["echo 1", "ls"]);
}

#[test]
fn scripts_of_packages_are_found() {
    let json = r#"{
        "name": "x", "config": { "scripts": { "build": "no" } }, "list": [{ "scripts": { "build": "no" } }],
        "scripts": { "prebuild": "echo 1", "build": "tsc \"a\" && rm\u0020-rf ~", "postbuild": "echo 2", "x": "y" },
        "other": "}"
    }"#;
    let pair = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    assert_eq!(
        package(json, "build"),
        [pair("prebuild", "echo 1"), pair("build", "tsc \"a\" && rm -rf ~"), pair("postbuild", "echo 2")]
    );
    assert_eq!(package(json, "missing"), []);
    assert_eq!(package(r#"{"scripts": {"a": "1", "a": "2"}}"#, "a"), [pair("a", "2")]);
    for broken in [
        "",
        "{",
        "[]",
        "{\"scripts\"",
        "{\"scripts\":",
        "{\"scripts\":{\"a\"",
        "{\"scripts\":[\"a\"]}",
        "nul",
    ] {
        assert_eq!(package(broken, "a"), [], "{broken}");
    }

    let json =
        r#"{"scripts": {"test": ["@php artisan test", "@clean", "App\\Script::run"], "clean": "rm -rf ~"}}"#;
    assert_eq!(composer(json, "test"), [pair("test", "php artisan test"), pair("clean", "rm -rf ~")]);
    assert_eq!(composer(r#"{"scripts": {"a": "@a"}}"#, "a"), []);

    let json = r#"{
        // note
        "tasks": { "a": "rm -rf ~", "b": { "command": "ls", "dependencies": ["a"], "description": "x" }, },
    }"#;
    assert_eq!(deno(json, "b"), [pair("b", "ls"), pair("a", "rm -rf ~")]);
}

#[test]
fn hostile_files_end_soon() {
    let numbered =
        |count: usize, line: fn(usize) -> String| (0..count).map(line).collect::<Vec<_>>().concat();
    let doubling = numbered(60, |n| format!("A{n} = $(A{})$(A{})\n", n + 1, n + 1));
    let started = std::time::Instant::now();
    for text in [
        doubling.clone() + "x:\n\techo $(A0)\n",
        doubling.replace('=', ":=") + "x:\n\techo $(A0)\n",
        "A += $(A)$(A)\n".repeat(2000) + "x:\n\techo $(A)\n",
        "x:\n\t".to_owned() + &"$(".repeat(50_000),
        "x:\n\t".to_owned() + &"$(subst a,aaaaaaaa,".repeat(5_000),
        "a: a b c d\n".repeat(20_000),
        "\\\n".repeat(50_000),
        "x:\n\t$".to_owned(),
        "é:é\n\té$é\\".to_owned(),
        numbered(60, |n| format!("a{} := a{n} + a{n}\n", n + 1)) + "x:\n  {{a59}}\n",
        "a x: (a x) (a 'b')\n  {{x".to_owned(),
        "a".to_owned() + &"(".repeat(50_000),
        "a: ".to_owned() + &"(b ".repeat(50_000),
        "{\"scripts\":".repeat(20_000),
        "{\"a\":[".repeat(20_000),
        "[\"\\u".repeat(20_000),
        "a: b a1 a2\n".to_owned() + &numbered(3000, |n| format!("a{n}: a{}\n", n + 1)),
    ] {
        make(&text, &[], |_| false);
        make(&text, &["x"], |_| false);
        just(&text, &[]);
        just(&text, &["x"]);
        package(&text, "a");
        composer(&text, "a");
        deno(&text, "a");
    }
    assert!(started.elapsed().as_secs() < 20);
}

fn texts(recipes: &[Recipe]) -> Vec<&str> {
    recipes.iter().map(|recipe| recipe.text.as_str()).collect()
}

#[test]
fn tasks_run_what_they_need_first() {
    let file = "version: '3'\nvars:\n  A: 1\ntasks:\n  default:\n    deps: [a]\n    cmds:\n      - task: b\n      - echo {{.A}}\n  a:\n    cmd: ls\n  b:\n    cmds:\n      - |\n        cd x\n        ls\n  c:\n    - rm x # not called\n";
    assert_eq!(texts(&task(file, &["default"], "")), ["ls", "cd x\nls\n", "echo ${_}"]);
    assert_eq!(texts(&task(file, &[], "")), ["ls", "cd x\nls\n", "echo ${_}"]);
    assert_eq!(texts(&task(file, &["c"], "")), ["rm x"]);
    assert!(task("nonsense: [", &["a"], "").is_empty());
    assert!(task("", &[], "").is_empty());
    let given = "tasks:\n  a: pytest {{.CLI_ARGS}}\n";
    assert_eq!(texts(&task(given, &["a"], "")), ["pytest "]);
    assert_eq!(texts(&task(given, &["a"], "'-x'")), ["pytest '-x'"]);
}

#[test]
fn a_task_that_may_be_skipped_or_ignored_is_not_heard_nor_what_it_calls() {
    let heard = |task_of_a: &str| {
        let file = format!("tasks:\n  a:\n{task_of_a}\n  b:\n    cmds: [pytest]\n");
        let recipes = task(&file, &["a"], "");
        assert!(!recipes.is_empty(), "{file}");
        recipes.iter().all(|recipe| recipe.is_heard)
    };
    assert!(heard("    cmds:\n      - task: b"));
    assert!(heard("    ignore_error: false\n    cmds:\n      - task: b"));
    assert!(heard("    preconditions: [x]\n    cmds: [pytest]"));
    for deaf in [
        "    ignore_error: true\n    cmds:\n      - task: b",
        "    cmds:\n      - task: b\n        ignore_error: true",
        "    cmds:\n      - cmd: pytest\n        platforms: [windows]",
        "    status: ['true']\n    cmds: [pytest]",
        "    sources: ['*.py']\n    cmds:\n      - task: b",
        "    if: x\n    deps: [b]",
    ] {
        assert!(!heard(deaf), "{deaf}");
    }
}

#[test]
fn a_task_runs_in_its_own_directory() {
    let cwd = |recipes: Vec<Recipe>| -> Vec<Option<String>> {
        let from = Value::Known("/w".to_owned());
        recipes.iter().map(|recipe| recipe.cwd(&from).known().map(str::to_owned)).collect()
    };
    let known = |path: &str| vec![Some(path.to_owned())];
    for (dir, expected) in [
        ("backend", known("/w/backend")),
        ("'{{.ROOT_DIR}}/backend'", known("/w/backend")),
        ("'{{.X}}'", vec![None]),
    ] {
        let file = format!("tasks:\n  a:\n    dir: {dir}\n    cmds: [pytest]\n");
        assert_eq!(cwd(task(&file, &["a"], "")), expected, "{dir}");
    }
    for (by, key) in [
        (Keeper::Poe, "cwd"),
        (Keeper::Mise, "dir"),
        (Keeper::Pixi, "cwd"),
        (Keeper::Pdm, "working_dir"),
        (Keeper::Rye, "chdir"),
    ] {
        let of = |table: &str| cwd(tasks(by, table, &["tasks"], "a", ""));
        let file = format!("[tasks]\na = {{ cmd = 'pytest', run = 'pytest', {key} = 'backend' }}");
        assert!(of(&file).iter().all(|cwd| cwd.as_deref() == Some("/w/backend")), "{key}");
        assert!(of(&file.replace("backend", "${X}")).iter().all(Option::is_none), "{key}");
    }
    for (justfile, expected) in [
        ("[working-directory: 'backend']\na:\n  pytest\n", known("/w/backend")),
        ("set working-directory := 'x'\na:\n  pytest\n", known("/w/x")),
        ("set working-directory := 'x'\n[working-directory('y')]\na:\n  pytest\n", known("/w/x/y")),
        ("set working-directory := 'x'\n[no-cd]\na:\n  pytest\n", known("/w")),
        ("set working-directory := 'x' / y\na:\n  pytest\n", vec![None]),
        ("[working-directory: 'x']\nb:\n  ls\n\na:\n  pytest\n", known("/w")),
    ] {
        assert_eq!(cwd(just(justfile, &["a"])), expected, "{justfile}");
    }
}

#[test]
fn services_are_said_as_single_containers() {
    let file = "services:\n  x:\n    image: a/b\n    privileged: true\n    volumes:\n    - /:/host\n    - /:/rootfs:ro\n    - type: bind\n      source: .\n      target: /w\n    command: [\"sh\", \"-c\", \"ls /\"]\n  db:\n    image: postgres\n";
    assert_eq!(
        texts(&compose(file)),
        ["docker run --privileged -v '/:/host' -v '.:/w' 'a/b' 'sh' '-c' 'ls /'"]
    );
}

#[test]
fn steps_of_hooks_and_workflows_are_found() {
    let hooks = "repos:\n  - repo: local\n    hooks:\n      - id: x\n        entry: ls -l\n";
    assert_eq!(texts(&steps(hooks)), ["ls -l"]);
    let workflow = "jobs:\n  x:\n    steps:\n      - uses: a/b\n      - run: ls ${{ x }}\n";
    assert_eq!(texts(&steps(workflow)), ["ls ${_}"]);
    assert!(steps("on: push\nname: run\n").is_empty());
}

#[test]
fn the_hooks_of_settings_are_found_in_every_form() {
    let settings = r#"{"model": "x", "hooks": {
        "PreToolUse": ["one --a", {"command": "two"}, {"matcher": "Bash", "hooks": [
            {"type": "command", "command": "three", "args": ["b", "c"], "fallback": "four"},
            {"type": "command", "timeout": 3, "command": "five"}]}],
        "Stop": [{"hooks": []}], "Odd": 7}, "command": "not this"}"#;
    assert_eq!(hooks(settings), ["one --a", "two", "four", "three b c", "five"]);
    assert_eq!(hooks("{\"hooks\": [\"x\""), [] as [&str; 0]);
    assert_eq!(hooks(&"{\"hooks\":{\"a\":".repeat(2_000)), [] as [&str; 0]);
}

#[test]
fn a_task_in_a_table_runs_what_it_says_and_what_it_needs() {
    let of = |by: Keeper, table: &str, name: &str, given: &str| -> Vec<String> {
        let document = format!("[tool.x.tasks]\n{table}\n");
        let recipes = tasks(by, &document, &["tool", "x", "tasks"], name, given);
        recipes.into_iter().map(|recipe| recipe.text).collect()
    };
    for (table, name, given, expected) in [
        ("a = 'pytest'", "a", "", &["pytest"][..]),
        ("a = 'pytest'", "a", "-x", &["pytest -x"]),
        ("a = 'pytest'", "b", "", &[]),
        ("a = 'pytest {args:tests}'", "a", "", &["pytest tests"]),
        ("a = 'pytest {args:tests}'", "a", "-x", &["pytest -x"]),
        ("a = 'pytest {args}'", "a", "", &["pytest "]),
        ("a = 'echo ${HOME} {{var}}'", "a", "", &["echo ${HOME} ${_}"]),
        ("a = ['ruff check', 'pytest']", "a", "", &["ruff check", "pytest"]),
        ("a = ['b', 'pytest']\nb = 'ruff check'", "a", "", &["ruff check", "pytest"]),
        ("a = { cmd = ['python', '-m', 'pytest'] }", "a", "", &["python -m pytest"]),
        ("a = { shell = 'pytest', help = 'x' }", "a", "", &["pytest"]),
        ("a = { run = ['a b', 'c'], depends = ['d'] }\nd = 'e'", "a", "", &["e", "a b", "c"]),
        ("a = { sequence = ['b', { cmd = 'c' }] }\nb = 'd'", "a", "", &["d", "c"]),
        ("a = { ref = 'b' }\nb = 'c'", "a", "", &["c"]),
        // No shell runs that.
        ("a = { script = 'module:function' }", "a", "", &[]),
        ("a = ['a', 'b']", "a", "", &["b"]),
        ("a = ", "a", "", &[]),
    ] {
        assert_eq!(of(Keeper::Poe, table, name, given), expected, "{table}");
    }
    // Each takes texts and lists its own way.
    for (by, table, expected) in [
        (Keeper::Poe, "a = 'echo && pytest'", &["echo \\&\\& pytest"][..]),
        (Keeper::Poe, "a = { shell = 'echo && pytest' }", &["echo && pytest"]),
        (Keeper::Pdm, "a = { cmd = ['echo', 'a; pytest'] }", &["echo \"a; pytest\""]),
        (Keeper::Pdm, "a = { shell = 'echo; pytest' }", &["echo; pytest"]),
        (Keeper::Pdm, "a = { composite = ['b', 'c; d'] }\nb = 'x|y'", &["x\\|y", "c\\; d"]),
        (Keeper::Rye, "a = ['echo', 'pytest']", &["echo pytest"]),
        (Keeper::Rye, "a = 'echo; pytest'", &["echo\\; pytest"]),
        (Keeper::Hatch, "a = ['echo && b', 'b']\nb = 'pytest'", &["echo && b", "pytest"]),
        (Keeper::Mise, "a = { run = 'echo && b', shell = 'bash -c' }", &["echo && b"]),
        (Keeper::Mise, "a = { run = ['b', { task = 'b' }] }\nb = 'c'", &["b", "c"]),
        (Keeper::Mise, "a = ['b', 'c']\nb = 'd'", &["b", "c"]),
        (Keeper::Mise, "a = { run = 'e', depends = ['b --x'] }\nb = 'c'", &["c", "e"]),
        (Keeper::Pixi, "a = { depends-on = [{ task = 'b' }] }\nb = 'c && d'", &["c && d"]),
        (Keeper::Pixi, "a = [{ task = 'b' }]\nb = 'c'", &["c"]),
    ] {
        assert_eq!(of(by, table, "a", ""), expected, "{table}");
    }
    let features = "[tasks]\na = 'b'\n[feature.x.tasks]\nc = { depends-on = ['a'] }\nd = 'e'\n[feature.y.tasks]\nd = 'f'";
    let of_pixi = |name: &str| tasks(Keeper::Pixi, features, &["tasks"], name, "").len();
    assert_eq!((of_pixi("c"), of_pixi("d")), (1, 0));
    let heard = |by: Keeper, table: &str| {
        let recipes = tasks(by, &format!("[tasks]\n{table}"), &["tasks"], "a", "");
        assert!(!recipes.is_empty(), "{table}");
        recipes.iter().all(|recipe| recipe.is_heard)
    };
    for table in [
        "a = 'b'",
        "a = { cmd = 'b', ignore_fail = false }",
        "a = { sequence = ['b'], ignore_fail = 'return_non_zero' }\nb = 'c'",
    ] {
        assert!(heard(Keeper::Poe, table), "{table}");
    }
    for table in [
        "a = ['- b']",
        "a = { cmd = 'b', ignore_fail = true }",
        "a = { sequence = ['b'], ignore_fail = true }\nb = 'c'",
        "a = { sequence = [{ cmd = 'c' }], ignore_fail = 'return_zero' }",
    ] {
        assert!(!heard(Keeper::Poe, table), "{table}");
    }
    assert!(!heard(Keeper::Mise, "a = { run = 'b', sources = ['c'] }"));
    assert!(!heard(Keeper::Pixi, "a = { cmd = 'b', inputs = ['c'] }"));
    assert!(heard(Keeper::Pixi, "a = { depends-on = ['b'], outputs = ['c'] }\nb = 'd'"));
}
