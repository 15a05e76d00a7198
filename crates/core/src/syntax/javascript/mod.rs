//! JavaScript and TypeScript, from the syntax tree.

mod exports;
mod expression;
mod makers;
mod names;
mod references;
mod scopes;
mod settings;
mod trade;
mod typed_mocks;
mod types_only;

use std::collections::{HashMap, HashSet};

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Argument, AssignmentExpression, BindingPattern, CallExpression, Declaration, ExportAllDeclaration,
    ExportFromDeclaration, Expression, ImportDeclaration, ImportDeclarationSpecifier, ImportExpression,
    NewExpression, ObjectProperty, Program, PropertyDefinition, StringLiteral, TSAsExpression,
    TSImportEqualsDeclaration, TSImportType, TSModuleReference, TSType, TSTypeName, TaggedTemplateExpression,
    TemplateLiteral, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_span::{GetSpan, SourceType, Span};

use self::expression::{choices, given, given_by, made_by, path};
use self::makers::Origins;
use self::names::Names;
use self::references::{lasts, of_kind};
pub(crate) use self::settings::{Spelled, spelled};
use self::typed_mocks::{TYPED, stands_for};
pub(crate) use self::types_only::only_declares;
use super::statements::GLOBALS;
use super::{Callee, Code, Found, Lasts, Literal, MAX_LENGTH, Maker, Through, Trade, names_class};

/// Files are not read with brackets in brackets deeper than this: the parser goes down with them.
const MAX_DEPTH: usize = 256;

/// Operators in a row go down too, one byte each; the stack grows with the text, and is only touched as far as it is used.
const STACK: usize = 8 * 1024 * 1024;
const STACK_PER_BYTE: usize = 2 * 1024;

/// How far one name stands for another, and that for a third.
const MAX_ALIASES: usize = 8;

/// Why a file is not read that breaks its syntax.
pub(super) const BROKEN: &str = "it does not parse";

pub(super) fn read(path: &str, text: &str) -> Result<Code, &'static str> {
    parsed(path, text, |program| code(program, text))
}

/// What a file's tree tells, which is made beside, with room for its depth.
fn parsed<T: Send>(
    path: &str,
    text: &str,
    tell: impl FnOnce(&Program) -> T + Send,
) -> Result<T, &'static str> {
    let Ok(source) = SourceType::from_path(path) else { return Err("its language is not one that is read") };
    if text.len() > MAX_LENGTH || depth(text) > MAX_DEPTH {
        return Err("it is too long or too deep to be read");
    }
    let size = STACK.saturating_add(text.len().saturating_mul(STACK_PER_BYTE));
    let read = || {
        let allocator = Allocator::default();
        let read = Parser::new(&allocator, text, source).parse();
        if read.panicked { Err(BROKEN) } else { Ok(tell(&read.program)) }
    };
    std::thread::scope(|scope| {
        let reader = std::thread::Builder::new().stack_size(size).spawn_scoped(scope, read);
        reader.map_err(|_| "there is no room to read it")?.join().unwrap_or(Err("its reader has failed"))
    })
}

/// How deep brackets stand in brackets at most; those in texts count too, which does no harm.
fn depth(text: &str) -> usize {
    let (mut depth, mut most) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' => {
                depth += 1;
                most = most.max(depth);
            }
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    most
}

fn code(program: &Program, text: &str) -> Code {
    let line_ends = text.match_indices('\n').map(|(at, _)| at).collect();
    let (aliases, modules) = (HashMap::new(), HashMap::new());
    let names = Names::of(program);
    let Origins { makers, undeclared, free } = makers::of(program, &names);
    let whole = HashSet::new();
    let mut reader = Reader {
        line_ends,
        code: Code::default(),
        aliases,
        modules,
        whole,
        makers,
        undeclared,
        names: &names,
    };
    reader.visit_program(program);
    let trade = trade::of(program, &names, |start| reader.line(start));
    let trade = Trade { free, ..trade };
    Code { trade, ..reader.resolved() }
}

struct Reader<'n> {
    line_ends: Vec<usize>,
    code: Code,
    /// Names that stand for others: `import { A as B }`, `const b = a.c`.
    aliases: HashMap<String, String>,
    /// Names, each with the module that it was imported from.
    modules: HashMap<String, String>,
    /// Names that stand for a module as a whole.
    whole: HashSet<String>,
    /// Where calls come from, by where they stand.
    makers: HashMap<Span, Maker>,
    /// Where something stands that the file does not declare.
    undeclared: HashSet<Span>,
    names: &'n Names,
}

