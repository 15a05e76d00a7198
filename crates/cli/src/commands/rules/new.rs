//! `rules new`: an own hook, or an own rule, that works, with a test that it can fail; to be made what is wanted.

use std::fs;
use std::path::{Path, PathBuf};

use anstream::println;
use anyhow::Context;
use clap::{Args, ValueEnum};
use hookward_core::Category;
use hookward_core::policy::{Layer, OwnHook, Source, TrustItem, compile};
use hookward_io::{PROJECT_FILE, Trust, write_new};

use crate::commands::{Outcome, Usage, current_directory, sync, whole_policy, workspace};
use crate::paint::BOLD;
use crate::registrations::Site;
use crate::situation::Situation;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Its name: `gate/licence-header`, or `licence-header` for a gate
    name: String,
    /// Make an own rule without code, not a script
    #[arg(long)]
    rule: bool,
    /// The language of the script
    #[arg(long, value_enum, default_value = "sh", conflicts_with = "rule")]
    lang: Language,
}

/// The language of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Language {
    Sh,
    Python,
}

/// What is made for a name.
struct Making {
    id: String,
    /// The name without its category.
    name: String,
    root: PathBuf,
    language: Language,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let situation = Situation::find(&[], &current_directory()?.display().to_string());
    whole_policy(&situation)?;
    let root = workspace(&situation)?;
    let making = Making::of(arguments, Path::new(root))?;
    let files = if arguments.rule { Vec::new() } else { making.files() };
    if let Some((file, _)) = files.iter().find(|(file, _)| file.exists()) {
        let file = below(file, &making.root);
        return Err(Usage(format!("{file} is there already; nothing was changed")).into());
    }
    let lines = if arguments.rule { making.rule() } else { making.hook() };
    let policy = making.root.join(PROJECT_FILE);
    let before = if policy.exists() { fs::read_to_string(&policy)? } else { String::new() };
    // Lines at the end of a file leave all that stands there as it is, comments too.
    let between = match before.as_str() {
        "" => "",
        text if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    let after = format!("{before}{between}{lines}");
    let hooks = making.check(&situation, &policy, &after)?;
    for (file, text) in &files {
        file.parent().map_or(Ok(()), fs::create_dir_all)?;
        write_new(file, text.as_bytes()).with_context(|| file.display().to_string())?;
    }
    if let Some((script, _)) = files.first() {
        executable(script)?;
    }
    fs::write(&policy, after).with_context(|| policy.display().to_string())?;
    // What was written here is harmless, and this very text: a change of it waits for a person.
    let trust = Trust::of(&situation.workspace, situation.places.as_ref());
    if let Some(trust) = trust {
        let items: Vec<_> = hooks.iter().map(OwnHook::trust_item).collect();
        let begin = u32::try_from(before.lines().count()).unwrap_or(u32::MAX);
        let path = policy.display().to_string();
        let is_made =
            |item: &TrustItem| item.name == making.id && item.origin.path == path && item.origin.line > begin;
        trust.give(&items, is_made)?;
    }
    println!("Made {BOLD}{}{BOLD:#} in {PROJECT_FILE}.", making.id);
    for (file, _) in &files {
        println!("  {}", below(file, &making.root));
    }
    let what = if arguments.rule { "its policy entry" } else { "the script, its policy entry and its story" };
    println!("Next: edit {what}, and run `hookward test`.");
    if !arguments.rule {
        println!("A script that was changed runs once a person has said `hookward trust`.");
    }
    let situation = Situation::find(&[], &current_directory()?.display().to_string());
    if sync::has_drifted(&Site::new(&making.root, situation.places.as_ref()), &situation) {
        println!(
            "What hosts have registered differs from the policy now (events, times): run `hookward sync`."
        );
    }
    Ok(Outcome::Fine)
}

fn below(file: &Path, root: &Path) -> String {
    file.strip_prefix(root).unwrap_or(file).display().to_string()
}

#[cfg(unix)]
fn executable(script: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    Ok(fs::set_permissions(script, fs::Permissions::from_mode(0o755))?)
}

#[cfg(not(unix))]
fn executable(_: &Path) -> anyhow::Result<()> {
    Ok(())
}

impl Making {
    fn of(arguments: &Arguments, root: &Path) -> anyhow::Result<Self> {
        let id = match arguments.name.split_once('/') {
            Some(_) => arguments.name.clone(),
            None => format!("gate/{}", arguments.name),
        };
        let name = id.split_once('/').map(|(_, name)| name.to_owned()).unwrap_or_default();
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let is_category =
            matches!(Category::of(&id), Some(Category::Security | Category::Gate | Category::Feedback));
        if !is_category || name.is_empty() || name.starts_with('-') || !name.chars().all(is_plain) {
            let wanted = "`security/`, `gate/` or `feedback/` and small letters, digits and `-`";
            return Err(Usage(format!("`{}` is no name; write {wanted}", arguments.name)).into());
        }
        Ok(Self { id, name, root: root.to_owned(), language: arguments.lang })
    }

    /// Whether the policy can be used with the new lines. Its hooks.
    fn check(&self, situation: &Situation, policy: &Path, after: &str) -> anyhow::Result<Vec<OwnHook>> {
        let path = policy.display().to_string();
        let mut sources = situation.sources.clone();
        match sources.iter_mut().find(|source| source.path == path) {
            Some(source) => after.clone_into(&mut source.text),
            None => sources.push(Source { layer: Layer::Project, path, text: after.to_owned() }),
        }
        sources.sort_by_key(|source| source.layer);
        let usage = |error| Usage(format!("{} cannot be added; nothing was changed: {error}", self.id));
        Ok(compile(&sources).map_err(usage)?.hooks)
    }

    fn script(&self) -> String {
        match self.language {
            Language::Sh => format!("hooks/{}.sh", self.name),
            Language::Python => format!("hooks/{}.py", self.name),
        }
    }

    /// The script, and the story that plays it.
    fn files(&self) -> Vec<(PathBuf, String)> {
        let script = match self.language {
            Language::Sh => include_str!("new/hook.sh"),
            Language::Python => include_str!("new/hook.py"),
        };
        let story = match Category::of(&self.id) {
            Some(Category::Feedback) => include_str!("new/feedback.story"),
            _ => include_str!("new/hook.story"),
        };
        let fill = |template: &str| template.replace("{id}", &self.id).replace("{name}", &self.name);
        vec![
            (self.root.join(self.script()), fill(script)),
            (self.root.join(format!("stories/{}.story", self.name)), fill(story)),
        ]
    }

    fn hook(&self) -> String {
        let Self { id, name, .. } = self;
        format!(
            "[[hook]]\nid = \"{id}\"\non = \"before-tool\"\nmatch = {{ command = \"example-{name} *\" }}\n\
             run = \"./{}\"\ninput = \"neutral\"\ntimeout = \"5s\"\n",
            self.script()
        )
    }

    fn rule(&self) -> String {
        let Self { id, name, .. } = self;
        let decision = if Category::of(id) == Some(Category::Feedback) { "advise" } else { "deny" };
        format!(
            "[[rule]]\nid = \"{id}\"\non = \"shell\"\ncommand = \"example-{name} deploy *\"\n\
             decision = \"{decision}\"\nwhy = \"say here why not\"\ninstead = \"say here what to do instead\"\n\
             examples = {{ fires = [\"example-{name} deploy x\"], passes = [\"example-{name} test\"] }}\n"
        )
    }
}
