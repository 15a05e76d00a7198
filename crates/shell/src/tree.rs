//! The syntax tree: what a shell would see in a command text, with the place of every part.
//!
//! It is small on purpose. Whatever is not understood is a [`NotUnderstood`] entry of the [`Script`], never an
//! omission: a reader of this tree may trust that no command is missing unless `not_understood` says so.

use std::ops::Range;

/// A byte range of the source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The span of `start..end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The text it covers; empty if the span does not fit `source`.
    pub fn text(self, source: &str) -> &str {
        source.get(Range::from(self)).unwrap_or_default()
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Self {
        span.start..span.end
    }
}

/// A whole command text.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Script {
    /// What it runs, in order.
    pub body: Vec<Statement>,
    /// What could not be understood. Empty means: the tree is complete.
    pub not_understood: Vec<NotUnderstood>,
}

/// A part of the text that the tree does not describe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotUnderstood {
    /// Why.
    pub why: Gap,
    /// Where.
    pub span: Span,
}

/// Why a part of the text is not in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Longer than [`crate::MAX_BYTES`], or of more words than [`crate::MAX_WORDS`].
    TooLong,
    /// Brackets nested deeper than [`crate::MAX_DEPTH`].
    TooDeep,
    /// The grammar does not allow it; bash may or may not.
    Syntax(String),
    /// Syntax that is valid but which this tree has no node for.
    Unsupported(&'static str),
}

/// A command with its redirections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What runs.
    pub command: Command,
    /// Redirections of the whole command, in source order.
    pub redirects: Vec<Redirect>,
    /// Whether it runs in the background (`&`).
    pub background: bool,
    /// Whether it ends well if the command does not (`!`).
    pub negated: bool,
    /// Its place, without the terminator.
    pub span: Span,
}

impl Statement {
    /// A command without redirections.
    pub(crate) fn new(command: Command, span: Span) -> Self {
        Self { command, redirects: Vec::new(), background: false, negated: false, span }
    }
}

/// One command. `time` is dropped: it changes nothing of what runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Assignments, then words: `A=1 rm -f x`. Also `exit`, `return`, `export A=1`, `[ … ]` and all other builtins.
    Simple(Simple),
    /// `a | b |& c`, flattened.
    Pipeline(Vec<Statement>),
    /// `a && b || c`, flattened; the first entry's operator is meaningless.
    Chain(Vec<(Operator, Statement)>),
    /// `{ … }`.
    Group(Vec<Statement>),
    /// `( … )`.
    Subshell(Vec<Statement>),
    /// `if … elif … else`.
    If {
        /// Conditions with their bodies.
        branches: Vec<(Vec<Statement>, Vec<Statement>)>,
        /// The `else` body.
        otherwise: Vec<Statement>,
    },
    /// `while … do … done`, `until … do … done`.
    While {
        /// The condition.
        condition: Vec<Statement>,
        /// The body.
        body: Vec<Statement>,
    },
    /// `for x in a b; do … done`, and `select`.
    For {
        /// Whether the body runs for each of the words.
        taken: Taken,
        /// The loop variable.
        variable: String,
        /// The words after `in`; `None` stands for `"$@"`.
        words: Option<Vec<Word>>,
        /// The body.
        body: Vec<Statement>,
    },
    /// `for ((a; b; c)); do … done`.
    ArithmeticFor {
        /// The three clauses as written.
        text: String,
        /// What is expanded in them.
        words: Vec<Word>,
        /// The body.
        body: Vec<Statement>,
    },
    /// `case … in … esac`.
    Case {
        /// What is matched.
        word: Word,
        /// The arms.
        arms: Vec<Arm>,
    },
    /// A function's definition; its body runs when it is called.
    Function {
        /// Its name.
        name: String,
        /// Its body.
        body: Box<Statement>,
    },
    /// `coproc …`.
    Coprocess(Box<Statement>),
    /// `[[ … ]]`: its operands, in order.
    Test(Vec<Operand>),
    /// `(( … ))`.
    Arithmetic {
        /// The expression as written.
        text: String,
        /// What is expanded in it.
        words: Vec<Word>,
    },
}

