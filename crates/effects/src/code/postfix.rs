//! What stands behind an operand: members, calls, subscripts, assignments.

use std::rc::Rc;

use super::Language;
use super::arguments::Arguments;
use super::block::before_end;
use super::cursor::Cursor;
use super::definition::block_function;
use super::expression::Operand;
use super::machine::Machine;
use super::meaning::Style;
use super::operator::Operator;
use super::syntax::{Calls, Dot, Layout};
use super::thing::Thing;
use super::token::{Bracket, Gap, Kind};

impl Machine<'_> {
    pub(super) fn postfix(&mut self, at: &mut Cursor, mut operand: Operand) -> Operand {
        while let Some(kind) = at.kind() {
            let on_line = !at.is_at_line();
            let next = match kind {
                Kind::Sign(sign) if self.is_member_sign(sign) && (on_line || sign != "::") => {
                    at.advance();
                    self.after_dot(at, operand, sign)
                }
                Kind::Group(Bracket::Round, inner) if on_line && self.is_callable(&operand.thing) => {
                    at.advance();
                    let mut arguments = self.arguments(&inner);
                    self.block_argument(at, &mut arguments);
                    Operand::of(self.call(&operand.thing, operand.place, arguments))
                }
                Kind::Group(Bracket::Square, inner) if on_line && !self.is_bare_list(at, &operand.thing) => {
                    at.advance();
                    self.index(&operand, &inner)
                }
                Kind::Group(Bracket::Curly, inner)
                    if self.is(Language::Perl) && !at.is_spaced() && !self.takes_block(at, &operand) =>
                {
                    at.advance();
                    self.index(&operand, &inner)
                }
                // `$`…``, with a function before the template; `print"x"` in Lua.
                Kind::Text(_)
                    if matches!(self.dialect.language, Language::JavaScript | Language::Lua)
                        && !at.is_spaced()
                        && self.is_callable(&operand.thing) =>
                {
                    let Some(Kind::Text(parts)) = at.kind() else { break };
                    at.advance();
                    let datum = self.string(&parts);
                    Operand::of(self.call(&operand.thing, operand.place, Arguments::of([Thing::of(datum)])))
                }
                Kind::Sign("|>") => {
                    at.advance();
                    Operand::of(self.piped(at, operand))
                }
                Kind::Sign(sign @ ("++" | "--")) if on_line && !self.dialect.syntax.joins.contains(&sign) => {
                    at.advance();
                    operand
                }
                Kind::Sign("=" | ":=" | "<-" | "<<-") if on_line => {
                    at.advance();
                    return self.assignment(at, operand, None);
                }
                Kind::Sign("+=" | ".=") => {
                    at.advance();
                    return self.assignment(at, operand, Some(Operator::Add));
                }
                Kind::Sign("||=" | "??=" | "//=") => {
                    at.advance();
                    return self.assignment(at, operand, Some(Operator::Or));
                }
                Kind::Sign(
                    "-=" | "*=" | "/=" | "%=" | "|=" | "&=" | "^=" | "**=" | "&&=" | "<<=" | ">>=",
                ) if !self.is(Language::Haskell) => {
                    at.advance();
                    return self.assignment(at, operand, Some(Operator::Compare));
                }
                _ => match self.bare_call(at, operand) {
                    Bare::Called(operand) => operand,
                    Bare::Not(operand) => return operand,
                },
            };
            operand = next;
        }
        match self.bare_call(at, operand) {
            Bare::Called(operand) | Bare::Not(operand) => operand,
        }
    }

    fn is_member_sign(&self, sign: &str) -> bool {
        match self.dialect.syntax.dot {
            Dot::Member => matches!(sign, "." | "?." | "&.") || self.dialect.syntax.members.contains(&sign),
            Dot::Concatenation => matches!(sign, "->" | "?->" | "::"),
        }
    }

    /// What may be called with brackets behind it.
    fn is_callable(&self, thing: &Thing) -> bool {
        match thing {
            Thing::Named(_) | Thing::Method(_) | Thing::Function(_) => true,
            Thing::Text(_) => {
                !matches!(self.dialect.language, Language::Awk | Language::Perl | Language::Haskell)
            }
            Thing::Path(_)
            | Thing::Number(_)
            | Thing::List(_)
            | Thing::Table(_)
            | Thing::Handle(_)
            | Thing::Connection(_)
            | Thing::Environment => false,
        }
    }

    /// `puts [1, 2]`: a list behind a blank is an argument.
    fn is_bare_list(&self, at: &Cursor, thing: &Thing) -> bool {
        if self.is(Language::Haskell) {
            return true;
        }
        let bare = self.dialect.syntax.calls != Calls::Parenthesised;
        bare && at.is_spaced() && matches!(thing, Thing::Named(_) | Thing::Method(_))
    }

    fn after_dot(&mut self, at: &mut Cursor, operand: Operand, sign: &str) -> Operand {
        let arrow = sign == "->";
        match at.kind() {
            Some(Kind::Name(name)) => {
                at.advance();
                // `new File("a").text = "x"`
                if matches!(operand.thing, Thing::Path(_)) && &*name == "text" && at.skip_sign("=") {
                    let content = self.expression(at);
                    return Operand::of(self.write(&Arguments::of([operand.thing, content])));
                }
                let thing = self.member(&operand.thing, &name, operand.place.as_ref());
                let place = dotted(operand.place.as_ref(), &name);
                self.keep_variable(&operand.thing, place.as_ref(), Some(&name));
                let assigns = at.is_sign("=") || at.is_sign("+=");
                let bare = match self.dialect.syntax.calls {
                    Calls::Parenthesised => false,
                    Calls::Bare => arrow && at.peek().is_none_or(|next| next.group(Bracket::Round).is_none()),
                    Calls::BareMembers => true,
                };
                if !bare || assigns {
                    return Operand { thing, place };
                }
                if is_constant_name(&name)
                    && at.peek().is_none_or(|next| next.group(Bracket::Round).is_none())
                {
                    return Operand { thing, place };
                }
                let mut arguments = match at.take_adjacent_group() {
                    Some(inner) => self.arguments(&inner),
                    None if !arrow && self.has_bare_arguments(at) => self.bare_arguments(at),
                    None => Arguments::default(),
                };
                self.block_argument(at, &mut arguments);
                Operand::of(self.call(&thing, place, arguments))
            }
            Some(Kind::Group(Bracket::Round, inner)) => {
                at.advance();
                let arguments = self.arguments(&inner);
                let thing = match self.dialect.syntax.layout {
                    // `f.(x)` in Ruby, `$f->(x)` in Perl, `f?.(x)` in JavaScript.
                    Layout::Braces | Layout::End | Layout::Indentation => {
                        self.call(&operand.thing, operand.place, arguments)
                    }
                };
                Operand::of(thing)
            }
            Some(Kind::Group(Bracket::Square | Bracket::Curly, inner)) => {
                at.advance();
                self.index(&operand, &inner)
            }
            Some(Kind::Variable(..)) => {
                at.advance();
                Operand::of(operand.thing.derived())
            }
            // `"ls".!` runs a text, in Scala.
            Some(Kind::Sign("!")) if self.is(Language::Jvm) => {
                while at.skip_sign("!") {}
                Operand::of(self.start(Style::Either, &Arguments::of([operand.thing])))
            }
            _ => operand,
        }
    }

    /// `"x" |> System.shell()`: what stands before is the first argument.
    fn piped(&mut self, at: &mut Cursor, first: Operand) -> Thing {
        at.skip_sign(":");
        let Some(Kind::Name(name)) = at.kind() else { return first.thing };
        at.advance();
        let mut callee = self.variables.get(&name).cloned();
        let mut callee = callee.take().unwrap_or_else(|| self.global(&self.dialect.canonical(&name)));
        while at.is_sign(".") {
            at.advance();
            let Some(Kind::Name(name)) = at.kind() else { break };
            at.advance();
            callee = self.member(&callee, &name, None);
        }
        let arguments = at.take_group(Bracket::Round).map(|inner| self.arguments(&inner));
        self.call(&callee, None, arguments.unwrap_or_default().behind(first))
    }

    /// A block behind a call is its last argument: `{ |x| … }`, `do |x| … end`.
    fn block_argument(&mut self, at: &mut Cursor, arguments: &mut Arguments) {
        if self.dialect.syntax.layout != Layout::End || at.is_at_line() {
            return;
        }
        let block = match at.take_group(Bracket::Curly) {
            Some(block) => block,
            None if at.skip_name("do") => {
                let count = before_end(at.rest());
                let block = at.take(count);
                at.skip_name("end");
                block
            }
            None => return,
        };
        arguments.positional.push(Operand::of(block_function(&block)));
    }

    fn has_bare_arguments(&self, at: &Cursor) -> bool {
        let Some(token) = at.peek().filter(|token| token.gap == Gap::Space) else { return false };
        let is_block = token.group(Bracket::Curly).is_some();
        self.starts_operand(token) && !is_block
    }

    /// A call without brackets: `system "x"`, `fork`.
    fn bare_call(&mut self, at: &mut Cursor, operand: Operand) -> Bare {
        let name = match &operand.thing {
            Thing::Named(name) => name,
            Thing::Function(function) if self.dialect.syntax.calls != Calls::Parenthesised => {
                let named = function.name.is_some() && operand.place.is_some();
                if !named {
                    return Bare::Not(operand);
                }
                let given = self.has_bare_arguments(at).then(|| self.bare_arguments(at));
                let arguments = given.unwrap_or_default();
                return Bare::Called(Operand::of(self.call(&operand.thing, None, arguments)));
            }
            _ => return Bare::Not(operand),
        };
        if operand.place.is_none() {
            return Bare::Not(operand);
        }
        let calls = self.dialect.syntax.calls;
        // Most languages need no look into the tables here.
        let is_known = calls != Calls::Parenthesised && self.meaning_of(name).is_some();
        let may = match calls {
            Calls::Bare => is_known || self.is_perl_block(at, name),
            Calls::BareMembers => is_known || name.starts_with(|first: char| first.is_lowercase()),
            Calls::Parenthesised => self.dialect.statements.contains(&&**name),
        };
        if !may {
            return Bare::Not(operand);
        }
        let perl_block = self.is_perl_block(at, name);
        // Elsewhere a name alone is the function, not its call.
        let calls_alone = matches!(self.dialect.language, Language::Perl | Language::Ruby);
        let mut arguments = if self.has_bare_arguments(at) || perl_block {
            self.bare_arguments(at)
        } else if is_known && calls_alone {
            Arguments::default()
        } else {
            return Bare::Not(operand);
        };
        self.block_argument(at, &mut arguments);
        let thing = self.call(&operand.thing, operand.place, arguments);
        // Without a place it is not called once more.
        Bare::Called(Operand::of(thing))
    }

    fn takes_block(&self, at: &Cursor, operand: &Operand) -> bool {
        matches!(&operand.thing, Thing::Named(name) if operand.place.is_some() && self.is_perl_block(at, name))
    }

    /// `map { … } @list`
    fn is_perl_block(&self, at: &Cursor, name: &str) -> bool {
        let block = at.peek().is_some_and(|token| token.group(Bracket::Curly).is_some());
        let blocks = [
            "map", "grep", "sort", "eval", "first", "any", "all", "fork", "print", "find", "try", "system",
            "exec",
        ];
        block && self.is(Language::Perl) && blocks.contains(&name)
    }

    fn assignment(&mut self, at: &mut Cursor, operand: Operand, with: Option<Operator>) -> Operand {
        let variable = self.assigned_variable(&operand);
        let right = self.expression(at);
        let thing = match with {
            None => right,
            // An unset variable adds nothing.
            Some(Operator::Add) if matches!(operand.thing, Thing::Named(_)) => right,
            Some(operator) => {
                let concatenates = operator == Operator::Add && self.dialect.syntax.dot == Dot::Concatenation;
                let operator = if concatenates { Operator::Concatenate } else { operator };
                self.combine(operator, &operand.thing, &right)
            }
        };
        self.set_variable(variable.as_deref(), &thing);
        if let Some(place) = &operand.place {
            self.assign(place, thing.clone());
            self.assign_inside(place, &thing);
        }
        Operand { thing, place: operand.place }
    }
}

/// Whether something was called.
enum Bare {
    Called(Operand),
    Not(Operand),
}

impl Cursor {
    /// Brackets that stand right behind a name.
    fn take_adjacent_group(&mut self) -> Option<super::token::Code> {
        if self.is_spaced() { None } else { self.take_group(Bracket::Round) }
    }
}

/// The name of a member of a variable.
fn dotted(place: Option<&Rc<str>>, name: &str) -> Option<Rc<str>> {
    let place = place.filter(|place| place.len() + name.len() < 128)?;
    Some(format!("{place}.{name}").into())
}

fn is_constant_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_uppercase())
}