impl Reader<'_> {
    fn import(&mut self, module: &str, start: u32) {
        self.import_for(module, start, Lasts::ToTheRun);
    }

    fn import_for(&mut self, module: &str, start: u32, lasts: Lasts) {
        let line = self.line(start);
        self.code.imports.push(Found { name: module.to_owned(), line, lasts, ..Found::default() });
    }

    fn line(&self, start: u32) -> usize {
        self.line_ends.partition_point(|end| *end < start as usize) + 1
    }

    fn call(&mut self, callee: &Expression, arguments: &[Argument], span: Span) {
        let maker = self.makers.remove(&span).unwrap_or_default();
        let named = path(callee);
        // What has no name of its own here is known by its module alone: `(await import("m")).x()`.
        if let (None, Some((of, _))) = (&named, maker.module().and_then(|path| path.rsplit_once('.'))) {
            self.whole.insert(of.to_owned());
        }
        let Some(mut name) = named.or_else(|| maker.module().map(str::to_owned)) else { return };
        for by in [".call", ".apply", ".bind"] {
            if let Some(itself) = name.strip_suffix(by) {
                name.truncate(itself.len());
            }
        }
        let first = arguments.first().and_then(Argument::as_expression);
        let argument = first.and_then(|first| self.names.module_of(first));
        // By its own name for now; what that was imported from may stand behind.
        let of = first.and_then(path);
        let line = self.line(span.start);
        self.code.calls.push(Found { name, line, argument, of, maker, ..Found::default() });
    }

    /// Functions that are given to a call: what the file has from elsewhere, and not what it keeps in a variable.
    fn hand_on(&mut self, arguments: &[Argument]) {
        for value in arguments.iter().filter_map(Argument::as_expression) {
            let span = value.span();
            let maker = self.makers.remove(&span).filter(|maker| maker.module().is_some());
            let Some(name) = path(value).filter(|name| !names_class(name)) else { continue };
            if maker.is_some() || self.undeclared.contains(&span) {
                let (line, maker) = (self.line(span.start), maker.unwrap_or_default());
                let callee = Callee::HandedOn;
                self.code.calls.push(Found { name, line, maker, callee, ..Found::default() });
            }
        }
    }

    fn literal(&mut self, text: String, holder: Option<String>, start: u32) {
        let line = self.line(start);
        self.code.literals.push(Literal { text, holder, line });
    }

    /// A value that something holds.
    fn held(&mut self, holder: &str, value: &Expression, start: u32) {
        let all = choices(value);
        let is_only = all.len() == 1;
        for value in all {
            let start = if is_only { start } else { value.span().start };
            // Of a function, what it gives.
            if let Some(text) = self.names.form(given(value).unwrap_or(value)) {
                self.literal(text, Some(holder.to_owned()), start);
            }
            // `PK: { S: "…" }`, as the database's own client wants it.
            let Expression::ObjectExpression(object) = value.get_inner_expression() else { continue };
            for property in object.properties.iter().filter_map(|property| property.as_property()) {
                if property.key.static_name().is_none_or(|name| name != "S") {
                    continue;
                }
                for text in choices(&property.value).into_iter().filter_map(|one| self.names.form(one)) {
                    self.literal(text, Some(holder.to_owned()), property.span.start);
                }
            }
        }
    }

    /// An object that stands in for something of a type.
    fn stand_in(&mut self, value: &Expression, of: &TSType, start: u32) {
        if let Some(of) = stands_for(value, of) {
            let (name, line) = (TYPED.to_owned(), self.line(start));
            self.code.replaced.push(Found { name, line, of: Some(of), ..Found::default() });
        }
    }

    /// `const a = b.c`, `const { a: d } = require("m")`.
    fn alias(&mut self, target: &BindingPattern, value: &Expression) {
        let value = match value.get_inner_expression() {
            Expression::AwaitExpression(awaited) => awaited.argument.get_inner_expression(),
            value => value,
        };
        let required = self.names.required(value);
        if let Some(module) = &required {
            let names: Vec<String> = match target {
                BindingPattern::BindingIdentifier(name) => vec![name.name.to_string()],
                BindingPattern::ObjectPattern(object) => {
                    let own = object.properties.iter().filter_map(|one| one.value.get_identifier_name());
                    own.map(|name| name.to_string()).collect()
                }
                BindingPattern::ArrayPattern(_) | BindingPattern::AssignmentPattern(_) => Vec::new(),
            };
            self.modules.extend(names.into_iter().map(|name| (name, module.clone())));
            if let BindingPattern::BindingIdentifier(name) = target {
                self.whole.insert(name.name.to_string());
            }
        }
        match target {
            BindingPattern::BindingIdentifier(name) if self.names.makes_loader(value) => {
                if name.name != "require" {
                    self.aliases.insert(name.name.to_string(), "require".to_owned());
                }
            }
            // A module is known by its own name, and its parts by theirs, however it was loaded.
            BindingPattern::BindingIdentifier(name) => {
                if let Some(of) = path(value).filter(|_| required.is_none()) {
                    self.aliases.insert(name.name.to_string(), of);
                }
            }
            BindingPattern::ObjectPattern(object) => {
                let from = path(value).filter(|_| required.is_none());
                for property in &object.properties {
                    let own = property.value.get_identifier_name();
                    let Some((own, key)) = own.zip(property.key.static_name()) else { continue };
                    let of = from.as_ref().map_or_else(|| key.to_string(), |from| format!("{from}.{key}"));
                    if own.as_str() != of {
                        self.aliases.insert(own.to_string(), of);
                    }
                }
            }
            BindingPattern::ArrayPattern(_) | BindingPattern::AssignmentPattern(_) => {}
        }
    }

    /// The calls by the names that others know.
    fn resolved(mut self) -> Code {
        let module_of = |name: &str| name.split('.').next().and_then(|own| self.modules.get(own)).cloned();
        // `const cart = new Cart()`: by what it was made of.
        let made_of = |name: &str| {
            let own = name.split('.').next().unwrap_or_default();
            module_of(own).or_else(|| module_of(self.aliases.get(own)?))
        };
        for found in self.code.calls.iter_mut().chain(&mut self.code.replaced) {
            found.of = found.of.as_deref().and_then(made_of);
            let own = found.name.split('.').next().unwrap_or_default().to_owned();
            found.through = module_of(&own).map(|module| Through { own, module });
            for _ in 0..MAX_ALIASES {
                let first = found.name.split('.').next().unwrap_or_default();
                let Some(of) = self.aliases.get(first) else { break };
                let rest = found.name.get(first.len()..).unwrap_or_default();
                let name = format!("{of}{rest}");
                if name == found.name || name.len() > 1_000 {
                    break;
                }
                found.name = name;
            }
            // What is of an object is a method; a class that is made is none, wherever it comes from.
            let of = found.name.rsplit_once('.').map(|(of, _)| of);
            let is_whole = |of: &str| self.whole.contains(of) || GLOBALS.contains(&of) || of == "require";
            let is_free = names_class(&found.name) || of.is_none_or(is_whole);
            if found.callee == Callee::Function && !is_free {
                found.callee = Callee::Method;
            }
        }
        let is_method = |found: &Found| found.callee == Callee::HandedOn && found.name.contains('.');
        for found in self.code.calls.iter_mut().filter(|found| is_method(found)) {
            let of = found.name.rsplit_once('.').map_or("", |(of, _)| of);
            if !self.whole.contains(of) && !GLOBALS.contains(&of) {
                found.callee = Callee::Method;
            }
        }
        self.code.replaced.retain(|found| found.of.is_some());
        self.code
    }
}

