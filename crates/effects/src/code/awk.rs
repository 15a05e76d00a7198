//! What only awk has: output that is redirected, and lines that are taken from commands and files.

use super::cursor::Cursor;
use super::datum::{Datum, Origin};
use super::machine::Machine;
use super::thing::Thing;
use super::token::{Code, Gap, Token};
use super::{Started, Step};

impl Machine<'_> {
    /// `print …`, `print … > "file"`, `print … | "command"`, `getline < "file"`
    pub(super) fn awk_statement(&mut self, word: &str, at: &mut Cursor) -> Thing {
        if word == "getline" {
            return self.awk_getline(at);
        }
        at.advance();
        let statement = {
            let rest = at.rest();
            let ends = |token: &Token| token.is_sign(";") || token.gap == Gap::Line;
            let count = rest.iter().position(ends).unwrap_or(rest.len());
            at.take(count)
        };
        let tokens = statement.tokens();
        let redirects = |token: &Token| token.is_sign(">") || token.is_sign(">>") || token.is_sign("|");
        let Some(sign) = tokens.iter().position(redirects) else {
            let printed =
                if word == "printf" { self.awk_formatted(&statement) } else { self.awk_printed(&statement) };
            self.emit(Step::Print(printed));
            return Thing::unknown();
        };
        let pipes = tokens.get(sign).is_some_and(|token| token.is_sign("|"));
        let printed = self.awk_printed(&statement.part(0, sign));
        let target = self.expression(&mut Cursor::new(&statement.part(sign + 1, tokens.len())));
        if pipes {
            let command = target.datum();
            let program = Started::Shell(command.value.clone());
            self.shell(command);
            self.fed(program, printed);
        } else {
            match target.known() {
                Some("/dev/stdout" | "/dev/stderr" | "-") => self.emit(Step::Print(printed)),
                Some(_) | None => self.emit(Step::Write(target.datum().value, printed)),
            };
        }
        Thing::unknown()
    }

    /// What a `print` prints; a line of the input where nothing is said.
    fn awk_printed(&mut self, code: &Code) -> Datum {
        let arguments = self.arguments(code);
        let data: Vec<Datum> = arguments.things().flat_map(Thing::data).collect();
        let blank = Datum::known(" ");
        let joined = data.into_iter().reduce(|all, datum| all.join(&blank).join(&datum));
        joined.unwrap_or_else(Datum::unknown)
    }

    /// What a `printf` prints, with a letter for each number where one is asked for.
    fn awk_formatted(&mut self, code: &Code) -> Datum {
        let arguments = self.arguments(code);
        let mut things = arguments.things();
        let Some(format) = things.next().map(Thing::datum) else { return Datum::unknown() };
        let letters = format.text().is_some_and(|text| text.contains("%c"));
        let values = things.map(|thing| match thing.number().and_then(|number| u32::try_from(number).ok()) {
            Some(number) if letters => {
                char::from_u32(number).map_or_else(Thing::unknown, |it| Thing::text(it.to_string()))
            }
            Some(_) | None => thing.clone(),
        });
        super::format::percent(&format, &Thing::list(values.collect()))
    }

    /// `"command" | getline x`
    pub(super) fn awk_pipe(&mut self, command: &Thing, at: &mut Cursor) -> Thing {
        let datum = command.datum();
        let given = Thing::of(Datum::from_origin(Origin::Shell(datum.value.clone())));
        self.shell(datum);
        at.skip_name("getline");
        self.awk_line_into(at, &given);
        given
    }

    fn awk_getline(&mut self, at: &mut Cursor) -> Thing {
        at.advance();
        let target = at.peek().and_then(Token::name).cloned();
        if target.is_some() {
            at.advance();
        }
        if !at.skip_sign("<") {
            return Thing::unknown();
        }
        let path = self.operation(at, super::operator::BELOW_WORDS).datum().value;
        self.emit(Step::Read(path.clone()));
        let given = Thing::of(Datum::from_origin(Origin::File(path)));
        if let Some(target) = target {
            self.assign(&target, given.clone());
        } else {
            self.assign(&"$0".into(), given.clone());
        }
        given
    }

    fn awk_line_into(&mut self, at: &mut Cursor, given: &Thing) {
        match at.peek().and_then(Token::name).cloned() {
            Some(target) => {
                at.advance();
                self.assign(&target, given.clone());
            }
            None => self.assign(&"$0".into(), given.clone()),
        }
    }
}
