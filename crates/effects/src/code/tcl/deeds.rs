//! What the commands of Tcl do.

use super::{CONTROL, Reader, Word, joined};
use crate::code::Step;
use crate::code::datum::{Datum, Origin};
use crate::code::process_deed::{is_bare_shell_of, started};
use crate::effect::Depth;
use crate::value::Value;

impl Reader<'_> {
    pub(super) fn perform(&mut self, words: &[Word]) -> Datum {
        let Some((first, rest)) = words.split_first() else { return Datum::unknown() };
        let Some(name) = first.datum.text() else { return Datum::unknown() };
        let name = name.trim_start_matches("::");
        let argument = |at: usize| rest.get(at).map(|word| word.datum.clone());
        match name {
            "array" if argument(1).as_ref().and_then(Datum::text) == Some("env") => {
                Datum::from_source(crate::source::Source::Environment)
            }
            "set" => match (argument(0), argument(1)) {
                (Some(target), Some(value)) => {
                    if let Some(target) = target.text() {
                        self.bind(target, &value);
                    }
                    value
                }
                (Some(target), None) => target.text().map_or_else(Datum::unknown, |name| self.named(name)),
                (None, _) => Datum::unknown(),
            },
            "append" => {
                let Some(target) = argument(0).as_ref().and_then(Datum::text).map(str::to_owned) else {
                    return Datum::unknown();
                };
                let old = self.variables.get(&target).cloned().unwrap_or_else(|| Datum::known(""));
                let new = rest.iter().skip(1).fold(old, |all, word| all.join(&word.datum));
                self.bind(&target, &new);
                new
            }
            "exec" => self.exec(rest),
            "spawn" => self.spawn(rest),
            "system" => {
                let text = joined(rest);
                let given = Datum::from_origin(Origin::Shell(text.value.clone()));
                self.steps.push(Step::Shell(text));
                given
            }
            "send" | "exp_send" => {
                if let Some(text) = rest.last().filter(|_| self.shell) {
                    let text = text.datum.map(|text| Some(text.trim_end_matches(['\r', '\n']).to_owned()));
                    self.steps.push(Step::Shell(text));
                }
                Datum::unknown()
            }
            "open" => self.open(rest),
            "read" | "gets" => argument(0).map_or_else(Datum::unknown, |channel| channel.derived()),
            "file" => self.file(rest),
            "cd" => {
                if let Some(path) = argument(0) {
                    self.steps.push(Step::Directory(path.value));
                }
                Datum::unknown()
            }
            "source" => {
                if let Some(path) = argument(0) {
                    self.steps.push(Step::Import(path.value));
                }
                Datum::unknown()
            }
            "puts" | "send_user" | "send_error" => {
                let to = rest.iter().rev().nth(1).and_then(|word| started(&word.datum));
                match (to, rest.last().map(|word| word.datum.clone())) {
                    (Some(program), Some(text)) if is_bare_shell_of(&program) => {
                        self.steps.push(Step::Shell(text));
                    }
                    (Some(program), Some(text)) => self.steps.push(Step::Feed(program, text)),
                    (None, Some(text)) => self.steps.push(Step::Print(text)),
                    (_, None) => {}
                }
                Datum::unknown()
            }
            "list" | "concat" => joined(rest),
            "join" | "subst" | "format" if rest.len() == 1 => argument(0).unwrap_or_else(Datum::unknown),
            "return" => argument(0).unwrap_or_else(Datum::unknown),
            name if CONTROL.contains(&name) => self.control(name, rest),
            _ => Datum::derived_of(rest.iter().map(|word| &word.datum)),
        }
    }

    /// Every script among the words may run.
    fn control(&mut self, name: &str, rest: &[Word]) -> Datum {
        if matches!(name, "eval" | "uplevel") && rest.iter().all(|word| !word.braced) {
            let text = joined(rest);
            return match text.text() {
                Some(text) => self.run(text),
                None => {
                    self.steps.push(Step::Evaluate(text));
                    Datum::unknown()
                }
            };
        }
        if let ("foreach" | "lmap", [target, list, ..]) = (name, rest)
            && let (Some(target), Some(list)) = (target.datum.text(), list.datum.text())
        {
            let elements: Vec<String> = list.split_whitespace().map(str::to_owned).collect();
            self.variables.insert(target.to_owned(), Datum::of(Value::few(elements)));
        }
        let mut last = Datum::unknown();
        for word in rest.iter().filter(|word| word.braced) {
            if let Some(script) = word.datum.text() {
                last = self.run(script);
            }
        }
        last
    }

    /// `exec rm -rf x`, `exec ls | sort > y`
    fn exec(&mut self, rest: &[Word]) -> Datum {
        let is_option = |word: &&Word| {
            word.datum.text().is_some_and(|text| matches!(text, "-ignorestderr" | "-keepnewline" | "--"))
        };
        let words: Vec<&Word> = rest.iter().skip_while(is_option).collect();
        let is_sign = |text: &str| text.starts_with(['|', '<', '>', '&']) || text.starts_with("2>");
        if words.iter().any(|word| !word.braced && word.datum.text().is_some_and(is_sign)) {
            let quoted = words.iter().map(|word| match word.datum.text() {
                Some(text) if !is_sign(text) => Datum::known(format!("'{}'", text.replace('\'', "'\\''"))),
                Some(text) => Datum::known(text.replace("2>@1", "2>&1").replace("|&", "2>&1 |")),
                None => word.datum.clone(),
            });
            let blank = Datum::known(" ");
            let text = quoted.reduce(|all, word| all.join(&blank).join(&word)).unwrap_or_else(Datum::unknown);
            let given = Datum::from_origin(Origin::Shell(text.value.clone()));
            self.steps.push(Step::Shell(text));
            return given;
        }
        self.start(&words)
    }

    fn spawn(&mut self, rest: &[Word]) -> Datum {
        let is_option = |word: &&Word| word.datum.text().is_some_and(|text| text.starts_with('-'));
        let words: Vec<&Word> = rest.iter().skip_while(is_option).collect();
        let known: Vec<&str> = words.iter().filter_map(|word| word.datum.text()).collect();
        self.shell = crate::code::process_deed::is_bare_shell_text(&known.join(" "));
        self.start(&words)
    }

    fn start(&mut self, words: &[&Word]) -> Datum {
        let mut data: Vec<Datum> = Vec::new();
        for word in words {
            match word.datum.text() {
                Some(text) if word.spread => data.extend(text.split_whitespace().map(Datum::known)),
                Some(_) | None => data.push(word.datum.clone()),
            }
        }
        if data.is_empty() {
            return Datum::unknown();
        }
        let values = data.iter().map(|datum| datum.value.clone()).collect();
        self.steps.push(Step::Words(data));
        Datum::from_origin(Origin::Words(values))
    }

    /// `open file w`, `open "|command"`
    fn open(&mut self, rest: &[Word]) -> Datum {
        let Some(path) = rest.first().map(|word| word.datum.clone()) else { return Datum::unknown() };
        let is_pipe = path.value.prefix().starts_with('|');
        if is_pipe {
            let command =
                path.text().map_or_else(|| path.clone(), |text| Datum::known(text.trim_start_matches('|')));
            let given = Datum::from_origin(Origin::Shell(command.value.clone()));
            self.steps.push(Step::Shell(command));
            return given;
        }
        let mode = rest.get(1).and_then(|word| word.datum.text()).unwrap_or("r");
        if mode.starts_with(['w', 'a', 'W']) {
            self.steps.push(Step::Write(path.value, Datum::unknown()));
            return Datum::unknown();
        }
        self.steps.push(Step::Read(path.value.clone()));
        Datum::from_origin(Origin::File(path.value))
    }

    fn file(&mut self, rest: &[Word]) -> Datum {
        let Some(verb) = rest.first().and_then(|word| word.datum.text()) else { return Datum::unknown() };
        let words = rest.get(1..).unwrap_or_default();
        let forced = words.iter().any(|word| word.datum.text() == Some("-force"));
        let paths: Vec<Datum> = words
            .iter()
            .filter(|word| !word.datum.text().is_some_and(|text| matches!(text, "-force" | "--")))
            .map(|word| word.datum.clone())
            .collect();
        match (verb, paths.as_slice()) {
            ("delete", paths) => {
                let depth = if forced { Depth::Tree } else { Depth::One };
                for path in paths {
                    self.steps.push(Step::Delete(path.value.clone(), depth));
                }
                Datum::unknown()
            }
            ("rename", [from, to]) => {
                self.steps.push(Step::Move(from.value.clone(), to.value.clone()));
                Datum::unknown()
            }
            ("copy", [from, to]) => {
                self.steps.push(Step::Read(from.value.clone()));
                let content = Datum::from_origin(Origin::File(from.value.clone()));
                self.steps.push(Step::Write(to.value.clone(), content));
                Datum::unknown()
            }
            ("join", paths) => {
                let slash = Datum::known("/");
                let joined = paths.iter().cloned().reduce(|all, path| all.join(&slash).join(&path));
                joined.unwrap_or_else(Datum::unknown)
            }
            ("normalize" | "nativename", [path]) => path.clone(),
            _ => Datum::unknown(),
        }
    }
}
