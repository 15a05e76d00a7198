//! Laws that hold for every command: what is added around a call never lowers the verdict, and text that runs nothing
//! never raises it. The commands are the examples of the security rules.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test that cannot go on fails"
)]

mod kernels;
#[path = "../support/mod.rs"]
mod support;
mod ways;

use std::collections::BTreeMap;

use hookward_core::policy::Layer;
use hookward_core::{Category, Decision, Sample, rules};
use kernels::{Kernel, few, kernels, quoted, say};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use support::Bench;
use ways::{ARGUMENTS, BEYOND, DETOURS, INERT, OVERWRITTEN, PARTS, PREFIXES, SEGMENTS, STRINGS, WRAPS};

/// A part of a way, the end of a rule's name or a part of a command, and why they do not go together.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("§B", "secret-content", "a secret is not looked for where it is encoded"),
    ("§X", "secret-content", "a secret is not looked for where it is encoded"),
    ("§R", "secret-content", "a secret is not looked for where it is turned around"),
    (": \"${u:-$(", "secret-exposure", "what is captured is not shown"),
    ("[[ -n $(", "secret-exposure", "what is captured is not shown"),
    ("${v:-§D}", "}", "it would end the expansion"),
    ("${v:-§D}", "it'", "a single quote there is not understood, which is asked about"),
    ("watch §C", "'", "watch joins its words, and their quotes are gone"),
    ("watch §C", ":-", "watch joins its words, and a default is taken for what it says"),
    ("xargs -I{} sh -c {}", "'", "xargs takes the quotes away"),
    ("xargs -I{} sh -c {}", "\"", "xargs takes the quotes away"),
    ("; ${a[@]}", "'", "without quotes the words fall apart again"),
    ("`§C`", "`", "inside of them they would need a backslash"),
    ("`§C`", "\\", "inside of them it would need another one"),
    ("§C &", "EXIT; t=", "the shell whose trap it is does not get what the one beside it assigns"),
    ("EXIT", "trap ", "a trap that the last trap sets never runs"),
    ("eval eval §Q", "'", "the first one takes the quotes away"),
    ("eval eval §Q", "\"", "the first one takes the quotes away"),
    ("zsh", "${a[", "its lists begin with one"),
    ("bin/§P", "export", "it is no program"),
    ("§P() {", "bash", "the function is what runs"),
    ("-I{}", "{}", "its braces mean something else there"),
    ("-exec", "{}", "its braces mean something else there"),
];

fn is_excepted(way: &str, rule: &str, text: &str) -> bool {
    EXCEPTIONS
        .iter()
        .any(|(excepted, what, _)| way.contains(excepted) && (rule.ends_with(what) || text.contains(what)))
}

/// What goes wrong, way by way.
#[derive(Default)]
struct Wrong(BTreeMap<String, Vec<String>>);

impl Wrong {
    fn add(&mut self, way: &str, what: String) {
        self.0.entry(way.to_owned()).or_default().push(what);
    }

    fn assert_none(&self) {
        let shown = self.0.iter().map(|(way, all)| {
            let some: Vec<&str> = all.iter().take(6).map(String::as_str).collect();
            format!("{way:?}: {} of them\n    {}", all.len(), some.join("\n    "))
        });
        assert!(self.0.is_empty(), "{}", shown.collect::<Vec<_>>().join("\n"));
    }
}

/// Checks that a command in other words is objected to as much as the command itself.
fn none_lowers(ways: &[&str], kernels: &[Kernel]) {
    let bench = Bench::default();
    let mut wrong = Wrong::default();
    for way in ways {
        for kernel in kernels.iter().filter(|kernel| !is_excepted(way, kernel.rule, kernel.text)) {
            let text = say(way, kernel.text);
            let decision = bench.shell(&text).decision;
            if decision < kernel.decision {
                wrong
                    .add(way, format!("{decision:?} for {:?} of {}: {text:?}", kernel.decision, kernel.rule));
            }
        }
    }
    wrong.assert_none();
}

fn simple() -> Vec<Kernel> {
    kernels().into_iter().filter(Kernel::is_simple).collect()
}

fn lines() -> Vec<Kernel> {
    kernels().into_iter().filter(Kernel::is_line).collect()
}

#[test]
fn every_security_rule_has_a_kernel() {
    let all = kernels();
    for rule in rules::all().iter().filter(|rule| rule.category == Category::Security) {
        let is_one = |example: &&hookward_core::Example| {
            example.decision >= Decision::Ask && matches!(example.call, Sample::Shell(_))
        };
        let has = all.iter().any(|kernel| kernel.rule == rule.id);
        let wants = rule.examples.iter().any(|example| is_one(&example));
        let shared = rule.examples.iter().filter(is_one).all(|example| {
            matches!(example.call, Sample::Shell(text) if all.iter().any(|kernel| kernel.text == text))
        });
        assert!(has || !wants || shared || rule.id == "security/opaque-command", "{}", rule.id);
    }
}

