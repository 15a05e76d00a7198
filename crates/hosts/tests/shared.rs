//! Payloads of real hosts, which stand outside of the repository: `$HOOKWARD_SHARED`, or `shared` beside it. Without
//! that folder there is nothing to check here; the golden folders hold what matters of it.

#[cfg(test)]
mod shared {
    use std::fs;
    use std::path::{Path, PathBuf};

    use hookward_hosts::{Caller, Decoded, Host, Surroundings, decode};

    fn folder() -> Option<PathBuf> {
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
        let folder = std::env::var_os("HOOKWARD_SHARED").map_or(beside, PathBuf::from).join("hosts");
        if folder.is_dir() {
            return Some(folder);
        }
        println!("skipped: there is no {}", folder.display());
        None
    }

    fn read_as(host: Host, stdin: &[u8]) -> Decoded {
        decode(host, stdin, &Surroundings { cwd: "/w", var: &|_| None, has_terminal: &|| true })
    }

    fn read(stdin: &[u8]) -> Decoded {
        decode(Host::Claude, stdin, &Surroundings { cwd: "/w", var: &|_| None, has_terminal: &|| true })
    }

    fn files(folder: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                found.extend(files(&entry));
            } else if entry.extension().is_some_and(|extension| extension == "json") {
                found.push(entry);
            }
        }
        found
    }

    #[test]
    fn every_captured_payload_is_understood_and_its_sender_known() {
        let Some(folder) = folder() else { return };
        for (file, caller) in [
            ("claude-code.jsonl", Caller::Claude),
            ("codex.jsonl", Caller::Codex),
            ("copilot.jsonl", Caller::Copilot),
            ("gemini.jsonl", Caller::Gemini),
            ("qwen.jsonl", Caller::Qwen),
        ] {
            let text = fs::read_to_string(folder.join("captures").join(file)).unwrap();
            assert!(text.lines().count() > 5);
            for line in text.lines() {
                let decoded = read(line.as_bytes());
                assert_eq!(decoded.asked.caller, caller, "{line}");
                assert!(decoded.event.is_ok(), "{:?}\n{line}", decoded.event);
            }
        }
    }

    #[test]
    fn every_fixture_of_claude_is_understood() {
        let Some(folder) = folder() else { return };
        let files = files(&folder.join("fixtures/claude-code"));
        assert!(files.len() > 20);
        for file in files {
            let decoded = read(&fs::read(&file).unwrap());
            assert_eq!(decoded.asked.caller, Caller::Claude, "{}", file.display());
            assert!(decoded.event.is_ok(), "{}: {:?}", file.display(), decoded.event);
        }
    }

    #[test]
    fn every_fixture_is_understood_by_its_own_host() {
        let Some(folder) = folder() else { return };
        for (name, host) in [
            ("codex", Host::Codex),
            ("copilot-cli", Host::Copilot),
            ("cursor", Host::Cursor),
            ("gemini-cli", Host::Gemini),
            ("kiro", Host::Kiro),
            ("vscode-copilot", Host::Copilot),
            ("windsurf", Host::Windsurf),
        ] {
            for file in files(&folder.join("fixtures").join(name)) {
                let is = |part: &str| file.to_string_lossy().contains(part);
                // Not hooks; and one that was typed without its command, which is denied.
                if is("/schema-0") || is("notify-") || is("windsurf/pre_run_command") {
                    continue;
                }
                let decoded = read_as(host, &fs::read(&file).unwrap());
                assert!(decoded.event.is_ok(), "{}: {:?}", file.display(), decoded.event);
            }
        }
    }

    #[test]
    fn the_fixtures_of_the_others_tell_who_sent_them() {
        let Some(folder) = folder() else { return };
        for (name, callers) in [
            ("cursor", &[Caller::Cursor][..]),
            ("windsurf", &[Caller::Windsurf]),
            // What their authors typed without the fields that tell them apart looks like Claude's, and so does an
            // event without a tool; their answers are the same then.
            ("codex", &[Caller::Codex, Caller::Claude]),
            ("copilot-cli", &[Caller::Copilot, Caller::CopilotClaude, Caller::Claude]),
            ("vscode-copilot", &[Caller::VsCode, Caller::CopilotClaude, Caller::Claude]),
            ("gemini-cli", &[Caller::Gemini, Caller::CopilotClaude, Caller::Claude]),
            ("kiro", &[Caller::Kiro, Caller::Claude]),
        ] {
            for file in files(&folder.join("fixtures").join(name)) {
                if file.components().any(|part| part.as_os_str().to_string_lossy().starts_with("schema")) {
                    continue;
                }
                let decoded = read(&fs::read(&file).unwrap());
                assert!(callers.contains(&decoded.asked.caller), "{}: {:?}", file.display(), decoded.asked);
                if let Err(fault) = &decoded.event {
                    println!("{}: {fault}", file.display());
                }
            }
        }
    }
}
