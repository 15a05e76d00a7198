use super::subcommands::nested;
use super::*;

fn values(words: &[&str]) -> Vec<Value> {
    words.iter().map(|word| Value::Known((*word).to_owned())).collect()
}

/// The usage that words lead to, the words left, and what it does with them.
fn descend(command: &str) -> (Usage, Vec<String>, Vec<&'static str>) {
    let words: Vec<&str> = command.split(' ').collect();
    let (name, rest) = words.split_first().expect("a command has a name");
    let rest = values(rest);
    let (usage, left) = program(name).expect("a program that is known").descend(&rest);
    let deeds = usage.deeds(&left, &|_| None).iter().map(|does| does.what).collect();
    (usage, left.iter().map(ToString::to_string).collect(), deeds)
}

#[test]
fn a_program_is_found_by_each_of_its_names_and_by_no_other() {
    assert_eq!(program("sort").expect("sort is known").operands, [Role::Read]);
    assert_eq!(program("[").expect("[ is known").output, Output::Quiet);
    assert!(program("").is_none());
    assert!(program("sor").is_none());
    assert!(program("sortt").is_none());
    for [begin, end, ..] in INDEX {
        let name = slice(begin, end);
        let usage = program(name).expect("every name of the index is found");
        assert!(usage.names.contains(&name), "{name}: {:?}", usage.names);
    }
}

#[test]
fn every_entry_can_be_read_to_its_last_line() {
    fn read(text: &'static str, depth: usize) {
        let mut usage = Usage::new();
        usage.read(text);
        // A key and two lengths before each head.
        let sizes = nested(usage.rest).map(|nested| 7 + nested.head.0.len() + nested.body.len());
        assert_eq!(sizes.sum::<usize>(), usage.rest.len(), "{text}");
        assert!(depth < 8);
        nested(usage.rest).for_each(|nested| read(nested.body, depth + 1));
    }
    for [.., begin, end] in INDEX {
        read(slice(begin, end), 0);
    }
}

#[test]
fn a_subcommand_is_found_behind_options_and_keeps_them() {
    let (usage, left, _) = descend("tmux -L x new-session -d -s y top");
    assert!(usage.run.is_some_and(|run| run.joined()));
    assert_eq!(left, ["-L", "x", "-d", "-s", "y", "top"]);
    assert_eq!(usage.options.role(|name| name == b"-L"), Some(Role::Text));
    let (usage, left, _) = descend("tmux unknown-command x");
    assert_eq!(usage.names.first(), Some(&"tmux"));
    assert_eq!(left, ["unknown-command", "x"]);
}

#[test]
fn a_subcommand_is_as_silent_as_its_program_but_keeps_no_secret_of_it() {
    assert_eq!(descend("gem list").0.output, Output::Quiet);
    assert_eq!(descend("pass show a").0.output, Output::Secret("a password"));
    assert_eq!(descend("pass ls").0.output, Output::Quiet);
}

#[test]
fn what_follows_an_unknown_option_may_be_its_value() {
    let (usage, left, _) = descend("infisical --domain u --x y secrets --env prod");
    assert_eq!(usage.output, Output::Secret("a secret"));
    assert_eq!(left, ["--domain", "--x", "--env", "prod"]);
    let (usage, _, _) = descend("gh --x y pr list");
    assert!(usage.safe.is_none() && !usage.safe_alone.contains("--help"));
    // Nothing is taken away from what a program does without a subcommand.
    assert_eq!(descend("vercel --x y ls").0.names, program("vercel").unwrap().names);
    assert_eq!(descend("infisical --x=y z secrets").0.names, program("infisical").unwrap().names);
}

#[test]
fn the_first_word_of_tar_is_options_with_or_without_a_dash() {
    for command in ["tar xf a b", "tar -xf a b", "tar -x -f a b"] {
        assert_eq!(descend(command).0.output, Output::Encoded, "{command}");
    }
    assert_eq!(descend("tar b -cf a").0.output, Output::Passes);
}

#[test]
fn a_mode_takes_the_place_of_what_it_says_anew() {
    assert_eq!(descend("base64 a").0.output, Output::Passes);
    assert_eq!(descend("base64 --deco a").0.output, Output::Encoded);
    assert_eq!(descend("base64 -w0 -d a").0.output, Output::Encoded);
    assert_eq!(descend("install -d a").0.operands, [Role::Write]);
    // What follows a letter with a value is that value.
    assert_eq!(descend("install -md a b").0.operands, [Role::Copy]);
}

#[test]
fn a_deed_needs_its_words_and_yields_to_a_promise_that_holds() {
    assert_eq!(descend("date --set=yesterday").2, ["sets the clock"]);
    assert!(descend("date +%F").2.is_empty());
    assert!(descend("date --set=yesterday --help").2.is_empty());
    assert_eq!(descend("conda remove -n x --all").2, ["deletes an environment"]);
    assert!(descend("conda remove -n x --all --dry-run").2.is_empty());
    for taken_back in ["--dry-run=false", "--dry-run --no-dry-run", "--dry-run false"] {
        assert_eq!(descend(&format!("conda remove --all {taken_back}")).2.len(), 1, "{taken_back}");
    }
    // The last word counts, and a letter is taken back by the long form.
    assert!(descend("conda remove --all --no-dry-run --dry-run").2.is_empty());
    assert!(descend("kubectl delete ns a --dry-run=none --dry-run=client").2.is_empty());
    assert_eq!(descend("kubectl delete ns a --dry-run=client --dry-run=none").2.len(), 1);
    assert_eq!(descend("rsync -an --delete a/ b").0.operands, [Role::Read]);
    assert_eq!(descend("rsync -an --delete --no-dry-run a/ b").0.operands, [Role::Transfer]);
    assert_eq!(descend("rsync -an --delete --no-n a/ b").0.operands, [Role::Transfer]);
    // What is the value of an option promises nothing.
    assert_eq!(descend("cargo publish --registry --dry-run").2.len(), 1);
    // A value may be glued to its letter.
    assert_eq!(descend("docker build -otype=registry .").2, ["pushes an image"]);
    assert!(descend("docker build -otype=local .").2.is_empty());
}

#[test]
fn a_star_is_anything() {
    assert!(glob("*", ""));
    assert!(glob("a*c", "abc"));
    assert!(glob("db:drop*", "db:drop:all"));
    assert!(glob("*-*-*", "a-b-c"));
    assert!(!glob("a*c", "ab"));
    assert!(!glob("ab*ba", "aba"));
    assert!(!glob("a", "ab"));
}
