//! Drawings: columns over time or classes, and bars by name. Each part has its words, for whoever points at it or hears it.

use hookward_core::line;

use super::html::Html;

/// A part of a column or bar: its class in the style sheet, and how much it is.
pub(super) type Piece = (Colour, u64);

/// The colours, by what they stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colour {
    Deny,
    Ask,
    Advise,
    Approve,
    Silent,
    Shadow,
    Time,
}

impl Colour {
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Deny => "deny",
            Self::Ask => "ask",
            Self::Advise => "advise",
            Self::Approve => "approve",
            Self::Silent => "silent",
            Self::Shadow => "shadow",
            Self::Time => "time",
        }
    }
}

/// One column or bar.
pub(super) struct Mark {
    /// What stands below or beside it.
    pub(super) name: String,
    /// All of it in words.
    pub(super) words: String,
    /// What stands at the end of a bar.
    pub(super) value: String,
    /// Its parts, from the base on.
    pub(super) pieces: Vec<Piece>,
}

impl Mark {
    fn total(&self) -> u64 {
        self.pieces.iter().fold(0, |total, (_, much)| total.saturating_add(*much))
    }
}

/// How wide a drawing is, in its own units.
#[derive(Clone, Copy)]
pub(super) enum Width {
    Whole,
    Half,
    Third,
}

impl Width {
    fn units(self) -> f64 {
        match self {
            Self::Whole => 1040.0,
            Self::Half => 500.0,
            Self::Third => 320.0,
        }
    }

    /// How many letters of a name there is room for.
    fn letters(self) -> usize {
        match self {
            Self::Whole => 140,
            Self::Half => 66,
            Self::Third => 42,
        }
    }
}

const HEIGHT: f64 = 190.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 10.0;
const BELOW: f64 = 24.0;

/// No column has more room than that: of few days, the first stand where a small screen begins to show them.
const SLOT: f64 = 110.0;

#[allow(clippy::cast_precision_loss, reason = "a drawing is not that exact")]
fn real(number: u64) -> f64 {
    number as f64
}

/// A round number that is not less: 1, 2 or 5 and zeros.
fn round_up(number: u64) -> u64 {
    let mut step = 1_u64;
    loop {
        for factor in [1, 2, 5] {
            let round = step.saturating_mul(factor);
            if round >= number || round == u64::MAX {
                return round.max(1);
            }
        }
        step = step.saturating_mul(10);
    }
}

/// Columns, one beside the other, with a scale. `unit` says a number of the scale.
pub(super) fn columns(title: &str, width: Width, marks: &[Mark], unit: fn(u64) -> String) -> Html {
    let units = width.units();
    let step = round_up(marks.iter().map(Mark::total).max().unwrap_or(0).max(4).div_ceil(4));
    // No more of the scale than is needed.
    let lines = marks.iter().map(Mark::total).max().unwrap_or(0).div_ceil(step).max(1);
    let top = step.saturating_mul(lines);
    let plot = HEIGHT - BELOW - 8.0;
    let y = |much: u64| 8.0 + plot * (1.0 - real(much) / real(top));
    let mut svg = begin(title, width, HEIGHT);
    for nth in 0..=lines {
        let at = y(step.saturating_mul(nth));
        let class = if nth == 0 { "<line class=\"base\" x1=\"" } else { "<line class=\"grid-line\" x1=\"" };
        svg.markup(class).number(LEFT).markup("\" x2=\"").number(units);
        svg.markup("\" y1=\"").number(at).markup("\" y2=\"").number(at).markup("\"/>");
        svg.markup("<text text-anchor=\"end\" x=\"").number(LEFT - 8.0).markup("\" y=\"").number(at + 4.0);
        svg.markup("\">").text(&unit(step.saturating_mul(nth))).markup("</text>");
    }
    let slot = ((units - LEFT - RIGHT) / real(marks.len().max(1) as u64)).min(SLOT);
    let wide = (slot * 0.74).clamp(1.0, 44.0);
    // Names need some room: not every column has one below it.
    let every = (64.0 / slot).ceil().max(1.0);
    for (place, mark) in marks.iter().enumerate() {
        let x = LEFT + slot * real(place as u64) + (slot - wide) / 2.0;
        svg.markup("<g class=\"bar\"><title>").text(&mark.words).markup("</title>");
        // What can be pointed at is the whole slot, also where there is little to see.
        svg.markup("<rect fill=\"transparent\" x=\"").number(LEFT + slot * real(place as u64));
        svg.markup("\" y=\"8\" width=\"").number(slot).markup("\" height=\"").number(plot).markup("\"/>");
        let mut below = 0_u64;
        for (colour, much) in mark.pieces.iter().filter(|(_, much)| *much > 0) {
            let (from, to) = (y(below.saturating_add(*much)), y(below));
            svg.markup("<rect rx=\"1.5\" class=\"").markup(colour.class()).markup("\" x=\"").number(x);
            svg.markup("\" y=\"").number(from).markup("\" width=\"").number(wide);
            svg.markup("\" height=\"").number((to - from).max(0.8)).markup("\"/>");
            below = below.saturating_add(*much);
        }
        svg.markup("</g>");
        if real(place as u64) % every == 0.0 {
            svg.markup("<text text-anchor=\"middle\" x=\"").number(x + wide / 2.0);
            svg.markup("\" y=\"").number(HEIGHT - 6.0).markup("\">").text(&mark.name).markup("</text>");
        }
    }
    svg.markup("</svg>");
    svg
}

