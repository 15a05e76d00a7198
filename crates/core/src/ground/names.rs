//! A path by every name that a glob of a policy may give it.

use fast_glob::glob_match;

use super::globs::{BuiltIn, Forms};

/// A path in every form that a glob may name it by.
pub(crate) struct Names {
    pub(super) path: String,
    pub(super) name: String,
    pub(super) below: Vec<String>,
    /// Whether these are patterns themselves, a glob in a command, and spell out how a name begins.
    pub(super) spelled: bool,
}

impl Names {
    /// The path below each root that it lies in, in lower case.
    pub(crate) fn below(&self) -> impl Iterator<Item = &str> {
        self.below.iter().map(String::as_str)
    }

    /// Whether one of some globs names something in it.
    pub(crate) fn holds<'g>(&self, globs: impl IntoIterator<Item = &'g str>) -> bool {
        let inside = |glob: &str| {
            self.below().any(|below| glob.strip_prefix(below).is_some_and(|rest| rest.starts_with('/')))
        };
        globs.into_iter().any(inside)
    }

    /// Whether a glob of a policy names it. Case is ignored: on many disks it does not count.
    pub(crate) fn fit(&self, glob: &str) -> bool {
        let lower;
        let glob = if glob.bytes().any(|byte| byte.is_ascii_uppercase()) {
            lower = glob.to_ascii_lowercase();
            lower.as_str()
        } else {
            glob
        };
        if glob.starts_with('/') || glob.starts_with("**/") {
            self.overlap(glob, &self.path)
        } else if glob.contains('/') {
            self.below.iter().any(|below| self.overlap(glob, below))
        } else {
            self.overlap(glob, &self.name)
        }
    }

    /// A pattern counts where it falls under the policy's glob, or spells out enough of a name to mean it: `cat .env*`.
    /// `cat *.json` does not mean `credentials.json`; whether there is one, the disk has said.
    fn overlap(&self, glob: &str, name: &str) -> bool {
        match plainly(glob, name) {
            Some(fits) if !self.spelled => fits,
            _ => glob_match(glob, name) || (self.spelled && glob_match(name, glob)),
        }
    }

    /// Whether everything that it may name falls under one of some globs of file names.
    pub(crate) fn is_one_of(&self, globs: &[&str]) -> bool {
        globs.iter().any(|glob| plainly(glob, &self.name).unwrap_or_else(|| glob_match(glob, &self.name)))
    }

    /// `secrets.yaml`, `config/credentials/prod.json`; not `credentials-form.tsx`, not a test's fixture.
    pub(crate) fn is_named_after_secrets(&self) -> bool {
        const DATA: &[&str] =
            &["json", "yaml", "yml", "toml", "ini", "cfg", "conf", "env", "properties", "xml", "enc", "txt"];
        const SOURCES: &[&str] = &[
            "src",
            "lib",
            "libs",
            "app",
            "apps",
            "pkg",
            "packages",
            "internal",
            "cmd",
            "crates",
            "components",
            "modules",
        ];
        let extension = self.name.rsplit_once('.').map(|(_, extension)| extension);
        // Among sources, a name without an extension is a directory's or a module's: `src/credentials`.
        let is_module = || {
            let is_for_sources = |part: &str| SOURCES.contains(&part);
            // Of the roots that it lies in, the nearest.
            let below = self.below.iter().min_by_key(|below| below.len());
            below.is_some_and(|below| below.rsplit('/').skip(1).any(is_for_sources))
        };
        let is_data = extension.map_or_else(|| !is_module(), |extension| DATA.contains(&extension));
        let lies_in = |starts: &[&str]| {
            let is_one = |part: &str| starts.iter().any(|start| part.starts_with(start));
            self.below.iter().any(|below| below.split('/').any(is_one))
        };
        let is_test = lies_in(&["test", "fixture", "__", "spec", "mock", "example", "doc"]);
        // The file's name and its directory's: farther up, a name says nothing of the file.
        let start = self.path.rmatch_indices('/').nth(1).map_or(0, |(start, _)| start);
        let last_two = self.path.get(start..).unwrap_or(&self.path);
        // A file whose whole name is the word: `token.txt`, `api-key.json`; `token.ts` is source.
        let stem = self.name.rsplit_once('.').map(|(stem, _)| stem).filter(|stem| !stem.is_empty());
        let is_the_word = stem.is_some_and(|stem| {
            matches!(
                stem.replace(['-', '_', '.'], "").as_str(),
                "secret"
                    | "token"
                    | "password"
                    | "passwd"
                    | "apikey"
                    | "apitoken"
                    | "accesstoken"
                    | "privatekey"
            )
        });
        // `db_password.txt`; `password_reset_subject.txt` is a text about one.
        let holds_one = extension == Some("txt") && stem.is_some_and(is_somebodys_password);
        is_data
            && !is_test
            // Texts of a program are filed by what they are about.
            && ((is_the_word || holds_one)
                && !lies_in(&["locale", "i18n", "lang", "translation", "messages", "template", "mailer", "view"])
                || ["credentials", "secrets", "passwords"].iter().any(|word| last_two.contains(word)))
    }

    /// `deploy_rsa`, `id_ed25519_work`: what makes keys names them after their kind, without an ending.
    pub(crate) fn is_named_after_a_key(&self) -> bool {
        let is_kind = |word: &str| matches!(word, "rsa" | "ed25519" | "ecdsa");
        let Some((first, rest)) = self.name.split_once(['_', '-']) else { return false };
        let mut words = rest.split(['_', '-']);
        !self.name.contains('.')
            && (rest.rsplit(['_', '-']).next().is_some_and(is_kind)
                || (first == "id" && words.next().is_some_and(is_kind)))
    }

    /// Composer's, at the top of a project. Farther down it is a text about logging in, or anything.
    pub(crate) fn is_composers(&self) -> bool {
        self.name == "auth.json" && self.below().any(|below| below == "auth.json")
    }

    /// The first of a built-in list that names it.
    pub(crate) fn first_of<const N: usize>(&self, globs: &BuiltIn<N>) -> Option<&'static str> {
        self.first_by_form(globs.forms())
    }

    fn first_by_form(&self, globs: Forms) -> Option<&'static str> {
        if self.spelled {
            return self.first(globs.all());
        }
        let exact = globs.exact();
        if let Ok(at) = exact.binary_search_by(|glob| glob.text.cmp(self.name.as_str())) {
            return exact.get(at).map(|glob| glob.text);
        }
        if let Some(glob) = globs.endings().iter().find(|glob| ends_with(&self.name, glob.anchor)) {
            return Some(glob.text);
        }
        let named = globs.names().iter().filter(|glob| starts_with(&self.name, glob.anchor));
        let rooted = globs.rooted().iter().filter(|glob| starts_with(&self.path, glob.anchor));
        // What lies in a hidden directory is named by the first hidden part of a glob.
        let parts = self.path.split('/').filter(|part| part.starts_with('.'));
        let hidden = parts.flat_map(|part| {
            let from = globs.hidden().partition_point(|glob| glob.anchor < part);
            let rest = globs.hidden().get(from..).unwrap_or_default();
            rest.iter().take_while(move |glob| glob.anchor == part)
        });
        let mut possible = named.chain(rooted).chain(hidden).chain(globs.others());
        possible.find(|glob| self.fit(glob.text)).map(|glob| glob.text)
    }

    /// The first of some globs that names it.
    pub(crate) fn first<'g>(&self, globs: impl IntoIterator<Item = &'g str>) -> Option<&'g str> {
        globs.into_iter().find(|glob| self.fit(glob))
    }
}

