//! What an expression names, asks for or spells out.

use oxc_ast::ast::{Argument, BinaryOperator, CallExpression, Expression, MemberExpression, TemplateLiteral};

/// The path of names that an expression is: `a.b.c`.
pub(super) fn path(expression: &Expression) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    let mut next = expression;
    loop {
        match next.get_inner_expression() {
            Expression::Identifier(name) => names.push(name.name.to_string()),
            Expression::ThisExpression(_) => names.push("this".to_owned()),
            Expression::SequenceExpression(all) => {
                next = all.expressions.last()?;
                continue;
            }
            Expression::ChainExpression(chain) => {
                let member = chain.expression.as_member_expression()?;
                names.push(member.static_property_name()?.to_owned());
                next = member.object();
                continue;
            }
            // `new Client().send`, `client().send`: by what they are made of.
            Expression::NewExpression(new) => {
                next = &new.callee;
                continue;
            }
            Expression::CallExpression(call) => {
                let name = path_of_call(call)?;
                names.push(name);
            }
            other => {
                let member: &MemberExpression = other.as_member_expression()?;
                names.push(member.static_property_name()?.to_owned());
                next = member.object();
                continue;
            }
        }
        names.reverse();
        return Some(names.join("."));
    }
}

/// `jest.mock(…).mock`, `require("x").y`: the called thing without what it is called with.
pub(super) fn path_of_call(call: &CallExpression) -> Option<String> {
    match call.callee.get_inner_expression() {
        Expression::Identifier(name) => Some(name.name.to_string()),
        other => Some(other.as_member_expression()?.static_property_name()?.to_owned()),
    }
}

/// The module that `require("m")` or `import("m")` gives.
pub(super) fn required(expression: &Expression) -> Option<String> {
    match expression {
        Expression::CallExpression(call) if path(&call.callee).as_deref() == Some("require") => {
            call.arguments.first().and_then(Argument::as_expression).and_then(module_of)
        }
        Expression::ImportExpression(import) => module_of(&import.source),
        _ => None,
    }
}

/// A module's name, if it is spelled out; also within `import("m")`.
pub(super) fn module_of(expression: &Expression) -> Option<String> {
    match expression.get_inner_expression() {
        Expression::ImportExpression(import) => module_of(&import.source),
        Expression::StringLiteral(text) => Some(text.value.to_string()),
        Expression::TemplateLiteral(text) if text.expressions.is_empty() => Some(template(text)),
        Expression::BinaryExpression(_) => rendered(expression).filter(|text| !text.contains('{')),
        _ => None,
    }
}

/// A text with what is filled in, in braces.
pub(super) fn rendered(expression: &Expression) -> Option<String> {
    match expression.get_inner_expression() {
        Expression::StringLiteral(text) => Some(text.value.to_string()),
        Expression::TemplateLiteral(text) => Some(template(text)),
        Expression::BinaryExpression(sum) if sum.operator == BinaryOperator::Addition => {
            let (left, right) = (rendered(&sum.left), rendered(&sum.right));
            if left.is_none() && right.is_none() {
                return None;
            }
            let filled = |side: Option<String>, of: &Expression| side.unwrap_or_else(|| hole(of));
            Some(filled(left, &sum.left) + &filled(right, &sum.right))
        }
        _ => None,
    }
}

pub(super) fn template(literal: &TemplateLiteral) -> String {
    let mut text = String::new();
    let mut filled = literal.expressions.iter();
    for part in &literal.quasis {
        text.push_str(part.value.cooked.as_ref().unwrap_or(&part.value.raw).as_str());
        text.extend(filled.next().map(hole));
    }
    text
}

pub(super) fn hole(expression: &Expression) -> String {
    let name = path(expression).and_then(|path| path.rsplit('.').next().map(str::to_owned));
    format!("{{{}}}", name.unwrap_or_default())
}

/// What is waited for, or stands in brackets.
pub(super) fn asked<'e, 'a>(expression: &'e Expression<'a>) -> &'e Expression<'a> {
    match expression.get_inner_expression() {
        Expression::AwaitExpression(awaited) => awaited.argument.get_inner_expression(),
        value => value,
    }
}
