//! What an expression names, asks for or spells out.

use oxc_ast::ast::{
    ArrowFunctionBody, CallExpression, Expression, FunctionBody, MemberExpression, Statement,
};

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

/// What was called first to make something: of `jest.fn().mockReturnValue(1)`, `jest.fn`.
pub(super) fn made_by(expression: &Expression) -> Option<String> {
    let (mut next, mut first) = (expression, None);
    loop {
        match next.get_inner_expression() {
            Expression::CallExpression(call) => {
                first = Some(&call.callee);
                next = &call.callee;
            }
            other => match other.as_member_expression() {
                Some(member) => next = member.object(),
                None => return first.and_then(path),
            },
        }
    }
}

/// `jest.mock(…).mock`, `require("x").y`: the called thing without what it is called with.
pub(super) fn path_of_call(call: &CallExpression) -> Option<String> {
    match call.callee.get_inner_expression() {
        Expression::Identifier(name) => Some(name.name.to_string()),
        Expression::CallExpression(maker) if makes_loader(&maker.callee) => Some("require".to_owned()),
        other if is_loader(other) => Some("require".to_owned()),
        other => Some(other.as_member_expression()?.static_property_name()?.to_owned()),
    }
}

/// Names of methods that give the module that they are told, as it is without mocks: `jest.requireActual("m")`.
const ACTUAL: [&str; 2] = ["requireActual", "importActual"];

/// Where node keeps what loads a module.
const REQUIRE: [&str; 5] =
    ["require", "module.require", "require.main.require", "process.mainModule.require", "globalThis.require"];

/// Whether what is called gives the module that it is told, by its usual name.
pub(super) fn is_loader(callee: &Expression) -> bool {
    match callee.get_inner_expression() {
        // `require("debug")("app")` calls what a module gives.
        Expression::CallExpression(_) => false,
        callee => path(callee).is_some_and(|path| {
            REQUIRE.contains(&path.as_str()) || path.rsplit('.').next().is_some_and(is_loader_name)
        }),
    }
}

/// Whether a part of something is such a loader.
pub(super) fn is_loader_name(name: &str) -> bool {
    ACTUAL.contains(&name)
}

/// `createRequire`, `module.createRequire`: makes a loader.
pub(super) fn makes_loader(callee: &Expression) -> bool {
    path(callee).is_some_and(|path| path.rsplit('.').next() == Some("createRequire"))
}

/// All that an expression may give: of `a ? b : c` and `b || c`, both.
pub(super) fn choices<'e, 'a>(expression: &'e Expression<'a>) -> Vec<&'e Expression<'a>> {
    let (mut given, mut rest) = (Vec::new(), vec![expression]);
    while let Some(next) = rest.pop() {
        match next.get_inner_expression() {
            Expression::ConditionalExpression(it) => rest.extend([&it.alternate, &it.consequent]),
            Expression::LogicalExpression(it) => rest.extend([&it.right, &it.left]),
            Expression::AssignmentExpression(it) => rest.push(&it.right),
            Expression::SequenceExpression(it) => rest.extend(it.expressions.last()),
            value => given.push(value),
        }
    }
    given
}

/// What is filled in, by its name.
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

/// What a function gives, if all that it does is to give it: `(id) => …`, `function (id) { return …; }`.
pub(super) fn given<'e, 'a>(expression: &'e Expression<'a>) -> Option<&'e Expression<'a>> {
    match expression.get_inner_expression() {
        Expression::ArrowFunctionExpression(it) => match &it.body {
            ArrowFunctionBody::FunctionBody(body) => given_by(body),
            body => body.as_expression(),
        },
        Expression::FunctionExpression(it) => given_by(it.body.as_deref()?),
        _ => None,
    }
}

/// The same of its body.
pub(super) fn given_by<'e, 'a>(body: &'e FunctionBody<'a>) -> Option<&'e Expression<'a>> {
    match body.statements.as_slice() {
        [Statement::ReturnStatement(it)] => it.argument.as_ref(),
        _ => None,
    }
}
