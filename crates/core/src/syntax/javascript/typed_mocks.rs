//! Objects that their type says to be mocks: `const cart: jest.Mocked<Cart> = { … }`, `{ … } as jest.Mocked<Cart>`.

use oxc_ast::ast::{Expression, TSType, TSTypeName};

/// What such an object is made by, in the words of whoever looks for mocks.
pub(super) const TYPED: &str = "Mocked";

/// The name of the type that an object stands in for, if it is spelled out here and its type is one of mocks.
pub(super) fn stands_for(value: &Expression, of: &TSType) -> Option<String> {
    let TSType::TSTypeReference(own) = of else { return None };
    let name = match &own.type_name {
        TSTypeName::IdentifierReference(name) => name.name.as_str(),
        TSTypeName::QualifiedName(name) => name.right.name.as_str(),
        TSTypeName::ThisExpression(_) => return None,
    };
    let is_of_mocks = name.starts_with("Mocked")
        || matches!(name, "DeepMocked" | "MockProxy" | "DeepMockProxy" | "SinonStubbedInstance");
    let is_spelled = matches!(value.get_inner_expression(), Expression::ObjectExpression(_));
    match own.type_arguments.as_ref()?.params.first()? {
        TSType::TSTypeReference(inner) if is_of_mocks && is_spelled => match &inner.type_name {
            TSTypeName::IdentifierReference(name) => Some(name.name.to_string()),
            TSTypeName::QualifiedName(_) | TSTypeName::ThisExpression(_) => None,
        },
        _ => None,
    }
}
