//! What `sed -i` makes of a file, whole. It is only computed where a rule wants to know the file that results.

mod machine;
mod program;
mod replacement;
#[cfg(test)]
mod tests;

use super::Printing;
use super::parsed;
use super::regex::Dialect;

/// Longer files are not computed.
const MAX_TEXT: usize = 512 * 1024;

/// What sed makes of a text, by its words but for the files; `None` if that is not followed.
pub(crate) fn edited(words: &[String], text: &str) -> Option<String> {
    let asked = Asked::read(words)?;
    if text.len() > MAX_TEXT {
        return None;
    }
    let printing = if asked.script.starts_with("#n\n") { Printing::WhenTold } else { asked.printing };
    let (steps, understood) = parsed(&asked.script);
    if !understood {
        return None;
    }
    let program = program::Program::of(steps, asked.dialect)?;
    machine::run(&program, printing, text)
}

/// The words of a sed that only prints, and the files that it reads; nothing if that is not followed.
pub(crate) fn divided(words: &[String]) -> Option<(Vec<String>, Vec<String>)> {
    let first =
        (1..words.len()).find(|at| words.get(..*at).is_some_and(|words| Asked::read(words).is_some()))?;
    let (own, files) = words.split_at_checked(first)?;
    // In place it prints nothing, and apart it counts anew in each file.
    let is_apart = |word: &String| {
        let letters = word.strip_prefix('-').filter(|letters| !letters.starts_with(['-', 'e']));
        word.starts_with("--in-place")
            || word.starts_with("--separate")
            || letters.is_some_and(|letters| letters.contains(['i', 's']))
    };
    (!own.iter().any(is_apart)).then(|| (own.to_vec(), files.to_vec()))
}

/// What a command line asks of sed.
struct Asked {
    script: String,
    printing: Printing,
    dialect: Dialect,
}

impl Asked {
    fn read(words: &[String]) -> Option<Self> {
        let mut asked = Self { script: String::new(), printing: Printing::Always, dialect: Dialect::Basic };
        let mut scripts: Vec<&str> = Vec::new();
        let mut operands: Vec<&str> = Vec::new();
        let mut rest = words.iter().map(String::as_str);
        while let Some(word) = rest.next() {
            if word == "--" {
                operands.extend(rest.by_ref());
            } else if let Some(long) = word.strip_prefix("--") {
                let (name, value) =
                    long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
                match name {
                    "expression" => scripts.push(value.or_else(|| rest.next())?),
                    "quiet" | "silent" => asked.printing = Printing::WhenTold,
                    "regexp-extended" => asked.dialect = Dialect::Extended,
                    "in-place" | "separate" | "unbuffered" | "binary" | "follow-symlinks" | "sandbox" => {}
                    _ => return None,
                }
            } else if let Some(letters) = word.strip_prefix('-').filter(|letters| !letters.is_empty()) {
                asked.read_letters(letters, &mut scripts, &mut rest)?;
            } else {
                operands.push(word);
            }
        }
        let mut operands = operands.into_iter().peekable();
        if scripts.is_empty() {
            // The sed of the BSDs wants an ending for the old file, which may be nothing: `sed -i '' s/a/b/ f`.
            operands.next_if(|first| first.is_empty());
            scripts.push(operands.next()?);
        }
        asked.script = scripts.join("\n");
        operands.next().is_none().then_some(asked)
    }

    fn read_letters<'w>(
        &mut self,
        letters: &'w str,
        scripts: &mut Vec<&'w str>,
        rest: &mut impl Iterator<Item = &'w str>,
    ) -> Option<()> {
        for (at, letter) in letters.char_indices() {
            let value = letters.get(at + 1..).filter(|value| !value.is_empty());
            match letter {
                'n' => self.printing = Printing::WhenTold,
                'E' | 'r' => self.dialect = Dialect::Extended,
                's' | 'u' | 'b' => {}
                // What follows is the ending of the old file.
                'i' => return Some(()),
                'e' => {
                    scripts.push(value.or_else(|| rest.next())?);
                    return Some(());
                }
                _ => return None,
            }
        }
        Some(())
    }
}
