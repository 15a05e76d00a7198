//! Programs that leave something running when they have ended.

use crate::value::Value;

/// Whether a program leaves something running, by its name and its words.
pub(crate) fn leaves_running(program: &str, words: &[Value]) -> bool {
    match program {
        "nohup" | "setsid" | "tmux" | "screen" | "zellij" | "dtach" | "abduco" | "daemonize" | "daemon"
        | "start-stop-daemon" | "systemd-run" | "at" | "batch" | "sem" => true,
        // What only puts the time in front of lines is called with a format, or with nothing.
        "ts" | "tsp" => words.iter().any(|word| !word.prefix().starts_with(['-', '%'])),
        "sudo" | "sudo-rs" => has_own(words, 'b', "--background", "CDghpRrTtUu"),
        "ssh" => has_own(words, 'f', "", "BbcDEeFIiJLlmOopQRSWw"),
        "docker" | "podman" | "nerdctl" | "finch" | "docker-compose" | "podman-compose" => {
            has_one_of(words, &["start", "restart", "--detach", "--detach=true"])
                || words.iter().filter_map(Value::known).any(|word| is_letter_of(word, 'd'))
        }
        "pm2" => {
            has_one_of(words, &["start", "restart", "reload", "resurrect", "startOrRestart", "startOrReload"])
        }
        "forever" | "systemctl" | "service" | "supervisorctl" | "circusctl" | "monit" | "dinitctl" => {
            has_one_of(words, &["start", "restart", "reload-or-restart", "try-restart"])
        }
        "launchctl" => has_one_of(words, &["start", "kickstart", "submit"]),
        "overmind" => has_one_of(words, &["-D", "--daemonize"]),
        "parallel" => has_one_of(words, &["--bg", "--semaphore"]),
        "pueue" => has_one_of(words, &["add", "start", "restart", "enqueue"]),
        _ => false,
    }
}

fn has_one_of(words: &[Value], wanted: &[&str]) -> bool {
    words.iter().filter_map(Value::known).any(|word| wanted.contains(&word))
}

/// Whether an option stands among those in front of the first operand; the letters of `valued` take the next word.
fn has_own(words: &[Value], letter: char, long: &str, valued: &str) -> bool {
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let text = word.prefix();
        let Some(letters) = text.strip_prefix('-').filter(|_| text != "--") else { return false };
        if text == long {
            return true;
        }
        if letters.starts_with('-') {
            continue;
        }
        let with_value = letters.find(|own| valued.contains(own));
        if letters.get(..with_value.unwrap_or(letters.len())).is_some_and(|flags| flags.contains(letter)) {
            return true;
        }
        if with_value == letters.len().checked_sub(1) {
            words.next();
        }
    }
    false
}

/// Whether a word is a few flags in one, such as `-itd`, of which this is one.
fn is_letter_of(word: &str, letter: char) -> bool {
    word.len() <= 4 && word.strip_prefix('-').is_some_and(|all| !all.starts_with('-') && all.contains(letter))
}

#[cfg(test)]
mod tests {
    use crate::{Call, Emptiness, Scene, facts};

    fn lingers(command: &str) -> bool {
        let scene = Scene { cwd: "/w", home: None, roots: &["/w".to_owned()], world: &Emptiness };
        facts(&Call::shell(command), &scene).lingers
    }

    #[test]
    fn what_goes_on_behind_the_end_of_a_text_is_said() {
        for command in [
            "./tool &",
            "coproc ./tool",
            "echo x > >(./tool)",
            "cat <(./tool)",
            "nohup ./tool",
            "sudo -b ./tool",
            "sudo -u me -nb ./tool",
            "ssh -f host ./tool",
            "ssh -p 22 -fN host",
            "dtach -n /tmp/s ./tool",
            "abduco -n s ./tool",
            "tmux send-keys -t 0 ./tool Enter",
            "pm2 start app.js",
            "npx pm2 start app.js",
            "forever start app.js",
            "docker run --name x -d image",
            "docker run -itd image",
            "podman run -d image",
            "docker compose up -d",
            "docker compose -f a.yml up --detach",
            "systemctl --user start x",
            "supervisorctl start x",
            "overmind start -D",
            "parallel --bg ./tool ::: a",
            "sem ./tool",
            "ts ./tool",
            "pueue add ./tool",
            "bash -c 'nohup ./tool'",
            "python3 -c 'import os; os.fork()'",
            "python3 -c 'import subprocess; subprocess.Popen([\"./tool\"], start_new_session=True)'",
            "node -e 'require(\"child_process\").spawn(\"./tool\", [], {detached: true})'",
            // Nobody waits for these.
            "(./tool &); wait",
            "{ ./tool & } & wait",
            "./tool & disown; wait",
            "wait; ./tool &",
            "wait() { :; }; ./tool & wait",
            "./tool & wait | cat",
            "for x in a b; do ./tool $x & done",
            "for x in a b; do ./tool $x & disown; done; wait",
            "for x in $(./tool &); do echo $x; done; wait",
            "for x in a b; do (./tool $x &) done; wait",
            "nohup ./tool & wait",
        ] {
            assert!(lingers(command), "{command}");
        }
    }

    #[test]
    fn what_ends_with_the_text_is_none_of_that() {
        for command in [
            "./tool",
            "sudo grep -b x a",
            "sudo -u bob ./tool",
            "ssh -i f host ls -f",
            "docker run --rm image",
            "docker ps",
            "make | ts '%H:%M:%S'",
            "pm2 list",
            "systemctl --user status x",
            "supervisorctl status",
            "pueue status",
            "npm run a & npm run b & wait",
            "npm run a & wait && echo done",
            "for x in a b; do ./tool $x & done; wait",
        ] {
            assert!(!lingers(command), "{command}");
        }
    }
}