/// Bars, one below the other, each with its name above it.
pub(super) fn bars(title: &str, width: Width, marks: &[Mark]) -> Html {
    const ROW: f64 = 36.0;
    let units = width.units();
    let room = units - 84.0;
    let most = marks.iter().map(Mark::total).max().unwrap_or(0).max(1);
    let mut svg = begin(title, width, ROW * real(marks.len() as u64));
    for (place, mark) in marks.iter().enumerate() {
        let y = ROW * real(place as u64);
        svg.markup("<g class=\"bar\"><title>").text(&mark.words).markup("</title>");
        svg.markup("<text class=\"name\" x=\"0\" y=\"").number(y + 13.0).markup("\">");
        svg.text(&line(&mark.name, width.letters())).markup("</text>");
        let mut x = 0.0;
        for (colour, much) in mark.pieces.iter().filter(|(_, much)| *much > 0) {
            let wide = (room * real(*much) / real(most)).max(1.5);
            svg.markup("<rect rx=\"2\" class=\"").markup(colour.class()).markup("\" x=\"").number(x);
            svg.markup("\" y=\"").number(y + 18.0).markup("\" width=\"").number(wide);
            svg.markup("\" height=\"11\"/>");
            x += wide;
        }
        svg.markup("<text class=\"value\" x=\"").number(x + 7.0).markup("\" y=\"").number(y + 28.0);
        svg.markup("\">").text(&mark.value).markup("</text></g>");
    }
    svg.markup("</svg>");
    svg
}

fn begin(title: &str, width: Width, height: f64) -> Html {
    let mut svg = Html::default();
    svg.markup(match width {
        // On a small screen it is moved rather than shrunk.
        Width::Whole => "<svg class=\"wide\" role=\"img\" viewBox=\"0 0 ",
        Width::Half | Width::Third => "<svg role=\"img\" viewBox=\"0 0 ",
    });
    svg.number(width.units()).markup(" ").number(height);
    svg.markup("\" aria-label=\"").text(title).markup("\"><title>").text(title).markup("</title>");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_column_stands_at_the_beginning() {
        let mark = Mark { name: "17 Nov".into(), words: String::new(), value: String::new(), pieces: vec![] };
        let drawn = columns("days", Width::Whole, &[mark], |number| number.to_string()).finish();
        let (_, name) = drawn.rsplit_once("<text text-anchor=\"middle\" x=\"").unwrap();
        assert!(name.split('"').next().unwrap().parse::<f64>().unwrap() < LEFT + SLOT, "{drawn}");
    }

    #[test]
    fn a_scale_ends_at_a_round_number() {
        assert_eq!([0, 1, 3, 11, 99, 201].map(round_up), [1, 1, 5, 20, 100, 500]);
        assert_eq!(round_up(u64::MAX), u64::MAX);
    }
}
