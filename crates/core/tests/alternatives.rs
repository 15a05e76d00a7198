//! What may or may not have happened, what is one of several, and what is too much to look at: none of it is lost on the
//! way to a verdict. The disk is made up: what is not named there does not exist.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::format_collect,
    reason = "a test that cannot go on fails"
)]

mod support;

use hookward_core::effects::{Call, Kind, Repository, Scene, World, facts};
use hookward_core::{Case, Decision, decide};
use support::{Bench, ROOT};

/// A disk with some files and directories below the workspace.
#[derive(Default)]
struct Disk {
    files: Vec<(String, String)>,
    large: Vec<String>,
    repository: Repository,
}

impl Disk {
    fn with(files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|(path, text)| (format!("{ROOT}/{path}"), (*text).to_owned()));
        Self { files: files.collect(), ..Self::default() }
    }

    fn of(repository: Repository) -> Self {
        Self { repository, ..Self::default() }
    }
}

impl World for Disk {
    fn real(&self, _: &str) -> Option<String> {
        None
    }

    fn expand(&self, glob: &str) -> Vec<String> {
        let (before, after) = glob.split_once('*').unwrap_or((glob, ""));
        let fits = |path: &&String| path.starts_with(before) && path.ends_with(after);
        self.files.iter().map(|(path, _)| path).filter(fits).cloned().collect()
    }

    fn kind(&self, path: &str) -> Kind {
        let below = format!("{path}/");
        if self.files.iter().any(|(file, _)| file == path) || self.large.iter().any(|file| file == path) {
            Kind::File
        } else if path == "/tmp"
            || ROOT.starts_with(path)
            || self.files.iter().any(|(file, _)| file.starts_with(&below))
        {
            Kind::Directory
        } else {
            Kind::Nothing
        }
    }

    fn text(&self, path: &str) -> Option<String> {
        self.files.iter().find(|(file, _)| file == path).map(|(_, text)| text.clone())
    }

    fn is_long_script(&self, path: &str) -> bool {
        self.large.iter().any(|file| file == path)
    }

    fn repository(&self, _: &str) -> Option<Repository> {
        Some(self.repository.clone())
    }

    fn is_foreign_repository(&self, _: &str, _: &[String]) -> bool {
        false
    }
}

fn on(disk: &Disk, command: &str) -> Decision {
    let bench = Bench::default();
    let call = Call::shell(command);
    let scene = Scene { cwd: ROOT, home: Some("/home/dev"), roots: &[ROOT.into()], world: disk };
    let facts = facts(&call, &scene);
    let event = bench.event(call);
    let case = Case {
        event: &event,
        facts: &facts,
        policy: &bench.policy,
        sources: &bench.sources,
        session: &bench.session,
        ground: &bench.ground,
        ledger: &bench.ledger,
        reports: &bench.reports,
        answers: &[],
        life: &bench.life,
        world: disk,
    };
    decide(&case).decision
}

fn all_stopped(disk: &Disk, commands: &[&str]) {
    let passed: Vec<&&str> = commands.iter().filter(|command| on(disk, command) < Decision::Ask).collect();
    assert!(passed.is_empty(), "not stopped: {passed:#?}");
}

fn all_free(disk: &Disk, commands: &[&str]) {
    let stopped: Vec<&&str> = commands.iter().filter(|command| on(disk, command) >= Decision::Ask).collect();
    assert!(stopped.is_empty(), "not free: {stopped:#?}");
}

