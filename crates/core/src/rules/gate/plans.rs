//! Plans of a project, as their texts say them.

use std::borrow::Cow;

use super::verdicts::last_verdict;
use crate::policy::Plans;
use crate::rule::Case;
use crate::text::prose;

/// A plan that was read.
pub(crate) struct Plan {
    /// Its path below the workspace's root.
    pub(crate) path: String,
    text: String,
}

/// Why a plan is not active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Idle {
    /// It has no item that could be checked.
    Empty,
    /// All of its items are checked.
    Done,
    /// It is too old.
    Old,
    /// Nobody has approved it, or somebody has not.
    NotApproved,
}

/// Gates that tell agents to write a plan, to complete it, or to check its items off.
pub(crate) const FOLLOWING: &[&str] =
    &["gate/missing-plan", "gate/plan-quality", "gate/foreign-plan-file", "gate/unfinished-stop"];

/// Whether a gate tells this agent to write that plan. No other rule may then ask about it: where nobody answers, a question
/// is a denial, and the agent could neither go on nor do what it is told to do instead. A gate that is only recorded must change
/// nothing else, so that it shows what it would do: the plan is as free for it.
pub(crate) fn is_asked_for(case: &Case, path: &str) -> bool {
    let role = case.event.role();
    FOLLOWING.iter().any(|gate| case.policy.is_on(gate, role)) && is_plan(case, path)
}

/// Whether it is a plan that a gate follows, for an agent in whichever role: who carries it out checks its items off, and the
/// gate may be another's.
pub(crate) fn is_followed(case: &Case, path: &str) -> bool {
    FOLLOWING.iter().any(|gate| case.policy.may_be_on(gate)) && is_plan(case, path)
}

fn is_plan(case: &Case, path: &str) -> bool {
    let ground = case.ground;
    let Some(root) = ground.roots.iter().find(|root| path.starts_with(&format!("{root}/"))) else {
        return false;
    };
    let below = super::below(case, path);
    !case.policy.is_exempt(root, ground.home.as_deref()) && wanted(case).names(below)
}

/// How the policy wants plans.
pub(crate) fn wanted<'a>(case: &Case<'a>) -> Cow<'a, Plans> {
    case.policy.plans.as_ref().map_or_else(|| Cow::Owned(Plans::default()), Cow::Borrowed)
}

/// The plans below a root, each with why it is not active, if it is not.
pub(crate) fn found(case: &Case, root: &str, plans: &Plans) -> Vec<(Plan, Option<Idle>)> {
    let paths = plans.files.iter().flat_map(|glob| case.world.expand(&format!("{root}{glob}")));
    let read = paths.filter(|path| plans.names(path.strip_prefix(root).unwrap_or(path))).filter_map(|path| {
        let text = case.world.text(&path)?;
        let idle = idle(&text, plans).or_else(|| plans.is_too_old(case, &path).then_some(Idle::Old));
        Some((Plan::of(path.strip_prefix(root).unwrap_or(&path).to_owned(), text), idle))
    });
    read.collect()
}

/// Why a plan of this text is not active, whatever its age.
pub(super) fn idle(text: &str, plans: &Plans) -> Option<Idle> {
    if !has_items(text) {
        Some(Idle::Empty)
    } else if is_done(text) {
        Some(Idle::Done)
    } else {
        // Where no review is asked for, none need be told.
        let is_approved = last_verdict(text).unwrap_or(!plans.reviewed);
        (!is_approved).then_some(Idle::NotApproved)
    }
}

impl Plans {
    /// Whether nobody has changed a plan for too long.
    pub(super) fn is_too_old(&self, case: &Case, path: &str) -> bool {
        self.max_age_ms.is_some_and(|most| case.world.age(path).is_none_or(|age| age > most))
    }
}

impl Plan {
    /// A plan by its path below the root.
    pub(super) fn of(path: String, text: String) -> Self {
        Self { path, text }
    }