impl<'a> Visit<'a> for Reader<'_> {
    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        self.import_for(it.source.value.as_str(), it.span.start, lasts(it));
        for specifier in it.specifiers.iter().flatten() {
            self.modules.insert(specifier.local().name.to_string(), it.source.value.to_string());
            let is_whole = match specifier {
                ImportDeclarationSpecifier::ImportNamespaceSpecifier(_) => true,
                // A package gives all that it has by default; a file of the project, any object.
                ImportDeclarationSpecifier::ImportDefaultSpecifier(_) => !it.source.value.starts_with('.'),
                ImportDeclarationSpecifier::ImportSpecifier(_) => false,
            };
            if is_whole {
                self.whole.insert(specifier.local().name.to_string());
            }
            if let ImportDeclarationSpecifier::ImportSpecifier(one) = specifier {
                let (own, of) = (one.local.name.as_str(), one.imported.name());
                if own != of.as_str() && of.as_str() != "default" {
                    self.aliases.insert(own.to_owned(), of.to_string());
                }
            }
        }
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        self.import_for(it.source.value.as_str(), it.span.start, of_kind(it.export_kind));
    }

    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        self.import_for(it.source.value.as_str(), it.span.start, of_kind(it.export_kind));
    }

    fn visit_ts_import_equals_declaration(&mut self, it: &TSImportEqualsDeclaration<'a>) {
        if let TSModuleReference::ExternalModuleReference(module) = &it.module_reference {
            self.import_for(module.expression.value.as_str(), it.span.start, of_kind(it.import_kind));
        }
    }

    fn visit_ts_import_type(&mut self, it: &TSImportType<'a>) {
        self.import_for(it.source.value.as_str(), it.span.start, Lasts::ForTypesOnly);
        walk::walk_ts_import_type(self, it);
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        if let Some(module) = self.names.module_of(&it.source) {
            self.import(&module, it.span.start);
        } else {
            if let Some(module) = self.names.module_in(&it.source) {
                self.import(&module, it.span.start);
            }
            let line = self.line(it.span.start);
            self.code.calls.push(Found { name: "import".to_owned(), line, ..Found::default() });
        }
        walk::walk_import_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let first = it.arguments.first().and_then(Argument::as_expression);
        if self.names.loads(&it.callee)
            && let Some(module) =
                first.and_then(|first| self.names.module_of(first).or_else(|| self.names.module_in(first)))
        {
            self.import(&module, it.span.start);
        }
        for module in references::gathered(it, self.names) {
            self.import(&module, it.span.start);
        }
        self.call(&it.callee, &it.arguments, it.span);
        // `mock<Cart>()` is given a type instead.
        if let (None, Some(types), Some(call)) = (first, &it.type_arguments, self.code.calls.last_mut())
            && let Some(TSType::TSTypeReference(own)) = types.params.first()
            && let TSTypeName::IdentifierReference(name) = &own.type_name
        {
            call.of = Some(name.name.to_string());
        }
        self.hand_on(&it.arguments);
        walk::walk_call_expression(self, it);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        if let Some(module) = references::beside(it, self.names) {
            self.import(&module, it.span.start);
        }
        self.call(&it.callee, &it.arguments, it.span);
        self.hand_on(&it.arguments);
        walk::walk_new_expression(self, it);
    }

    fn visit_tagged_template_expression(&mut self, it: &TaggedTemplateExpression<'a>) {
        self.call(&it.tag, &[], it.span);
        walk::walk_tagged_template_expression(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let Some(value) = &it.init {
            self.alias(&it.id, value);
            if let Some(of) = &it.type_annotation {
                self.stand_in(value, &of.type_annotation, it.span.start);
            }
            if let BindingPattern::BindingIdentifier(name) = &it.id {
                self.held(name.name.as_str(), value, it.span.start);
            }
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_declaration(&mut self, it: &Declaration<'a>) {
        if let Declaration::FunctionDeclaration(it) = it
            && let Some((own, value)) = it.id.as_ref().zip(it.body.as_deref().and_then(given_by))
        {
            self.held(own.name.as_str(), value, it.span.start);
        }
        walk::walk_declaration(self, it);
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if let Some(name) = it.key.static_name() {
            self.held(&name, &it.value, it.span.start);
        }
        walk::walk_object_property(self, it);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        if let Some((name, value)) = it.key.static_name().zip(it.value.as_ref()) {
            self.held(&name, value, it.span.start);
        }
        walk::walk_property_definition(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if let Some(name) = it.left.get_identifier_name() {
            self.held(name, &it.right, it.span.start);
        }
        // `cart.total = jest.fn()`
        let of = it.left.as_member_expression().and_then(|part| path(part.object()));
        if let Some((of, name)) = of.zip(made_by(&it.right)) {
            let line = self.line(it.span.start);
            self.code.replaced.push(Found { name, line, of: Some(of), ..Found::default() });
        }
        walk::walk_assignment_expression(self, it);
    }

    fn visit_ts_as_expression(&mut self, it: &TSAsExpression<'a>) {
        self.stand_in(&it.expression, &it.type_annotation, it.span.start);
        walk::walk_ts_as_expression(self, it);
    }

    fn visit_string_literal(&mut self, it: &StringLiteral<'a>) {
        self.literal(it.value.to_string(), None, it.span.start);
    }

    fn visit_template_literal(&mut self, it: &TemplateLiteral<'a>) {
        self.literal(self.names.template(it), None, it.span.start);
        walk::walk_template_literal(self, it);
    }
}

#[cfg(test)]
mod tests;
