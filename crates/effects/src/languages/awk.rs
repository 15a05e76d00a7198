//! What awk finds when it starts: variables of its options, and the line that it reads; and code that runs line by line like it.

use hookward_shell::Span;

use crate::code::{Language, PrintsResult};
use crate::knowledge::{Given, Role, assigns};
use crate::programs::tail;
use crate::source::Source;
use crate::state::State;
use crate::value::{MAX_FEW, Value};
use crate::walk::{Walk, without_line_ends};

impl Walk<'_> {
    /// Code that runs for every line of its input, or of a file: `perl -ne`.
    pub(crate) fn code_by_line(
        &mut self,
        language: Language,
        text: &Value,
        files: &[Value],
        span: Span,
        state: &mut State,
    ) {
        let input = match files.iter().find(|file| !file.prefix().starts_with('-')) {
            Some(file) => state.content(&state.place(file)),
            None => state.stdin.clone(),
        };
        let line = line_of_input(&input).into_iter().next();
        let named = || lists_names(&input).then(|| ("$0".to_owned(), without_line_ends(input.clone())));
        let line = line.or_else(named);
        let variables: Vec<(String, Value)> =
            line.map(|(_, line)| ("$_".to_owned(), line)).into_iter().collect();
        self.code(language, text, PrintsResult::No, &variables, span, state);
    }
}

/// What a line of the input may be, for awk: `$0`, and its first fields.
pub(super) fn line_of_input(stdin: &Value) -> Vec<(String, Value)> {
    let lines = match stdin {
        Value::Known(text) => text.lines().take(MAX_FEW).collect::<Vec<_>>(),
        // What comes from elsewhere is no better for being taken line by line.
        Value::Unknown(sources) if sources.iter().any(is_from_elsewhere) => {
            return vec![("$0".to_owned(), stdin.clone())];
        }
        Value::Few(_) | Value::Pattern(_) | Value::Unknown(_) => return Vec::new(),
    };
    if lines.is_empty() {
        return Vec::new();
    }
    let each = |part: &dyn Fn(&str) -> String| match lines.as_slice() {
        [line] => Value::Known(part(line)),
        lines => Value::few(lines.iter().map(|line| part(line)).collect()),
    };
    let field = |number: usize| {
        each(&|line: &str| line.split_whitespace().nth(number - 1).unwrap_or_default().to_owned())
    };
    let fields = (1..=4).map(|number| (format!("${number}"), field(number)));
    std::iter::once(("$0".to_owned(), each(&|line: &str| line.to_owned()))).chain(fields).collect()
}

/// Whether each line of an input is the name of a file.
fn lists_names(input: &Value) -> bool {
    matches!(input, Value::Pattern(_)) && !input.to_string().trim_end().contains('\n')
}

fn is_from_elsewhere(source: &Source) -> bool {
    matches!(source, Source::Network(_) | Source::File(_))
}

/// The variables that `awk -v name=value` sets.
pub(super) fn assigned(given: &Given) -> Vec<(String, Value)> {
    let assignments = given.roles().into_iter().filter(|(role, _)| *role == Role::Text);
    assignments
        .filter_map(|(_, value)| {
            let text = value.prefix();
            let name = text
                .split_once('=')
                .map(|(name, _)| name.to_owned())
                .filter(|_| assigns(&Value::Known(text.to_owned())))?;
            let rest = tail(&value, name.len() + 1);
            Some((name, rest))
        })
        .collect()
}
