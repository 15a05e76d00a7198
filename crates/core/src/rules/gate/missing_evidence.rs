//! Commits what was not seen to pass its tests.
//!
//! What: denies a commit or merge of sources unless Hookward has seen all tests pass on these very sources: the command,
//! how it ended, and what the files held. Any change of a source makes that stale. Free: commits of documents alone (with pictures below `docs`), and
//! what only follows the branch of the same name at its remote (`git pull`, `git rebase` without a base); if that puts own commits
//! together with those of others, what comes of it is held at the push like what comes of a merge. A rebase onto another holds
//! what that one holds, and counts as a merge; so do `cherry-pick`, `revert`, `am`, and the `--continue` of any of them. Free of these is
//! what brings documents alone, and what only goes forward to a branch on whose sources all tests were seen to pass:
//! `git switch main && git merge feature`. What a merge
//! makes of sources that were tested apart, nobody has tested before: that is said when it has ended, and a push of it is denied until
//! all tests were seen to pass on it. Best is `git merge --no-commit --no-ff`, the tests, and then the commit.
//!
//! All tests are those of every project that has some, by the work tree that is committed in: a run at the root tells of all
//! projects of its kind that its tool enters, one in a directory of those below it (`cd web && npm test`, then `cd api && pytest`).
//! `go test ./...` is of one module, `go test` of the package in the directory, `cargo test` of the package that it is run in or of what its workspace has as default,
//! `./gradlew test` of the projects that its settings include, `mvn test` of the modules that the manifest names, `dotnet test` of
//! the projects of the solution, `mix test` of an umbrella; `pytest` with `testpaths`, and `phpunit`, are of their own project and
//! of where these settings lead. A run by other settings than the usual ones (`vitest run -c smoke.config.ts`) is a part.
//! Of a script or task of the project (`npm test`, `make test`, `poe test`, `mix precommit`) what it runs counts: one that only
//! prints, or that ends well whatever happens, is no such run, and `test:e2e` is a part of them.
//!
//! A run that names packages or directories is of these, and several make up for all: `npm test -w a`, `pnpm --filter a test`,
//! `turbo run test --filter=a`, `nx test a`, `cargo test -p a`, `go test ./a/...`, `./gradlew :core:test`, `mvn -pl core test`.
//! A package is what the manifests of the work tree call so; a name that none of them has counts for nothing, and of a
//! package its own script counts, or the program that is run there (`pnpm -r exec vitest run`). A directory or a file (`pytest tests`) is enough for a project if none of its tests lies elsewhere,
//! and several are together, also one call after the other (`pytest tests/unit`, then `pytest tests/http`).
//! What has changed since another commit (`nx affected`, `turbo run test --affected`) is a part of them.
//!
//! Every commit of a call counts. In front of the last one nothing may change sources or the index; a known check may stand
//! there (`npm test && git commit`), one that puts sources right (`--fix`) may not. What is staged must be what was tested, and
//! a file that says how the tests run (`conftest.py`, `package.json`) must not be left out, also where it is staged and the commit
//! names other files (`git commit src/a.ts`); nor may a new file that something of the commit imports. Where options lead git to another
//! repository or work tree, nobody can tell what is committed.
//!
//! A commit that is made in no way that is known (git under another name, a program that nobody can look into) is found when
//! the call ends, and the agent is told how to take it back. A push is denied while it would take along a commit that no known
//! call has made since the session began, on whichever branch, until all tests were seen to pass where that is checked out:
//! also one that a program in the background has made, or a person. What was tested before a person commits it needs no
//! second run, and documents and what a remote has already are free. Behind a program that nobody knows, a push waits for a
//! call of its own.
//!
//! What ran in a container or on another machine is no such run, also with these sources mounted: its programs are the
//! image's, and nobody sees from here which sources they read. Nor is one by a program that an agent has put on the PATH,
//! or that the command itself brings along (`npx -p ./fake vitest run`, `PYTHONPATH=fake pytest` with a `pytest.py` in it),
//! or that was installed from a folder which no commit holds (`npm link ../fake`, `pip install ./fake`, `gem install x.gem`),
//! or that another has started which is no installed program (`./fake/python3 -m pytest`), or by a wrapper or script of the project
//! that git ignores (`./gradlew`, `manage.py`). Nor is one that goes by a file which
//! an agent has written and git ignores: settings of runners, what a makefile includes, code that settings name (`setupFiles`), a
//! `bin/phpunit`, an `.env` with variables of tools. One that had nothing to run (no makefile, no such script) has not failed either.
//! Nor is one with a source that was changed and whose time was then set to before the last run (`touch -r`, `cp -p`, `mv` of a copy): what was
//! cached of the other may have run. `touch` it, and run them again.
//!
//! A runner that builds nothing tests what was built before: `ctest`, also by a preset, `make test` in a directory of `cmake`, `dotnet
//! test --no-build`. It counts where these sources were seen to be built, last and in the same directory; best in one call. What is
//! compiled counts in one call only: `tsc && node --test dist/`.
//!
//! A merge at the forge (`gh pr merge`) is held against the sources that are checked out: which commits the forge has, nobody sees
//! from here. So check out what is merged, and test that.
//!
//! Where tests can only run elsewhere, a person leaves the gate out: `hookward skip gate/missing-evidence`.
//!
//! Where nothing that is known runs the tests, the policy names the commands that do, each of which is all of them. They count
//! word by word, at the root of the work tree, and an agent can name none, since it may not write the policy. With what starts
//! it (`conda run -n shop pytest`, `docker compose run --rm app pytest`) a command counts if the call is nothing else:
//!
//! ```toml
//! [gate.missing-evidence]
//! tests = ["./test.sh", "conda run -n shop pytest"]
//! ```
//!
//! A filter of git may stage something else than was tested. Those of LFS, git-crypt and notebooks leave sources as they are; of
//! others the policy names the commands that do, as git's configuration has them: `filters = ["tools/strip-ids %f"]`.
//!
//! Why: "the tests pass" is worth something only for the code that they ran on.
//!
//! Instead: run all tests by a command that ends as they do (no pipe, no `|| true`; `|| rc=1` if `exit $rc` follows), or with `hookward run --` in front; what must
//! be built, in one call with its build (`cmake --build build && ctest --test-dir build`).
//!
//! Given: no tests were seen to pass, sources are staged, and the other branches hold sources of their own.