/// Which of its words the body of a [`Command::For`] runs for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// `for`: each of them, one after the other.
    Each,
    /// `select`: those that somebody chooses, perhaps none.
    Chosen,
}

/// What joins a statement of a [`Command::Chain`] to the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `&&`
    And,
    /// `||`
    Or,
}

/// An operand of `[[ … ]]`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Operand {
    /// As it is written.
    pub word: Word,
    /// What bash does with it.
    pub role: OperandRole,
}

/// What bash does with an operand of `[[ … ]]`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum OperandRole {
    /// It is a text, a pattern or a name of a file.
    Text,
    /// It is an expression, or has a subscript that is one: an operand of `-eq` and its like, of `-v` and `-R`.
    Arithmetic,
}

/// One arm of a `case`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// Its patterns.
    pub patterns: Vec<Word>,
    /// Its body.
    pub body: Vec<Statement>,
}

/// A simple command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simple {
    /// `A=1`, in front of the command or alone. Assignments that are operands of `export`, `declare`, `local`,
    /// `readonly`, `typeset` are here too, behind the words.
    pub assignments: Vec<Assignment>,
    /// The program and its arguments; empty if there are only assignments.
    pub words: Vec<Word>,
    /// From the first assignment or word to the last.
    pub span: Span,
}

/// `name=value`, `name+=value`, `name[i]=value`, `name=(a b)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The variable.
    pub name: String,
    /// The subscript's word, if there is one.
    pub subscript: Option<Word>,
    /// What is assigned.
    pub value: Value,
    /// Whether it appends.
    pub append: bool,
    /// Its place.
    pub span: Span,
}

/// What is assigned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// One word.
    Scalar(Word),
    /// An array's elements, with their keys where given.
    Array(Vec<(Option<Word>, Word)>),
}

/// A redirection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// The descriptor on its left, if written.
    pub descriptor: Option<u32>,
    /// The variable on its left that is to hold the number of a new one: `{log}>file`.
    pub variable: Option<String>,
    /// Direction and target.
    pub kind: RedirectKind,
    /// Its place.
    pub span: Span,
}

/// Direction and target of a redirection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RedirectKind {
    /// `< file`
    Read(Word),
    /// `> file`, `>| file`, `&> file`
    Write(Word),
    /// `>> file`, `&>> file`
    Append(Word),
    /// `<> file`
    ReadWrite(Word),
    /// `<<EOF`, `<<-EOF`: the body, expanded if the delimiter was not quoted; leading tabs already stripped for `<<-`.
    HereDocument(Word),
    /// `<<< word`
    HereString(Word),
    /// `>&2`, `<&3`, `2>&-`. `>& file` is a [`RedirectKind::Write`] where the target is not a number or `-`.
    Duplicate(Word),
}

/// A word: parts that are joined without a space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its parts.
    pub parts: Vec<Part>,
    /// Its place, quotes included.
    pub span: Span,
}

impl Word {
    /// The text of a word that has no expansion, glob or brace in it: what bash would pass on, whatever the quoting.
    pub fn literal(&self) -> Option<String> {
        // A round bracket only occurs in a pattern such as `@(a|b)`.
        const LIVE: [char; 6] = ['*', '?', '[', '{', '~', '('];
        let mut text = String::new();
        for part in &self.parts {
            match part {
                Part::Bare { text: bare, .. } if !bare.contains(LIVE) => text.push_str(bare),
                Part::Quoted { text: quoted, .. } => text.push_str(quoted),
                _ => return None,
            }
        }
        Some(text)
    }
}