/// As that of a text, which compares all letters at once: one tells most of them apart, and costs no call.
fn starts_with(text: &str, start: &str) -> bool {
    text.as_bytes().first() == start.as_bytes().first() && text.starts_with(start)
}

/// The same from behind.
fn ends_with(text: &str, end: &str) -> bool {
    text.as_bytes().last() == end.as_bytes().last() && text.ends_with(end)
}

/// Whether the words of a name speak of a password that is kept there, and not of what becomes of passwords.
fn is_somebodys_password(stem: &str) -> bool {
    const ABOUT: &[&str] = &[
        "reset",
        "forgot",
        "forgotten",
        "change",
        "changed",
        "update",
        "updated",
        "recovery",
        "expired",
        "policy",
        "rules",
        "requirements",
        "strength",
        "help",
        "hint",
        "hints",
        "subject",
        "body",
        "message",
        "validation",
        "generator",
        "common",
        "weak",
        "notes",
        "prompt",
    ];
    let words = || stem.split(['-', '_', '.', ' ']);
    words().any(|word| matches!(word, "password" | "passwd" | "passphrase" | "pwd"))
        && !words().any(|word| ABOUT.contains(&word))
}

/// Whether a name fits a glob of a simple form, which most are; `None` for any other. Dozens of globs are held against
/// every file of a command, so this is worth its lines.
fn plainly(glob: &str, name: &str) -> Option<bool> {
    let is_live = |text: &str| text.bytes().any(|byte| matches!(byte, b'*' | b'?' | b'[' | b'{' | b'\\'));
    if let Some(rest) = glob.strip_prefix("**/") {
        let ends =
            || name.strip_suffix(rest).is_some_and(|before| before.is_empty() || before.ends_with('/'));
        return (!is_live(rest)).then(ends);
    }
    if let Some(rest) = glob.strip_prefix('*') {
        return (!is_live(rest) && !rest.contains('/')).then(|| name.ends_with(rest) && !name.contains('/'));
    }
    if let Some(directory) = glob.strip_suffix("/**") {
        let lies_in = || name.strip_prefix(directory).is_some_and(|below| below.starts_with('/'));
        return (!is_live(directory)).then(lies_in);
    }
    (!is_live(glob)).then(|| glob == name)
}
