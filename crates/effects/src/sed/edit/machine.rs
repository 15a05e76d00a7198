//! The run of a script over a text, cycle by cycle, as the manual of GNU sed describes it ("how sed works").

use super::program::{Command, Does, End, Line, Pattern, Program, Selection, Substitution};
use super::replacement::fill;
use crate::sed::Printing;
use crate::sed::regex::Regex;

/// More commands are not run.
const MAX_COMMANDS: usize = 500_000;

/// Nor is more put out.
const MAX_OUTPUT: usize = 1024 * 1024;

/// What a program makes of a text; nothing if it takes too long, or says too little.
pub(super) fn run(program: &Program, printing: Printing, text: &str) -> Option<String> {
    // What becomes of a line without an end in the hold space is nobody's business.
    if program.holds() && !text.is_empty() && !text.ends_with('\n') {
        return None;
    }
    let mut machine = Machine {
        lines: text.split_inclusive('\n').collect(),
        read: 0,
        printing,
        space: String::new(),
        is_ended: true,
        hold: String::new(),
        ranges: program.commands.iter().map(|command| Range::of(&command.lines)).collect(),
        queue: String::new(),
        output: String::new(),
        owes_end: false,
        has_replaced: false,
        used: None,
        left: MAX_COMMANDS,
    };
    let mut is_new = true;
    loop {
        if is_new && !machine.next_line() {
            break;
        }
        let next = machine.cycle(program)?;
        if machine.printing == Printing::Always && next.prints {
            machine.print_space();
        }
        machine.put_queue();
        match next.then {
            Then::NextLine => is_new = true,
            Then::SameSpace => is_new = false,
            Then::Stop => break,
            // Whoever is told to stop ends the last line.
            Then::Quit => {
                if std::mem::take(&mut machine.owes_end) {
                    machine.output.push('\n');
                }
                break;
            }
        }
    }
    Some(machine.output)
}

/// How a cycle ends.
struct Ending {
    prints: bool,
    then: Then,
}

enum Then {
    NextLine,
    /// Again, with what is left.
    SameSpace,
    Stop,
    /// At `q`.
    Quit,
}

/// Whether a range is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Range {
    Closed,
    /// To this line, if that is known.
    Open(Option<usize>),
    /// It does not begin again.
    Over,
}

impl Range {
    fn of(lines: &Selection) -> Self {
        // `0,/x/` is open from the beginning.
        match lines.from {
            Some(Line::Number(0)) => Self::Open(None),
            _ => Self::Closed,
        }
    }
}

struct Machine<'t, 'p> {
    lines: Vec<&'t str>,
    /// How many of them are read.
    read: usize,
    printing: Printing,
    /// The pattern space, and whether its line has an end.
    space: String,
    is_ended: bool,
    hold: String,
    ranges: Vec<Range>,
    /// What is put out when the cycle is over.
    queue: String,
    output: String,
    /// Whether the last line was put out without its end.
    owes_end: bool,
    has_replaced: bool,
    /// The expression that was used last.
    used: Option<&'p Regex>,
    left: usize,
}

