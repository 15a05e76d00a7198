//! Loops of the shell that use up the machine: they go on without end, or as good as that, and start a process, write
//! or grow on every round without ever waiting.

use hookward_shell::{Command as Syntax, Part, RedirectKind, Simple, Statement, Value as Assigned, Word};

/// From here on, processes that nobody waits for are too many.
const MANY_PROCESSES: u64 = 10_000;

/// From here on, files are.
const MANY_FILES: u64 = 10_000_000;

/// Whether a part of a name may be another one on every round.
fn changes(part: &Part) -> bool {
    matches!(part, Part::Variable(_) | Part::Substitution { .. } | Part::Arithmetic { .. })
}

/// How often a loop goes round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounds {
    Endless,
    AtLeast(u64),
    Unknown,
}

impl Rounds {
    fn reaches(self, many: u64) -> bool {
        match self {
            Self::Endless => true,
            Self::AtLeast(count) => count >= many,
            Self::Unknown => false,
        }
    }
}

/// What `while` or `until` uses up, if it does.
pub(crate) fn while_loop(condition: &[Statement], body: &[Statement]) -> Option<&'static str> {
    let rounds = if is_endless(condition) { Rounds::Endless } else { Rounds::Unknown };
    used_up(rounds, &[condition, body])
}

/// What `for x in words` uses up.
pub(crate) fn for_loop(words: &[Word], body: &[Statement]) -> Option<&'static str> {
    let count = words.iter().map(|word| range(word).unwrap_or(1)).fold(0, u64::saturating_add);
    used_up(Rounds::AtLeast(count), &[body])
}

/// What `for ((a; b; c))` uses up.
pub(crate) fn arithmetic_loop(clauses: &str, body: &[Statement]) -> Option<&'static str> {
    let condition = clauses.split(';').nth(1).unwrap_or_default().trim();
    let rounds = match condition.rsplit_once('<') {
        None if matches!(condition, "" | "1" | "true") => Rounds::Endless,
        None => Rounds::Unknown,
        Some((_, end)) => end.trim_start_matches('=').trim().parse().map_or(Rounds::Unknown, Rounds::AtLeast),
    };
    used_up(rounds, &[body])
}

fn used_up(rounds: Rounds, parts: &[&[Statement]]) -> Option<&'static str> {
    if rounds == Rounds::Unknown || rounds == Rounds::AtLeast(0) {
        return None;
    }
    let mut found = Found::default();
    for part in parts {
        found.look(part);
    }
    if found.waits {
        None
    } else if found.spawns && rounds.reaches(MANY_PROCESSES) {
        Some("starts processes without end")
    } else if found.writes && rounds.reaches(MANY_FILES) {
        Some("writes files without end")
    } else if found.doubles && rounds == Rounds::Endless {
        Some("fills the memory")
    } else {
        None
    }
}

/// What a loop does on every round.
#[derive(Default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is one thing to look out for, and none says anything of the others"
)]
struct Found {
    /// It starts a process and goes on.
    spawns: bool,
    /// It makes files, or makes one longer.
    writes: bool,
    /// A variable gets twice what it held.
    doubles: bool,
    /// It waits for something, or may come to an end.
    waits: bool,
}

impl Found {
    fn look(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        if statement.background {
            // Whatever waits there, the loop does not.
            let mut apart = Self::default();
            apart.command(&statement.command);
            self.spawns = true;
            self.writes |= apart.writes;
        } else {
            self.command(&statement.command);
        }
        self.writes |= statement.redirects.iter().any(|redirect| match &redirect.kind {
            RedirectKind::Append(file) => file.literal().as_deref() != Some("/dev/null"),
            RedirectKind::Write(file) => file.parts.iter().any(changes),
            RedirectKind::Read(_)
            | RedirectKind::ReadWrite(_)
            | RedirectKind::HereDocument(_)
            | RedirectKind::HereString(_)
            | RedirectKind::Duplicate(_) => false,
        });
    }

