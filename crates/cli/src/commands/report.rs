//! `report`: figures as a page to be looked at, or for other programs.

use std::io::{ErrorKind, IsTerminal};
use std::path::PathBuf;

use anstream::println;
use anyhow::Context;
use clap::{Args, ValueEnum};
use hookward_io::replace_private;
use hookward_report::{Blocked, Setting, page};

use super::blocked::waiting;
use super::figures::{Choice, moment};
use super::{Outcome, Usage, now, print_whole};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The file to write; without it, standard output, or at a terminal a file whose place is told
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// As what; by default what the file's name says, else a page
    #[arg(long, value_enum)]
    format: Option<Format>,
    #[command(flatten)]
    choice: Choice,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Html,
    Json,
    Csv,
}

impl Format {
    fn extension(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Json => "json",
            Self::Csv => "csv",
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let figures = arguments.choice.figures()?;
    let extension = arguments.out.as_ref().and_then(|path| path.extension()?.to_str());
    let format = arguments.format.unwrap_or(match extension {
        Some("json") => Format::Json,
        Some("csv") => Format::Csv,
        Some(_) | None => Format::Html,
    });
    let text = match format {
        Format::Html => {
            let blocked = waiting(&figures.situation)?.into_iter().map(|(known, entry)| Blocked {
                session: known,
                since: moment(entry.at, &figures.zone),
                rule: entry.rule,
                row: entry.length,
                subject: entry.subject,
            });
            let setting = Setting {
                made: moment(now(), &figures.zone),
                blocked: blocked.collect(),
                zone: figures.zone.clone(),
            };
            page(&figures.stats, &setting)
        }
        Format::Json => format!("{}\n", figures.stats.json()),
        Format::Csv => figures.stats.csv(),
    };
    let path = match (&arguments.out, std::io::stdout().is_terminal()) {
        (Some(path), _) => path.clone(),
        (None, false) => {
            print_whole(text.as_bytes())?;
            return Ok(Outcome::Fine);
        }
        (None, true) => {
            let places = figures.situation.places.as_ref().context("there is no home directory")?;
            places.cache.join("report").with_extension(format.extension())
        }
    };
    // It tells of commands and paths: it is for its owner alone, until they hand it on.
    if let Err(error) = replace_private(&path, text.as_bytes()) {
        let said = format!("{} cannot be written", path.display());
        return Err(match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::IsADirectory
                if arguments.out.is_some() =>
            {
                Usage(format!("{said}: {error}")).into()
            }
            _ => anyhow::Error::new(error).context(said),
        });
    }
    println!("{}", path.display());
    Ok(Outcome::Fine)
}
