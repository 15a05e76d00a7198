//! A short notation for trees, so that a claim fits on one line.
//!
//! Text is written as it is, quoted text as `«text»`, parts are joined by `·`, commands stand in `[…]`.

use hookward_shell::{
    Assignment, Command, Operation, Operator, Part, Redirect, RedirectKind, Script, Statement, Value,
    Variable, Word, parse,
};

/// The tree of a text that must be understood completely.
pub(crate) fn show(source: &str) -> String {
    let script = parse(source);
    assert!(script.not_understood.is_empty(), "{source:?}: {:?}", script.not_understood);
    show_script(&script)
}

/// The tree of a text, whether it is complete or not.
pub(crate) fn show_script(script: &Script) -> String {
    statements(&script.body)
}

/// A single word, which must be the only one.
pub(crate) fn show_word(source: &str) -> String {
    word(&only_word(source))
}

/// The only word of a text.
pub(crate) fn only_word(source: &str) -> Word {
    let script = parse(source);
    assert!(script.not_understood.is_empty(), "{source:?}: {:?}", script.not_understood);
    match script.body.as_slice() {
        [Statement { command: Command::Simple(simple), .. }] => match simple.words.as_slice() {
            [word] => word.clone(),
            words => panic!("{source:?} has {} words", words.len()),
        },
        body => panic!("{source:?} is no simple command: {body:?}"),
    }
}

fn statements(body: &[Statement]) -> String {
    body.iter().map(statement).collect::<Vec<_>>().join("; ")
}

fn statement(statement: &Statement) -> String {
    let redirects: String = statement.redirects.iter().map(redirect).collect();
    format!("{}{redirects}{}", command(&statement.command), if statement.background { " &" } else { "" })
}

fn command(command: &Command) -> String {
    match command {
        Command::Simple(simple) => {
            let assignments = simple.assignments.iter().map(assignment);
            let words = simple.words.iter().map(word);
            format!("[{}]", assignments.chain(words).collect::<Vec<_>>().join(" "))
        }
        Command::Pipeline(parts) => parts.iter().map(statement).collect::<Vec<_>>().join(" | "),
        Command::Chain(parts) => {
            let mut text = String::new();
            for (index, (operator, part)) in parts.iter().enumerate() {
                let joint = match operator {
                    _ if index == 0 => "",
                    Operator::And => " && ",
                    Operator::Or => " || ",
                };
                text.push_str(joint);
                text.push_str(&statement(part));
            }
            text
        }
        Command::Group(body) => format!("{{ {} }}", statements(body)),
        Command::Subshell(body) => format!("( {} )", statements(body)),
        Command::If { branches, otherwise } => {
            let branches: Vec<_> = branches
                .iter()
                .map(|(condition, body)| format!("if {} then {} ", statements(condition), statements(body)))
                .collect();
            format!("{}else {}", branches.concat(), statements(otherwise))
        }
        Command::While { condition, body } => {
            format!("while {} do {}", statements(condition), statements(body))
        }
        Command::For { variable, words: list, body, .. } => {
            let list = list.as_ref().map_or_else(|| "(arguments)".to_owned(), |list| words(list));
            format!("for {variable} in {list} do {}", statements(body))
        }
        Command::ArithmeticFor { words: clauses, body, .. } => {
            format!("for (( {} )) do {}", words(clauses), statements(body))
        }
        Command::Case { word: subject, arms } => {
            let arms: Vec<_> = arms
                .iter()
                .map(|arm| format!("{} => {}", words(&arm.patterns), statements(&arm.body)))
                .collect();
            format!("case {} of {}", word(subject), arms.join(", "))
        }
        Command::Function { name, body } => format!("function {name} {}", statement(body)),
        Command::Coprocess(body) => format!("coproc {}", statement(body)),
        Command::Test(operands) => {
            let operands: Vec<_> = operands.iter().map(|operand| operand.word.clone()).collect();
            format!("[[ {} ]]", words(&operands))
        }
        Command::Arithmetic { words: operands, .. } => format!("(( {} ))", words(operands)),
    }
}

fn assignment(assignment: &Assignment) -> String {
    let subscript = assignment.subscript.as_ref().map(|subscript| format!("[{}]", word(subscript)));
    let value = match &assignment.value {
        Value::Scalar(value) => word(value),
        Value::Array(elements) => {
            let elements = elements.iter().map(|(key, value)| match key {
                Some(key) => format!("[{}]={}", word(key), word(value)),
                None => word(value),
            });
            format!("({})", elements.collect::<Vec<_>>().join(" "))
        }
    };
    let append = if assignment.append { "+" } else { "" };
    format!("{}{}{append}={value}", assignment.name, subscript.unwrap_or_default())
}

fn redirect(redirect: &Redirect) -> String {
    let descriptor = redirect.descriptor.map(|number| number.to_string()).unwrap_or_default();
    let (operator, target) = match &redirect.kind {
        RedirectKind::Read(target) => ("<", target),
        RedirectKind::Write(target) => (">", target),
        RedirectKind::Append(target) => (">>", target),
        RedirectKind::ReadWrite(target) => ("<>", target),
        RedirectKind::HereDocument(target) => ("<<", target),
        RedirectKind::HereString(target) => ("<<<", target),
        RedirectKind::Duplicate(target) => (">&", target),
    };
    format!(" {descriptor}{operator}{}", word(target))
}

fn words(list: &[Word]) -> String {
    list.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn word(word: &Word) -> String {
    word.parts.iter().map(part).collect::<Vec<_>>().join("·")
}

fn part(part: &Part) -> String {
    let mark = |quoted: bool| if quoted { "\"" } else { "" };
    match part {
        Part::Bare { text, .. } => text.clone(),
        Part::Quoted { text, .. } => format!("«{text}»"),
        Part::Variable(parameter) => format!("{0}${{{1}}}{0}", mark(parameter.quoted), variable(parameter)),
        Part::Substitution { body, quoted, .. } => format!("{0}$({1}){0}", mark(*quoted), statements(body)),
        Part::Arithmetic { text, words: expanded, .. } => format!("$(({text}|{}))", words(expanded)),
        Part::Process { body, input, .. } => {
            format!("{}({})", if *input { "<" } else { ">" }, statements(body))
        }
    }
}

fn variable(variable: &Variable) -> String {
    let subscript = variable.subscript.as_ref().map(|subscript| format!("[{}]", word(subscript)));
    let operation = operation(&variable.operation, if variable.colon { ":" } else { "" });
    format!("{}{}{operation}", variable.name, subscript.unwrap_or_default())
}

fn operation(of: &Operation, colon: &str) -> String {
    match of {
        Operation::Plain => String::new(),
        Operation::Default(operand) => format!(" {colon}default {}", word(operand)),
        Operation::Assign(operand) => format!(" {colon}assign {}", word(operand)),
        Operation::Alternative(operand) => format!(" {colon}alternative {}", word(operand)),
        Operation::Required(operand) => format!(" {colon}required {}", word(operand)),
        Operation::Length => " length".to_owned(),
        Operation::Indirect(inner) => format!(" indirect{}", operation(inner, colon)),
        Operation::Trim { operator, pattern } => format!(" trim {operator} {}", word(pattern)),
        Operation::Replace { operator, pattern, replacement } => {
            format!(" replace {operator} {} by {}", word(pattern), word(replacement))
        }
        Operation::Slice { offset, length } => {
            format!(" slice {} to {}", word(offset), length.as_ref().map_or_else(|| "end".to_owned(), word))
        }
        Operation::Transform(operator) => format!(" transform {operator}"),
        Operation::Other => " other".to_owned(),
    }
}
