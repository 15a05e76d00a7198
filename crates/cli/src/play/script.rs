//! A story as it is written: steps at the start of a line, and below each, indented, what is expected of it.

/// How deep what belongs to a step is indented; more is its own.
const INDENT: usize = 4;

/// One step.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// Its line, from 1.
    pub(crate) line: usize,
    /// What is done.
    pub(crate) text: String,
    /// What stands below it.
    pub(crate) below: Vec<String>,
    /// Lines below it that begin with a bar: all that is said.
    pub(crate) words: Vec<String>,
}

impl Step {
    /// What is expected, or what a file holds, as one text.
    pub(crate) fn block(&self) -> String {
        let mut text = self.below.join("\n");
        text.push('\n');
        text
    }
}

/// The steps of a story. A line that begins with `#` is a comment; blank lines count only inside of what a step holds.
pub(crate) fn steps(text: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut blank = 0;
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            blank += 1;
        } else if line.starts_with(' ') {
            let Some(step) = steps.last_mut() else { continue };
            if let Some(own) = line.trim_start().strip_prefix('|') {
                step.words.push(own.strip_prefix(' ').unwrap_or(own).trim_end().to_owned());
            } else {
                if !step.below.is_empty() {
                    step.below.extend((0..blank).map(|_| String::new()));
                }
                let depth = line.bytes().take(INDENT).take_while(|byte| *byte == b' ').count();
                step.below.push(line.get(depth..).unwrap_or_default().trim_end().to_owned());
            }
            blank = 0;
        } else {
            blank = 0;
            if !line.starts_with('#') {
                let text = line.trim_end().to_owned();
                steps.push(Step { line: index + 1, text, below: Vec::new(), words: Vec::new() });
            }
        }
    }
    steps
}

/// What becomes of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected<'a> {
    /// It happens, and the model is told nothing.
    GoesOn,
    /// It happens, and then ends like this, with these words.
    Ends { end: End, words: &'a str },
    /// It happens, and the model is advised by this rule.
    AdvisedBy(&'a str),
    /// The person is asked because of this rule, and agrees.
    AgreedAskedBy(&'a str),
    /// The person is asked because of this rule.
    AskedBy(&'a str),
    /// The person is asked in these very words.
    Asked,
    /// It is denied in these very words.
    Denied,
    /// It is denied by this rule, and these words are said.
    DeniedBy { rule: &'a str, words: &'a str },
    /// Another command is to run instead.
    Becomes(&'a str),
    /// Nothing is said at all.
    LeftToTheHost,
    /// It happens without a question.
    Approved,
}

/// How a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Well,
    Badly,
}

impl<'a> Expected<'a> {
    /// Reads what stands below a call.
    pub(crate) fn read(text: &'a str) -> Option<Self> {
        Some(match text.trim() {
            "goes on" => Self::GoesOn,
            "goes on, ends well" => Self::Ends { end: End::Well, words: "" },
            "goes on, ends badly" => Self::Ends { end: End::Badly, words: "" },
            "denied" => Self::Denied,
            "the person is asked" => Self::Asked,
            "left to the host" => Self::LeftToTheHost,
            "approved" => Self::Approved,
            text => {
                let behind = |start: &str| text.strip_prefix(start);
                if let Some(words) = behind("goes on, ends badly: ") {
                    Self::Ends { end: End::Badly, words }
                } else if let Some(rule) = behind("goes on, advised by ") {
                    Self::AdvisedBy(rule)
                } else if let Some(rule) = behind("the person agrees, asked by ") {
                    Self::AgreedAskedBy(rule)
                } else if let Some(rule) = behind("asked by ") {
                    Self::AskedBy(rule)
                } else if let Some(other) = behind("becomes ") {
                    Self::Becomes(other)
                } else {
                    let denial = behind("denied by ")?;
                    let (rule, words) = denial.split_once(": ").unwrap_or((denial, ""));
                    Self::DeniedBy { rule, words }
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_holds_what_is_indented_below_it_with_its_own_indentation() {
        let text = "# a comment\nthe file a.py\n    def f():\n        # said\n\n        pass\n\nbash x\n    denied\n    | No.\n    | Never.\n";
        let [file, call] = steps(text).try_into().unwrap();
        assert_eq!((file.line, file.text.as_str()), (2, "the file a.py"));
        assert_eq!(file.block(), "def f():\n    # said\n\n    pass\n");
        assert_eq!((call.line, call.words), (8, vec!["No.".to_owned(), "Never.".to_owned()]));
        assert_eq!(Expected::read(&call.below[0]), Some(Expected::Denied));
    }

    #[test]
    fn what_is_expected_is_read_and_what_is_not_known_is_not() {
        let denied = Expected::DeniedBy { rule: "gate/x", words: "why: so" };
        assert_eq!(Expected::read("denied by gate/x: why: so"), Some(denied));
        assert_eq!(Expected::read("asked by a/b"), Some(Expected::AskedBy("a/b")));
        let ends = |words| Some(Expected::Ends { end: End::Badly, words });
        assert_eq!(Expected::read("goes on, ends badly"), ends(""));
        assert_eq!(Expected::read("goes on, ends badly: FAIL a.ts"), ends("FAIL a.ts"));
        assert_eq!(Expected::read("goes wrong"), None);
    }
}