#[test]
fn what_stands_behind_and_may_not_have_run() {
    let disk = Disk::with(&[("src/a.rs", ""), ("packages/a/package.json", "{}"), ("evil.sh", "rm -rf ~")]);
    all_stopped(
        &disk,
        &[
            "d=$HOME; false && d=/tmp/x; rm -rf \"$d\"",
            "d=$HOME; test -d x && d=/tmp/x; rm -rf \"$d\"",
            "d=$HOME; test -d x && ls && d=/tmp/x; rm -rf \"$d\"",
            "d=/tmp/x; test -d x && d=$HOME; rm -rf \"$d\"",
            "d=$HOME; true || d=/tmp/x; rm -rf \"$d\"",
            "cd build && ls; rm -rf *",
            "make && cd src; rm -rf *",
            "f(){ rm -rf ~; }; false && f(){ :; }; f",
            "false && rm(){ :; }; rm -rf ~",
            "false && alias rm=ls; rm -rf ~",
            "false && echo ok > evil.sh; sh evil.sh",
            "false && echo ok > evil.sh; . ./evil.sh",
            "false && { echo ok > evil.sh; }; chmod +x evil.sh; sh ./evil.sh",
            "set -- ~; false && set -- /tmp/x; rm -rf \"$1\"",
            "x=$(test -d y && echo tmp); rm -rf \"/$x\"",
        ],
    );
    all_free(
        &disk,
        &[
            "cd packages/a && ls && cd ../..; rm -rf dist",
            "cd dist && ls && cd ..; rm -rf dist",
            "mkdir -p build && cd build && cmake .. && make; cd ..",
            "mkdir -p build && cd build && cmake .. && make; cd ..; rm -rf build",
            "cd packages/a && rm -rf dist && npm run build",
            "cd packages/a && npm test; cd ../..; echo done > out.txt",
            "cd packages/a || exit 1; rm -rf dist",
            "test -d x && d=a || d=b; rm -rf \"$d/node_modules\"",
            "d=$(mktemp -d) && cd \"$d\" && git init; cd -; rm -rf \"$d\"",
            "[ -f .nvmrc ] && nvm use; npm ci && npm test",
            "dir=$(cd \"$(dirname \"$0\")\" && pwd); ls \"$dir/build\"",
        ],
    );
}

#[test]
fn what_was_overwritten_in_a_branch_only() {
    let disk = Disk::with(&[("ok.sh", "ls"), ("evil.sh", "rm -rf ~")]);
    all_stopped(
        &disk,
        &[
            "f(){ rm -rf ~; }; if a; then f(){ :; }; fi; f",
            "if a; then f(){ rm -rf ~; }; else f(){ :; }; fi; f",
            "f(){ rm -rf ~; }; case $x in a) f(){ :; };; esac; f",
            "echo 'rm -rf ~' > x.sh; if a; then echo ls > x.sh; fi; sh x.sh",
            "if a; then echo 'rm -rf ~' > x.sh; else echo ls > x.sh; fi; sh x.sh",
            "if a; then echo ls > evil.sh; fi; sh evil.sh",
            "if a; then cp ok.sh evil.sh; fi; sh evil.sh",
            "ln -s ~ l; if a; then ln -sfn /tmp/x l; fi; rm -rf l/",
            "if a; then ln -s ~ l; fi; rm -rf l/*",
            "shopt -s expand_aliases\nalias k='rm -rf ~'\nif a; then alias k=ls; fi\nk",
            "f(){ rm -rf ~; }; export -f f; if a; then f(){ :; }; export -f f; fi; bash -c f",
            "cd ~; cd /tmp; if a; then cd /tmp/y; fi; cd /tmp/x; if a; then cd ~ ; cd /tmp; fi; cd -; rm -rf *",
            "pushd ~; pushd /tmp; if a; then pushd /tmp/x; fi; popd; popd; rm -rf *",
        ],
    );
    all_free(
        &disk,
        &[
            "f(){ rm -rf build; }; if a; then f(){ :; }; fi; f",
            "f(){ rm -rf ~; }; g(){ f; }; f(){ :; }; trap g INT",
            "if a; then echo ls > x.sh; else echo pwd > x.sh; fi; sh x.sh",
            "if a; then cp ok.sh run.sh; fi; sh run.sh",
        ],
    );
}

fn numbers(count: usize) -> String {
    (0..count).map(|number| format!("a{number} ")).collect()
}

