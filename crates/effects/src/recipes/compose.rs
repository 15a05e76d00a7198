//! What the services of a compose file run, said as `docker run` would say it.

use super::Recipe;
use super::yaml::Node;

/// Services that are looked at.
const MAX_SERVICES: usize = 64;

/// Each service that names its command or shares something with this machine, as the text that would start it alone.
pub(crate) fn compose(text: &str) -> Vec<Recipe> {
    let document = Node::read(text);
    let services = document.get("services").map(Node::entries).unwrap_or_default();
    services.iter().take(MAX_SERVICES).filter_map(|(name, service)| started(name, service)).collect()
}

fn started(name: &str, service: &Node) -> Option<Recipe> {
    let mut words = vec!["docker run".to_owned()];
    if service.get("privileged").and_then(Node::text) == Some("true") {
        words.push("--privileged".to_owned());
    }
    for mount in service.get("volumes").map(Node::elements).unwrap_or_default() {
        let short = mount.text().map(str::to_owned);
        let long = || {
            let field = |key: &str| mount.get(key).and_then(Node::text);
            Some(format!("{}:{}", field("source")?, field("target")?))
        };
        // What watches a machine is shown all of it, and can change nothing.
        let only_shown = |mount: &String| mount.starts_with("/:") && mount.contains(":ro");
        let mount = short.or_else(long).filter(|mount| !only_shown(mount));
        words.extend(mount.map(|mount| format!("-v {}", quoted(&mount))));
    }
    if let Some(directory) = service.get("working_dir").and_then(Node::text) {
        words.push(format!("-w {}", quoted(directory)));
    }
    let entry = service.get("entrypoint").map(command).filter(|entry| !entry.is_empty());
    let own = service.get("command").map(command).filter(|command| !command.is_empty());
    if entry.is_none() && own.is_none() {
        return None;
    }
    let image = service.get("image").and_then(Node::text).unwrap_or("image");
    words.push(quoted(image));
    // What stands in both is one command.
    words.extend(entry.into_iter().chain(own));
    Some(Recipe::new(name, words.join(" ")))
}

/// A command as a text, or as its words.
fn command(node: &Node) -> String {
    match node {
        Node::Text(text) => text.trim_end().to_owned(),
        Node::List(words) => words.iter().filter_map(Node::text).map(quoted).collect::<Vec<_>>().join(" "),
        Node::Map(_) => String::new(),
    }
}

pub(super) fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}
