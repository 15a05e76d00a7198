//! What a tool prints line by line: a place and a message in each, or below a line that names the file.

use super::Problem;

/// How a tool says that it has mended something already.
const MENDED: &str = "[Corrected] ";

/// How a message begins that is only a warning.
pub(super) const WARNING: &str = "warning";

/// The problems that the lines of an output name.
pub(super) fn lines(output: &str) -> Vec<Problem> {
    let mut found: Vec<Problem> = Vec::new();
    let mut file = None;
    let mut is_titled = false;
    for text in output.lines().map(str::trim) {
        if let Some(problem) = titled(text) {
            found.push(problem);
            is_titled = true;
        } else if let Some(problem) = placed(text) {
            found.push(problem);
            is_titled = false;
        } else if let Some(message) = marked(text).filter(|_| is_titled) {
            if let Some(problem) = found.last_mut() {
                problem.message = format!("{message} ({})", problem.message);
            }
            is_titled = false;
        } else if is_path(text) {
            file = Some(text);
        } else {
            found.extend(file.and_then(|file| below(file, text)));
        }
    }
    found.retain(|problem| !problem.message.contains(MENDED));
    found
}

/// `src/a.ts:3:5 lint/suspicious/noDebugger  FIXABLE  ━━━━━━`: what is wrong follows.
fn titled(text: &str) -> Option<Problem> {
    let title = text.strip_suffix('━')?.trim_end_matches('━');
    let (place, title) = title.split_once(' ')?;
    let path = place.split(':').next().filter(|path| is_path(path))?;
    let title = title.replace(" FIXABLE ", "").trim().to_owned();
    path.contains('.').then(|| Problem { place: place.to_owned(), message: title })
}

/// What follows a title: `× This is unexpected.`, `! This is unused.`
fn marked(text: &str) -> Option<String> {
    let wrong = text.strip_prefix("× ").map(str::to_owned);
    wrong.or_else(|| text.strip_prefix("! ").map(|text| format!("{WARNING}: {text}")))
}

/// Whether a line is nothing but a path: it has an ending, and blanks only if it is sure to be one.
fn is_path(text: &str) -> bool {
    let is_sure = text.starts_with('/') || text.starts_with("./");
    let name = text.rsplit('/').next().unwrap_or(text);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    (is_sure || !text.contains(' ')) && !text.contains("//") && is_ending(ending) && !text.contains(':')
}

fn is_ending(ending: &str) -> bool {
    !ending.is_empty() && ending.len() <= 6 && ending.chars().all(char::is_alphanumeric)
}

/// What stands below the name of a file: `3:7  error  'x' is never used  no-unused-vars`, `3:7  Error: …`, `3:7  ✖  …`.
fn below(file: &str, text: &str) -> Option<Problem> {
    let (numbers, message) = text.split_once(' ')?;
    let (row, column) = numbers.split_once(':')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    (is_number(row) && is_number(column) && !message.is_empty())
        .then(|| Problem { place: format!("{file}:{numbers}"), message })
}

/// `src/a.ts:3:5: message`, `src/a.ts(3,5): message`, `A.java:[3,5] message`, `  /w/a.py:3:5 - error: message`, `::error file=a,line=3,…::message`.
pub(super) fn placed(text: &str) -> Option<Problem> {
    // Maven, Prettier and `go vet` say in front whose words they are.
    let text = text.trim();
    let text = ["[ERROR] ", "[error] ", "vet: "].iter().fold(text, |text, own| text.trim_start_matches(own));
    let text = text.trim_start();
    if let Some((place, message)) = annotation(text) {
        return Some(Problem { place, message });
    }
    if let Some(problem) = place_behind(text).or_else(|| place_amid(text)) {
        return Some(problem);
    }
    let (path, rest) = path_in_front(text)?;
    if let Some(problem) = numbers_behind(path, rest) {
        return Some(problem);
    }
    let (numbers, message) = if let Some(rest) = rest.strip_prefix('(') {
        let (numbers, rest) = rest.split_once(')')?;
        (numbers.replace(',', ":"), rest)
    } else if let Some(rest) = rest.strip_prefix(":[") {
        let (numbers, rest) = rest.split_once(']')?;
        (numbers.replace(',', ":"), rest)
    } else {
        let rest = rest.strip_prefix(':')?;
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(rest.len());
        let (numbers, message) = rest.split_at_checked(end)?;
        (numbers.trim_end_matches(':').to_owned(), message)
    };
    if numbers.is_empty() || !numbers.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let message = message.trim_start_matches([':', ' ', '-']).trim();
    (!message.is_empty()).then(|| Problem { place: format!("{path}:{numbers}"), message: message.to_owned() })
}

