//! Only reads inside the workspace.
//!
//! What: approves a call that does nothing but read and print what lies in the workspace, so that the person is not
//! asked: every command of the text must be known to only read, every substitution and every redirection too, and no
//! word may be unknown. An approval never beats a denial or a question, of another rule or of the host.
//!
//! Why: a person who is asked about `git status` stops reading the questions.
//!
//! Instead: nothing; whatever is not approved is left to the host.

use hookward_effects::{Action, Call, Command, Place, Spot, Standing, Value};

use crate::rule::{Against, BEFORE, Case, Example, Rule, Sample};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "approve/read-only",
    category: Category::Approve,
    on: BEFORE,
    against: Against::Manner,
    source: include_str!("read_only.rs"),
    judge,
    examples: &[
        Example { call: Sample::Shell("cd src && ls -la | head -20"), decision: Decision::Approve },
        Example { call: Sample::Shell("rg -n TODO src 2>/dev/null | wc -l"), decision: Decision::Approve },
        Example { call: Sample::Shell("grep -n TODO src/main.rs"), decision: Decision::Approve },
        Example { call: Sample::Shell("find src -name '*.rs'"), decision: Decision::Approve },
        Example { call: Sample::Read("src/main.rs"), decision: Decision::Approve },
        Example { call: Sample::Shell("cat /etc/passwd"), decision: Decision::Silent },
        Example { call: Sample::Shell("cat /etc/os-release; ps aux"), decision: Decision::Approve },
        Example { call: Sample::Shell("ps -eo environ"), decision: Decision::Silent },
        Example { call: Sample::Shell("ps auxe"), decision: Decision::Silent },
        Example { call: Sample::Shell("tar tzf a.tgz | head"), decision: Decision::Approve },
        Example { call: Sample::Shell("awk 'NR>=10 && NR<=20' src/a.ts"), decision: Decision::Approve },
        Example { call: Sample::Shell("awk '{print $1 > $2}' src/a.ts"), decision: Decision::Silent },
        Example { call: Sample::Shell("awk '{print \"a;\" > \"b\"}' src/a.ts"), decision: Decision::Silent },
        Example { call: Sample::Shell("grep -rn KEY --include='*.ts' ."), decision: Decision::Approve },
        Example {
            call: Sample::Shell("grep -rn KEY --include='*.ts' --include='.env' ."),
            decision: Decision::Silent,
        },
        Example { call: Sample::Shell("find . -name '*.ts' -exec wc -l {} +"), decision: Decision::Approve },
        Example { call: Sample::Shell("find src -name '*.py' | xargs wc -l"), decision: Decision::Approve },
        Example { call: Sample::Shell("find . -type f -exec cat {} +"), decision: Decision::Silent },
        Example { call: Sample::Shell("find . ! -name '*.ts' -exec cat {} +"), decision: Decision::Silent },
        Example {
            call: Sample::Shell("find . -not -path './.git/*' -name '*.ts' -exec head -1 {} +"),
            decision: Decision::Approve,
        },
        Example {
            call: Sample::Shell("find . \\( -name '.e*' -o -name '*.ts' \\) -exec cat {} +"),
            decision: Decision::Silent,
        },
        Example { call: Sample::Shell("find . -name '*.ts' -execdir ./x {} +"), decision: Decision::Silent },
        Example {
            call: Sample::Shell("find . -name '*.ts' -exec sed -i s/a/b/ {} +"),
            decision: Decision::Silent,
        },
        Example { call: Sample::Shell("find . -name '*.ts' | xargs sort"), decision: Decision::Silent },
        Example { call: Sample::Shell("tar xtf a.tgz"), decision: Decision::Silent },
        Example { call: Sample::Shell("tar tf host:a.tgz"), decision: Decision::Silent },
        Example { call: Sample::Shell("tar tf a.tar -I ./x"), decision: Decision::Silent },
        Example { call: Sample::Shell("ls /root"), decision: Decision::Silent },
        Example { call: Sample::Shell("find / -name x"), decision: Decision::Silent },
        Example { call: Sample::Shell("grep -r KEY ."), decision: Decision::Silent },
        Example { call: Sample::Shell("env | grep KEY"), decision: Decision::Silent },
        Example { call: Sample::Shell("sudo -s <<< 'x'; ls"), decision: Decision::Silent },
        Example { call: Sample::Shell("for PATH in ./x; do ls; done"), decision: Decision::Silent },
        Example { call: Sample::Shell("xxd -r a b"), decision: Decision::Silent },
        Example { call: Sample::Shell("date -f notes"), decision: Decision::Silent },
        Example { call: Sample::Shell("test -v 'a[$(x)]'"), decision: Decision::Silent },
        Example { call: Sample::Shell("sort notes -o out"), decision: Decision::Silent },
        Example { call: Sample::Shell("a[$(x)]=1; ls"), decision: Decision::Silent },
        Example { call: Sample::Shell("find . -name x $(echo -delete)"), decision: Decision::Silent },
        Example { call: Sample::Shell("cat s*/../../../etc/shadow"), decision: Decision::Silent },
        Example { call: Sample::Shell("xxd notes out"), decision: Decision::Silent },
        Example { call: Sample::Shell("less '+!id' notes"), decision: Decision::Silent },
        Example { call: Sample::Shell("git blame --contents=x notes"), decision: Decision::Silent },
        Example { call: Sample::Shell("git log -L1,9:notes"), decision: Decision::Silent },
        Example { call: Sample::Shell("echo ~/.ssh/*"), decision: Decision::Silent },
        Example { call: Sample::Shell("date 010100002020"), decision: Decision::Silent },
        Example { call: Sample::Shell("[ -d src ] && ls"), decision: Decision::Approve },
        Example { call: Sample::Shell("date +%F; wc -l src/main.rs"), decision: Decision::Approve },
        Example { call: Sample::Shell("cat notes > copy"), decision: Decision::Silent },
        Example { call: Sample::Shell("ls; npm test"), decision: Decision::Silent },
        Example { call: Sample::Shell("cat $(./pick)"), decision: Decision::Silent },
        Example { call: Sample::Shell("git diff --output=x"), decision: Decision::Silent },
        Example { call: Sample::Shell("GIT_PAGER=./x git log"), decision: Decision::Silent },
        Example { call: Sample::Shell("PATH=.; ls"), decision: Decision::Silent },
        Example { call: Sample::Shell("./git status"), decision: Decision::Silent },
        Example { call: Sample::Shell("sudo ls"), decision: Decision::Silent },
        Example { call: Sample::Shell("LC_ALL=C /bin/ls"), decision: Decision::Approve },
        Example {
            call: Sample::Shell("sed -n 1,20p src/a.rs | awk '{print $1}'"),
            decision: Decision::Approve,
        },
        Example { call: Sample::Shell("sed -n 1e,id src/a.rs"), decision: Decision::Silent },
        Example {
            call: Sample::Shell("for f in a b; do echo \"$f: $(wc -l < \"$f\")\"; done"),
            decision: Decision::Approve,
        },
        Example { call: Sample::Write("src/main.rs"), decision: Decision::Silent },
    ],
};