#[test]
fn no_program_in_front_lowers_the_verdict() {
    none_lowers(PREFIXES, &simple());
}

#[test]
fn no_syntax_and_no_shell_around_lowers_the_verdict() {
    none_lowers(WRAPS, &lines());
}

#[test]
fn no_other_command_lowers_the_verdict() {
    none_lowers(SEGMENTS, &lines());
}

#[test]
fn no_detour_of_a_command_lowers_the_verdict() {
    none_lowers(DETOURS, &lines());
}

#[test]
fn no_detour_of_a_part_lowers_the_verdict() {
    none_lowers(PARTS, &simple());
}

#[test]
fn no_detour_of_an_argument_lowers_the_verdict() {
    none_lowers(ARGUMENTS, &simple().into_iter().filter(Kernel::has_plain_argument).collect::<Vec<_>>());
}

#[test]
fn nothing_that_may_have_happened_instead_lowers_the_verdict() {
    none_lowers(OVERWRITTEN, &lines());
}

/// What is too much to be followed is asked about, if it is not seen.
#[test]
fn no_bound_hides_a_command() {
    let ways: Vec<String> = BEYOND.iter().map(|way| repeated(way)).collect();
    let ways: Vec<&str> = ways.iter().map(String::as_str).collect();
    let asked: Vec<Kernel> = few(1)
        .into_iter()
        .map(|kernel| Kernel { decision: kernel.decision.min(Decision::Ask), ..kernel })
        .collect();
    none_lowers(&ways, &asked);
}

/// A way with what is to be repeated written out; each time with another number in the place of `z`.
fn repeated(way: &str) -> String {
    let mut text = way.to_owned();
    for (mark, times) in [("§1{", 20), ("§2{", 70), ("§3{", 300), ("§4{", 700)] {
        while let Some((before, rest)) = text.split_once(mark) {
            let mut depth = 1;
            let end = rest.char_indices().find(|(_, letter)| {
                depth += i32::from(*letter == '{') - i32::from(*letter == '}');
                depth == 0
            });
            let (what, after) = rest.split_at(end.expect("it is closed").0);
            let all = (0..times).map(|at| {
                what.replace('z', &format!("z{at}")) + if what.ends_with(['z', '\'']) { " " } else { "" }
            });
            text = format!("{before}{}{}", all.collect::<String>(), &after[1..]);
        }
    }
    text
}

/// Each example of a wrapper in the knowledge that runs `rm a` runs something else in its place.
#[test]
fn no_wrapper_that_is_known_lowers_the_verdict() {
    let text = include_str!("../../../effects/knowledge/wrappers.toml");
    let file: toml::Table = text.parse().unwrap();
    let mut ways = Vec::new();
    for program in file["program"].as_array().unwrap() {
        for example in program["examples"].as_array().unwrap() {
            let command = example[0].as_str().unwrap();
            let way = match command.strip_suffix("rm a") {
                Some(front) => format!("{front}§C"),
                None => command.replace("'rm a'", "§Q"),
            };
            let first = command.split(' ').next().unwrap();
            if way.contains('§') {
                let names = program["names"].as_array().unwrap().iter();
                ways.extend(names.map(|name| way.replacen(first, name.as_str().unwrap(), 1)));
            }
        }
    }
    assert!(ways.len() > 100, "only {} ways", ways.len());
    let ways: Vec<&str> = ways.iter().map(String::as_str).collect();
    none_lowers(&ways, &few(1));
}

#[test]
fn no_depth_lowers_the_verdict() {
    let bench = Bench::default();
    let mut wrong = Wrong::default();
    for kernel in few(3) {
        for shell in ["sh -c", "bash -lc", "eval"] {
            let mut text = kernel.text.to_owned();
            for depth in 1..=4 {
                text = format!("{shell} {}", quoted(&text));
                let decision = bench.shell(&text).decision;
                if decision < kernel.decision {
                    wrong.add(shell, format!("{decision:?} at depth {depth} of {}", kernel.text));
                }
            }
        }
    }
    wrong.assert_none();
}

#[test]
fn text_that_runs_nothing_never_raises_the_verdict() {
    let bench = Bench::default();
    let mut wrong = Wrong::default();
    // A secret is one wherever it is written.
    for kernel in lines().into_iter().filter(|kernel| !kernel.rule.ends_with("secret-content")) {
        // What a language would expand in a string is not only text.
        let strings = if kernel.text.contains(['$', '`', '#', '\\', '@', '%']) { &[] } else { STRINGS };
        for way in INERT.iter().chain(strings) {
            if is_excepted(way, kernel.rule, kernel.text) {
                continue;
            }
            let text = say(way, kernel.text);
            let decision = bench.shell(&text).decision;
            if decision >= Decision::Ask {
                wrong.add(way, format!("{decision:?}: {text:?}"));
            }
        }
    }
    wrong.assert_none();
}

