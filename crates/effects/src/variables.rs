//! Variables that programs obey: some name a program to run, some a file to load, some hold options.

use hookward_shell::Span;

use crate::effect::{Deed, Opacity};
use crate::state::State;
use crate::value::Value;
use crate::walk::Walk;

/// Where anybody may leave a file for others to load.
const SHARED: &[&str] = &["/tmp", "/var/tmp", "/dev/shm"];

impl Walk<'_> {
    /// A variable whose value programs run: `PAGER`, `GIT_SSH_COMMAND`, `BASH_ENV`.
    pub(crate) fn obeyed_variable(&mut self, name: &str, value: &Value, span: Span, state: &mut State) {
        match name {
            "PAGER"
            | "GIT_PAGER"
            | "MANPAGER"
            | "SYSTEMD_PAGER"
            | "BAT_PAGER"
            | "DELTA_PAGER"
            | "AWS_PAGER"
            | "GH_PAGER"
            | "PSQL_PAGER"
            | "EDITOR"
            | "VISUAL"
            | "FCEDIT"
            | "GIT_EDITOR"
            | "GIT_SEQUENCE_EDITOR"
            | "KUBE_EDITOR"
            | "GH_EDITOR"
            | "PSQL_EDITOR"
            | "SUDO_EDITOR"
            | "SVN_EDITOR"
            | "HGEDITOR"
            | "GIT_SSH_COMMAND"
            | "GIT_SSH"
            | "GIT_EXTERNAL_DIFF"
            | "KUBECTL_EXTERNAL_DIFF"
            | "GIT_ASKPASS"
            | "SSH_ASKPASS"
            | "SUDO_ASKPASS"
            | "BROWSER"
            | "GH_BROWSER"
            | "PROMPT_COMMAND"
            | "GIT_PROXY_COMMAND"
            | "RSYNC_RSH"
            | "SVN_SSH"
            | "CVS_RSH"
            | "FZF_DEFAULT_COMMAND"
            | "CARGO_BUILD_RUSTC_WRAPPER"
            | "CARGO_BUILD_RUSTC"
            | "RUSTC_WORKSPACE_WRAPPER"
            | "RUSTC_WRAPPER" => {
                self.detour(value, span, state);
            }
            "LESSOPEN" | "LESSCLOSE" => self.detour(&preprocessor(value), span, state),
            // A build runs them with words of its own behind.
            "CC" | "CXX" | "CPP" | "LD" | "AR" | "AS" | "FC" | "RANLIB" | "YACC" | "LEX" => {
                let mut apart = self.copy(state);
                self.shell_text(value, span, name, &mut apart);
            }
            "BASH_ENV" | "ENV" | "ZDOTDIR" | "PYTHONSTARTUP" => {
                let place = state.place(value);
                let mut apart = self.copy(state);
                self.shell_file(&place, name, span, &mut apart);
                // What the text has written there is seen.
                if state.content(&place).known().is_none() {
                    self.opaque(Opacity::Detour(value.to_string()), span);
                }
            }
            "NODE_OPTIONS" | "PERL5OPT" | "JAVA_TOOL_OPTIONS" | "_JAVA_OPTIONS" | "JDK_JAVA_OPTIONS" => {
                let text = value.to_string();
                let loads = ["--require", "--import", "-r ", "--loader", "-M", "-javaagent"]
                    .iter()
                    .any(|option| text.contains(option));
                if loads {
                    self.opaque(Opacity::Detour(text), span);
                }
            }
            // A library by its name is installed; a file by its path is anything.
            "RUBYOPT" => {
                let text = value.to_string();
                let mut words = text.split_ascii_whitespace();
                if words.any(|word| word.starts_with("-r/") || word.starts_with("-r.")) {
                    self.opaque(Opacity::Detour(text), span);
                }
            }
            // Where packages come from.
            "PIP_INDEX_URL"
            | "PIP_EXTRA_INDEX_URL"
            | "UV_INDEX"
            | "UV_INDEX_URL"
            | "UV_DEFAULT_INDEX"
            | "UV_EXTRA_INDEX_URL"
            | "GOPROXY"
            | "YARN_REGISTRY"
            | "YARN_NPM_REGISTRY_SERVER"
            | "RUSTUP_DIST_SERVER"
            | "RUSTUP_UPDATE_ROOT"
            | "GEM_SOURCE"
            | "HEX_MIRROR" => {
                self.package(value, span);
            }
            _ if name.eq_ignore_ascii_case("npm_config_registry") => self.package(value, span),
            "GOFLAGS" => self.detour_among(value, &["-toolexec", "-exec", "-vettool"], span),
            "MAKEFLAGS" | "GNUMAKEFLAGS" | "MFLAGS" => {
                self.detour_among(value, &["--eval", "-E", "-f", "--file", "--makefile", "SHELL="], span);
            }
            "TAR_OPTIONS" => self.options_of("tar", name, value, span, state),
            "ZIPOPT" | "ZIP" => self.options_of("zip", name, value, span, state),
            "PS4" | "PS1" | "PS0" => self.evaluated(value, span, state),
            // A file that is not there keeps nothing from happening.
            "GIT_CONFIG_GLOBAL" | "GIT_CONFIG_SYSTEM" | "GIT_CONFIG"
                if !matches!(value.known(), Some("" | "/dev/null")) =>
            {
                self.deed(Deed::Configure, "makes git read another configuration", span);
            }
            "LD_PRELOAD" | "DYLD_INSERT_LIBRARIES" | "LD_AUDIT" => {
                self.opaque(Opacity::Detour(value.to_string()), span);
            }
            "PYTHONPATH" | "PYTHONHOME" | "PERL5LIB" | "RUBYLIB" | "NODE_PATH" | "CLASSPATH" | "LUA_PATH"
            | "LUA_CPATH" | "GEM_PATH" | "LD_LIBRARY_PATH" | "DYLD_LIBRARY_PATH" | "GIT_EXEC_PATH" => {
                let text = value.to_string();
                if text.split([':', ';']).any(is_shared) {
                    self.opaque(Opacity::Detour(text), span);
                }
            }
            "GIT_TEMPLATE_DIR" if value.known() != Some("") => {
                self.deed(Deed::Persist, "plants the hooks of a template in a repository", span);
            }
            _ if name.eq_ignore_ascii_case("npm_config_script_shell") => self.detour(value, span, state),
            _ if name.starts_with("CARGO_TARGET_") && name.ends_with("_RUNNER") => {
                self.detour(value, span, state);
            }
            _ => {}
        }
    }

    /// `BASH_FUNC_ls%%=() { … }`: a function that every bash below takes over.
    pub(crate) fn exported_function(&mut self, word: &Value, span: Span, state: &State) {
        let Some(text) = word.known().and_then(|text| text.strip_prefix("BASH_FUNC_")) else { return };
        if let Some((_, body)) = text.split_once("%%=") {
            let mut apart = self.copy(state);
            self.nested(&format!("f {body}; f"), span, "env", &mut apart);
        }
    }

    /// A program runs with the options that a variable holds.
    fn options_of(&mut self, program: &str, variable: &str, value: &Value, span: Span, state: &State) {
        let options = words_of(&value.to_string());
        let words = std::iter::once(program.to_owned()).chain(options).map(Value::Known).collect();
        self.peel(variable, |walk| {
            let mut apart = walk.copy(state);
            walk.command(words, span, &mut apart);
        });
    }

    /// Options of which some start another program.
    fn detour_among(&mut self, value: &Value, options: &[&str], span: Span) {
        let text = value.to_string();
        let is_one = |word: &str| {
            options.iter().any(|option| {
                word.strip_prefix(option).is_some_and(|rest| {
                    rest.is_empty() || rest.starts_with('=') || option.ends_with('=') || option.len() == 2
                })
            })
        };
        if text.split_ascii_whitespace().any(is_one) {
            self.opaque(Opacity::Detour(text), span);
        }
    }
}

/// `LESSOPEN='|lesspipe %s'`: the file that is shown stands for the mark. To a shell it is as good as fed.
fn preprocessor(value: &Value) -> Value {
    match value.known() {
        Some(text) => Value::Known(text.trim_start_matches(['|', '-']).replace("%s", "").trim().to_owned()),
        None => value.clone(),
    }
}

/// The words of a variable that is split by the program itself: a backslash and quotes keep a blank in a word.
fn words_of(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(letters.next()),
            (mark, Some(open)) if mark == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (blank, None) if blank.is_whitespace() => words.extend(word.take()),
            (plain, _) => word.get_or_insert_default().push(plain),
        }
    }
    words.extend(word);
    words
}

fn is_shared(path: &str) -> bool {
    SHARED
        .iter()
        .any(|shared| path.strip_prefix(shared).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

#[cfg(test)]
mod tests {
    use super::words_of;

    #[test]
    fn a_backslash_and_quotes_keep_a_blank_in_a_word() {
        assert_eq!(words_of(r#"-a b\ c  'd e' "f g""#), ["-a", "b c", "d e", "f g"]);
        assert_eq!(words_of(" '' "), [""]);
        assert_eq!(words_of(""), [""; 0]);
    }
}
