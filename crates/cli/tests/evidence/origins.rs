//! Runners that are installed from a folder of the agent's own prove nothing, whoever has installed them and how.

use std::os::unix::fs::symlink;

use crate::Repository;

const SAID: &str = "installed from a folder that no commit holds";

/// A repository with a commit, in which these are ignored.
fn committed(ignored: &str) -> Repository {
    let repository = Repository::new();
    repository.machine.write(".git/info/exclude", ignored);
    repository.machine.write("a.test.ts", "test('a', () => {})\n");
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-q", "-m", "one"]);
    repository
}

fn link(repository: &Repository, target: &str, name: &str) {
    let name = repository.machine.project().join(name);
    std::fs::create_dir_all(name.parent().unwrap()).unwrap();
    symlink(target, name).unwrap();
}

#[test]
fn a_package_of_node_that_is_a_link_to_a_folder_is_the_agents_own_until_it_is_committed() {
    let repository = committed("node_modules/\n");
    repository.machine.write("package.json", "{}");
    repository.machine.write("fake/package.json", r#"{"name":"vitest","bin":"cli.js"}"#);
    repository.machine.write("fake/cli.js", "");
    link(&repository, "../fake", "node_modules/vitest");
    link(&repository, "../vitest/cli.js", "node_modules/.bin/vitest");
    repository.git(&["add", "package.json"]);
    let said = repository.objection_after("npx vitest run");
    assert!(said.contains(SAID) && said.contains("/fake"), "{said}");
    // Whoever develops a runner tests with it.
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-q", "-m", "two"]);
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    repository.git(&["add", "-A"]);
    assert_eq!(repository.objection_after("npx vitest run"), "");
}

#[test]
fn what_a_runner_of_node_depends_on_is_as_good_as_itself() {
    let repository = committed("node_modules/\n");
    let vitest = r#"{"name":"vitest","bin":"cli.js","dependencies":{"@vitest/runner":"3"}}"#;
    repository.machine.write("node_modules/vitest/package.json", vitest);
    repository.machine.write("node_modules/vitest/cli.js", "");
    link(&repository, "../vitest/cli.js", "node_modules/.bin/vitest");
    repository.machine.write("own/package.json", r#"{"name":"own"}"#);
    link(&repository, "../own", "node_modules/own");
    repository.git(&["add", "-A"]);
    // A package of the project that no runner loads is as every other code.
    repository.tell("PreToolUse", "npm install ./own", "own");
    assert_eq!(repository.objection_after("npx vitest run"), "");
    repository.machine.write("fake/package.json", r#"{"name":"@vitest/runner"}"#);
    repository.git(&["add", "-A"]);
    // A manager that makes copies leaves nothing behind that tells it.
    repository.machine.write("node_modules/@vitest/runner/package.json", r#"{"name":"@vitest/runner"}"#);
    assert_eq!(repository.objection_after("npx vitest run"), "");
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    repository.tell("PreToolUse", "yarn add -D @vitest/runner@file:./fake", "copied");
    let said = repository.objection_after("npx vitest run");
    assert!(said.contains("install them anew") && said.contains("@vitest/runner"), "{said}");
    // Packages of one kind of project say nothing of another.
    repository.machine.write("setup.py", "");
    repository.machine.write("test_a.py", "");
    repository.git(&["add", "-A"]);
    assert_eq!(repository.objection_after("pytest"), "");
}

#[test]
fn a_package_of_python_that_is_a_runner_or_changes_one_says_where_it_came_from() {
    let repository = committed(".venv/\n");
    let site = ".venv/lib/python3.12/site-packages";
    let from = repository.machine.project().join("fake").display().to_string();
    let install = |record: &str, points: &str| {
        let folder = repository.machine.project().join(site);
        let _ = std::fs::remove_dir_all(&folder);
        let package = |name: &str| format!("{site}/fake-1.0.dist-info/{name}");
        repository.machine.write(&package("direct_url.json"), &format!(r#"{{"url":"file://{from}"}}"#));
        repository.machine.write(&package("RECORD"), record);
        repository.machine.write(&package("entry_points.txt"), points);
    };
    repository.machine.write("setup.py", "");
    repository.machine.write("test_a.py", "");
    std::fs::remove_file(repository.machine.project().join("a.test.ts")).unwrap();
    repository.git(&["add", "-A"]);
    let mut text = 0;
    let mut said = |repository: &Repository| {
        text += 1;
        repository.machine.write("src/a.ts", &format!("export const a = {text};\n"));
        repository.git(&["add", "-A"]);
        repository.objection_after("pytest")
    };
    // The project's own package, and a link to it.
    install(
        "own/__init__.py,,\n__editable__.own-1.0.pth,,\n../../../bin/own,,\n",
        "[console_scripts]\nown = own:main\n",
    );
    repository.machine.write(&format!("{site}/__editable__.own-1.0.pth"), "import __editable___own_finder\n");
    assert_eq!(said(&repository), "");
    for (record, points, word) in [
        ("../../../bin/pytest,,\n", "", "pytest"),
        ("_pytest/runner.py,,\n", "", "_pytest"),
        ("pytest.py,,\n", "", "pytest"),
        ("sitecustomize.py,,\n", "", "sitecustomize"),
        ("own.py,,\n", "[pytest11]\nown = own\n", "pytest11"),
    ] {
        install(record, points);
        let said = said(&repository);
        assert!(said.contains(SAID) && said.contains(&format!("{word} is")), "{record}{points}: {said}");
    }
    // What the last commit says of itself is known to whoever has seen that.
    repository.machine.write("fake/pyproject.toml", "[project.entry-points.pytest11]\nown = 'own'\n");
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-q", "-m", "two"]);
    assert_eq!(said(&repository), "");
}

#[test]
fn an_environment_of_python_says_where_its_packages_came_from_wherever_it_lies() {
    let repository = committed("");
    repository.machine.write("setup.py", "");
    repository.machine.write("test_a.py", "");
    std::fs::remove_file(repository.machine.project().join("a.test.ts")).unwrap();
    let outside = tempfile::tempdir_in(repository.machine.project().parent().unwrap()).unwrap();
    let environment = outside.path().join("venv");
    let site = environment.join("lib/python3.12/site-packages/fake-1.0.dist-info");
    std::fs::create_dir_all(&site).unwrap();
    std::fs::create_dir_all(environment.join("bin")).unwrap();
    std::fs::write(environment.join("pyvenv.cfg"), "").unwrap();
    std::fs::write(environment.join("bin/activate"), "export VIRTUAL_ENV=x\n").unwrap();
    symlink("/usr/bin/env", environment.join("bin/python")).unwrap();
    let of = environment.display();
    let runs = [
        format!("source {of}/bin/activate && pytest -q"),
        format!("{of}/bin/pytest"),
        format!("{of}/bin/python -m pytest"),
    ];
    for run in runs.iter().take(2) {
        assert_eq!(repository.objection_after_all(&[run]), "", "{run}");
    }
    let from = repository.machine.project().join("fake").display().to_string();
    std::fs::write(site.join("direct_url.json"), format!(r#"{{"url":"file://{from}"}}"#)).unwrap();
    std::fs::write(site.join("RECORD"), "../../../bin/pytest,,\n_pytest/a.py,,\n").unwrap();
    repository.machine.write("more.py", "");
    for run in &runs {
        let said = repository.objection_after_all(&[run]);
        assert!(said.contains(SAID) || said.contains("bin/python may run anything"), "{run}: {said}");
    }
}

#[test]
fn a_toolchain_or_a_program_that_is_a_link_into_the_workspace_is_the_agents_own() {
    let repository = committed("stage/\n");
    repository.machine.write("Cargo.toml", "[package]\nname = \"a\"\n");
    repository.machine.write("src/lib.rs", "");
    std::fs::remove_file(repository.machine.project().join("a.test.ts")).unwrap();
    repository.machine.write("stage/bin/cargo", "");
    repository.git(&["add", "-A"]);
    assert_eq!(repository.objection_after("cargo test"), "");
    repository.machine.write("src/lib.rs", "// another\n");
    repository.git(&["add", "-A"]);
    let toolchains = repository.machine.home().join(".rustup/toolchains");
    std::fs::create_dir_all(&toolchains).unwrap();
    symlink(repository.machine.project().join("stage"), toolchains.join("fake")).unwrap();
    let said = repository.objection_after("cargo test");
    assert!(said.contains(SAID) && said.contains("fake is"), "{said}");
}

#[test]
fn packages_from_a_folder_of_files_are_the_agents_own() {
    let repository = committed(".venv/\nwheels/\n");
    repository.machine.write("setup.py", "");
    repository.machine.write("test_a.py", "");
    repository.machine.write(".venv/lib/python3.12/site-packages/pytest/__init__.py", "");
    std::fs::remove_file(repository.machine.project().join("a.test.ts")).unwrap();
    repository.git(&["add", "-A"]);
    // An environment that is there already is made once more.
    repository.tell("PreToolUse", "python3 -m venv .venv && .venv/bin/pip install pytest", "venv");
    assert_eq!(repository.objection_after("pytest"), "");
    repository.machine.write("test_a.py", "# another\n");
    repository.git(&["add", "-A"]);
    repository.tell("PreToolUse", "pip install --no-index --find-links=./wheels pytest", "wheels");
    let said = repository.objection_after("pytest");
    assert!(said.contains("install them anew"), "{said}");
}

/// A repository of Ruby with a commit, in which some files are ignored.
fn of_ruby(ignored: &str) -> Repository {
    let repository = Repository::new();
    repository.machine.write(".git/info/exclude", ignored);
    repository.machine.write("Gemfile", "gem 'rspec'\n");
    repository.machine.write("spec/a_spec.rb", "x\n");
    repository.git(&["add", "-A"]);
    repository.git(&["commit", "-q", "-m", "one"]);
    repository
}

#[test]
fn a_gem_from_a_file_is_the_agents_own_until_it_is_installed_anew() {
    let repository = of_ruby("*.gem\n");
    let gem = repository.machine.home().join(".gem/ruby/3.3.0/gems/rspec-core-9.9");
    let mut calls = 0;
    let mut install = |what: &str| {
        calls += 1;
        repository.machine.write("src/a.ts", &format!("// {calls}\n"));
        repository.git(&["add", "-A"]);
        repository.tell("PreToolUse", &format!("gem install {what}"), &calls.to_string());
        let _ = std::fs::remove_dir_all(&gem);
        std::fs::create_dir_all(&gem).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(20));
        repository.tell("PostToolUse", &format!("gem install {what}"), &calls.to_string());
        std::thread::sleep(std::time::Duration::from_millis(20));
        repository.objection_after("bundle exec rspec")
    };
    assert_eq!(install("rspec-core"), "");
    let said = install("./rspec-core-9.9.gem");
    assert!(said.contains(SAID) && said.contains("rspec-core-9.9"), "{said}");
    assert_eq!(install("rspec-core"), "");
}

#[test]
fn a_gem_that_bundler_takes_from_a_folder_is_in_a_commit() {
    let repository = of_ruby(".bundle/\nfake/\nGemfile.lock\n");
    let locked = |folder: &str| format!("PATH\n  remote: {folder}\n  specs:\n    rspec (3.0)\n");
    repository.machine.write("own/own.gemspec", "x\n");
    repository.machine.write("fake/rspec.gemspec", "x\n");
    repository.git(&["add", "-A"]);
    repository.machine.write("Gemfile.lock", &locked("own"));
    assert_eq!(repository.objection_after("bundle exec rspec"), "");
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    repository.git(&["add", "-A"]);
    repository.machine.write("Gemfile.lock", &locked("fake"));
    let said = repository.objection_after("bundle exec rspec");
    assert!(said.contains(SAID) && said.contains("/fake"), "{said}");
    repository.machine.write("Gemfile.lock", &locked("own"));
    repository.machine.write(".bundle/config", "---\nBUNDLE_LOCAL__RSPEC: \"fake\"\n");
    assert!(repository.objection_after("bundle exec rspec").contains(SAID));
    repository.machine.write(".bundle/config", "---\nBUNDLE_PATH: \"vendor/bundle\"\n");
    assert_eq!(repository.objection_after("bundle exec rspec"), "");
}

#[test]
fn a_patch_of_installed_packages_is_in_a_commit() {
    let repository = committed("node_modules/\npatches/vitest+3.0.0.patch\n");
    repository.machine.write("patches/react+19.0.0.patch", "x\n");
    repository.git(&["add", "-A"]);
    assert_eq!(repository.objection_after("npx patch-package && npx vitest run"), "");
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    repository.git(&["add", "-A"]);
    repository.machine.write("patches/vitest+3.0.0.patch", "x\n");
    let said = repository.objection_after("npx vitest run");
    assert!(said.contains(SAID) && said.contains("vitest+3.0.0.patch"), "{said}");
}
