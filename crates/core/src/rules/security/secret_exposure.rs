//! Prints a secret.
//!
//! What: denies printing secret variables (`echo $API_KEY`, `printenv GITHUB_TOKEN`, `node -p process.env.KEY`), the
//! whole environment (`env`, `export -p`, `set`), and commands whose output is a secret (`gh auth token`, a secret of a
//! cluster or a vault); and writing such a variable to a file that is not made for secrets (`notes.txt`, not `.env` or `.npmrc`), or
//! putting it into what a filter prints (`sed "s/x/$API_KEY/"`). What a file of variables sets that the
//! text has sourced counts by its name, too (`. ./.env; echo $API_KEY`). A filter that lets only harmless names through is free (`env | grep NODE`), and so are a
//! variable's length, a test whether it is set, and every variable whose name does not speak of a secret. A policy can
//! add names (`security.secret_variables`).
//!
//! Why: what is printed the model reads, and may repeat in a log, a commit, a request.
//!
//! Instead: test whether the variable is set; programs read their secrets themselves.

use hookward_effects::{Action, Effect, Place, Reach, Source, Spot};

use crate::evidence::{is_document, lies_among_documents};
use crate::rule::{Against, BEFORE, Case, Rule, denies, passes};
use crate::secrets::{Secrecy, of_spot, secrecy};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/secret-exposure",
    category: Category::Security,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("secret_exposure.rs"),
    judge,
    examples: &[
        denies("git config user.name \"$GITHUB_TOKEN\""),
        denies("git commit --author=\"$GITHUB_TOKEN <a@b.example>\" -m x"),
        passes("git config user.name \"$FULL_NAME\""),
        denies("echo $AWS_SECRET_ACCESS_KEY"),
        denies("printenv GITHUB_TOKEN"),
        denies("terraform output -raw db_password"),
        denies("terraform output -json"),
        passes("terraform output -raw alb_dns_name"),
        denies("printenv"),
        denies("env | grep -i token"),
        denies("env | sort | head -50"),
        denies("set | grep -i secret"),
        denies("export -p"),
        denies("cat /proc/self/environ | tr '\\0' '\\n'"),
        denies("echo \"${OPENAI_API_KEY:0:12}\""),
        denies("node -p 'process.env.STRIPE_SECRET_KEY'"),
        denies("python3 -c 'import os; print(os.environ)'"),
        denies("python3 -c \"print('$GITHUB_TOKEN')\""),
        denies("python3 -c 'from app.config import settings; print(settings.SECRET_KEY)'"),
        denies("node -e 'throw new Error(process.env.API_KEY)'"),
        denies("gh auth token"),
        denies("env > env.txt"),
        denies("echo \"token: $DEPLOY_TOKEN\" >> README.md"),
        denies("echo $API_KEY > docs/key.txt"),
        denies("echo \"$NPM_TOKEN\" > notes.txt"),
        denies("printf '%s' \"$NPM_TOKEN\" >> src/config.ts"),
        denies("echo \"$GITHUB_TOKEN\" > /tmp/t"),
        denies("cat > a.txt <<< \"$GITHUB_TOKEN\""),
        denies("cat > a.txt <<E\n$GITHUB_TOKEN\nE"),
        denies("sed \"s/x/$GITHUB_TOKEN/\" README.md"),
        denies("sed -i \"s/x/$GITHUB_TOKEN/\" src/config.ts"),
        passes("sed \"s/$GITHUB_TOKEN/***/g\" build.log"),
        passes("cat > a.txt <<'E'\n$GITHUB_TOKEN\nE"),
        passes("echo \"//registry.npmjs.org/:_authToken=\\${NPM_TOKEN}\" > .npmrc"),
        passes("echo \"//registry.npmjs.org/:_authToken=$NPM_TOKEN\" > .npmrc"),
        passes("echo \"API_KEY=$API_KEY\" >> .env.local"),
        passes("docker login -u me --password-stdin <<< \"$REGISTRY_TOKEN\""),
        passes("echo \"version: $APP_VERSION\" >> README.md"),
        denies("env | grep AWS"),
        denies("echo \"${GITHUB_TOKEN:-none}\""),
        denies("x=$DB_PASSWORD; echo \"password: $x\" >&2"),
        passes("echo $NODE_ENV \"$HOME\" $PATH"),
        passes("echo ${#GITHUB_TOKEN}"),
        passes("[ -z \"$GITHUB_TOKEN\" ] && echo 'GITHUB_TOKEN not set'"),
        passes("env | grep NODE"),
        passes("env | cut -d= -f1"),
        passes("env | grep -i key | cut -d= -f1 | sort"),
        passes("env | awk -F= '{print $1}'"),
        passes("env | grep AWS | sed 's/=.*/=***/'"),
        passes("env | sed -E 's/=.+$//'"),
        passes("env | while IFS='=' read -r name value; do echo \"$name\"; done"),
        denies("env | while IFS='=' read -r name value; do echo \"$value\"; done"),
        denies("env | cut -f1"),
        denies("env | cut -d: -f1"),
        denies("env | awk '{print $1}'"),
        denies("env | sed 's/=.+//'"),
        denies("env | sed 's/=.*/&/'"),
        passes("printenv PATH"),
        passes("env NODE_ENV=test npm test"),
        passes("echo $MAX_TOKENS"),
        passes("export API_KEY=$(cat key.txt)"),
        passes("gh auth status"),
        passes("python3 -c \"print('$HOME')\""),
        passes("python3 -c 'from app.config import settings; print(settings.LOG_LEVEL)'"),
        passes("node -e 'if (!process.env.API_KEY) throw new Error(\"API_KEY is not set\")'"),
        denies("php -i"),
        denies("terraform show -json"),
        passes("terraform show -json plan.out"),
        denies("ansible-vault decrypt --output - a.yml"),
        denies("docker inspect --format '{{json .}}' web"),
        passes("docker inspect --format '{{.State.Status}}' web"),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let written;
        let sources = match &effect.action {
            Action::Print(sources) => sources,
            // A file full of variables is read next, and a document by everybody.
            Action::Write(place, content) => {
                written = content.sources();
                let is_told = |source: &Source| matches!(source, Source::Environment | Source::Secret(_));
                let is_document = || {
                    let is_one = |path: &str| is_document(path) || lies_among_documents(path);
                    place.spots.iter().any(|spot| is_one(&spot.path))
                };
                let is_shown =
                    || written.iter().any(is_told) || is_document() || is_for_nobody(case, effect, place);
                if written.is_empty() || !is_shown() {
                    continue;
                }
                &written
            }
            _ => continue,
        };
        let secret = |source: &&Source| secrecy(case, source) != Secrecy::None;
        let found = sources.iter().filter(secret).find_map(|source| match source {
            Source::Environment => Some("every variable, secrets included".to_owned()),
            Source::Variable(name) => Some(format!("{name}, which is secret by its name")),
            Source::Secret(what) => Some((*what).to_owned()),
            Source::File(_)
            | Source::Network(_)
            | Source::Machine
            | Source::Encoded
            | Source::Packed(_)
            | Source::Endless
            | Source::Repository
            | Source::Uncommitted
            | Source::Inventory
            | Source::Changes(_)
            | Source::Names(_)
            | Source::Cloned(_)
            | Source::Unfollowed => None,
        });
        let Some(what) = found else { continue };
        findings.push(Finding {
            why: format!("it prints {what}, and what a model has read it may repeat").into(),
            instead: "test whether it is set: `test -n \"$API_KEY\" && echo set`".into(),
            ..Rule::objection(RULE.id, Decision::Deny, case, effect)
        });
    }
    findings
}

/// Whether a file is none that secrets are kept in, so that whoever reads it next does not expect one. What a project's own
/// script writes is for the project.
fn is_for_nobody(case: &Case, effect: &Effect, place: &Place) -> bool {
    let is_certain = !place.open && !place.cut && !place.elsewhere && !place.spots.is_empty();
    let is_plain = |spot: &Spot| {
        spot.reach == Reach::Itself
            && spot.glob.is_none()
            && !spot.path.starts_with("/dev/")
            && of_spot(case, spot) == Secrecy::None
    };
    effect.script.is_none() && is_certain && place.spots.iter().all(is_plain)
}
