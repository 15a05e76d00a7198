//! Tools of MCP servers for what runs elsewhere: clusters, clouds, databases. One that is called like a command line is that
//! command (`kubectl_delete`, `helm_uninstall`), what it is told is a line of the program that it drives (`FLUSHALL` at a
//! server of Redis), and where no program is known the verb says it (`d1_database_delete`, `drop-collection`).

use super::versions::LOOKS;
use super::{folded, is_database, script, words};
use crate::call::Argument;
use crate::effect::{Action, Deed, Effect, Facts};
use crate::scene::Scene;

/// Words by which servers and tools say which program they drive.
const PROGRAMS: &[(&str, &str)] = &[
    ("kubectl", "kubectl"),
    ("kubernetes", "kubectl"),
    ("k8s", "kubectl"),
    ("helm", "helm"),
    ("terraform", "terraform"),
    ("tofu", "tofu"),
    ("opentofu", "tofu"),
    ("pulumi", "pulumi"),
    ("argocd", "argocd"),
    ("docker", "docker"),
    ("aws", "aws"),
    ("gcloud", "gcloud"),
    ("az", "az"),
    ("heroku", "heroku"),
    ("vercel", "vercel"),
    ("netlify", "netlify"),
    ("flyctl", "flyctl"),
    ("wrangler", "wrangler"),
    ("redis", "redis-cli"),
    ("valkey", "valkey-cli"),
];

/// Servers behind which something runs for others.
const CLOUDS: &[&str] = &[
    "kubernetes",
    "k8s",
    "aws",
    "gcp",
    "gcloud",
    "azure",
    "cloudflare",
    "vercel",
    "netlify",
    "heroku",
    "railway",
    "render",
    "fly",
    "flyio",
    "digitalocean",
    "hetzner",
    "supabase",
    "neon",
    "planetscale",
    "firebase",
    "argocd",
    "terraform",
    "pulumi",
];

/// Stores that are asked in words of their own.
const STORES: &[&str] = &[
    "redis",
    "valkey",
    "elasticsearch",
    "elastic",
    "opensearch",
    "qdrant",
    "pinecone",
    "weaviate",
    "chroma",
    "milvus",
    "dynamodb",
    "firestore",
    "influxdb",
    "couchdb",
    "d1",
];

/// What holds data.
const HOLDERS: &[&str] = &[
    "database",
    "databases",
    "db",
    "table",
    "tables",
    "collection",
    "collections",
    "schema",
    "keyspace",
    "dataset",
    "index",
    "indices",
];

const DESTROYS: &[&str] =
    &["delete", "destroy", "remove", "purge", "terminate", "uninstall", "teardown", "reset"];

/// What runs containers.
const ENGINES: &[&str] = &["docker", "podman", "nerdctl", "containers"];

/// Where packages are taken from.
const REGISTRIES: &[&str] =
    &["npm", "pnpm", "yarn", "pypi", "crates", "cargo", "rubygems", "gem", "maven", "nuget", "jsr", "hex"];

const CHANGES: &[&str] = &["deploy", "redeploy", "scale", "rollback", "promote", "drain", "cordon", "pause"];

