//! Build tools that a project brings a wrapper for: who runs it, from where, and whether the commits have it.

use super::Repository;

/// What the wrapper of Gradle does to find what it runs: nobody can follow that, and nobody needs to.
const WRAPPER: &str = "#!/bin/sh\nsave () { for i do printf %s\\\\n \"$i\" | sed 's/x/y/'; done; }\n\
                       APP_ARGS=`save \"$@\"`\neval set -- $JAVA_OPTS -jar wrapper.jar \"$APP_ARGS\"\nexec java \"$@\"\n";

fn build() -> Repository {
    Repository::with(&[
        ("gradlew", WRAPPER),
        ("settings.gradle", "include 'core', 'web'\n"),
        ("core/build.gradle", ""),
        ("core/src/test/java/ATest.java", "class ATest {}\n"),
        ("web/build.gradle", ""),
        ("web/src/test/java/BTest.java", "class BTest {}\n"),
        ("buildSrc/build.gradle", ""),
        ("buildSrc/src/test/java/CTest.java", "class CTest {}\n"),
    ])
}

#[test]
fn a_wrapper_may_be_run_by_a_shell_and_from_any_directory() {
    for runs in [
        &["./gradlew test", "./gradlew -p buildSrc test"][..],
        &["bash gradlew test && sh ./gradlew -p buildSrc check"],
        &["./gradlew assemble && ./gradlew test", "cd buildSrc && ../gradlew test"],
        &["cd core && ../gradlew test", "cd web && ../gradlew test", "gradle -p buildSrc test"],
        &["./gradlew :core:test web:check", "./gradlew --project-dir=buildSrc test"],
    ] {
        assert_eq!(build().objection_after_all(runs), "", "{runs:?}");
    }
}

#[test]
fn a_wrapper_says_nothing_of_a_build_that_it_does_not_enter() {
    for (runs, missing) in [
        (&["./gradlew test"][..], "buildSrc"),
        (&["./gradlew -p core test", "./gradlew -p buildSrc test"], "web"),
        (&["cd core && ../gradlew test", "cd core && ../gradlew :web:test"], "buildSrc"),
        (&["bash -n gradlew test"], "no run of the tests"),
        (&["sh gradlew tasks"], "no run of the tests"),
        (&["./gradlew -p buildSrc test", "./gradlew test || true"], "ran, but"),
    ] {
        let said = build().objection_after_all(runs);
        assert!(said.contains(missing), "{runs:?}: {said}");
    }
}

#[test]
fn a_wrapper_that_no_commit_will_have_proves_nothing() {
    for run in ["./gradlew test", "bash gradlew test", "out/gradlew test", "gradle test && out/gradlew help"]
    {
        let repository = Repository::with(&[
            (".gitignore", "gradlew\n"),
            ("build.gradle", ""),
            ("src/test/java/ATest.java", "class ATest {}\n"),
        ]);
        for path in ["gradlew", "out/gradlew"] {
            repository.machine.write(path, "#!/bin/sh\n");
        }
        let said = repository.objection_after(run);
        assert!(said.contains("this may be anything"), "{run}: {said}");
        assert_eq!(repository.objection_after("gradle test"), "", "{run}");
    }
}
