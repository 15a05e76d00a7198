//! A runner that builds nothing tests what was built before: it proves something only of sources that were seen to be built.

use crate::Repository;

/// A project that is built into a directory which git ignores.
fn project() -> Repository {
    let repository = Repository::new();
    repository.machine.write(".git/info/exclude", "build/\nother/\n");
    repository.machine.write("CMakeLists.txt", "enable_testing()\n");
    repository.machine.write("a.c", "int a;\n");
    for directory in ["build", "other"] {
        repository.machine.write(&format!("{directory}/CTestTestfile.cmake"), "");
        configure(&repository, directory, &repository.machine.project().display().to_string());
    }
    repository.git(&["add", "-A"]);
    repository
}

fn configure(repository: &Repository, directory: &str, home: &str) {
    let cache = format!("CMAKE_HOME_DIRECTORY:INTERNAL={home}\n");
    repository.machine.write(&format!("{directory}/CMakeCache.txt"), &cache);
}

fn change(repository: &Repository, text: &str) {
    repository.machine.write("a.c", text);
    repository.git(&["add", "-A"]);
}

#[test]
fn what_is_built_elsewhere_is_tested_there_for_the_sources_that_it_is_made_of() {
    let repository = project();
    std::fs::remove_file(repository.machine.project().join("build/CMakeCache.txt")).unwrap();
    assert!(repository.objection_after("cd build && make && ctest").contains("only a part"));
    let home = repository.machine.project().display().to_string();
    configure(&repository, "build", &home);
    assert_eq!(repository.objection_after("cd build && make && ctest"), "");
    // What was made of other sources says nothing of these.
    change(&repository, "int b;\n");
    configure(&repository, "build", "/opt/other");
    let said = repository.objection_after("cmake --build build && ctest --test-dir build");
    assert!(said.contains("only a part"), "{said}");
}

#[test]
fn what_was_built_before_the_sources_changed_proves_nothing() {
    for run in ["ctest --test-dir build", "cd build && ctest", "cd build && make test", "ninja -C build test"]
    {
        let repository = project();
        let said = repository.objection_after(run);
        assert!(said.contains("it tests what was built before"), "{run}: {said}");
        assert!(said.contains("build in front of it, in one call: `cmake --build /"), "{run}: {said}");
        // Another directory has nothing to do with it.
        repository.objection_after("cmake --build other");
        assert!(repository.objection_after(run).contains("it tests what was built before"), "{run}");
        repository.objection_after("cmake --build build");
        assert_eq!(repository.objection_after(run), "", "{run}");
        change(&repository, "int b;\n");
        assert!(repository.objection_after(run).contains("it tests what was built before"), "{run}");
    }
}

#[test]
fn sources_that_are_put_back_behind_a_build_are_not_those_that_were_built() {
    let repository = project();
    repository.objection_after("cmake --build build");
    change(&repository, "int b;\n");
    // Something that nobody sees builds these.
    change(&repository, "int a;\n");
    let said = repository.objection_after("ctest --test-dir build");
    assert!(said.contains("it tests what was built before"), "{said}");
}

#[test]
fn what_a_task_builds_in_front_of_its_tests_counts() {
    let repository = project();
    let tasks = "test: all\n\tctest --test-dir build\nall:\n\tcmake --build build\nquick:\n\tctest --test-dir build\n";
    repository.machine.write("Makefile", tasks);
    change(&repository, "int b;\n");
    assert!(!repository.objection_after("make quick").is_empty());
    assert_eq!(repository.objection_after("make test"), "");
}

#[test]
fn what_an_agent_has_put_among_what_is_built_proves_nothing_until_it_is_built_anew() {
    let repository = project();
    let home = repository.machine.project().display().to_string();
    let run = "cmake --build build && ctest --test-dir build";
    // What is told of a run may lie there.
    repository.tell("PreToolUse", "ctest --test-dir build > build/out.txt", "log");
    repository.machine.write("build/out.txt", "x\n");
    assert_eq!(repository.objection_after(run), "");
    change(&repository, "int b;\n");
    repository.tell("PreToolUse", "cp /bin/true build/test_a", "copy");
    std::fs::copy("/bin/true", repository.machine.project().join("build/test_a")).unwrap();
    let said = repository.objection_after(run);
    assert!(said.contains("an agent has written") && said.contains("build/test_a"), "{said}");
    std::fs::remove_dir_all(repository.machine.project().join("build")).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(20));
    configure(&repository, "build", &home);
    repository.machine.write("build/test_a", "x\n");
    assert_eq!(repository.objection_after(run), "");
}