/// PHP: `PHP Parse error:  syntax error in /w/a.php on line 4`; it says so once for people, and once for its log.
fn place_behind(text: &str) -> Option<Problem> {
    let (rest, number) = text.rsplit_once(" on line ")?;
    let (message, path) = rest.rsplit_once(" in ")?;
    let is_place =
        number.bytes().all(|byte| byte.is_ascii_digit()) && path.contains('.') && !path.contains(' ');
    let message = message.trim_start_matches("PHP ").split_whitespace().collect::<Vec<_>>().join(" ");
    is_place.then(|| Problem { place: format!("{path}:{number}"), message })
}

/// Prettier and Babel: `src/a.ts: SyntaxError: ',' expected. (1:36)`.
pub(super) fn numbers_behind(path: &str, rest: &str) -> Option<Problem> {
    let (message, numbers) = rest.strip_prefix(": ")?.strip_suffix(')')?.rsplit_once(" (")?;
    let is_place = numbers.contains(':') && numbers.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
    is_place.then(|| Problem { place: format!("{path}:{numbers}"), message: message.to_owned() })
}

/// Formatters of Python: `error: Failed to parse src/a.py:1:32: Expected ':'`, `error: cannot parse: src/a.py:1:31`.
fn place_amid(text: &str) -> Option<Problem> {
    let rest = text.strip_prefix("error: ")?;
    let at = rest.find(" parse")? + " parse".len();
    let (before, place) = rest.split_at_checked(at)?;
    let place = place.trim_start_matches([':', ' ']);
    let (path, _) = path_in_front(place)?;
    let numbers = place.get(path.len()..)?;
    let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(numbers.len());
    let (numbers, message) = numbers.split_at_checked(end)?;
    let numbers = numbers.trim_end_matches(':');
    let message = if message.trim().is_empty() { before } else { message };
    (numbers.len() > 1)
        .then(|| Problem { place: format!("{path}{numbers}"), message: message.trim().to_owned() })
}

/// The path that a line starts with, and what follows it. A path has an ending, and no space.
pub(super) fn path_in_front(text: &str) -> Option<(&str, &str)> {
    let end = text.find([':', '(', ' ']).unwrap_or(text.len());
    let (path, rest) = text.split_at_checked(end)?;
    let name = path.rsplit('/').next().unwrap_or(path);
    let (stem, ending) = name.rsplit_once('.')?;
    (is_ending(ending) && !stem.is_empty() && !stem.contains("//")).then_some((path, rest))
}

/// What some tools print for a forge: `::error file=a.ts,line=3,col=5,…::message`.
fn annotation(text: &str) -> Option<(String, String)> {
    let (rest, sign) = match text.strip_prefix("::error ") {
        Some(rest) => (rest, String::new()),
        None => (text.strip_prefix("::warning ")?, format!("{WARNING}: ")),
    };
    let (keys, message) = rest.split_once("::")?;
    let key = |name: &str| keys.split(',').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    let place = [key("file"), key("line"), key("col")].into_iter().flatten().collect::<Vec<_>>().join(":");
    Some((place, format!("{sign}{message}")))
}
