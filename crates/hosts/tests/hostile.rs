//! Payloads that are broken, huge or built to hurt: an answer always comes, soon, and it is never a silent yes.

#[cfg(test)]
mod hostile {
    use std::fs;
    use std::path::Path;
    use std::time::{Duration, Instant};

    use hookward_core::effects::Call;
    use hookward_core::{EventName, Moment};
    use hookward_hosts::{Decoded, Host, Reply, Surroundings, decode, encode};

    const PRE: &str = r#""hook_event_name":"PreToolUse","tool_name":"Bash""#;

    fn read(host: Host, stdin: &[u8]) -> Decoded {
        decode(host, stdin, &Surroundings { cwd: "/w", var: &|_| None, has_terminal: &|| true })
    }

    fn answer(decoded: &Decoded) -> Reply {
        let fault = decoded.event.as_ref().unwrap_err();
        encode(&decoded.asked, &fault.verdict(decoded.asked.name, decoded.asked.attendance))
    }

    fn is_no(reply: &Reply) -> bool {
        let marks = ["\"deny\"", "\"cancel\":true", "\"permission\":\"deny\""];
        reply.exit == 2 || marks.iter().any(|mark| reply.stdout.contains(mark))
    }

    /// With so little stack that any recursion along the input would end the process.
    fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
        std::thread::Builder::new().stack_size(256 * 1024).spawn(work).unwrap().join().unwrap();
    }

    #[test]
    fn a_hundred_thousand_brackets_end_in_a_fault_not_in_a_crash() {
        on_a_small_stack(|| {
            let lists = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
            let objects = format!("{}1{}", "{\"a\":".repeat(100_000), "}".repeat(100_000));
            for deep in [lists.as_str(), objects.as_str(), &"[".repeat(100_000), &"{\"a\":".repeat(100_000)] {
                for payload in [
                    deep.to_owned(),
                    format!("{{{PRE},\"tool_input\":{deep}}}"),
                    format!("{{{PRE},\"tool_input\":{{\"command\":{deep}}}}}"),
                    format!("{{\"hook_event_name\":{deep},\"tool_name\":\"Bash\"}}"),
                    format!("{{{PRE},\"turn_id\":1,\"workspace_roots\":{deep},\"mcp_context\":{deep}}}"),
                    format!("{{\"hookName\":\"tool_call\",\"tool_call\":{deep}}}"),
                ] {
                    for host in Host::ALL {
                        assert!(is_no(&answer(&read(*host, payload.as_bytes()))), "{}", &payload[..60]);
                    }
                }
            }
        });
    }

    #[test]
    fn depth_in_what_is_never_read_costs_nothing() {
        on_a_small_stack(|| {
            let lists = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
            let objects = format!("[{}1{}]", "{\"a\":".repeat(100_000), "}".repeat(100_000));
            for deep in [lists, objects] {
                let input = format!("{{\"command\":\"ls\",\"x\":{deep},\"path\":{deep},\"edits\":{deep}}}");
                let payload = format!("{{{PRE},\"tool_input\":{input},\"y\":{deep}}}");
                let event = read(Host::Claude, payload.as_bytes()).event.unwrap();
                assert_eq!(event.moment, Moment::BeforeTool(Call::shell("ls")));
            }
        });
    }

    #[test]
    fn twenty_megabytes_are_read_in_linear_time() {
        let started = Instant::now();
        let long = "a \\\\ \\\" ".repeat(20_000_000 / 8);
        let payload = format!("{{{PRE},\"tool_input\":{{\"command\":\"echo {long}\"}}}}");
        let event = read(Host::Claude, payload.as_bytes()).event.unwrap();
        assert!(
            matches!(event.moment.call(), Some(Call::Shell { command, .. }) if command.len() > 9_000_000)
        );

        let raw = "a \t \\! \\ud800 ".repeat(4_000_000 / 14);
        let payload = format!("{{{PRE},\"tool_input\":{{\"command\":\"echo {raw}\"}}}}");
        assert!(read(Host::Claude, payload.as_bytes()).event.is_ok());

        for junk in ["\"", "{", "\\", "[\"", ",:", " \"x\" "] {
            let payload = format!("{{{PRE},{}", junk.repeat(4_000_000 / junk.len()));
            assert!(is_no(&answer(&read(Host::Claude, payload.as_bytes()))), "{junk}");
        }
        // Generous, for slow machines and builds without optimisation: quadratic would take hours.
        assert!(started.elapsed() < Duration::from_mins(2), "{:?}", started.elapsed());
    }

    #[test]
    fn a_guarding_event_that_breaks_off_anywhere_is_denied() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
        for caller in fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()) {
            let host = Host::from_name(caller.file_name().unwrap().to_str().unwrap()).unwrap_or(Host::Claude);
            for case in fs::read_dir(&caller).unwrap().map(|entry| entry.unwrap().path()) {
                // Those differ from the others in what they say, not in how.
                let name = case.file_name().unwrap().to_string_lossy().into_owned();
                if name.starts_with("captured-") || name.starts_with("sample-") {
                    continue;
                }
                let whole = fs::read(case.join("event.json")).unwrap_or_default();
                let decoded = read(host, &whole);
                if !decoded.asked.name.is_some_and(EventName::guards) || decoded.event.is_err() {
                    continue;
                }
                let end = whole.trim_ascii_end().len();
                for cut in 1..end {
                    let reply = answer(&read(host, &whole[..cut]));
                    assert!(is_no(&reply), "{} cut at {cut}: {reply:?}", case.display());
                }
            }
        }
    }

    #[test]
    fn a_byte_that_flips_never_ends_in_a_panic() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/claude/PreToolUse-multi-edit");
        let whole = fs::read(root.join("event.json")).unwrap();
        for at in 0..whole.len() {
            for byte in [0, b'"', b'\\', b'{', b']', b'\n', 0x80, 0xff] {
                let mut changed = whole.clone();
                changed[at] = byte;
                for host in Host::ALL {
                    let decoded = read(*host, &changed);
                    if decoded.event.is_err() {
                        answer(&decoded);
                    }
                }
            }
        }
    }
}