#[test]
fn what_goes_beyond_a_bound() {
    let disk = Disk::default();
    let many = numbers(70);
    let comment = format!("# {}\n", "a comment of some length ".repeat(40)).repeat(12);
    let texts = [
        format!("for x in {many} ~; do rm -rf $x; done"),
        format!("for x in {many} ~; do rm -rf \"$x\"; done"),
        format!("for x in {many} ~/.bashrc; do echo evil > $x; done"),
        format!("for x in {many} .env; do cat $x; done"),
        format!("for x in {} ~; do rm -rf $x; done", numbers(700)),
        format!("for x in {} 'rm -rf ~'; do $x; done", "'ls a' 'ls b' ".repeat(10)),
        format!("for x in {} rm; do $x -rf ~; done", numbers(20)),
        format!("for x in {} rm; do $x -rf ~; done", numbers(200)),
        format!("({} echo 'rm -rf ~') | sh", "echo ls; ".repeat(300)),
        format!("x=$({} echo 'rm -rf ~'); eval \"$x\"", "echo ls; ".repeat(300)),
        format!("cat <<'E' | bash\n{comment}rm -rf ~\nE"),
        format!("x='{comment}'; x=\"$x\nrm -rf ~\"; eval \"$x\""),
        format!("{{ cat <<'E'\n{comment}E\necho 'rm -rf ~'; }} | bash"),
        "for x in ls 'rm -rf ~'; do sh -c \"$x $y\"; done".to_owned(),
        "for x in a ~; do sh -c \"rm -rf $x $y\"; done".to_owned(),
        "alias k=rm\nfor x in a ~; do k -rf \"$x\"; done".to_owned(),
        format!("for x in {many} 'rm -rf ~'; do eval \"$x\"; done"),
    ];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    all_stopped(&disk, &texts);
    let free = [
        "for i in {1..100}; do echo $i > out/$i.txt; done".to_owned(),
        "for i in $(seq 1 100); do touch file$i; done".to_owned(),
        "for i in {1..300}; do curl -s http://localhost:3000/$i; done".to_owned(),
        format!("({}) > notes.md", "echo a line of text; ".repeat(300)),
        format!("cat <<'E' > notes.md\n{comment}E\nls"),
        format!("for x in {many}; do ls $x; done"),
    ];
    let free: Vec<&str> = free.iter().map(String::as_str).collect();
    all_free(&disk, &free);
}

#[test]
fn every_one_of_several_files() {
    let mut disk = Disk::with(&[("scripts/a.sh", "ls"), ("scripts/b.sh", "rm -rf ~"), ("c.sh", "ls")]);
    disk.large = vec![format!("{ROOT}/large.sh")];
    all_stopped(
        &disk,
        &[
            "for f in scripts/a.sh scripts/b.sh; do sh $f; done",
            "for f in scripts/*.sh; do sh $f; done",
            "for f in scripts/*.sh; do . $f; done",
            "echo ls > x; echo 'rm -rf ~' > y; for f in x y; do sh $f; done",
            "echo ls > x; for f in x scripts/b.sh; do sh $f; done",
            "sh large.sh",
            ". ./large.sh",
            "./large.sh",
            "cat scripts/*.sh | sh",
        ],
    );
    all_free(
        &disk,
        &["for f in scripts/a.sh c.sh; do sh $f; done", "sh c.sh", "cat large.sh", "wc -l scripts/*.sh"],
    );
    let scripts: Vec<(String, String)> = (0..40).map(|at| (format!("s{at}.sh"), "ls".to_owned())).collect();
    let mut named: Vec<(&str, &str)> =
        scripts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let all: String = (0..40).map(|at| format!("sh s{at}.sh; ")).collect();
    all_free(&Disk::with(&named), &[&all]);
    named.push(("z.sh", "rm -rf ~"));
    all_stopped(&Disk::with(&named), &[&format!("{all} sh z.sh")]);
}

#[test]
fn a_word_of_a_program_that_is_one_of_few() {
    let disk = Disk::of(Repository {
        branch: Some("feature/x".into()),
        remotes: vec!["origin".into()],
        ..Repository::default()
    });
    all_stopped(
        &disk,
        &[
            "for x in reset; do git $x --hard; done",
            "for x in status reset; do git $x --hard; done",
            "if a; then x=--hard; else x=--soft; fi; git reset $x",
            "if a; then x=main; else x=feat; fi; git push -f origin $x",
            "for x in main; do git push -f origin $x; done",
            "for x in +main; do git push origin $x; done",
            "for x in -delete; do find . $x; done",
            "for x in -rf; do rm $x ~; done",
            "if a; then x=-rf; fi; rm $x src",
            "x=${u:--rf}; rm $x src",
            "for x in delete get; do kubectl $x ns prod; done",
            "for x in destroy; do terraform $x; done",
        ],
    );
    all_free(
        &disk,
        &[
            "for x in status log; do git $x; done",
            "for f in a b c; do git add $f; done",
            "for x in get describe; do kubectl $x pods; done",
            "for x in feat fix; do git push origin $x; done",
        ],
    );
}