    /// Whether it lists a file as one to be changed: `- Modify: src/a.ts`.
    pub(crate) fn lists(&self, below: &str) -> bool {
        self.any(|word| {
            // `src/a.ts:12-30`, `src/cart/`, `src/**/*.ts`
            word == below
                || word.strip_prefix(below).is_some_and(|rest| rest.starts_with(':'))
                || (word.ends_with('/') && below.starts_with(word))
                || (word.contains('*') && fast_glob::glob_match(word, below))
        })
    }

    /// Whether it lists a file below a directory.
    pub(crate) fn lists_below(&self, directory: &str) -> bool {
        self.any(|word| {
            super::meets(word, directory)
                || word.strip_prefix(directory).is_some_and(|rest| rest.starts_with('/'))
        })
    }

    fn any(&self, is_it: impl Fn(&str) -> bool) -> bool {
        let lines = self.text.lines().filter_map(|line| {
            let line = line.trim_start().trim_start_matches(['-', '*', ' ']);
            let (deed, files) = line.split_once(':')?;
            let deed = deed.trim_matches('*').to_ascii_lowercase();
            ["modify", "create", "update", "edit", "test", "file", "files"].contains(&&*deed).then_some(files)
        });
        // What stands around a path is emphasis; the stars of a pattern are its own.
        let bare = |word: &str| {
            let word = word.trim_matches(|c: char| "`'\",;()[]".contains(c));
            let word = word.strip_prefix("**").and_then(|word| word.strip_suffix("**")).unwrap_or(word);
            word.trim_start_matches("./").to_owned()
        };
        let words = lines.flat_map(str::split_whitespace).map(bare);
        words.filter(|word| word.contains(char::is_alphanumeric)).any(|word| is_it(&word))
    }

    /// How many of its items are done, and how many there are.
    pub(crate) fn progress(&self) -> (usize, usize) {
        let done = items(&self.text).filter(|(mark, _)| *mark == Mark::Done).count();
        (done, items(&self.text).count())
    }

    /// Its text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether it names something.
    pub(crate) fn names(&self, word: &str) -> bool {
        self.text.contains(word)
    }

    /// The first item that is left to do.
    pub(crate) fn next_item(&self) -> Option<&str> {
        items(&self.text).find(|(mark, _)| *mark == Mark::Open).map(|(_, text)| text)
    }
}

/// How far an item of a plan is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// `[ ]`
    Open,
    /// `[x]`
    Done,
    /// `[SKIP]`, in the place of the box or behind it: nobody waits for it.
    Skipped,
}

const SKIP: &str = "[SKIP]";

/// The most bytes that may be said of why an item is skipped.
const MAX_EXCUSE: usize = 200;

/// The items of a plan, each with how far it is: those of its lists, and its phases.
fn items(text: &str) -> impl Iterator<Item = (Mark, &str)> {
    let mut heading = "";
    prose(text).filter_map(move |line| {
        if line.starts_with('#') {
            heading = line.trim_start_matches('#').trim();
        }
        listed(line).or_else(|| {
            let mark = if is_completed(line)? { Mark::Done } else { Mark::Open };
            Some((mark, heading))
        })
    })
}

/// `- [x] the cart`, `1. [x] the cart`, `- [SKIP] blocked: the cart`, `- [ ] [SKIP] the cart`
fn listed(line: &str) -> Option<(Mark, &str)> {
    let line = line.trim_start();
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let signs: &[char] = if number.len() < line.len() { &['.', ')'] } else { &['-', '*', '+'] };
    let (mark, rest) = number.strip_prefix(signs)?.trim_start().strip_prefix('[')?.split_once(']')?;
    match mark {
        " " if rest.contains(SKIP) => Some((Mark::Skipped, rest.trim())),
        " " => Some((Mark::Open, rest.trim())),
        "x" | "X" => Some((Mark::Done, rest.trim())),
        "SKIP" | "skip" => Some((Mark::Skipped, rest.trim())),
        _ => None,
    }
}

