//! Packages by an address: whoever answers there decides what is installed and run.

use hookward_shell::Span;

use crate::effect::{Action, Deed, Effect};
use crate::source::{Source, Sources};
use crate::state::State;
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
    "goproxy.cn",
    "goproxy.io",
    "rsproxy.cn",
    "ustc.edu.cn",
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

/// Of these, the ones where everybody puts what they like: a name there is nobody's promise.
const FORGES: &[&str] = &[
    "github.com",
    "githubusercontent.com",
    "gitlab.com",
    "bitbucket.org",
    "codeberg.org",
    "sr.ht",
    "amazonaws.com",
];

/// Where else modules of Go live, which its proxy keeps and its log of checksums vouches for.
const MODULES: &[&str] = &[
    "golang.org",
    "google.com",
    "gopkg.in",
    "go.dev",
    "go.uber.org",
    "go.etcd.io",
    "k8s.io",
    "honnef.co",
    "mvdan.cc",
    "gotest.tools",
    "entgo.io",
    "goa.design",
    "rsc.io",
    "filippo.io",
    "cuelang.org",
    "buf.build",
    "connectrpc.com",
    "gorm.io",
    "modernc.org",
    "opentelemetry.io",
    "charm.land",
    "tailscale.com",
];

/// Of a command, so many words are looked at for what it is told to do.
const MAX_WORDS: usize = 4;

/// Words by which programs are told to install something.
const INSTALLS: &[&str] = &["install", "localinstall", "tap", "archive.install", "sideload"];

impl Walk<'_> {
    /// Packages that any installer is told to take from an address: `opkg install http://…`, `conda install -c https://…`.
    pub(crate) fn installed_from(&mut self, rest: &[Value], span: Span, state: &State) {
        let is_told = |word: &Value| word.known().is_some_and(|word| INSTALLS.contains(&word));
        if !rest.iter().take(MAX_WORDS).any(is_told) {
            return;
        }
        // What the text has fetched just before runs its scripts when it is installed.
        if state.written_files().next().is_some() {
            let files = rest.iter().map(|word| state.content(&state.place(word)).sources());
            let fetched: Vec<Sources> = files.filter(Sources::has_network).collect();
            for from in fetched {
                self.runs(from, span);
            }
        }
        for host in rest.iter().filter_map(host).filter(|host| !is_usual(host)) {
            let what = format!("takes code from {host}");
            let is_it =
                |effect: &Effect| matches!(&effect.action, Action::Deed(Deed::Import, told) if *told == what);
            if !self.facts.effects.iter().any(is_it) {
                self.effect(Action::Deed(Deed::Import, what.into()), span);
            }
        }
    }

    /// `go run a.example/b@latest`: a module by the host that it is named after.
    pub(crate) fn started_module(&mut self, value: &Value, span: Span) {
        let Some((module, _)) = value.known().and_then(|text| text.split_once('@')) else { return };
        let Some((host, _)) = module.split_once('/').filter(|(host, _)| host.contains('.')) else { return };
        let is_below = |usual: &&str| {
            host.strip_suffix(*usual).is_some_and(|before| before.is_empty() || before.ends_with('.'))
        };
        if !host.starts_with('.') && !is_usual(host) && !MODULES.iter().any(is_below) {
            self.effect(Action::Deed(Deed::Import, format!("runs code from {host}").into()), span);
        }
    }

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
            Some(host) if is_forge(&host) => {
                self.effect(Action::Deed(Deed::Import, format!("runs what lies at {value}").into()), span);
            }
            Some(_) | None => {}
        }
    }

    /// A package that a runner starts: `npx github:a/b`, `nix run github:a/b`.
    pub(crate) fn started_package(&mut self, runner: &str, value: &Value, span: Span) {
        let forge = ["github:", "gitlab:", "bitbucket:", "gist:", "git+", "git://"];
        if forge.iter().any(|forge| value.prefix().starts_with(forge))
            || (matches!(runner, "npx" | "npx.cmd" | "pnpx" | "npm" | "npm.cmd")
                && value.known().is_some_and(is_of_a_forge))
        {
            let what = format!("runs what lies at {value}");
            return self.effect(Action::Deed(Deed::Import, what.into()), span);
        }
        self.run_at_once(value, span);
    }
}

/// `owner/name`, which npm looks for at GitHub. A scope has its sign, and a path its dot.
fn is_of_a_forge(package: &str) -> bool {
    let is_name = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    package
        .split_once('/')
        .is_some_and(|(owner, name)| is_name(owner) && !owner.starts_with('.') && is_name(name))
}

fn is_forge(host: &str) -> bool {
    FORGES.iter().any(|forge| {
        host.strip_suffix(forge).is_some_and(|before| before.is_empty() || before.ends_with('.'))
    })
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
        || ["localhost", "local", "internal"].iter().chain(USUAL).any(is_below)
}