/// What may stand in front of a letter, and behind it.
const QUOTES: &[(&str, &str)] = &[
    ("\\", ""),
    ("'", "'"),
    ("\"", "\""),
    ("$'", "'"),
    ("''", ""),
    ("\"\"", ""),
    ("\\\n", ""),
    ("$''", ""),
    ("\"\"''", ""),
];

/// The command with the letter at `at` quoted, if it is a letter outside quotes, names and expansions.
fn requoted(command: &str, at: usize, (open, close): (&str, &str)) -> String {
    const KEYWORDS: &[&str] =
        &["if ", "for ", "while ", "until ", "case ", "do ", "then ", "function ", "()"];
    const OPENERS: [char; 14] = ['$', '`', '\'', '"', '<', '=', '(', '{', '\\', '*', '?', '~', '#', '\n'];
    let before: String = command.chars().take(at).collect();
    let start = before.rfind([' ', ';', '&', '|']).map_or(0, |at| at + 1);
    // What is quoted in it is no name of a variable.
    let is_assignment = command[start..].split(' ').next().is_some_and(|word| word.contains('='));
    let has_keyword = KEYWORDS.iter().any(|word| command.contains(word));
    match command.chars().nth(at) {
        Some(letter)
            if letter.is_ascii_alphabetic()
                && !before.contains(OPENERS)
                && !has_keyword
                && !is_assignment =>
        {
            let rest = &command[before.len() + 1..];
            format!("{before}{open}{letter}{close}{rest}")
        }
        _ => command.to_owned(),
    }
}

fn commands() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "rm -rf /",
        "rm -rf src",
        "cat .env",
        "echo x > .env",
        "find . -delete",
        "rm -rf \"$DIR/\"",
        "touch infra/a.tf",
        "git status",
        "cargo test",
        "rm -rf node_modules",
    ])
}

/// The same cases in every run; for others, `PROPTEST_RNG_SEED` and `PROPTEST_CASES` say which and how many.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    let rng_seed = if default.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { default.rng_seed };
    let cases = default.cases.max(4096);
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..default }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_way_in_another_lowers_the_verdict(
        kernel in prop::sample::select(few(3)),
        inner in prop::sample::select([WRAPS, SEGMENTS].concat()),
        outer in prop::sample::select([WRAPS, SEGMENTS, DETOURS].concat()),
        again in prop::sample::select([WRAPS, DETOURS].concat()),
    ) {
        let bench = Bench::default();
        let mut text = kernel.text.to_owned();
        for way in [inner, outer, again] {
            // A here-document ends with its line, and so does a comment.
            let is_line = !text.contains(['\n', '#']) && !text.ends_with('&');
            if !is_line || is_excepted(way, kernel.rule, &text) {
                return Ok(());
            }
            text = say(way, &text);
            prop_assert!(bench.shell(&text).decision >= kernel.decision, "{}", text);
        }
    }

    #[test]
    fn quoting_that_the_shell_removes_changes_nothing(
        kernel in prop::sample::select(kernels()),
        at in 0usize..40,
        quote in prop::sample::select(QUOTES.to_vec()),
    ) {
        let text = requoted(kernel.text, at, quote);
        prop_assert_eq!(kernel.decision, Bench::default().shell(&text).decision, "{}", text);
    }

    #[test]
    fn a_project_never_loosens_security(
        command in commands(),
        rule in prop::sample::select(vec!["security/*", "security/secret-read", "security/catastrophic-deletion"]),
        mode in prop::sample::select(vec!["off", "shadow", "advise", "ask", "deny", "enforce"]),
        theirs in prop::sample::select(vec!["security/*", "security/recursive-deletion", "security/secret-read"]),
        persons in prop::sample::select(vec!["off", "shadow", "advise", "ask", "deny", "enforce"]),
    ) {
        let user = format!("[rules]\n\"{theirs}\" = \"{persons}\"\n");
        let bare = Bench::with(&[(Layer::User, &user)]).shell(command).decision;
        let policy = format!("[rules]\n\"{rule}\" = \"{mode}\"\n");
        let under = Bench::with(&[(Layer::User, &user), (Layer::Project, &policy)]).shell(command).decision;
        // An approval may be lost; an objection may not.
        prop_assert!(under >= bare || bare == Decision::Approve, "{command}: {user} then {policy}");
    }
}