/// Whether a plan is another only in how far its items are: boxes, the status of phases, and what is skipped, with a few words
/// of why.
pub(crate) fn only_marks_items(before: &str, after: &str) -> bool {
    let is_the_same = |(before, after): (&str, &str)| before == after || is_the_same_item(before, after);
    before != after
        && before.lines().count() == after.lines().count()
        && before.lines().zip(after.lines()).all(is_the_same)
}

fn is_the_same_item(before: &str, after: &str) -> bool {
    let (Some((_, was)), Some((mark, is))) = (listed(before), listed(after)) else {
        let status = |line| is_completed(line).and_then(|_| str::split_once(line, ':'));
        return status(before).zip(status(after)).is_some_and(|((was, _), (is, _))| was == is);
    };
    let margin = |line: &str| line.split_once('[').map(|(margin, _)| margin.to_owned());
    let unmarked = |text: &str| text.replace(SKIP, "").split_whitespace().collect::<Vec<_>>().join(" ");
    let (was, is) = (unmarked(was), unmarked(is));
    let is_excused = || {
        let added = is.len().saturating_sub(was.len());
        mark == Mark::Skipped && added <= MAX_EXCUSE && (is.starts_with(&was) || is.ends_with(&was))
    };
    margin(before) == margin(after) && (was == is || is_excused())
}

/// `**Status:** in-progress`, which a phase has below its heading.
fn is_completed(line: &str) -> Option<bool> {
    let line = line.trim().trim_start_matches(['-', '*', ' ']);
    let (key, status) = line.split_once(':')?;
    if !key.trim_matches('*').eq_ignore_ascii_case("status") {
        return None;
    }
    match status.trim_matches(['*', ' ', '`']).to_ascii_lowercase().as_str() {
        "completed" | "complete" | "done" => Some(true),
        "planned" | "in-progress" | "in progress" | "pending" | "not started" => Some(false),
        _ => None,
    }
}

/// Whether there is an item to check.
pub(crate) fn has_items(text: &str) -> bool {
    items(text).next().is_some()
}

fn is_done(text: &str) -> bool {
    has_items(text) && items(text).all(|(mark, _)| mark != Mark::Open)
}

/// Whether a text has a heading that begins with these words, whatever number or sign stands in front of it.
pub(crate) fn has_section(text: &str, section: &str) -> bool {
    let wanted = title(section.trim_start_matches('#'));
    let lines: Vec<&str> = prose(text).collect();
    // A heading may have a line below it instead.
    let is_line = |line: &&str| {
        let line = line.trim();
        !line.is_empty() && (line.trim_matches('=').is_empty() || line.trim_matches('-').is_empty())
    };
    let underlined =
        lines.windows(2).filter_map(|two| two.first().filter(|_| two.last().is_some_and(is_line)));
    let marked = lines.iter().filter(|line| line.starts_with('#'));
    marked.chain(underlined).any(|line| title(line.trim_start_matches('#')).starts_with(&wanted))
}

