//! Reads a file of secrets.
//!
//! What: denies reading `.env*`, private keys, credential stores, `settings.php` and their like, by whatever tool: Read,
//! `cat`, `head`, a redirection, a copy; taking a directory of secrets along as a whole (`~/.ssh`, `~/.aws`); showing what a
//! search names where such a file is among it (`find . -type f | xargs cat`); and showing one that is staged or tracked and was
//! changed (`git diff --cached`, `git diff`). Asks
//! where such a file is an operand of a program that is not known. Free: `.env.example`, `.sample`, `.template`,
//! `.schema`, `.defaults`, `.test`; a project's `.npmrc` that the disk shows to hold nothing that logs in; keys and
//! credentials among a project's tests; loading a file of variables; listing, counting or testing for such a file; a recursive search that merely passes by one. A policy can add globs
//! (`security.secret_files`).
//!
//! Why: what a model has read it may repeat: in a log, a commit, a request.
//!
//! Instead: read the example file, or ask which variables exist; programs read their secrets themselves.

use hookward_effects::{Action, Effect, Source, Spot};

use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample, denies, passes};
use crate::secrets::{Secrecy, found_secret, of_spot};
use crate::target::{Target, TargetDeed};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/secret-read",
    category: Category::Security,
    on: BEFORE,
    against: Against::Target,
    source: include_str!("secret_read.rs"),
    judge,
    examples: &[
        Example { call: Sample::Shell("nu -c 'ls; open --raw .env | lines'"), decision: Decision::Deny },
        Example { call: Sample::Shell("nu -c 'let f = \".env\"; open $f'"), decision: Decision::Deny },
        Example {
            call: Sample::Shell("nu -c 'open package.json | get version'"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Shell(
                "docker build --secret id=a,src=.env - <<'E'\nFROM b\nRUN --mount=type=secret,id=a cat /run/secrets/a\nE",
            ),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Shell(
                "docker build --secret id=a,src=.env - <<'E'\nFROM b\nRUN --mount=type=secret,id=a npm ci\nE",
            ),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Shell("export $(grep -v '^#' .env | xargs) && npm start"),
            decision: Decision::Silent,
        },
        Example { call: Sample::Shell("env $(cat .env | xargs) npm start"), decision: Decision::Silent },
        Example { call: Sample::Shell("export X=\"$(cat .env)\"; npm start"), decision: Decision::Deny },
        Example { call: Sample::Shell("export $(cat ~/.ssh/id_rsa)"), decision: Decision::Deny },
        Example {
            call: Sample::Shell(
                "php -r \"require 'web/sites/default/settings.php'; var_dump(\\$databases);\"",
            ),
            decision: Decision::Deny,
        },
        Example { call: Sample::Read(".env"), decision: Decision::Deny },
        Example { call: Sample::Read("/home/dev/.ssh/id_ed25519"), decision: Decision::Deny },
        Example { call: Sample::Shell("cat .env"), decision: Decision::Deny },
        Example { call: Sample::Shell("cat ~/.npmrc"), decision: Decision::Deny },
        Example {
            call: Sample::Shell("echo '//registry.npmjs.org/:_authToken=x' >> .npmrc; cat .npmrc"),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Shell("python3 -c \"import dotenv; print(dotenv.get_key('.env', 'A'))\""),
            decision: Decision::Deny,
        },
        Example { call: Sample::Shell("cat ~/.ssh/work"), decision: Decision::Deny },
        Example { call: Sample::Shell("cat ~/.aws/cli/cache/a.json wallet.dat"), decision: Decision::Deny },
        Example { call: Sample::Shell("git log -L1,9:.env"), decision: Decision::Deny },
        Example { call: Sample::Shell("sometool .env"), decision: Decision::Ask },
        Example { call: Sample::Shell("sometool --env-file .env run"), decision: Decision::Silent },
        Example { call: Sample::Shell("sometool --env-file=.env run"), decision: Decision::Silent },
        Example { call: Sample::Shell("dotenv-linter .env"), decision: Decision::Silent },
        Example { call: Sample::Shell("./scripts/check-env.sh .env"), decision: Decision::Silent },
        Example {
            call: Sample::Shell("git log --stat -- .env; git check-ignore .env"),
            decision: Decision::Silent,
        },
        Example { call: Sample::Shell("head -5 .env.production"), decision: Decision::Deny },
        Example { call: Sample::Shell("grep KEY .env"), decision: Decision::Deny },
        Example { call: Sample::Shell("cat .env*"), decision: Decision::Deny },
        Example {
            call: Sample::Shell("for f in .env config/*.yml; do [ -f \"$f\" ] && cat \"$f\"; done"),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Shell("for f in README.md .env*; do cat \"$f\"; done"),
            decision: Decision::Deny,
        },
        Example {
            call: Sample::Shell("for f in README.md docs/*.md; do cat \"$f\"; done"),
            decision: Decision::Silent,
        },
        Example { call: Sample::Shell("shopt -s dotglob; head -50 *env"), decision: Decision::Deny },
        Example { call: Sample::Shell("shopt -u dotglob; head -50 *env"), decision: Decision::Silent },
        Example { call: Sample::Shell("cd .\r\ncat .env\r\n"), decision: Decision::Deny },
        Example { call: Sample::Shell("base64 < ~/.aws/credentials"), decision: Decision::Deny },
        Example { call: Sample::Shell("cp .env /tmp/x"), decision: Decision::Deny },
        Example { call: Sample::Shell("cat .*"), decision: Decision::Deny },
        Example { call: Sample::Shell("x='notes .env'; cat $x"), decision: Decision::Deny },
        Example { call: Sample::Shell("cat ${f:-.env}"), decision: Decision::Deny },
        Example { call: Sample::Shell("find . -name .env -exec cat {} +"), decision: Decision::Deny },
        Example { call: Sample::Shell("find . -regex '.*/\\.env' -exec cat {} +"), decision: Decision::Deny },
        Example { call: Sample::Shell("find . -path '*/.env' -exec cat {} +"), decision: Decision::Deny },
        Example {
            call: Sample::Shell("find . -regex '.*/src/.*\\.ts' -exec cat {} +"),
            decision: Decision::Silent,
        },
        Example { call: Sample::Shell("fd -H '\\.env$' -X cat"), decision: Decision::Deny },
        Example { call: Sample::Shell("fd env -X cat"), decision: Decision::Silent },
        Example { call: Sample::Shell("fd '\\.md$' -X cat"), decision: Decision::Silent },
        denies("ls ~/.ssh | xargs -I{} cat ~/.ssh/{}"),
        denies("ls ~/.aws | xargs -I% cat $HOME/.aws/%"),
        denies("ls ~/.ssh | while read f; do cat ~/.ssh/$f; done"),
        denies("ls -la ~/.ssh | awk '{print $9}' | xargs -I{} cat ~/.ssh/{}"),
        denies("for f in $(ls ~/.ssh); do cat ~/.ssh/$f; done"),
        passes("for f in $(ls ~/.ssh); do ls -l ~/.ssh/$f; done"),
        passes("ls src | xargs -I{} cat src/{}"),
        passes("for d in $(ls packages); do cat packages/$d/package.json; done"),
        denies("ls -a | sed -n '/env/p' | xargs cat"),
        denies("ls -a . | grep '^.env' | xargs cat"),
        denies("ls -a | awk '/env/' | xargs cat"),
        denies("ls -a | sed -n '/env/p' | while read f; do cat $f; done"),
        denies("find . -samefile .env -exec cat {} \\;"),
        passes("find . -samefile README.md -exec cat {} \\;"),
        passes("ls -a | sed -n '/rc$/p' | xargs ls -l"),
        passes("git ls-files | awk '/ts$/' | xargs cat"),
        Example { call: Sample::Shell("cat *.p12"), decision: Decision::Deny },
        Example { call: Sample::Shell("grep -rh . --include='.env*' ."), decision: Decision::Deny },
        Example { call: Sample::Read("config/secrets.yaml"), decision: Decision::Deny },
        Example { call: Sample::Shell("cat prod.env"), decision: Decision::Deny },
        Example { call: Sample::Shell("tail -50 ~/.bash_history"), decision: Decision::Deny },
        Example { call: Sample::Shell("cat ~/.codex/auth.json"), decision: Decision::Deny },
        Example { call: Sample::Shell("cat ~/.ssh/id_work"), decision: Decision::Deny },
        Example { call: Sample::Shell("cat ~/.ssh/*"), decision: Decision::Deny },
        Example { call: Sample::Shell("tar czf k.tgz ~/.ssh"), decision: Decision::Deny },
        Example { call: Sample::Shell("cp -r ~/.aws ./x"), decision: Decision::Deny },
        Example { call: Sample::Shell("grep -r . ~/.gnupg"), decision: Decision::Deny },
        Example { call: Sample::Shell("find ~/.ssh -type f -exec cat {} +"), decision: Decision::Deny },
        Example { call: Sample::Shell("curl file://$PWD/.env"), decision: Decision::Deny },
        Example { call: Sample::Shell("cat token.txt"), decision: Decision::Deny },
        Example { call: Sample::Shell("cat ~/.config/hub"), decision: Decision::Deny },
        Example { call: Sample::Shell("rg --hidden -g '.env' KEY"), decision: Decision::Deny },
        Example { call: Sample::Shell("rg -uuu KEY -g '.env.local'"), decision: Decision::Deny },
        Example { call: Sample::Shell("cat tests/fixtures/.env"), decision: Decision::Deny },
        Example { call: Sample::Shell("cat ~/tests/server.pem"), decision: Decision::Deny },
        Example { call: Sample::Shell("rg -n foo . -g '!node_modules'"), decision: Decision::Silent },
        Example {
            call: Sample::Shell("rg --hidden -g '!.git' -g '!.env' foo ."),
            decision: Decision::Silent,
        },
        Example { call: Sample::Shell("rg foo -g '*.ts'"), decision: Decision::Silent },
        Example {
            call: Sample::Shell("cat tests/fixtures/credentials.json testdata/key.pem testdata/id_rsa"),
            decision: Decision::Silent,
        },
        Example { call: Sample::Shell("cat token.ts docs/secret.md"), decision: Decision::Silent },
        Example { call: Sample::Shell("cat locales/en/password.json"), decision: Decision::Silent },
        Example { call: Sample::Shell("cat example.env"), decision: Decision::Silent },
        Example { call: Sample::Shell("ls -la ~/.ssh"), decision: Decision::Silent },
        Example { call: Sample::Shell("cat ~/.ssh/config ~/.ssh/known_hosts"), decision: Decision::Silent },
        Example { call: Sample::Shell("cat ~/.ssh/*.pub"), decision: Decision::Silent },
        Example { call: Sample::Shell("cat ~/.aws/config"), decision: Decision::Silent },
        Example {
            call: Sample::Shell("ssh -i ~/.ssh/id_work git@host.example ls"),
            decision: Decision::Silent,
        },
        Example {
            call: Sample::Shell("kubectl --kubeconfig ~/.kube/config get pods"),
            decision: Decision::Silent,
        },
        Example { call: Sample::Shell("terraform plan -var-file=prod.tfvars"), decision: Decision::Silent },
        Example { call: Sample::Shell("tar czf x.tgz .docker"), decision: Decision::Silent },
        Example { call: Sample::Read("src/credentials-form.tsx"), decision: Decision::Silent },
        Example { call: Sample::Read(".env.example"), decision: Decision::Silent },
        Example { call: Sample::Shell("cat *.json"), decision: Decision::Silent },
        Example { call: Sample::Shell("wc -l *"), decision: Decision::Silent },
        Example { call: Sample::Shell("wc -l .env"), decision: Decision::Silent },
        Example { call: Sample::Shell("wc --files0-from=.env"), decision: Decision::Deny },
        Example { call: Sample::Shell("cat .env.example"), decision: Decision::Silent },
        Example { call: Sample::Shell("ls -la .env*"), decision: Decision::Silent },
        Example { call: Sample::Shell("test -f .env && echo present"), decision: Decision::Silent },
        Example { call: Sample::Shell("grep -rn KEY ."), decision: Decision::Silent },
        Example { call: Sample::Shell("echo 'cat .env'"), decision: Decision::Silent },
        Example { call: Sample::Shell("cat src/*.ts"), decision: Decision::Silent },
        denies("m4 <<< 'include(.env)'"),
        denies("cpp <<< '#include \".env\"'"),
        denies("echo '.. include:: .env' | rst2html"),
        passes("echo '#include \"a.h\"' | gcc -E -"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let (place, decision) = match &effect.action {
            Action::Read(place) | Action::Search(place) => (place, Decision::Deny),
            // What it does with it, nobody knows.
            Action::Hand(place) => (place, Decision::Ask),
            // Each file that a search has named is shown.
            Action::Print(sources) => {
                let files = sources.iter().filter_map(|source| {
                    if let Source::File(place) = source { found_secret(case, place) } else { None }
                });
                for (secrecy, spot) in files {
                    let about = vec![Target { name: spot.path.clone(), deed: TargetDeed::Read }];
                    let finding = holds_secrets(case, effect, &spot.path, secrecy, Decision::Deny);
                    findings.push(Finding { about, ..finding });
                }
                continue;
            }
            _ => continue,
        };
        let mut found = place.spots.iter().map(|spot| of_spot(case, spot));
        if let Some(secrecy) = found.find(|found| *found != Secrecy::None) {
            let is_secret = |spot: &Spot| of_spot(case, spot) != Secrecy::None;
            let about = Target::spots(place, TargetDeed::Read, is_secret);
            let finding = holds_secrets(case, effect, &place.written, secrecy, decision);
            findings.push(Finding { about, ..finding });
        }
    }
    findings
}

fn holds_secrets(case: &Case, effect: &Effect, path: &str, secrecy: Secrecy, decision: Decision) -> Finding {
    let name = case.shown(path);
    Finding {
        matched: name.to_owned(),
        why: format!("{name} holds secrets, and what a model has read it may repeat").into(),
        instead: if name.contains(".env") {
            "read `.env.example`, or ask the person which variables there are".into()
        } else {
            "ask the person for what you need of it; programs read their own keys and credentials".into()
        },
        origin: match secrecy {
            Secrecy::ByPolicy(origin) => Some(origin.clone()),
            Secrecy::BuiltIn | Secrecy::None => None,
        },
        ..Rule::finding(RULE.id, decision, case, effect.span)
    }
}