use hookward_effects::Effect;

use super::commits::Unlike;
use super::{commits, unseen};
use crate::event::EventName;
use crate::evidence::{Check, Evidence, Outcome, Standing, narrowing_option, runs_tests};
use crate::rule::{Against, Case, Rule, denies, passes};
use crate::verdict::{Category, Decision, Finding};

/// Before a commit or a push, and after whatever may have made a commit.
const ON: &[EventName] =
    &[EventName::BeforeTool, EventName::PermissionRequest, EventName::AfterTool, EventName::AfterFailure];

pub(crate) const RULE: Rule = Rule {
    id: "gate/missing-evidence",
    category: Category::Gate,
    on: ON,
    against: Against::Manner,
    source: include_str!("missing_evidence.rs"),
    judge,
    examples: &[
        denies("git commit -m x"),
        denies("cargo test && git commit -am x"),
        denies("bash -c 'git commit --amend --no-edit'"),
        denies("git merge feature/x"),
        denies("git rebase --continue"),
        denies("git rebase main"),
        denies("git rebase -i HEAD~3"),
        denies("git rebase --onto main a b"),
        denies("git rebase --skip"),
        denies("gh pr merge 12 --squash"),
        denies("git -c alias.c=commit c -m x"),
        denies("git cherry-pick abc"),
        denies("git am x.mbox"),
        denies("git commit --dry-run --no-dry-run -m x"),
        denies("echo broken > src/a.ts && git commit -am x"),
        denies("git --git-dir=/p/.git --work-tree=/p commit -am x"),
        denies("git merge -n feature/x"),
        denies("git merge --no-commit feature/x"),
        denies("git pull . feature/x"),
        denies("git fetch . feature/x:main"),
        denies("git branch -u origin/main && git pull --rebase"),
        denies("git branch --set-upstream-to=main; git rebase"),
        denies("git commit-tree -m x HEAD^{tree}"),
        denies("npm version patch"),
        denies("jj describe -m x && jj git push"),
        denies("hg commit -m x"),
        denies("git flow feature finish x"),
        denies("jgit commit -m x"),
        denies("cp /usr/bin/git gg && ./gg commit -m x"),
        denies("gh api -X PUT repos/a/b/contents/src/a.ts -f message=x"),
        denies("gh api graphql -f query='mutation{mergePullRequest(input:{}){clientMutationId}}'"),
        denies("curl -X PUT https://api.github.com/repos/a/b/contents/src/a.ts -d @x.json"),
        denies("python3 -c \"import git; git.Repo('.').index.commit('x')\""),
        passes("python3 -c \"import sqlite3; sqlite3.connect('a.db').commit()\""),
        passes("gh api repos/a/b/commits"),
        denies("./release && git push"),
        passes("npm test && git push"),
        passes("git push"),
        passes("git pull"),
        passes("git pull --rebase"),
        passes("git rebase"),
        passes("git rebase --abort"),
        passes("git rebase --edit-todo"),
        passes("git stash"),
        passes("git merge --no-commit --no-ff feature/x"),
        passes("npm version --no-git-tag-version patch"),
        passes("jj log"),
        passes("git commit --dry-run"),
        passes("git merge --abort"),
        passes("git status"),
        passes("git log --grep commit"),
        passes("echo git commit"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    if !case.event.moment.name().guards() {
        return unseen::told(RULE.id, case).into_iter().collect();
    }
    if let Some(finding) = unseen::pushed(RULE.id, case).or_else(|| unseen::pushed_behind(RULE.id, case)) {
        return vec![finding];
    }
    let Some(effect) = commits::commit(case) else { return Vec::new() };
    if commits::is_made_elsewhere(case) {
        return vec![Finding {
            why: "what it commits at the forge was not tested here".into(),
            instead: "write it here, run the tests, commit it with git and push".into(),
            ..Rule::objection(RULE.id, Decision::Deny, case, effect)
        }];
    }
    if let Some(words) = commits::led_astray(case, effect) {
        return vec![Finding {
            why: format!("with `{words}`, nobody can tell which sources it commits").into(),
            instead: "go to the work tree that was tested, and commit there without such options".into(),
            ..Rule::objection(RULE.id, Decision::Deny, case, effect)
        }];
    }
    if commits::bends_index(case, effect) {
        return vec![Finding {
            why: "what stands in front of it changes the index, so that it commits something else than was tested".into(),
            instead: "do that in a call of its own: then what is staged is held against what was tested".into(),
            ..Rule::objection(RULE.id, Decision::Deny, case, effect)
        }];
    }
    if commits::may_change_before(case, effect) {
        return vec![Finding {
            why: "what stands in front of it may change the sources that were tested".into(),
            instead: "do that first, run the tests, and commit in a call of its own".into(),
            ..Rule::objection(RULE.id, Decision::Deny, case, effect)
        }];
    }
    if let Some(filter) = commits::filtered(case, effect) {
        return vec![Finding {
            why: format!("the filter `{filter}` of this repository may stage something else than was tested")
                .into(),
            instead: "stage in a call of its own: then what is staged is held against what was tested; if it leaves sources as they are, a person names its command in hookward.toml: [gate.missing-evidence] filters = [\"…\"]".into(),
            ..Rule::objection(RULE.id, Decision::Deny, case, effect)
        }];
    }
    let shown = |evidence: &Evidence| evidence.command.clone();
    let (why, instead) = match case.ledger.standing(Check::Tests) {
        Standing::Fresh(_) => {
            let unlike = commits::unlike_index(case).map(|unlike| match unlike {
                Unlike::Source(path) => {
                    let why = format!("the tests ran on another {path} than the one that is staged");
                    (why, "stage what was tested, with git add".to_owned())
                }
                Unlike::Untold => untold(),
            });
            let left_out = || match commits::left_out(case)? {
                Unlike::Source(path) => {
                    let why = format!("the tests ran with {path}, which would not be committed as it is");
                    let instead = "commit it in the same call, or put it back and run the tests again";
                    Some((why, instead.to_owned()))
                }
                Unlike::Untold => Some(untold()),
            };
            match unlike.or_else(left_out) {
                None => return Vec::new(),
                Some(said) => said,
            }
        }
        Standing::Missing | Standing::Stale(_) | Standing::Partial(_)
            if let Some(tests) = tests_in_front(case, effect) =>
        {
            return vec![Finding {
                why: format!("how `{tests}` ends is only seen when this call has ended").into(),
                instead: format!("run `{tests}` in a call of its own, then commit").into(),
                ..Rule::objection(RULE.id, Decision::Deny, case, effect)
            }];
        }
        Standing::Missing => ("no run of the tests was seen on these sources".to_owned(), how_to_run(case)),
        Standing::Failing(last) => (
            format!("the tests have not passed: `{}` {}", shown(last), ended(last.outcome)),
            format!("fix what fails, and run `{}` again", shown(last)),
        ),
        Standing::Stale(_) if case.ledger.is_unnamed => untold(),
        Standing::Stale(last) => (
            format!("the sources have changed since `{}` passed", shown(last)),
            format!("run `{}` again", shown(last)),
        ),
        Standing::Partial(last) => (
            format!(
                "only a part of the tests was seen to pass: `{}`{}",
                shown(last),
                left_out_by(case, last)
            ),
            format!("run all of them{}", where_to_run(case)),
        ),
    };
    // What was tried last tells more than what is missing.
    let (why, instead) = super::tried_last(case).unwrap_or((why, instead));
    vec![Finding {
        why: why.into(),
        instead: instead.into(),
        ..Rule::objection(RULE.id, Decision::Deny, case, effect)
    }]
}

/// Tests that stand in front of a commit in the same call, as they were typed.
fn tests_in_front(case: &Case, commit: &Effect) -> Option<String> {
    let tests = commits::commands_before(case, commit).find(|command| runs_tests(command))?;
    Some(case.text(Some(tests.span)))
}

/// Where git does not answer, nobody can tell whether it is what was tested.
fn untold() -> (String, String) {
    let why = "git did not say, or not within two seconds, which sources there are and which are staged: nobody can tell whether they were tested";
    (
        why.to_owned(),
        "try it once more; if git is that slow here, look at what `git status` waits for".to_owned(),
    )
}

/// How the tests are run; and what a person can do where nobody knows of any.
fn how_to_run(case: &Case) -> String {
    match case.policy.test_commands().first() {
        Some(command) => format!("run `{command}` first, or `hookward run -- {command}`, at the root of the work tree"),
        None => "run all tests first, unpiped or by `hookward run --`; if none is known here, a person names it in \
                 the policy ([gate.missing-evidence] tests), or runs hookward skip gate/missing-evidence"
            .to_owned(),
    }
}

/// Which tests are missing, or which words may have left some out.
fn left_out_by(case: &Case, last: &Evidence) -> String {
    let not_seen = not_seen(case);
    let words: Vec<&str> = last.command.split(' ').collect();
    match narrowing_option(&words) {
        Some(option) if not_seen.is_empty() => format!(", since `{option}` may leave some out"),
        Some(_) | None => not_seen,
    }
}

/// Which tests are missing, where there are several projects.
fn not_seen(case: &Case) -> String {
    let unseen = case.ledger.unseen(Check::Tests);
    let is_plain = case.ledger.projects.len() < 2;
    match unseen.split_first() {
        Some((first, [])) if !is_plain => format!(", not those of {first}"),
        Some((first, rest)) if !is_plain => format!(", not those of {first} and {} more", rest.len()),
        Some(_) | None => String::new(),
    }
}

/// Where the first of them would run.
fn where_to_run(case: &Case) -> String {
    match case.ledger.unseen(Check::Tests).first() {
        Some(project) if !project.place.is_empty() => format!(", also in {}", project.place),
        Some(_) | None => String::new(),
    }
}

fn ended(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "has passed",
        Outcome::Failed => "has failed",
        Outcome::Doubtful => "ran with others, one of which has failed",
    }
}
