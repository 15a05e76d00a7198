//! What stands to be run in the files of other tools: `tox.ini`, `Procfile`, `mise.toml`, `build.ninja`, `CMakeLists.txt`,
//! `build.xml`, comments of Go. Whichever target is asked for, all of it is given: who has just written it means it.

use super::Recipe;

/// Recipes of one file that are followed.
const MAX_RECIPES: usize = 64;

/// The recipes of a file, by its name. `None`: no tool runs a file of that name by itself.
pub(crate) fn of_file(file: &str, text: &str) -> Option<Vec<Recipe>> {
    let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
    let mut recipes = match (file, ending) {
        ("CMakeLists.txt", _) | (_, "cmake") => cmake(text),
        ("tox.ini" | "setup.cfg", _) => settings(text, &["commands", "commands_pre", "commands_post"]),
        (_, "ninja") => settings(text, &["command"]),
        ("build.xml", _) => ant(text),
        (_, "toml") => toml(text),
        (_, "go") => generated(text),
        _ if file.starts_with("Procfile") => processes(text),
        _ => return None,
    };
    recipes.truncate(MAX_RECIPES);
    Some(recipes)
}

/// What a script of cmake runs and removes.
pub(crate) fn cmake(text: &str) -> Vec<Recipe> {
    let arguments = |call: &str| text_calls(text, call);
    let mut recipes = Vec::new();
    for call in arguments("execute_process(").into_iter().chain(arguments("add_custom_command(")) {
        for command in call.split("COMMAND").skip(1) {
            let keywords = ["WORKING_DIRECTORY", "RESULT_VARIABLE", "OUTPUT_VARIABLE", "COMMENT", "DEPENDS"];
            let end = keywords.iter().filter_map(|word| command.find(word)).min().unwrap_or(command.len());
            recipes.push(Recipe::new("cmake", command.get(..end).unwrap_or_default().trim()));
        }
    }
    for names in arguments("file(REMOVE_RECURSE") {
        recipes.push(Recipe::new("cmake", format!("rm -rf {names}")));
    }
    recipes
}

fn text_calls(text: &str, call: &str) -> Vec<String> {
    let inner = |rest: &str| rest.split(')').next().unwrap_or_default().to_owned();
    text.split(call).skip(1).map(inner).collect()
}

/// `key = command`, and the lines that are indented below it.
fn settings(text: &str, keys: &[&str]) -> Vec<Recipe> {
    let mut recipes = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        let indented = line.starts_with([' ', '\t']);
        match line.split_once('=').filter(|(key, _)| keys.contains(&key.trim())) {
            Some((key, command)) => {
                inside = true;
                recipes.push(Recipe::new(key.trim(), command.trim()));
            }
            None if inside && indented => recipes.push(Recipe::new("", line.trim())),
            None => inside = false,
        }
    }
    recipes.retain(|recipe| !recipe.text.is_empty());
    recipes
}

/// `web: command`
fn processes(text: &str) -> Vec<Recipe> {
    let process = |line: &str| {
        let (name, command) = line.split_once(':')?;
        (!name.trim_start().starts_with('#')).then(|| Recipe::new(name.trim(), command.trim()))
    };
    text.lines().filter_map(process).collect()
}

/// Keys of tasks in TOML whose value is a command, a list of commands or the words of one.
fn toml(text: &str) -> Vec<Recipe> {
    const COMMANDS: &[&str] = &["run", "script", "cmd", "shell", "run_windows"];
    const PROGRAMS: &[&str] =
        &["command", "runner", "linker", "rustc", "rustc-wrapper", "rustc-workspace-wrapper"];
    let mut recipes: Vec<Recipe> = Vec::new();
    let mut lines = text.lines();
    // In a table of tasks every key is one.
    let mut of_tasks = false;
    while let Some(line) = lines.next() {
        if let Some(table) = line.trim().strip_prefix('[').and_then(|rest| rest.split(']').next()) {
            of_tasks =
                matches!(table.rsplit('.').next(), Some("tasks" | "scripts")) && table != "project.scripts";
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let key = key.trim().rsplit('.').next().unwrap_or_default().trim_matches('"');
        let mut value = value.trim().to_owned();
        // A text or a list that goes on.
        let open = ["\"\"\"", "'''"].into_iter().find(|quote| value.matches(quote).count() == 1);
        let unclosed = |value: &str| value.starts_with('[') && !value.contains(']');
        while open.is_some_and(|quote| value.matches(quote).count() < 2) || unclosed(&value) {
            let Some(next) = lines.next() else { break };
            value.push('\n');
            value.push_str(next);
        }
        let words = texts(&value);
        if COMMANDS.contains(&key) || of_tasks {
            recipes.extend(words.into_iter().map(|text| Recipe::new(key, text)));
        } else if PROGRAMS.contains(&key) {
            recipes.push(Recipe::new(key, words.join(" ")));
        } else if let (Some(last), "args") = (recipes.last_mut(), key) {
            last.text.push(' ');
            last.text.push_str(&words.join(" "));
        }
    }
    recipes
}

/// The texts in a value of TOML: one, or those of a list.
fn texts(value: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut rest = value;
    while let Some(at) = rest.find(['"', '\'']) {
        let quoted = rest.get(at..).unwrap_or_default();
        let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| quoted.starts_with(quote));
        let Some(quote) = quote else { break };
        let inner = quoted.get(quote.len()..).unwrap_or_default();
        let Some(end) = inner.find(quote) else { break };
        texts.push(inner.get(..end).unwrap_or_default().replace("\\\"", "\"").trim().to_owned());
        rest = inner.get(end + quote.len()..).unwrap_or_default();
    }
    texts
}

/// `<exec executable="rm"><arg value="a"/></exec>`, `<delete dir="a"/>`
fn ant(text: &str) -> Vec<Recipe> {
    let mut recipes: Vec<Recipe> = Vec::new();
    for element in text.split('<').skip(1) {
        let attribute = |name: &str| {
            let (_, rest) = element.split_once(&format!("{name}=\""))?;
            rest.split('"').next()
        };
        let kind = element.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or_default();
        match (kind, recipes.last_mut()) {
            ("exec", _) => recipes.extend(attribute("executable").map(|program| Recipe::new("ant", program))),
            ("arg", Some(last)) => {
                for word in [attribute("value"), attribute("line")].into_iter().flatten() {
                    last.text.push(' ');
                    last.text.push_str(word);
                }
            }
            ("delete", _) => {
                let what = [attribute("dir"), attribute("file")].into_iter().flatten();
                recipes.extend(what.map(|path| Recipe::new("ant", format!("rm -rf {path}"))));
            }
            _ => {}
        }
    }
    recipes
}

/// `//go:generate command`
fn generated(text: &str) -> Vec<Recipe> {
    let command = |line: &str| Some(Recipe::new("go generate", line.strip_prefix("//go:generate ")?.trim()));
    text.lines().filter_map(command).collect()
}
