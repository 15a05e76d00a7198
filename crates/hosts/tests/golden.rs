//! Golden folders: `golden/<caller>/<event>-<case>/`.
//!
//! `event.json` is standard input as it comes, `env` the variables around it, `host` the registration if it is not the
//! caller's own or Claude's. `neutral.txt` is what is made of it,
//! `verdict.json` a verdict on it (none: nothing to say, or the fault of an event that cannot be read), and `reply.txt`
//! what the host is told. `HOOKWARD_BLESS=1 cargo test -p hookward-hosts` writes the two `.txt` files anew.

#[cfg(test)]
mod golden {
    use std::collections::BTreeMap;
    use std::fmt::Write as _;
    use std::fs;
    use std::path::{Path, PathBuf};

    use hookward_core::effects::Span;
    use hookward_core::{Decision, Edit, Finding, Instead, Output, Rewrite, Verdict};
    use hookward_hosts::{Decoded, Host, Reply, Surroundings, decode, encode};
    use serde_json::Value;

    fn folders(root: &Path) -> Vec<PathBuf> {
        let list = |path: &Path| {
            let mut found: Vec<PathBuf> =
                fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
            found.sort();
            found
        };
        list(root).iter().flat_map(|caller| list(caller)).collect()
    }

    fn variables(case: &Path) -> BTreeMap<String, String> {
        let text = fs::read_to_string(case.join("env")).unwrap_or_default();
        let pairs = text.lines().filter_map(|line| line.split_once('='));
        pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    /// The form in which a verdict is described: `{"decision", "findings", "context", "notice", "output", "rewrite", "rewritten"}`;
    /// the last two are a rewritten command and what it would get itself, `output` are the texts that the model is to see. One finding is made up
    /// where none is given and there has to be one.
    fn verdict(description: &Value) -> Verdict {
        let decision = |value: &Value| match value.as_str() {
            Some("advise") => Decision::Advise,
            Some("approve") => Decision::Approve,
            Some("ask") => Decision::Ask,
            Some("deny") => Decision::Deny,
            _ => Decision::Silent,
        };
        let text = |value: &Value, key: &str| value[key].as_str().map(str::to_owned);
        let edits = |value: &Value| {
            let rewrites = value["rule"].as_str().is_some_and(|rule| rule.starts_with("rewrite/"));
            rewrites.then(|| Edit { span: Span::default(), text: String::new() }).into_iter().collect()
        };
        let texts = || description["output"].as_array().cloned().unwrap_or_default();
        let text_of = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let output = |value: &Value| {
            let masks = value["rule"] == "security/secret-output";
            masks.then(|| Output { texts: texts().iter().map(text_of).collect() })
        };
        let rewrite = |command: String| Rewrite {
            to: Instead::Command(command),
            decision: decision(&description["rewritten"]),
        };
        let finding = |value: &Value| Finding {
            rule: text(value, "rule").unwrap_or_else(|| "security/secret-read".to_owned()).into(),
            decision: decision(&value["decision"]),
            matched: text(value, "matched").unwrap_or_else(|| "cat .env".to_owned()),
            span: None,
            about: Vec::new(),
            why: text(value, "why").unwrap_or_else(|| "it prints \"secrets\"".to_owned()).into(),
            instead: text(value, "instead").unwrap_or_else(|| "read `.env.example`".to_owned()).into(),
            origin: None,
            edits: edits(value),
            input: None,
            output: output(value),
            told: String::new(),
            bypass: None,
            figures: Vec::new(),
        };
        let findings = match &description["findings"] {
            Value::Array(list) => list.iter().map(finding).collect(),
            _ if decision(&description["decision"]) == Decision::Silent => Vec::new(),
            _ => vec![finding(&serde_json::json!({ "decision": description["decision"] }))],
        };
        Verdict {
            decision: decision(&description["decision"]),
            output: findings.iter().find_map(|finding: &Finding| finding.output.clone()),
            findings,
            rewrite: text(description, "rewrite").map(rewrite),
            unattended: description["unattended"] == true,
            halt: text(description, "halt"),
            context: text(description, "context"),
            notice: text(description, "notice"),
            ..Verdict::silent()
        }
    }

    fn neutral(decoded: &Decoded) -> String {
        let asked = &decoded.asked;
        let name = asked.name.map_or("not known", hookward_core::EventName::as_str);
        let mut text = format!("caller: {}\nevent: {:?} = {name}\n", asked.caller.name(), asked.event_name);
        let _ = writeln!(text, "attendance: {:?}", asked.attendance);
        match &decoded.event {
            Ok(event) => {
                let _ = writeln!(
                    text,
                    "session: {}\ncwd: {}\nroots: {:?}",
                    event.session, event.cwd, event.roots
                );
                if let Some(agent) = &event.agent {
                    let _ = writeln!(text, "agent: {} ({})", agent.id, agent.role);
                }
                let _ = writeln!(text, "{:#?}", event.moment);
            }
            Err(fault) => {
                let _ = writeln!(text, "{}: {fault}", fault.id());
            }
        }
        text
    }

    fn told(reply: &Reply) -> String {
        format!("exit {}\n--- stdout\n{}--- stderr\n{}", reply.exit, reply.stdout, reply.stderr)
    }

    /// Where JSON is read there is one object and nothing in front of it; where it is not, there is none.
    fn is_well_formed(caller: &str, stdout: &str) -> bool {
        let is_object = stdout.starts_with('{') && serde_json::from_str::<Value>(stdout).is_ok();
        match caller {
            "plain" | "kiro" | "windsurf" | "devin" | "amp" => !is_object,
            _ => is_object || stdout.is_empty(),
        }
    }

    #[test]
    fn every_golden_folder_says_what_happens() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
        let bless = std::env::var_os("HOOKWARD_BLESS").is_some();
        let mut wrong = String::new();
        for case in folders(&root) {
            let caller = case.parent().and_then(Path::file_name).unwrap().to_str().unwrap();
            let registered = fs::read_to_string(case.join("host")).unwrap_or_else(|_| caller.to_owned());
            let host = Host::from_name(registered.trim()).unwrap_or(Host::Claude);
            let variables = variables(&case);
            let var = |name: &str| variables.get(name).cloned();
            let stdin = fs::read(case.join("event.json")).unwrap_or_default();
            let decoded = decode(
                host,
                &stdin,
                &Surroundings { cwd: "/home/dev/here", var: &var, has_terminal: &|| true },
            );
            let verdict = match (&decoded.event, fs::read_to_string(case.join("verdict.json"))) {
                (Err(fault), _) => fault.verdict(decoded.asked.name, decoded.asked.attendance),
                (Ok(_), Ok(text)) => verdict(&serde_json::from_str(&text).unwrap()),
                (Ok(_), Err(_)) => Verdict::silent(),
            };
            let reply = encode(&decoded.asked, &verdict);
            assert_eq!(decoded.asked.caller.name(), caller, "{}", case.display());
            assert!(is_well_formed(caller, &reply.stdout), "{}", case.display());
            for (file, now) in [("neutral.txt", neutral(&decoded)), ("reply.txt", told(&reply))] {
                let path = case.join(file);
                let before = fs::read_to_string(&path).unwrap_or_default();
                if before == now {
                    continue;
                }
                if bless {
                    fs::write(&path, &now).unwrap();
                } else {
                    let _ = write!(wrong, "\n== {}\n-- expected\n{before}-- is\n{now}", path.display());
                }
            }
        }
        assert!(wrong.is_empty(), "HOOKWARD_BLESS=1 accepts these:{wrong}");
    }
}