/// The words of a heading: `2. 🎯 Goal` is called `goal`.
fn title(heading: &str) -> String {
    let heading = heading.trim().to_lowercase();
    let words = heading.trim_start_matches(|c: char| !c.is_alphabetic());
    if words.is_empty() { heading } else { words.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(text: &str) -> Plan {
        Plan { path: "plan.md".into(), text: text.into() }
    }

    #[test]
    fn a_plan_lists_the_files_that_it_changes() {
        let plan = plan("see src/other.ts\n- Modify: `src/a.ts:12-30`\n* **Create:** ./src/b.ts, src/c.ts\n");
        for file in ["src/a.ts", "src/b.ts", "src/c.ts"] {
            assert!(plan.lists(file), "{file}");
        }
        for file in ["src/other.ts", "a.ts", "src/a.tsx", "src"] {
            assert!(!plan.lists(file), "{file}");
        }
        let wide = super::tests::plan("- Create: src/cart/\n- Modify: lib/**/*.ts\n");
        assert!(wide.lists("src/cart/a.ts") && wide.lists("lib/a/b.ts"));
        assert!(!wide.lists("src/carts.ts") && !wide.lists("lib/a.py"));
        assert!(wide.lists_below("src") && wide.lists_below("lib/a") && !wide.lists_below("docs"));
    }

    #[test]
    fn a_plan_is_done_when_every_item_is_checked() {
        assert!(is_done("- [x] a\n- [X] b\n"));
        assert!(!is_done("- [x] a\n  * [ ] b\n"));
        assert!(!is_done("only words"));
        assert_eq!(plan("- [x] a\n- [ ] b\n").next_item(), Some("b"));
    }

    #[test]
    fn an_item_that_is_skipped_is_one_and_nobody_waits_for_it() {
        for skipped in ["- [SKIP] blocked the cart", "- [ ] [SKIP] blocked: the cart", "* [skip] the cart"] {
            assert!(has_items(skipped) && is_done(skipped), "{skipped}");
            assert_eq!(plan(&format!("{skipped}\n- [x] a\n- [ ] b\n")).progress(), (1, 3), "{skipped}");
        }
        assert!(!has_items("- [later] the cart"));
    }

    #[test]
    fn a_plan_in_which_only_items_are_marked_is_the_same_plan() {
        let before = "# Cart\n- [ ] the cart\n  - [x] the shop\n**Status:** in-progress\n";
        for (from, to) in [
            ("[ ] the cart", "[x] the cart"),
            ("[x] the shop", "[ ] the shop"),
            ("[ ] the cart", "[SKIP] blocked the cart"),
            ("[ ] the cart", "[ ] [SKIP] the cart"),
            ("[ ] the cart", "[SKIP] the cart (blocked: rm was denied)"),
            ("in-progress", "completed"),
        ] {
            assert!(only_marks_items(before, &before.replace(from, to)), "{to}");
        }
        let long = format!("[SKIP] {} the cart", "because ".repeat(40));
        for (from, to) in [
            ("# Cart", "# Shop"),
            ("[ ] the cart", "[x] the card"),
            ("[ ] the cart", "[x] the cart, and rm -rf ."),
            ("[ ] the cart", "[SKIP] the shop"),
            ("- [ ] the cart\n", ""),
            ("- [ ] the cart", "- [x] the cart\n- [ ] more"),
            ("  - [x]", "- [x]"),
            ("[ ] the cart", &long),
            ("in-progress", "rejected"),
            ("**Status:** in-progress", "Phase 2: completed"),
            ("x", "x"),
        ] {
            assert!(!only_marks_items(before, &before.replace(from, to)), "{to}");
        }
    }

    #[test]
    fn a_phase_with_a_status_is_an_item() {
        let plan = plan("## Phase 1: cart\n**Status:** completed\n## Phase 2: shop\n- Status: in-progress\n");
        assert_eq!(plan.next_item(), Some("Phase 2: shop"));
        assert!(is_done("## Phase 1\n**Status:** Completed\n"));
        assert!(!has_items("Status: unknown\nThe status: done\n"));
    }

    #[test]
    fn a_numbered_item_is_one_and_an_example_is_none() {
        assert!(is_done("1. [x] a\n2) [X] b\n"));
        assert_eq!(plan("1. [x] a\n10. [ ] b\n").next_item(), Some("b"));
        for text in [
            "",
            "hello",
            "1. a\n",
            "```\n- [ ] a\n```\n",
            "~~~md\n- [ ] a\n```\n",
            "<!--\n- [ ] a\n-->\n",
            "<!-- - [ ] a -->\n",
        ] {
            assert!(!has_items(text), "{text}");
        }
        assert!(has_items("```\nx\n```\n- [ ] a\n") && has_items("<!-- x -->\n- [ ] a <!-- y -->\n"));
    }

    #[test]
    fn a_heading_is_known_however_it_is_written() {
        for text in ["# Goal\n", "## 1. Goal of it\n", "### 🎯 goal\n", "Goal\n====\n", "2) Goal\n---\n"] {
            assert!(has_section(text, "Goal"), "{text}");
        }
        for text in ["Goal\n", "```\n# Goal\n```\n", "# No goal\n"] {
            assert!(!has_section(text, "## Goal"), "{text}");
        }
    }
}