/// Adds what a tool does to what runs elsewhere.
pub(super) fn called(server: &str, tool: &str, arguments: &[Argument], scene: &Scene, facts: &mut Facts) {
    let (own, of_server) = (words(tool), words(server));
    let has = |list: &[&str]| own.iter().any(|word| list.contains(&word.as_str()));
    if has(LOOKS) {
        return;
    }
    let before = facts.effects.len();
    if let Some(line) = named(&own, arguments) {
        script(&line, None, scene, facts);
    }
    if let Some(line) = told(own.iter().chain(&of_server), arguments) {
        script(&line, None, scene, facts);
    }
    // What a command has said needs no second word.
    if facts.effects.len() > before {
        return;
    }
    let is_of = |is: &dyn Fn(&str) -> bool| own.iter().chain(&of_server).any(|word| is(word));
    let stores = is_of(&|word| word != "query" && is_database(word) || STORES.contains(&word));
    let empties = has(&["drop", "truncate", "wipe", "flush", "flushall", "flushdb"]);
    let deed = if stores && (empties || (has(DESTROYS) && has(HOLDERS))) {
        Some((Deed::DropData, "drops what a database holds"))
    } else if stores && has(&["delete"]) && has(&["many", "all"]) && !is_narrowed(arguments) {
        Some((Deed::LoseData, "deletes every record"))
    } else if stores && has(&["update", "replace"]) && has(&["many", "all"]) && fits_all(arguments) {
        Some((Deed::LoseData, "changes every record"))
    } else if is_of(&|word| ENGINES.contains(&word))
        && (has(DESTROYS) || has(&["prune", "rm"]))
        && matches!(
            own.iter().find(|word| !is_verb(word)).map(String::as_str),
            Some("volume" | "volumes" | "system")
        )
    {
        Some((Deed::Deploy, "deletes volumes"))
    } else if is_of(&|word| REGISTRIES.contains(&word))
        && matches!(own.first(), Some(word) if word == "publish")
    {
        Some((Deed::Publish, "publishes a package"))
    } else if is_of(&|word| CLOUDS.contains(&word)) && (has(DESTROYS) || has(CHANGES)) {
        Some((Deed::Deploy, "changes what runs in the cloud"))
    } else {
        None
    };
    facts.effects.extend(deed.map(|(deed, what)| Effect::of(Action::Deed(deed, what.into()))));
}

/// The command line that a tool is called like, with what it is about: `uninstall_helm_chart` is `helm uninstall chart`.
fn named(own: &[String], arguments: &[Argument]) -> Option<String> {
    let at = own.iter().position(|word| program(word).is_some())?;
    let verbs = own.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, word)| word.as_str());
    let verbs: Vec<&str> = verbs.collect();
    let about = ["resourcetype", "kind", "resource", "type", "name", "release", "releasename"];
    let about = arguments.iter().filter(|argument| about.contains(&&*folded(&argument.name)));
    let about = about.map(|argument| argument.value.as_str());
    (!verbs.is_empty()).then(|| line(program(own.get(at)?)?, verbs.iter().copied().chain(about)))?
}

/// The line that a tool is told, for the program that it or its server drives.
fn told<'a>(mut around: impl Iterator<Item = &'a String>, arguments: &[Argument]) -> Option<String> {
    let program = around.find_map(|word| program(word))?;
    let is_line = |argument: &&Argument| {
        matches!(words(&argument.name).last().map(String::as_str), Some("command" | "cmd" | "commands"))
    };
    let text = arguments.iter().find(is_line)?.value.trim();
    let args =
        arguments.iter().filter(|argument| matches!(&*folded(&argument.name), "args" | "argv" | "arguments"));
    let args = args.map(|argument| argument.value.as_str());
    let is_whole = text.split_ascii_whitespace().next() == Some(program);
    let words: Vec<&str> = text.split_ascii_whitespace().skip(usize::from(is_whole)).chain(args).collect();
    line(program, words.into_iter())
}

fn program(word: &str) -> Option<&'static str> {
    PROGRAMS.iter().find(|(name, _)| *name == word).map(|(_, program)| *program)
}

fn line<'a>(program: &str, words: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut text = program.to_owned();
    for word in words {
        text.push_str(" '");
        text.push_str(&word.replace('\'', r"'\''"));
        text.push('\'');
    }
    (text.len() > program.len()).then_some(text)
}

fn is_verb(word: &str) -> bool {
    DESTROYS.contains(&word) || matches!(word, "prune" | "rm") || ENGINES.contains(&word)
}

/// Whether a call picks its records with a filter that fits all of them.
fn fits_all(arguments: &[Argument]) -> bool {
    let is_filter = |argument: &Argument| matches!(&*folded(&argument.name), "filter" | "where" | "selector");
    arguments.iter().any(|argument| is_filter(argument) && argument.value.trim() == "{}")
}

/// Whether a call says which records are meant, beside where they lie.
fn is_narrowed(arguments: &[Argument]) -> bool {
    const PLACES: &[&str] = &[
        "database",
        "db",
        "collection",
        "table",
        "connectionstring",
        "confirm",
        "databasename",
        "collectionname",
    ];
    !fits_all(arguments) && arguments.iter().any(|argument| !PLACES.contains(&&*folded(&argument.name)))
}