fn judge(case: &Case) -> Vec<Finding> {
    if !only_looks(case)
        || case.facts.commands.iter().any(|command| command.standing == Standing::SafeSubcommand)
    {
        return Vec::new();
    }
    vec![Finding {
        why: "it only reads inside the workspace".into(),
        ..Rule::finding(RULE.id, Decision::Approve, case, None)
    }]
}

/// Whether a call does nothing but read inside the workspace.
pub(super) fn only_looks(case: &Case) -> bool {
    let runs = &case.facts.commands;
    let may = match case.event.moment.call() {
        Some(Call::Shell { .. }) => !runs.is_empty() && runs.iter().all(is_plain),
        Some(Call::Read { .. } | Call::Search { prints_lines: false, .. }) => true,
        Some(
            Call::Search { prints_lines: true, .. }
            | Call::Write { .. }
            | Call::Edit { .. }
            | Call::Patch { .. }
            | Call::Fetch { .. }
            | Call::Mcp { .. }
            | Call::Subagent { .. }
            | Call::Other { .. },
        )
        | None => false,
    };
    may && case.facts.effects.iter().all(|effect| only_reads(case, &effect.action))
}

/// Known to only read, and run as it is: not as another user.
fn is_plain(command: &Command) -> bool {
    // A name that xargs cuts in two may become anything: nothing of it may be shown.
    let counts = || {
        let program = command.words.first().and_then(Value::known);
        program.is_some_and(|program| {
            matches!(program, "wc" | "stat" | "ls" | "du" | "file" | "md5sum" | "sha256sum")
        })
    };
    // find answers for itself, as a command of its own, for what it runs.
    let plain = |wrapper: &String| match wrapper.as_str() {
        "command" | "builtin" | "timeout" | "nice" | "bash -c" | "sh -c" | "find" => true,
        "xargs" => counts(),
        _ => false,
    };
    matches!(command.standing, Standing::ReadOnly | Standing::SafeSubcommand)
        && command.through.iter().all(plain)
}

fn only_reads(case: &Case, action: &Action) -> bool {
    match action {
        Action::List(place) | Action::Read(place) | Action::Search(place) => lies_inside(case, place),
        Action::Environment(name, _) => is_harmless(name),
        // What was read is shown; whether it may be, other rules say.
        Action::Print(_) => true,
        Action::Hand(_)
        | Action::Write(..)
        | Action::Delete(..)
        | Action::Permit(..)
        | Action::Own(..)
        | Action::Send { .. }
        | Action::Receive(_)
        | Action::Run(_)
        | Action::Git(_)
        | Action::Kill(_)
        | Action::Lessen(_)
        | Action::Deed(..)
        | Action::Opaque(_) => false,
    }
}

/// Lists that zsh ties to a variable in upper case: to change one is to change the other.
const TIED: &[&str] = &["path", "fpath", "cdpath", "manpath", "module_path", "mailpath", "psvar", "watch"];

/// Variables that no program takes for more than a look or a language; names in lower case are the script's own.
fn is_harmless(variable: &str) -> bool {
    let own = !variable.bytes().any(|byte| byte.is_ascii_uppercase()) && !TIED.contains(&variable);
    own || variable.starts_with("LC_") || matches!(variable, "LANG" | "TZ" | "TERM" | "COLUMNS" | "NO_COLOR")
}

fn lies_inside(case: &Case, place: &Place) -> bool {
    let may = |spot: &Spot| case.ground.in_workspace(&spot.path) || is_of_every_machine(&spot.path);
    !place.open && place.spots.iter().all(may)
}

/// What a system says of itself, and of nobody's work.
fn is_of_every_machine(path: &str) -> bool {
    const FILES: &[&str] = &[
        "/etc/debian_version",
        "/etc/lsb-release",
        "/etc/os-release",
        "/etc/timezone",
        "/proc/cpuinfo",
        "/proc/loadavg",
        "/proc/meminfo",
        "/proc/uptime",
        "/proc/version",
        "/usr/lib/os-release",
    ];
    FILES.contains(&path)
}
