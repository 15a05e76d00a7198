//! What the build of an image runs, said as `docker run` would say it: each `RUN` line, with what it is given to see.

use super::Recipe;
use super::compose::quoted;

/// Lines that are looked at.
const MAX_LINES: usize = 128;

/// A secret that a build is given: its name, and the file.
pub(crate) struct BuildSecret {
    pub(crate) id: String,
    pub(crate) file: String,
}

impl BuildSecret {
    /// `id=token,src=.env`
    pub(crate) fn read(option: &str) -> Option<Self> {
        let file = field(option, &["src", "source"])?.to_owned();
        Some(Self { id: field(option, &["id"]).unwrap_or(&file).to_owned(), file })
    }
}

/// Each command of a Dockerfile that runs while the image is built.
pub(crate) fn dockerfile(text: &str, secrets: &[BuildSecret]) -> Vec<Recipe> {
    let mut recipes = Vec::new();
    let mut directory = None;
    for line in instructions(text).into_iter().take(MAX_LINES) {
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        match name.to_ascii_uppercase().as_str() {
            "WORKDIR" => directory = Some(rest.trim().to_owned()),
            "RUN" => recipes.push(run(rest.trim(), directory.as_deref(), secrets)),
            _ => {}
        }
    }
    recipes
}

fn run(line: &str, directory: Option<&str>, secrets: &[BuildSecret]) -> Recipe {
    let mut words = vec!["docker run".to_owned()];
    words.extend(directory.map(|directory| format!("-w {}", quoted(directory))));
    let mut command = line;
    while let Some(option) = command.strip_prefix("--") {
        let (option, rest) = option.split_once(char::is_whitespace).unwrap_or((option, ""));
        let mount = option.strip_prefix("mount=").and_then(|mount| mounted(mount, secrets));
        words.extend(mount.map(|mount| format!("-v {}", quoted(&mount))));
        command = rest.trim_start();
    }
    words.push("image".to_owned());
    // Words in a list are run as they are.
    let listed = command.strip_prefix('[').and_then(|words| words.trim_end().strip_suffix(']'));
    words.push(match listed {
        Some(listed) => listed.replace(',', " "),
        None => format!("sh -c {}", quoted(command)),
    });
    Recipe::new("RUN", words.join(" "))
}

/// What of this machine a `--mount` shows, and where.
fn mounted(mount: &str, secrets: &[BuildSecret]) -> Option<String> {
    let target = || field(mount, &["target", "dst", "destination"]);
    match field(mount, &["type"]).unwrap_or("bind") {
        "secret" => {
            let id = field(mount, &["id"]).or_else(|| target()?.rsplit('/').next())?;
            let secret = secrets.iter().find(|secret| secret.id == id)?;
            let target = target().map_or_else(|| format!("/run/secrets/{id}"), str::to_owned);
            Some(format!("{}:{target}", secret.file))
        }
        // What another stage has made is not of this machine.
        "bind" if field(mount, &["from"]).is_none() => {
            Some(format!("{}:{}:ro", field(mount, &["source", "src"])?, target()?))
        }
        _ => None,
    }
}

fn field<'a>(option: &'a str, names: &[&str]) -> Option<&'a str> {
    option.split(',').find_map(|part| {
        let (name, value) = part.split_once('=')?;
        names.contains(&name).then_some(value)
    })
}

/// The instructions: lines that go on are one, here-documents belong to theirs, comments are none.
fn instructions(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut held = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim_start().starts_with('#') {
            continue;
        }
        if let Some(part) = line.trim_end().strip_suffix('\\') {
            held.push_str(part);
            held.push(' ');
            continue;
        }
        held.push_str(line);
        // `RUN <<EOF`: what follows is the script.
        let opened = held.trim_start().get(..3).is_some_and(|name| name.eq_ignore_ascii_case("run"));
        if opened && let Some(mark) = held.trim_end().rsplit_once("<<").map(|(_, mark)| mark.to_owned()) {
            let mark = mark.trim_start_matches('-').trim_matches(['"', '\'']);
            let script: Vec<&str> = lines.by_ref().take_while(|line| line.trim() != mark).collect();
            held = held.replace(held.trim_start().get(3..).unwrap_or_default(), " ");
            held.push_str(&script.join("\n"));
        }
        all.push(std::mem::take(&mut held).trim().to_owned());
    }
    if !held.is_empty() {
        all.push(held);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_run_line_is_a_command_in_a_container() {
        let file = "FROM a\n# RUN b\nWORKDIR /app\nRUN c && \\\n  d\nRUN [\"e\", \"f\"]\nRUN <<EOF\ng\nh\nEOF\nCMD i";
        let texts: Vec<String> = dockerfile(file, &[]).into_iter().map(|recipe| recipe.text).collect();
        assert_eq!(
            texts,
            [
                "docker run -w '/app' image sh -c 'c &&    d'",
                "docker run -w '/app' image \"e\"  \"f\"",
                "docker run -w '/app' image sh -c 'g\nh'"
            ]
        );
    }

    #[test]
    fn a_secret_is_shown_where_it_is_mounted() {
        let secrets = [BuildSecret::read("id=k,src=.env").unwrap()];
        let texts = |file: &str| dockerfile(file, &secrets).into_iter().map(|it| it.text).collect::<Vec<_>>();
        assert_eq!(
            texts("RUN --mount=type=secret,id=k cat /run/secrets/k"),
            ["docker run -v '.env:/run/secrets/k' image sh -c 'cat /run/secrets/k'"]
        );
        assert_eq!(texts("RUN --mount=type=cache,target=/c make"), ["docker run image sh -c 'make'"]);
    }
}
