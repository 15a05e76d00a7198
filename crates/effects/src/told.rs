//! What filters make of files, for who wants to know the file that results.

use crate::effect::Made;
use crate::{filters, sed};

/// What a filter that is given files makes of them; nothing if it is none that is followed.
pub(crate) fn made_of(program: &str, words: &[String]) -> Option<Made> {
    let program = program.rsplit('/').next().unwrap_or(program);
    let (options, files) = match program {
        "cat" => (Vec::new(), words.to_vec()),
        "head" | "tail" => {
            let (file, options) = words.split_last()?;
            // With a number of its own it is none of a file: `head -n 5`.
            let waits = options
                .last()
                .is_some_and(|last| matches!(last.as_str(), "-n" | "-c" | "--lines" | "--bytes"));
            (options.to_vec(), (!waits).then(|| vec![file.clone()])?)
        }
        "sed" | "gsed" => sed::divided(words)?,
        _ => return None,
    };
    let is_file = |word: &String| !word.starts_with('-') && !word.is_empty();
    (!files.is_empty() && files.iter().all(is_file)).then(|| Made {
        program: program.to_owned(),
        words: options,
        files,
        adds: false,
    })
}

/// What a filter makes of a file that it is fed.
pub(crate) fn made_of_input(program: &str, words: &[String], file: String) -> Option<Made> {
    let program = program.rsplit('/').next().unwrap_or(program);
    (program == "tr").then(|| Made {
        program: program.to_owned(),
        words: words.to_vec(),
        files: vec![file],
        adds: false,
    })
}

/// What a filter makes of what its files hold, one after the other.
pub fn filtered_text(made: &Made, text: &str) -> Option<String> {
    if made.program.ends_with("sed") {
        return sed::edited(&made.words, text);
    }
    if made.program == "cat" {
        return Some(text.to_owned());
    }
    let words: Vec<&str> = made.words.iter().map(String::as_str).collect();
    match filters::filter(&made.program, &words, text)? {
        filters::Filtered::Text(text) => Some(text),
        filters::Filtered::Bytes(_) | filters::Filtered::Hidden => None,
    }
}