impl<'p> Machine<'_, 'p> {
    fn is_last(&self) -> bool {
        self.read >= self.lines.len()
    }

    fn next_line(&mut self) -> bool {
        let Some(line) = self.lines.get(self.read) else { return false };
        self.read += 1;
        self.is_ended = line.ends_with('\n');
        self.space = line.strip_suffix('\n').unwrap_or(line).to_owned();
        self.has_replaced = false;
        true
    }

    fn put(&mut self, text: &str) {
        if std::mem::take(&mut self.owes_end) {
            self.output.push('\n');
        }
        self.output.push_str(text);
        self.owes_end = true;
    }

    fn put_line(&mut self, line: &str) {
        self.put(line);
        self.output.push('\n');
        self.owes_end = false;
    }

    fn print_space(&mut self) {
        let space = std::mem::take(&mut self.space);
        if self.is_ended {
            self.put_line(&space);
        } else {
            self.put(&space);
        }
        self.space = space;
    }

    fn put_queue(&mut self) {
        let queue = std::mem::take(&mut self.queue);
        if let Some(queue) = queue.strip_suffix('\n') {
            self.put_line(queue);
        }
    }

    fn cycle(&mut self, program: &'p Program) -> Option<Ending> {
        let ends = |prints, then| Some(Ending { prints, then });
        let mut at = 0;
        while let Some(command) = program.commands.get(at) {
            self.left = self.left.checked_sub(1)?;
            if self.output.len() + self.space.len() + self.hold.len() > MAX_OUTPUT {
                return None;
            }
            if !self.is_meant(at, command)? {
                at = match command.does {
                    Does::Block(end) => end,
                    _ => at + 1,
                };
                continue;
            }
            let mut next = at + 1;
            match &command.does {
                Does::Nothing | Does::Block(_) => {}
                Does::Print => self.print_space(),
                Does::Delete => return ends(false, Then::NextLine),
                Does::Quit => return ends(true, Then::Quit),
                Does::Text('a', text) => self.queue.push_str(text),
                Does::Text('i', text) => self.put_line(text.strip_suffix('\n').unwrap_or(text)),
                Does::Text(_, text) => {
                    let is_open =
                        command.lines.to.is_some() && matches!(self.ranges.get(at), Some(Range::Open(_)));
                    if !is_open {
                        self.put_line(text.strip_suffix('\n').unwrap_or(text));
                    }
                    return ends(false, Then::NextLine);
                }
                Does::Translate(pairs) => {
                    let turned =
                        |sign: char| pairs.iter().find(|(from, _)| *from == sign).map_or(sign, |(_, to)| *to);
                    self.space = self.space.chars().map(turned).collect();
                }
                Does::Substitute(it) => {
                    if self.substitute(it)? {
                        self.has_replaced = true;
                        if it.prints {
                            self.print_space();
                        }
                    }
                }
                Does::Branch(letter, to) => {
                    let goes = match letter {
                        't' => std::mem::take(&mut self.has_replaced),
                        'T' => !std::mem::take(&mut self.has_replaced),
                        _ => true,
                    };
                    if goes {
                        next = *to;
                    }
                }
                Does::Letter(letter) => {
                    if let Some(ending) = self.letter(*letter) {
                        return Some(ending);
                    }
                }
            }
            at = next;
        }
        ends(true, Then::NextLine)
    }

    /// A command of one letter; says if the cycle ends with it.
    fn letter(&mut self, letter: char) -> Option<Ending> {
        match letter {
            '=' => self.put_line(&self.read.to_string()),
            'z' => self.space.clear(),
            'h' => self.hold.clone_from(&self.space),
            'H' => {
                self.hold.push('\n');
                self.hold.push_str(&self.space);
            }
            'g' => self.space.clone_from(&self.hold),
            'G' => {
                self.space.push('\n');
                self.space.push_str(&self.hold);
            }
            'x' => std::mem::swap(&mut self.space, &mut self.hold),
            'P' => {
                let first = self.space.split('\n').next().unwrap_or_default().to_owned();
                let is_ended = self.is_ended || first.len() < self.space.len();
                if is_ended { self.put_line(&first) } else { self.put(&first) }
            }
            'n' | 'N' if self.is_last() => return Some(Ending { prints: true, then: Then::Stop }),
            'n' => {
                if self.printing == Printing::Always {
                    self.print_space();
                }
                self.put_queue();
                self.next_line();
            }
            'N' => {
                self.put_queue();
                let before = std::mem::take(&mut self.space);
                self.next_line();
                self.space = format!("{before}\n{}", self.space);
            }
            'D' => {
                let Some((_, rest)) = self.space.split_once('\n') else {
                    return Some(Ending { prints: false, then: Then::NextLine });
                };
                self.space = rest.to_owned();
                return Some(Ending { prints: false, then: Then::SameSpace });
            }
            // `Q`
            _ => return Some(Ending { prints: false, then: Then::Stop }),
        }
        None
    }

    /// Whether a command is for the present line.
    fn is_meant(&mut self, at: usize, command: &'p Command) -> Option<bool> {
        let lines = &command.lines;
        let is_in = match (&lines.from, &lines.to) {
            (None, _) => true,
            (Some(from), None) => self.is_line(from)?,
            (Some(from), Some(to)) => {
                let range = self.ranges.get(at).copied()?;
                let (is_in, range) = self.in_range(from, to, range)?;
                *self.ranges.get_mut(at)? = range;
                is_in
            }
        };
        Some(is_in != lines.negated)
    }

    fn in_range(&mut self, from: &'p Line, to: &'p End, range: Range) -> Option<(bool, Range)> {
        let now = self.read;
        let over = if matches!(from, Line::Number(_)) { Range::Over } else { Range::Closed };
        let Range::Open(last) = range else {
            // One that begins by its number may begin late, if nobody asked before; but only once.
            let begins = match from {
                Line::Number(from) => range == Range::Closed && now >= *from,
                from => self.is_line(from)?,
            };
            if !begins {
                return Some((false, range));
            }
            let last = match to {
                End::Number(last) => Some(*last),
                End::Further(lines) => Some(now + lines),
                End::Last if self.is_last() => Some(now),
                End::Last | End::Matching(_) => None,
            };
            // One that begins late may have been over by then.
            if let (Line::Number(from), End::Number(last)) = (from, to)
                && *last < now
                && *from != now
            {
                return Some((false, over));
            }
            // A range that ends before it begins is one line.
            let is_over = last.is_some_and(|last| last <= now);
            return Some((true, if is_over { over } else { Range::Open(last) }));
        };
        Some(match (last, to) {
            // Where lines were taken together over its end, it is not told how that is meant.
            (Some(last), End::Further(_)) if now > last => return None,
            (Some(last), _) => (now <= last, if now >= last { over } else { range }),
            (None, End::Matching(pattern)) => (true, if self.matches(pattern)? { over } else { range }),
            (None, End::Last | End::Number(_) | End::Further(_)) => {
                (true, if self.is_last() { over } else { range })
            }
        })
    }

    fn is_line(&mut self, line: &'p Line) -> Option<bool> {
        Some(match line {
            Line::Number(at) => self.read == *at,
            Line::Last => self.is_last(),
            Line::Every(first, 0) => self.read == *first,
            Line::Every(first, step) => self.read >= *first && (self.read - first).is_multiple_of(*step),
            Line::Matching(pattern) => self.matches(pattern)?,
        })
    }

    fn regex(&mut self, pattern: &'p Pattern) -> Option<&'p Regex> {
        let regex = pattern.as_ref().or(self.used)?;
        self.used = Some(regex);
        Some(regex)
    }

    fn matches(&mut self, pattern: &'p Pattern) -> Option<bool> {
        let regex = self.regex(pattern)?;
        Some(regex.find(&self.space, 0).ok()?.is_some())
    }

    /// Replaces the how many-th match, and those behind it too if it is every one; says if there was one.
    fn substitute(&mut self, it: &'p Substitution) -> Option<bool> {
        let regex = self.regex(&it.pattern)?;
        let text = std::mem::take(&mut self.space);
        let mut output = String::with_capacity(text.len());
        let (mut at, mut count, mut last_end, mut has_replaced) = (0, 0, None, false);
        while at <= text.len() {
            let Some(places) = regex.find(&text, at).ok()? else { break };
            let (start, end) = places.first().copied().flatten()?;
            output.push_str(text.get(at..start).unwrap_or_default());
            // Nothing right behind a match is no match of its own.
            if start != end || last_end != Some(start) {
                count += 1;
                if count < it.nth {
                    output.push_str(text.get(start..end).unwrap_or_default());
                } else {
                    has_replaced = true;
                    fill(&it.replacement, &text, &places, &mut output);
                }
            }
            last_end = Some(end);
            at = end;
            if has_replaced && !it.every {
                break;
            }
            if start == end {
                let Some(sign) = text.get(end..).and_then(|rest| rest.chars().next()) else {
                    at = text.len() + 1;
                    break;
                };
                // Whether it goes on by bytes or by letters depends on the language of the system.
                if !sign.is_ascii() {
                    return None;
                }
                output.push(sign);
                at += sign.len_utf8();
            }
            if output.len() > MAX_OUTPUT {
                return None;
            }
        }
        output.push_str(text.get(at..).unwrap_or_default());
        self.space = if has_replaced { output } else { text };
        Some(has_replaced)
    }
}
