//! Expressions: operands, and the operators between them.

use std::rc::Rc;

use super::bindings::variable_key;
use super::cursor::Cursor;
use super::datum::{Datum, Origin};
use super::machine::Machine;
use super::operator::{LOWEST, Operator};
use super::syntax::{Adjacent, Dot};
use super::thing::Thing;
use super::token::{Bracket, Code, Gap, Kind, Part, Token};
use super::{Language, Step, operator};

/// An operand, and the name of the variable that it is, if it is one.
pub(super) struct Operand {
    pub(super) thing: Thing,
    pub(super) place: Option<Rc<str>>,
}

impl Operand {
    pub(super) fn of(thing: Thing) -> Self {
        Self { thing, place: None }
    }
}

impl Machine<'_> {
    pub(super) fn expression(&mut self, at: &mut Cursor) -> Thing {
        self.operation(at, LOWEST)
    }

    /// An expression whose operators bind at least as tightly as `level`.
    pub(super) fn operation(&mut self, at: &mut Cursor, level: u8) -> Thing {
        self.placed_operation(at, level).thing
    }

    pub(super) fn placed_operation(&mut self, at: &mut Cursor, level: u8) -> Operand {
        if !self.spend(1) || !self.enter() {
            at.finish();
            return Operand::of(Thing::unknown());
        }
        let mut left = self.unary(at);
        while let Some((operator, binds)) = self.operator(at).filter(|(_, binds)| *binds >= level) {
            self.edit_in_place(&left, at);
            let place = left.place.filter(|_| operator == Operator::Insert);
            let given = self.apply(operator, binds, left.thing, at);
            self.keep_insertion(place.as_ref(), &given);
            left = Operand::of(given);
        }
        self.leave();
        left
    }

    fn operator(&self, at: &Cursor) -> Option<(Operator, u8)> {
        let token = at.peek()?;
        if token.gap == Gap::Line && !self.is(Language::JavaScript) {
            return None;
        }
        let adjacent = self.dialect.syntax.adjacent == Adjacent::Everything && self.starts_operand(token);
        match &token.kind {
            Kind::Sign(sign) => {
                operator::of_sign(sign, self.dialect).or(adjacent.then_some(operator::ADJACENT))
            }
            Kind::Name(name) if token.gap != Gap::Line => {
                operator::of_name(name, self.dialect).or(adjacent.then_some(operator::ADJACENT))
            }
            _ => adjacent.then_some(operator::ADJACENT),
        }
    }

    fn unary(&mut self, at: &mut Cursor) -> Operand {
        let Some(token) = at.peek() else { return Operand::of(Thing::unknown()) };
        match &token.kind {
            Kind::Sign("-") => {
                at.advance();
                let operand = self.nested_unary(at);
                Operand::of(match operand.thing {
                    Thing::Number(number) => number.checked_neg().map_or_else(Thing::unknown, Thing::Number),
                    other => other.derived(),
                })
            }
            // A field of the line that is read.
            Kind::Sign("$") if self.is(Language::Awk) => {
                at.advance();
                let number = self.nested_unary(at).thing.number();
                let own = number.and_then(|number| self.variables.get(format!("${number}").as_str()));
                let line = || self.variables.get("$0").map_or_else(Thing::unknown, Thing::derived);
                Operand::of(own.cloned().unwrap_or_else(line))
            }
            Kind::Name(name) if &**name == "getline" && self.is(Language::Awk) => {
                Operand::of(self.awk_statement("getline", at))
            }
            Kind::Sign("!") => {
                at.advance();
                self.denied(at);
                Operand::of(Thing::unknown())
            }
            // Spread, references, and other marks before what they are about.
            Kind::Sign(
                "+" | "*" | "..." | "**" | "&" | "\\" | "@" | "$" | "++" | "--" | "~" | "%" | "::",
            ) => {
                let captures = at.is_sign("&") && self.is(Language::Elixir);
                at.advance();
                let operand = self.nested_unary(at);
                // `&File.rm/1`: the number says how many arguments it takes.
                if captures && at.skip_sign("/") {
                    at.advance();
                }
                operand
            }
            Kind::Name(name) => match &**name {
                "not" | "typeof" | "defined" => {
                    at.advance();
                    self.denied(at);
                    Operand::of(Thing::unknown())
                }
                "my" | "our" | "local" | "let" | "var" | "static" | "clone" if self.is(Language::Python) => {
                    self.primary(at)
                }
                // `do { … }` gives what its last statement does.
                "do" if self.is(Language::Perl)
                    && at.look(1).is_some_and(|next| next.group(Bracket::Curly).is_some()) =>
                {
                    at.advance();
                    let block = at.take_group(Bracket::Curly);
                    Operand::of(block.map_or_else(Thing::unknown, |block| self.run_branch(&block)))
                }
                "throw" => {
                    at.advance();
                    let operand = self.nested_unary(at);
                    self.show(&operand.thing);
                    operand
                }
                "await" | "new" | "void" | "delete" | "yield" | "return" | "my" | "our" | "local"
                | "const" | "let" | "var" | "static" | "clone" => {
                    at.advance();
                    self.nested_unary(at)
                }
                _ => self.primary(at),
            },
            _ => self.primary(at),
        }
    }

    /// What is not to hold: it leaves other names of a listing than those that it asks for.
    fn denied(&mut self, at: &mut Cursor) {
        let narrows = std::mem::replace(&mut self.narrows, false);
        self.nested_unary(at);
        self.narrows = narrows;
    }

    fn nested_unary(&mut self, at: &mut Cursor) -> Operand {
        if !self.enter() {
            at.finish();
            return Operand::of(Thing::unknown());
        }
        let operand = self.unary(at);
        self.leave();
        operand
    }

    fn primary(&mut self, at: &mut Cursor) -> Operand {
        if let Some(function) = self.anonymous(at) {
            let function = self.once(function);
            return self.postfix(at, Operand::of(function));
        }
        let Some(kind) = at.kind() else { return Operand::of(Thing::unknown()) };
        let operand = match kind {
            Kind::Text(parts) => {
                at.advance();
                let mut datum = self.string(&parts);
                while self.dialect.syntax.adjacent == Adjacent::Strings
                    && let Some(Token { kind: Kind::Text(more), gap: Gap::None | Gap::Space, .. }) = at.peek()
                {
                    let more = Rc::clone(more);
                    at.advance();
                    datum = datum.join(&self.string(&more));
                }
                Operand::of(Thing::of(datum))
            }
            Kind::Shell(parts) => {
                at.advance();
                let datum = self.string(&parts);
                let origin = Origin::Shell(datum.value.clone());
                self.shell(datum);
                Operand::of(Thing::of(Datum::from_origin(origin)))
            }
            Kind::Words(words) => {
                at.advance();
                Operand::of(Thing::list(words.iter().map(|word| Thing::text(&**word)).collect()))
            }
            Kind::Number(number) => {
                at.advance();
                Operand::of(number.map_or_else(Thing::unknown, Thing::Number))
            }
            Kind::Regex(_) if self.is(Language::JavaScript) => {
                at.advance();
                Operand::of(Thing::named("RegExp"))
            }
            Kind::Regex(inside) | Kind::Edit(_, inside) => {
                at.advance();
                for code in inside.iter() {
                    self.run_branch(code);
                }
                Operand::of(Thing::unknown())
            }
            Kind::Diamond(name) => {
                at.advance();
                Operand::of(self.diamond(&name))
            }
            Kind::Variable(sigil, name) => {
                at.advance();
                self.variable(sigil, &name, at)
            }
            Kind::Group(Bracket::Round, inner) => {
                at.advance();
                let thing = self.parenthesised(&inner);
                // `(my $x = 'a') =~ s/a/b/` changes the variable.
                let place = if at.is_sign("=~") { assigned(&inner) } else { None };
                Operand { place, ..Operand::of(thing) }
            }
            Kind::Group(Bracket::Square, inner) => {
                at.advance();
                Operand::of(self.list_literal(&inner))
            }
            Kind::Group(Bracket::Curly, inner) => {
                at.advance();
                Operand::of(self.table_literal(&inner))
            }
            Kind::Name(name) => {
                at.advance();
                self.name(&name, at)
            }
            Kind::Sign(sign) => {
                if !matches!(sign, ";" | "," | ":" | "=" | "=>") {
                    at.advance();
                }
                return Operand::of(Thing::unknown());
            }
            Kind::TooDeep => {
                self.miss();
                at.advance();
                return Operand::of(Thing::unknown());
            }
        };
        self.postfix(at, operand)
    }

    /// A function without a name, as it was when its body was passed before.
    fn once(&mut self, thing: Thing) -> Thing {
        let Thing::Function(function) = thing else { return thing };
        let place = function.body.place();
        if let Some(before) = self.anonymous.get(&place) {
            return Thing::Function(Rc::clone(before));
        }
        self.anonymous.insert(place, Rc::clone(&function));
        self.functions.push(Rc::clone(&function));
        Thing::Function(function)
    }

    /// A string with its expressions in place.
    pub(super) fn string(&mut self, parts: &[Part]) -> Datum {
        let mut joined: Option<Datum> = None;
        for part in parts {
            let datum = match part {
                Part::Text(text) => self.literal(text),
                Part::Code(code) => {
                    let mut at = Cursor::new(code);
                    let thing = self.expression(&mut at);
                    self.as_interpolated(&thing)
                }
            };
            joined = Some(match joined {
                Some(before) => before.join(&datum),
                None => datum,
            });
        }
        joined.unwrap_or_else(|| Datum::known(""))
    }

    /// In Perl a list in a string has blanks between its elements.
    fn as_interpolated(&self, thing: &Thing) -> Datum {
        match thing.elements() {
            Some(elements) if self.is(Language::Perl) => {
                let blank = Datum::known(" ");
                let mut data = elements.iter().map(Thing::datum);
                let first = data.next().unwrap_or_else(|| Datum::known(""));
                data.fold(first, |joined, datum| joined.join(&blank).join(&datum))
            }
            Some(_) | None => thing.datum(),
        }
    }

    /// What ends a program is shown, if it tells something.
    pub(super) fn show(&mut self, thing: &Thing) {
        let datum = thing.datum();
        if datum.tells() {
            self.put_out(datum);
        }
    }

    /// A shell runs a text.
    pub(super) fn shell(&mut self, datum: Datum) {
        let interactive = datum.text().is_some_and(super::process_deed::is_bare_shell_text);
        if self.loops > 0 && datum.text().is_some_and(|text| text.trim_end().ends_with('&')) {
            self.emit(Step::Exhaust("starts processes without end"));
        }
        self.emit(Step::Shell(datum));
        if interactive {
            self.shell_of_connection();
        }
    }

    pub(super) fn name(&mut self, name: &Rc<str>, at: &Cursor) -> Operand {
        let assigns = at.is_sign("=") || at.is_sign(":=");
        let thing = match self.variables.get(name) {
            Some(thing) => thing.clone(),
            None if assigns => Thing::unknown(),
            None => self.global(&self.dialect.canonical(name)),
        };
        Operand { thing, place: Some(Rc::clone(name)) }
    }

    fn parenthesised(&mut self, inner: &Code) -> Thing {
        if let Some(list) = self.comprehension(inner) {
            return list;
        }
        let arguments = self.arguments(inner);
        let trailing = inner.tokens().last().is_some_and(|token| token.is_sign(","));
        if arguments.positional.len() == 1 && !trailing && arguments.named.is_empty() {
            return arguments.thing(0);
        }
        if self.is(Language::JavaScript) {
            return arguments.positional.last().map_or_else(Thing::unknown, |last| last.thing.clone());
        }
        arguments.into_list()
    }

    fn list_literal(&mut self, inner: &Code) -> Thing {
        match self.comprehension(inner) {
            Some(list) => list,
            None => self.arguments(inner).into_list(),
        }
    }

    fn table_literal(&mut self, inner: &Code) -> Thing {
        if let Some(list) = self.comprehension(inner) {
            return list;
        }
        let arguments = self.entries(inner);
        if arguments.named.is_empty() && !arguments.positional.is_empty() {
            return arguments.into_list();
        }
        Thing::Table(Rc::new(arguments.named))
    }

    /// Whether an operand may begin with a token.
    pub(super) fn starts_operand(&self, token: &Token) -> bool {
        match &token.kind {
            Kind::Name(name) => !self.dialect.syntax.operators.contains(&&**name),
            Kind::Sign(sign) => match self.dialect.syntax.dot {
                Dot::Concatenation => matches!(*sign, "\\"),
                Dot::Member => self.is(Language::Awk) && *sign == "$",
            },
            Kind::Group(bracket, _) => match self.dialect.language {
                Language::Awk => *bracket == Bracket::Round,
                _ => *bracket != Bracket::Curly,
            },
            Kind::TooDeep => false,
            Kind::Regex(_) | Kind::Edit(..) => !self.is(Language::Awk),
            Kind::Variable(..)
            | Kind::Number(_)
            | Kind::Text(_)
            | Kind::Shell(_)
            | Kind::Words(_)
            | Kind::Diamond(_) => true,
        }
    }
}

/// The variable of Perl that is assigned to and nothing else: `my $x = 'a'`.
fn assigned(code: &Code) -> Option<Rc<str>> {
    let tokens = match code.tokens() {
        [my, rest @ ..] if my.is_name("my") => rest,
        tokens => tokens,
    };
    match tokens {
        [Token { kind: Kind::Variable(sigil, name), .. }, equals, ..] if equals.is_sign("=") => {
            Some(variable_key(*sigil, name))
        }
        _ => None,
    }
}
