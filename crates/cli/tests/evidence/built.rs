//! A runner that builds nothing tests what was built before: it proves something only of sources that were seen to be built.

use std::path::Path;

use crate::Repository;

/// A project that is built into a directory which git ignores.
fn project() -> Repository {
    let repository = Repository::new();
    repository.machine.write(".git/info/exclude", "build/\nother/\nfake/\n");
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
fn a_directory_in_a_build_has_only_a_part_of_its_tests() {
    for run in [
        "cmake --build build && ctest --test-dir build/net",
        "cmake --build build && cd build/net && ctest",
        "cmake --build build && make -C build/net test",
        "cd build/net && make && ctest",
        // Nothing is tested where nobody has noted any tests.
        "cmake --build build && ctest --test-dir build/nothing",
    ] {
        let repository = project();
        repository.machine.write("build/net/CTestTestfile.cmake", "");
        let said = repository.objection_after(run);
        assert!(said.contains("only a part"), "{run}: {said}");
        assert_eq!(repository.objection_after("cmake --build build && ctest --test-dir build"), "", "{run}");
    }
    // What was built by an earlier call was built with all of it.
    let repository = project();
    repository.machine.write("build/net/CTestTestfile.cmake", "");
    let said = repository.objection_after("ctest --test-dir build/net");
    assert!(said.contains("it tests what was built before"), "{said}");
    repository.objection_after("cmake --build build");
    let said = repository.objection_after("ctest --test-dir build/net");
    assert!(said.contains("only a part"), "{said}");
    // A build in another one is built by itself.
    configure(&repository, "build/net", &repository.machine.project().display().to_string());
    let said = repository.objection_after("cmake --build build && ctest --test-dir build/net");
    assert!(said.contains("it tests what was built before"), "{said}");
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

/// A call, what it does, and its end.
fn call(repository: &Repository, command: &str, act: impl FnOnce(&Path)) {
    repository.tell("PreToolUse", command, command);
    std::thread::sleep(std::time::Duration::from_millis(5));
    act(&repository.machine.project());
    repository.tell("PostToolUse", command, command);
}

fn put(from: &str, to: &Path) {
    std::fs::create_dir_all(to.parent().unwrap()).unwrap();
    std::fs::copy(from, to).unwrap();
}

/// A project with a folder `fake` that has a program in it, and one with data, in a state in which all was built.
fn project_with_folders() -> Repository {
    let repository = project();
    put("/bin/true", &repository.machine.project().join("build/tests/test_b"));
    put("/bin/true", &repository.machine.project().join("fake/bin/test_a"));
    for file in ["testdata/a.txt", "testdata/deep/b.json"] {
        repository.machine.write(file, "x\n");
    }
    repository.git(&["add", "-A"]);
    std::thread::sleep(std::time::Duration::from_millis(5));
    repository
}

const RUN: &str = "cmake --build build && ctest --test-dir build";

#[test]
fn programs_that_come_with_a_folder_or_out_of_an_archive_prove_nothing() {
    type Act = fn(&Path);
    let calls: &[(&str, Act, &str)] = &[
        ("cp -r fake/. build", |root| put("/bin/true", &root.join("build/bin/test_a")), "build/bin/test_a"),
        ("cp -r fake build/", |root| put("/bin/true", &root.join("build/fake/bin/test_a")), "build/fake/bin"),
        ("cp -r fake/bin build/x", |root| put("/bin/true", &root.join("build/x/test_a")), "build/x/test_a"),
        ("cp -r fake/bin/* build/tests", |root| put("/bin/true", &root.join("build/tests/test_a")), "test_a"),
        (
            "rsync -a fake/ build/",
            |root| put("/bin/true", &root.join("build/bin/test_a")),
            "build/bin/test_a",
        ),
        (
            "tar -x -C build -f fake.tar",
            |root| put("/bin/true", &root.join("build/lib/c.so")),
            "build/lib/c.so",
        ),
        (
            "cd build && unzip ../fake.zip",
            |root| put("/bin/true", &root.join("build/test_c")),
            "build/test_c",
        ),
        (
            "tar xf fake.tar -C build/tests",
            |root| put("/bin/true", &root.join("build/tests/test_b")),
            "test_b",
        ),
        ("mv fake build/", |root| rename(root, "fake", "build/fake"), "build/fake/bin/test_a"),
        ("mv fake/* build/", |root| rename(root, "fake/bin", "build/bin"), "build/bin/test_a"),
        (
            "mkdir -p s && cp /bin/true s/t && cp -r s/. build && rm -rf s",
            |root| put("/bin/true", &root.join("build/t")),
            "build/t",
        ),
        (
            "install -D fake/bin/test_a build/b/t",
            |root| put("/bin/true", &root.join("build/b/t")),
            "build/b/t",
        ),
        (
            "ln -s /bin/true build/test_l",
            |root| link("/bin/true", &root.join("build/test_l")),
            "build/test_l",
        ),
        ("ln -sf /bin/true build", |root| link("/bin/true", &root.join("build/true")), "build/true"),
        (
            "cmake -E copy_directory fake build",
            |root| put("/bin/true", &root.join("build/bin/test_a")),
            "bin/test_a",
        ),
    ];
    for (command, act, name) in calls {
        let repository = project_with_folders();
        call(&repository, command, act);
        let said = repository.objection_after(RUN);
        assert!(said.contains("an agent has written") && said.contains(name), "{command}: {said}");
        // In the same call it is no better.
        let repository = project_with_folders();
        let both = format!("cmake --build build && {command} && ctest --test-dir $PWD/build");
        let both = both.replace("$PWD", &repository.machine.project().display().to_string());
        call(&repository, &both, act);
        let said = repository.objection();
        assert!(said.contains("an agent has written") && said.contains(name), "{both}: {said}");
    }
}

fn rename(root: &Path, from: &str, to: &str) {
    std::fs::rename(root.join(from), root.join(to)).unwrap();
}

fn link(to: &str, name: &Path) {
    std::os::unix::fs::symlink(to, name).unwrap();
}

#[test]
fn data_that_is_copied_to_what_is_built_says_nothing_against_it() {
    for command in [
        "cp -r testdata build/",
        "cp -r testdata/. build",
        "cp testdata/* build/",
        "rsync -a testdata/ build/testdata/",
        "tar xf data.tar -C build",
        "mkdir -p build/out && cp -r testdata build/out",
        "ln -s ../testdata build/testdata",
        "cp -r testdata build/ && cmake -S . -B build && cmake --build build",
        "rsync -a testdata/ build/ && cmake --build build",
        "cmake -S . -B build",
    ] {
        let repository = project_with_folders();
        call(&repository, command, |root| {
            for place in ["build", "build/testdata", "build/out/testdata"] {
                put(root.join("testdata/a.txt").to_str().unwrap(), &root.join(place).join("a.txt"));
            }
            if command.contains("cmake") {
                put("/bin/true", &root.join("build/tests/test_b"));
            }
        });
        assert_eq!(repository.objection_after(RUN), "", "{command}");
    }
}

#[test]
fn what_is_put_into_a_build_by_the_call_that_makes_it_is_seen_behind_it() {
    let repository = project_with_folders();
    let home = repository.machine.project().display().to_string();
    std::fs::remove_dir_all(repository.machine.project().join("build")).unwrap();
    let text = "cmake -B build && cmake --build build && cp /bin/true build/t && ctest --test-dir build";
    call(&repository, text, |root| {
        configure(&repository, "build", &home);
        put("/bin/true", &root.join("build/t"));
    });
    let said = repository.objection();
    assert!(said.contains("an agent has written") && said.contains("build/t"), "{said}");
}

#[test]
fn what_is_compiled_in_front_of_its_tests_is_made_of_these_sources() {
    let repository = Repository::with(&[
        (".gitignore", "dist/\n"),
        (
            "package.json",
            r#"{"scripts":{"build":"tsc","test":"tsc && node --test dist/"},"devDependencies":{"typescript":"5"}}"#,
        ),
        ("tsconfig.json", r#"{"compilerOptions":{"outDir":"dist","rootDir":"src"},"include":["src"]}"#),
        ("src/a.test.ts", "test('a', () => {});\n"),
    ]);
    for run in [
        "npm test",
        "npx tsc && node --test dist/",
        "npm run build && node --test 'dist/**/*.test.js'",
        "npx tsc -p . && node --test",
    ] {
        assert_eq!(repository.objection_after_all(&[run]), "", "{run}");
    }
    for run in [
        "node --test dist/",
        "npx tsc; node --test dist/",
        "npx tsc --noEmit && node --test dist/",
        "npx tsc -p tsconfig.lib.json && node --test dist/",
        "npx tsc && node --test build/",
        "npx tsc && node --test --test-name-pattern a dist/",
    ] {
        assert_ne!(repository.objection_after_all(&[run]), "", "{run}");
    }
}

#[test]
fn a_preset_leads_a_build_and_its_tests_to_one_directory() {
    let presets = r#"{"configurePresets": [{"name": "dev", "binaryDir": "${sourceDir}/build"}],
        "buildPresets": [{"name": "dev", "configurePreset": "dev"}],
        "testPresets": [{"name": "dev", "configurePreset": "dev"},
                        {"name": "smoke", "configurePreset": "dev", "filter": {"include": {"name": "a"}}}]}"#;
    let of = |run: &str| {
        let repository = project();
        repository.machine.write("CMakePresets.json", presets);
        repository.git(&["add", "-A"]);
        repository.objection_after(run)
    };
    for run in [
        "cmake --preset dev && cmake --build --preset dev && ctest --preset dev",
        "cmake --build --preset dev && ctest --preset dev --output-on-failure",
        "cmake --build --preset dev && cmake --build --preset dev --target test",
        "cmake --build build && cmake --build build --target test",
        // By its name, or by its directory.
        "cmake --build --preset dev && ctest --test-dir build",
        "cmake --build build && ctest --preset dev",
    ] {
        assert_eq!(of(run), "", "{run}");
    }
    for run in [
        "ctest --preset dev",
        "cmake --build --preset dev --target test",
        "cmake --build --preset dev && ctest --preset smoke",
        "cmake --build --preset dev && ctest --preset none",
        "cmake --build --preset dev --target lib && ctest --preset dev",
        "cmake --build --preset dev && ctest --test-dir other",
        "cmake --build --preset none && ctest --test-dir build",
    ] {
        assert_ne!(of(run), "", "{run}");
    }
    // Built in a call before, and tested there.
    let repository = project();
    repository.machine.write("CMakePresets.json", presets);
    repository.git(&["add", "-A"]);
    repository.objection_after("cmake --build --preset dev");
    assert_eq!(repository.objection_after("ctest --preset dev"), "");
}

#[test]
fn a_build_whose_tests_are_switched_off_has_none_that_could_fail() {
    let run = "cmake --build build && ctest --test-dir build";
    for (value, counts) in [("OFF", false), ("no", false), ("0", false), ("ON", true)] {
        let repository = project();
        let home = repository.machine.project().display().to_string();
        let cache = format!("CMAKE_HOME_DIRECTORY:INTERNAL={home}\nBUILD_TESTING:BOOL={value}\n");
        repository.machine.write("build/CMakeCache.txt", &cache);
        let said = repository.objection_after(run);
        assert_eq!(said.is_empty(), counts, "{value}: {said}");
        assert_eq!(said.contains("BUILD_TESTING is off"), !counts, "{said}");
    }
}