/// A part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Unquoted text, escapes excluded: globs, braces and a leading tilde are live in it.
    Bare {
        /// The text.
        text: String,
        /// Its place.
        span: Span,
    },
    /// Text that stands for itself: quoted, escaped, or `$'…'` (decoded).
    Quoted {
        /// The text, quotes and escapes removed.
        text: String,
        /// Its place, quotes included.
        span: Span,
    },
    /// `$x`, `${x}`, `${x[0]}`, `${x:-y}`, `${#x}`, …
    Variable(Box<Variable>),
    /// `$( … )` and backticks.
    Substitution {
        /// What runs.
        body: Vec<Statement>,
        /// Whether double quotes surround it.
        quoted: bool,
        /// Its place.
        span: Span,
    },
    /// `$(( … ))`, `$[ … ]`.
    Arithmetic {
        /// The expression as written.
        text: String,
        /// What is expanded in it.
        words: Vec<Word>,
        /// Its place.
        span: Span,
    },
    /// `<( … )`, `>( … )`.
    Process {
        /// What runs.
        body: Vec<Statement>,
        /// `<( … )`: the command's output is read.
        input: bool,
        /// Its place.
        span: Span,
    },
}

/// A parameter expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The parameter: `x`, `1`, `@`, `?`.
    pub name: String,
    /// The subscript's word, if there is one.
    pub subscript: Option<Word>,
    /// What is done to the value.
    pub operation: Operation,
    /// Whether the operation has a colon, so that an empty value counts as unset: `${x:-y}`, not `${x-y}`.
    pub colon: bool,
    /// Whether double quotes surround it.
    pub quoted: bool,
    /// Its place.
    pub span: Span,
}

impl Variable {
    /// Every word inside the braces: the subscript and the operation's operands.
    pub fn words(&self) -> impl Iterator<Item = &Word> {
        self.subscript.iter().chain(self.operation.operands().into_iter().flatten())
    }
}

/// What a parameter expansion does to the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `$x`, `${x}`
    Plain,
    /// `${x:-word}` and `${x-word}`
    Default(Word),
    /// `${x:=word}` and `${x=word}`
    Assign(Word),
    /// `${x:+word}` and `${x+word}`
    Alternative(Word),
    /// `${x:?word}` and `${x?word}`
    Required(Word),
    /// `${#x}`
    Length,
    /// `${!x}`, and what is done to the value of the variable that `x` names: nothing, but in `${!x:-word}` and its like
    Indirect(Box<Operation>),
    /// `${x#pattern}`, `${x##pattern}`, `${x%pattern}`, `${x%%pattern}`
    Trim {
        /// The operator as written: `#`, `##`, `%`, `%%`.
        operator: &'static str,
        /// The pattern.
        pattern: Word,
    },
    /// `${x/pattern/replacement}` and its relatives
    Replace {
        /// The operator as written: `/`, `//`, `/#`, `/%`.
        operator: &'static str,
        /// The pattern.
        pattern: Word,
        /// The replacement.
        replacement: Word,
    },
    /// `${x:offset:length}`
    Slice {
        /// The offset.
        offset: Word,
        /// The length, if there is one.
        length: Option<Word>,
    },
    /// `${x^^}`, `${x,,}`, `${x@Q}`: the operator as written.
    Transform(String),
    /// Any other, such as `${!prefix*}`, `${!array[@]}` and `${x^^pattern}`.
    Other,
}

impl Operation {
    fn operands(&self) -> [Option<&Word>; 2] {
        match self {
            Self::Plain | Self::Length | Self::Transform(_) | Self::Other => [None, None],
            Self::Indirect(operation) => operation.operands(),
            Self::Default(word)
            | Self::Assign(word)
            | Self::Alternative(word)
            | Self::Required(word)
            | Self::Trim { pattern: word, .. } => [Some(word), None],
            Self::Replace { pattern, replacement, .. } => [Some(pattern), Some(replacement)],
            Self::Slice { offset, length } => [Some(offset), length.as_ref()],
        }
    }
}
