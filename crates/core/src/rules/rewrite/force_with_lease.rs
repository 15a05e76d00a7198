//! Puts a lease in the place of plain force.
//!
//! What: changes `--force`, `-f` and `+branch` of a push to a branch that is not protected into `--force-with-lease`, in
//! place, and leaves the rest of the command as it is. A push to a protected branch stays denied.
//!
//! Why: with a lease the push fails where somebody else has pushed meanwhile, instead of losing their work.
//!
//! Instead: nothing; the rewritten command is what is meant.

use hookward_effects::{Action, Git, Pushed, Span, plain_words};

use crate::rewrite::Edit;
use crate::rule::{Against, BEFORE, Case, Rule, approves, passes};
use crate::verdict::{Category, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "rewrite/force-with-lease",
    category: Category::Rewrite,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("force_with_lease.rs"),
    judge,
    examples: &[
        approves("git push --force origin feature/login"),
        approves("git push -fu origin feature/login"),
        approves("npm test && git push -f"),
        approves("git push origin +feature/login"),
        approves("env A=1 /usr/bin/git push -uf origin feature/login"),
        approves("git push -f -o force.x origin feature/login"),
        passes("git push --force origin main"),
        passes("git push --force-with-lease origin feature/login"),
        passes("git push origin feature/login"),
        passes("sh -c 'git push -f'"),
        passes("git push -f \"$REMOTE\""),
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let Action::Git(Git::Push(push)) = &effect.action else { continue };
        let lost =
            |name: &Option<String>| name.as_deref().is_some_and(|name| case.policy.is_protected_branch(name));
        let forced = push.branches.iter().any(|branch| branch.how == Pushed::Forced);
        let others = push.branches.iter().any(|branch| branch.how == Pushed::Deleted || lost(&branch.name));
        let Some(span) = effect.span.filter(|_| forced && !others && !push.everything) else { continue };
        let edits = edits(&case.text(Some(span)), span.start);
        if !edits.is_empty() {
            findings.push(Finding {
                why: "with a lease nobody's work is overwritten unseen".into(),
                ..Rule::rewriting(RULE.id, case, span, edits)
            });
        }
    }
    findings
}

/// Letters of `git push` that stand alone.
const FLAGS: &str = "fnquvd46";

/// Options of git and of `git push` whose value is the next word.
const TAKE_A_VALUE: &[&str] = &["-C", "-c", "-o", "--push-option", "--repo", "--receive-pack", "--exec"];

/// What changes in the words of a `git push`.
fn edits(command: &str, start: usize) -> Vec<Edit> {
    let words = plain_words(command);
    let is_git = |(_, word): &(Span, String)| word.rsplit('/').next() == Some("git");
    let Some(git) = words.iter().position(is_git) else { return Vec::new() };
    let mut edits = Vec::new();
    let mut is_value = false;
    for (span, word) in words.iter().skip(git + 1) {
        if std::mem::replace(&mut is_value, TAKE_A_VALUE.contains(&word.as_str())) {
            continue;
        }
        let text = match word.as_str() {
            "--force" | "-f" => "--force-with-lease".to_owned(),
            // `-fu`; but `-oforce` is an option with its value.
            letters
                if letters.strip_prefix('-').is_some_and(|letters| {
                    letters.contains('f') && letters.chars().all(|letter| FLAGS.contains(letter))
                }) =>
            {
                format!("--force-with-lease {}", letters.replace('f', ""))
            }
            refspec if refspec.starts_with('+') && refspec.len() > 1 => {
                format!("--force-with-lease {}", refspec.trim_start_matches('+'))
            }
            _ => continue,
        };
        edits.push(Edit { span: Span::new(span.start + start, span.end + start), text });
    }
    edits
}
