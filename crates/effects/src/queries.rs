//! Queries of jq and yq, and templates: which variables and files they show.

use crate::source::{Source, Sources};
use crate::value::Value;

/// The variables that a filter shows: `env`, `$ENV.KEY`, `strenv(KEY)`.
pub(crate) fn variables(value: &Value) -> Sources {
    let Some(text) = value.known() else { return Sources::NONE };
    let mut sources = Sources::NONE;
    // Of what `docker inspect` shows, the variables.
    if text.contains("Config.Env") {
        sources.add(&Sources::from(Source::Secret("the variables of a container")));
    }
    for (at, found) in text.match_indices("$ENV").chain(text.match_indices("env")) {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let is_text = text.get(..at).is_some_and(|before| before.ends_with("str"));
        if !is_text
            && before
                .is_some_and(|letter| letter.is_alphanumeric() || matches!(letter, '.' | '_' | '"' | '$'))
            && found == "env"
        {
            continue;
        }
        let rest = text.get(at + found.len()..).unwrap_or_default();
        let name: String = rest
            .trim_start_matches(['.', '[', '"', '('])
            .chars()
            .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
            .collect();
        let single = rest.starts_with(['.', '[', '(']) && !name.is_empty();
        let source = if single { Source::Variable(name) } else { Source::Environment };
        if single || rest.is_empty() || rest.starts_with([' ', '|', ')', ']', ',', '}', '.', '[']) {
            sources.add(&Sources::from(source));
        }
    }
    sources
}

/// The files that a query of yq takes in: `load("a")`, `load_str("a")`.
pub(crate) fn files(value: &Value) -> Vec<String> {
    let Some(text) = value.known().filter(|text| text.contains("load")) else { return Vec::new() };
    let calls = text.match_indices("load").filter_map(|(at, _)| {
        let (_, argument) = text.get(at..)?.split_once('(')?;
        let argument = argument.trim_start().strip_prefix('"')?;
        argument.split('"').next().map(str::to_owned)
    });
    calls.collect()
}

/// The variables that a template names: `$A`, `${A}`.
pub(crate) fn variables_of_template(template: &Value) -> Sources {
    let Some(text) = template.known() else { return Sources::NONE };
    let names = text.split('$').skip(1).map(|rest| {
        let rest = rest.strip_prefix('{').unwrap_or(rest);
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        rest.get(..end.unwrap_or(rest.len())).unwrap_or_default()
    });
    names
        .filter(|name| !name.is_empty())
        .fold(Sources::NONE, |sources, name| sources.and(&Sources::from(Source::Variable(name.to_owned()))))
}