#[test]
fn the_branches_that_a_push_reaches() {
    let tracking = |push_default: Option<&str>| {
        Disk::of(Repository {
            branch: Some("feat".into()),
            remotes: vec!["origin".into()],
            upstream: Some(("main".into(), "origin".into())),
            push_default: push_default.map(str::to_owned),
            ..Repository::default()
        })
    };
    all_free(&tracking(None), &["git push --force-with-lease origin HEAD", "git push origin @"]);
    all_stopped(
        &tracking(None),
        &["git push -f origin HEAD:main", "git push origin :", "git push -f origin +:"],
    );
    all_stopped(&tracking(None), &["git push -f origin 'refs/heads/*:refs/heads/*'"]);
    all_stopped(&tracking(Some("upstream")), &["git push", "git push origin"]);
    all_free(&tracking(Some("current")), &["git push", "git push --force-with-lease"]);
    all_stopped(&tracking(Some("matching")), &["git push", "git push -f"]);
    let own = Disk::of(Repository {
        branch: Some("feat".into()),
        remotes: vec!["origin".into()],
        ..Repository::default()
    });
    all_free(&own, &["git push", "git push origin HEAD", "git push -u origin HEAD"]);
    all_stopped(&own, &["git checkout main && git push", "git -c push.default=matching push -f"]);
    all_stopped(&own, &["false && git checkout -b other; git checkout main; git push"]);
    let configured = Disk::of(Repository {
        branch: Some("feat".into()),
        remotes: vec!["origin".into()],
        pushes: vec![("origin".into(), "+refs/heads/*:refs/heads/*".into())],
        ..Repository::default()
    });
    all_stopped(&configured, &["git push", "git push origin"]);
    let to_main = Disk::of(Repository {
        branch: Some("feat".into()),
        remotes: vec!["origin".into()],
        pushes: vec![("origin".into(), "HEAD:refs/heads/main".into())],
        ..Repository::default()
    });
    all_stopped(&to_main, &["git push"]);
    all_free(&to_main, &["git push origin feat"]);
}

#[test]
fn copies_and_links_lead_where_they_lead() {
    let disk = Disk::with(&[("evil.sh", "rm -rf ~"), ("ok.sh", "ls"), ("d/x", "")]);
    all_stopped(
        &disk,
        &[
            "cp evil.sh ok.sh d/; sh d/evil.sh",
            "echo 'rm -rf ~' > e; echo ls > o; cp e o d; sh d/e",
            "echo 'rm -rf ~' > e; echo ls > o; mkdir n; cp e o n; sh n/e",
            "ln -s ~ d; rm -rf d/dev/*",
            "ln -s ~ a; ln -s a b; rm -rf b/*",
            "ln -s ~ a; ln -s a b; ln -s b c; rm -rf c/*",
            "ln -s ~ d/; rm -rf d/dev/*",
            "ln -s /tmp a; ln -s ~ a/b; rm -rf a/b/*",
        ],
    );
    all_free(
        &disk,
        &[
            "cp evil.sh ok.sh d/; sh d/ok.sh",
            "ln -s /tmp/x build; rm -rf build/*",
            "ln -s a b; ln -s b a; cat a",
        ],
    );
}

#[test]
fn descriptors_are_a_shells_own() {
    let disk = Disk::with(&[("evil.sh", "rm -rf ~"), ("ok.sh", "ls")]);
    all_stopped(
        &disk,
        &[
            "exec 3<evil.sh; (exec 3<ok.sh); sh <&3",
            "exec 3<evil.sh; if a; then exec 3<ok.sh; fi; sh <&3",
            "exec 3<evil.sh; false && exec 3<ok.sh; sh <&3",
            "exec 3<ok.sh; if a; then exec 3<evil.sh; fi; sh <&3",
            "exec 3<<<'rm -rf ~'; (exec 3<ok.sh); sh <&3",
        ],
    );
    all_free(&disk, &["exec 3<ok.sh; sh <&3", "exec 3<ok.sh; (exec 3<evil.sh); sh <&3"]);
}

#[test]
fn two_directories_are_a_compilers_where_it_is_told_what_to_compile() {
    let dotnet = Disk::with(&[("App.csproj", ""), ("bin/a.dll", ""), ("obj/a", "")]);
    all_free(&dotnet, &["rm -rf bin obj", "rm -rf ./bin ./obj"]);
    let other = Disk::with(&[("package.json", "{}"), ("bin/cli.js", ""), ("obj/a", "")]);
    all_stopped(&other, &["rm -rf bin obj", "rm -rf bin"]);
}

#[test]
fn nothing_lies_inside_of_a_file() {
    let disk = Disk::with(&[("package-lock.json", "{}"), ("a.json", "{}"), ("old/a.json", "{}")]);
    all_free(&disk, &["cp package-lock.json backup.json", "cp package-lock.json a.json"]);
    all_stopped(
        &disk,
        &["cp a.json package-lock.json", "cp package-lock.json old", "mkdir x.y; cp package-lock.json x.y/"],
    );
}
