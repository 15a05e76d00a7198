//! Packages by an address: whoever answers there decides what is installed and run.

use hookward_shell::Span;

use crate::effect::{Action, Deed};
use crate::source::{Source, Sources};
use crate::value::Value;
use crate::walk::Walk;

/// Registries, their mirrors, and forges where people keep their projects.
const USUAL: &[&str] = &[
    "npmjs.org",
    "npmjs.com",
    "yarnpkg.com",
    "npmmirror.com",
    "jsr.io",
    "deno.land",
    "esm.sh",
    "unpkg.com",
    "jsdelivr.net",
    "pypi.org",
    "pythonhosted.org",
    "pytorch.org",
    "nvidia.com",
    "tuna.tsinghua.edu.cn",
    "aliyun.com",
    "crates.io",
    "rubygems.org",
    "packagist.org",
    "nuget.org",
    "maven.org",
    "hackage.haskell.org",
    "hex.pm",
    "pub.dev",
    "golang.org",
    "github.com",
    "githubusercontent.com",
    "gitlab.com",
    "bitbucket.org",
    "codeberg.org",
    "sr.ht",
    "huggingface.co",
    "amazonaws.com",
    "pkg.dev",
    "jfrog.io",
    "dev.azure.com",
    "visualstudio.com",
];

impl Walk<'_> {
    /// A package to install, or where packages come from.
    pub(crate) fn package(&mut self, value: &Value, span: Span) {
        if let Some(host) = host(value).filter(|host| !is_usual(host)) {
            self.effect(Action::Deed(Deed::Import, format!("takes code from {host}").into()), span);
        }
    }

    /// Code that an address holds, run as soon as it is there.
    pub(crate) fn run_at_once(&mut self, value: &Value, span: Span) {
        match host(value) {
            Some(host) if !is_usual(&host) => {
                self.runs(Sources::from(Source::Network(value.to_string())), span);
            }
            Some(_) | None => {}
        }
    }

    /// A package that a runner starts: `npx github:a/b`, `nix run github:a/b`.
    pub(crate) fn started_package(&mut self, value: &Value, span: Span) {
        let forge = ["github:", "gitlab:", "bitbucket:", "gist:", "git+", "git://"];
        if forge.iter().any(|forge| value.prefix().starts_with(forge)) {
            let what = format!("runs what lies at {value}");
            return self.effect(Action::Deed(Deed::Import, what.into()), span);
        }
        self.run_at_once(value, span);
    }
}

/// The host of an address; `None` for a name or a file.
pub(crate) fn host(value: &Value) -> Option<String> {
    let text = value.to_string();
    // `name @ git+https://…`, `name=https://…`
    let start = text.find("://")?;
    let scheme =
        text.get(..start)?.rsplit(|letter: char| !letter.is_ascii_alphanumeric() && letter != '+').next()?;
    if scheme == "file" {
        return None;
    }
    let rest = text.get(start + 3..)?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?.split(':').next()?;
    Some(host.to_ascii_lowercase())
}

/// A registry or forge that everybody uses, or this machine and its network.
pub(crate) fn is_usual(host: &str) -> bool {
    let is_below = |usual: &&str| {
        host.strip_suffix(*usual).is_some_and(|before| before.is_empty() || before.ends_with('.'))
    };
    matches!(host, "localhost" | "127.0.0.1" | "0.0.0.0" | "::1" | "host.docker.internal" | "")
        || !host.contains('.')
        || matches!(host.rsplit('.').next(), Some("localhost" | "local" | "internal"))
        || USUAL.iter().any(is_below)
}
