//! Edits JSON as if it were plain text.
//!
//! What: denies in-place edits of `.json` files by text tools: `sed -i`, `perl -pi`, `awk -i inplace`, `ed`, `vim -c … -c wq`,
//! `tr … < a.json > t && mv t a.json`. Reading with them is free, and so are programs that know JSON.
//!
//! Why: a pattern that fits one line too many leaves a file that no program can read.
//!
//! Instead: use a tool that knows JSON, or the editor's own tool.

use hookward_effects::{Action, Command, Place, Source, Span, Spot, Value};

use crate::among::meant;
use crate::rule::{Against, BEFORE, Case, Rule, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/json-by-text",
    category: Category::Security,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("json_by_text.rs"),
    judge,
    examples: &[
        denies("sed -i 's/1.0/1.1/' package.json"),
        denies("sed -i.bak -e s/a/b/ config/app.json"),
        denies("perl -pi -e 's/a/b/' data.json"),
        denies("find . -name '*.json' -exec sed -i s/a/b/ {} +"),
        denies("grep -rl a src --include='*.json' | xargs sed -i s/a/b/"),
        denies("sed -i s/a/b/ $(rg -l a -g '*.json')"),
        denies("git diff --name-only -- '*.json' | xargs sed -i s/a/b/"),
        passes("grep -rl a src --include='*.{ts,json}' | xargs sed -i s/a/b/"),
        passes("rg -l a -g '*.json' | xargs jq ."),
        denies("sed s/a/b/ package.json > t && mv t package.json"),
        denies("node -v; sed s/a/b/ package.json > t && mv t package.json"),
        denies("tr a b < package.json > t; mv t package.json"),
        denies("grep -v x package.json > t && mv t package.json"),
        denies("node -v; tr a b < package.json > t; mv t package.json"),
        passes("head -3 README.md; jq . < package.json > t && mv t package.json"),
        passes("head -3 package.json; jq .a package.json > t && mv t package.json"),
        denies("vim -es -c '%s/a/b/' -c wq package.json"),
        denies("emacs --batch package.json --eval '(replace-string \"a\" \"b\")' -f save-buffer"),
        passes("emacs --batch package.json --eval '(json-pretty-print-buffer)' -f save-buffer"),
        passes("vim -es -c '%!jq .' -c wq package.json"),
        passes("vim package.json"),
        passes("grep x app.log > found.json"),
        passes("tr a b < package.json > other.json"),
        passes("jq .a package.json > t && mv t package.json"),
        passes("cp package.json old.json && sed -n 1p package.json"),
        passes("sed -n 1,5p package.json"),
        passes("sed -i s/a/b/ src/app.ts"),
        denies("rpl a b package.json"),
        passes("rpl a b src/app.ts"),
        passes("jq .version package.json"),
        passes("awk '{print $1}' data.json"),
        passes("perl -pe 's/a/b/' data.json"),
    ],
};

/// Programs that take every file for lines.
const TEXT_TOOLS: &[&str] = &["sed", "gsed", "awk", "gawk", "perl", "ruby", "ed", "ex", "sd", "rpl"];

/// Editors that do what their words say; such a word may well be one that knows JSON.
const EDITORS: &[&str] = &["vi", "vim", "nvim", "gvim", "emacs"];

/// Programs that print some of the lines, or others: the file is changed by whoever puts them back.
const FILTERS: &[&str] =
    &["tr", "grep", "egrep", "fgrep", "cut", "head", "tail", "tac", "sort", "uniq", "fold", "paste"];

/// Programs that know JSON.
const JSON_TOOLS: &[&str] = &["jq", "gojq", "jaq", "yq", "dasel", "fx"];

/// Languages that do, where their code reads the file.
const CODE: &[&str] = &["node", "python", "python3"];

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let Action::Write(place, content) = &effect.action else { continue };
        let is_asked_for = |search| meant(case, search, |spot| is_json(spot).then_some(())).is_some();
        if !(place.spots.iter().any(is_json) || place.found.iter().any(is_asked_for))
            || (!by_text(case, effect.span) && !comes_back(case, place, content))
        {
            continue;
        }
        findings.push(Finding {
            matched: place.written.clone(),
            why: format!("{} is JSON, and the tool takes it for plain lines", place.written).into(),
            instead: "use the edit tool, or a program that knows JSON: `jq '.version = \"1.1\"' data.json > /tmp/data.json`".into(),
            ..Rule::objection(RULE.id, Decision::Deny, case, effect)
        });
    }
    findings
}

fn is_json(spot: &Spot) -> bool {
    let name = spot.last().to_ascii_lowercase();
    matches!(name.rsplit_once('.'), Some((_, "json" | "jsonc")))
}

/// Whether a file gets its own content back, by way of a text tool and another file: `sed … a.json > t && mv t a.json`.
fn comes_back(case: &Case, place: &Place, content: &Value) -> bool {
    let named = |tools: &[&str]| case.facts.commands.iter().any(|command| tools.contains(&name(command)));
    let same = |other: &Place| {
        other
            .spots
            .iter()
            .any(|spot| spot.glob.is_none() && place.spots.iter().any(|own| own.path == spot.path))
    };
    let own = content.sources().iter().any(|source| matches!(source, Source::File(other) if same(other)));
    let read_by_text = case.facts.effects.iter().any(|effect| {
        matches!(&effect.action, Action::Read(read) if same(read)) && by_text(case, effect.span)
    });
    let knows = || named(JSON_TOOLS);
    own && (read_by_text || (named(FILTERS) && !knows()) || (named(TEXT_TOOLS) && !knows() && !named(CODE)))
}

/// Whether the command at this place is a text tool.
fn by_text(case: &Case, span: Option<Span>) -> bool {
    let here = || case.facts.commands.iter().filter(|command| Some(command.span) == span);
    let knows_json = |command: &Command| {
        JSON_TOOLS.contains(&name(command))
            || CODE.contains(&name(command))
            || command.words.iter().any(|word| word.prefix().contains("(json-"))
    };
    here().any(|command| TEXT_TOOLS.contains(&name(command)))
        || (here().any(|command| EDITORS.contains(&name(command))) && !here().any(knows_json))
}

/// A program by its name, wherever it lies.
fn name(command: &Command) -> &str {
    let name = command.words.first().map(Value::prefix).unwrap_or_default();
    name.rsplit('/').next().unwrap_or(name)
}