    fn command(&mut self, command: &Syntax) {
        match command {
            Syntax::Simple(simple) => self.simple(simple),
            Syntax::Pipeline(parts) | Syntax::Group(parts) | Syntax::Subshell(parts) => self.look(parts),
            Syntax::Chain(parts) => parts.iter().for_each(|(_, statement)| self.statement(statement)),
            Syntax::If { branches, otherwise } => {
                for (condition, body) in branches {
                    self.look(condition);
                    self.look(body);
                }
                self.look(otherwise);
            }
            Syntax::While { condition, body } => {
                self.look(condition);
                self.look(body);
            }
            Syntax::For { body, .. } | Syntax::ArithmeticFor { body, .. } => self.look(body),
            Syntax::Case { arms, .. } => arms.iter().for_each(|arm| self.look(&arm.body)),
            Syntax::Coprocess(body) => self.statement(body),
            Syntax::Function { .. } | Syntax::Test(_) | Syntax::Arithmetic { .. } => {}
        }
    }

    fn simple(&mut self, simple: &Simple) {
        self.doubles |= simple.assignments.iter().any(|assignment| match &assignment.value {
            Assigned::Scalar(word) => {
                let own = |part: &&Part| matches!(part, Part::Variable(held) if held.name == assignment.name);
                word.parts.iter().filter(own).count() + usize::from(assignment.append) > 1
            }
            Assigned::Array(_) => false,
        });
        let Some(name) = simple.words.first().and_then(Word::literal) else { return };
        match name.rsplit('/').next().unwrap_or(&name) {
            "sleep" | "usleep" | "wait" | "read" | "break" | "exit" | "return" | "inotifywait"
            | "fswatch" | "timeout" | "kill" | "exec" => self.waits = true,
            "cp" | "dd" | "mkdir" | "touch" | "mktemp" | "fallocate" | "unzip" | "tar" | "ln" | "split"
            | "tee" => {
                self.writes = true;
            }
            shell if crate::programs::is_shell(shell) => self.nested(simple),
            _ => {}
        }
    }

    /// `sh -c 'a &'`: what goes on there is not waited for here either.
    fn nested(&mut self, simple: &Simple) {
        let mut words = simple.words.iter().filter_map(Word::literal).skip_while(|word| word != "-c").skip(1);
        if let Some(text) = words.next() {
            self.look(&hookward_shell::parse(&text).body);
        }
    }
}

/// `while true`, `while :`, `until false`, `while [ 1 ]`; and `while mkdir x && cd x`, which always works.
fn is_endless(condition: &[Statement]) -> bool {
    let holds = |statement: &Statement| match &statement.command {
        Syntax::Simple(simple) => {
            let words: Vec<String> = simple.words.iter().filter_map(Word::literal).collect();
            matches!(
                words.iter().map(String::as_str).collect::<Vec<&str>>().as_slice(),
                ["true" | ":" | "false" | "/bin/true" | "/usr/bin/true" | "mkdir" | "cd", ..]
                    // The bracket itself reads like a pattern.
                    | ["1", "]"]
                    | ["test", "1" | "true"]
            )
        }
        Syntax::Arithmetic { text, .. } => text.trim() == "1",
        Syntax::Test(operands) => {
            matches!(operands.as_slice(), [operand] if operand.word.literal().is_some())
        }
        _ => false,
    };
    match condition {
        [Statement { command: Syntax::Chain(parts), .. }] => parts.iter().all(|(_, part)| holds(part)),
        [statement] => holds(statement),
        _ => false,
    }
}

/// How many words one word becomes: `{1..1000}`, `$(seq 1000)`.
fn range(word: &Word) -> Option<u64> {
    let ends = match word.parts.as_slice() {
        [Part::Bare { text, .. }] => {
            let (first, last) = text.strip_prefix('{')?.strip_suffix('}')?.split_once("..")?;
            let (last, step) = last.split_once("..").unwrap_or((last, "1"));
            (first.parse::<i64>().ok()?, step.parse::<i64>().ok()?, last.parse::<i64>().ok()?)
        }
        [Part::Substitution { body, .. }] => {
            let [Statement { command: Syntax::Simple(simple), .. }] = body.as_slice() else { return None };
            let words: Vec<String> = simple.words.iter().filter_map(Word::literal).collect();
            let (program, numbers) = words.split_first()?;
            let numbers: Vec<i64> = numbers.iter().filter_map(|number| number.parse().ok()).collect();
            match (program.as_str(), numbers.as_slice()) {
                ("seq", [last]) => (1, 1, *last),
                ("seq", [first, last]) => (*first, 1, *last),
                ("seq", [first, step, last]) => (*first, *step, *last),
                _ => return None,
            }
        }
        _ => return None,
    };
    let (first, step, last) = ends;
    Some(first.abs_diff(last) / step.unsigned_abs().max(1))
}
