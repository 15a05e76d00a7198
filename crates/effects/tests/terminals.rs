//! What programs type into a terminal runs there: words, keys and calls make one line. The working directory is `/w`.

use hookward_effects::{Action, Call, Deed, Emptiness, Scene, facts};

fn effects(command: &str) -> Vec<Action> {
    let scene = Scene { cwd: "/w", home: Some("/home/me"), roots: &[], world: &Emptiness };
    facts(&Call::shell(command), &scene).effects.into_iter().map(|effect| effect.action).collect()
}

fn impersonates(command: &str) -> bool {
    effects(command).iter().any(|action| matches!(action, Action::Deed(Deed::Impersonate, _)))
}

fn deletes_everything(command: &str) -> bool {
    let is_root = |action: &Action| matches!(action, Action::Delete(place, _) if place.spots.iter().any(|spot| spot.path == "/"));
    effects(command).iter().any(is_root)
}

#[test]
fn words_and_keys_are_one_line() {
    for command in [
        "tmux send-keys -t a hookward Space verify Enter",
        "tmux send-keys -t a 'hookw' 'ard verify' Enter",
        "tmux send-keys -t a h o o k w a r d Space v e r i f y C-m",
        "tmux send-keys -t a -l 'hookward verify'",
        "tmux send-keys -lt a 'hookward verify'",
        "tmux send-keys -t a hookward Space verify Enter -l",
        "tmux send-keys -t a -- hookward Space verify Enter",
        "tmux -L x send -t a hookwar d space verify KPEnter",
        "tmux send-keys -t a hookx BSpace ward Space verify Enter",
        "tmux send-keys -t a hookward 0x20 verify 0x0d",
        "tmux send-keys -H 68 6f 6f 6b 77 61 72 64 20 76 65 72 69 66 79 0d",
        "tmux send-keys -t a hookward; tmux send-keys -t a Space; tmux send-keys -t a verify Enter",
        "tmux new-session -d -s a \\; send-keys hookward Space verify Enter",
        "tmux send-keys -t a ls Enter\\; send-keys -t a hookward Space verify Enter",
        "tmux send-k -t a hookward Space verify Enter",
        "tmux set-buffer 'hookward verify'; tmux paste-buffer -t a",
        "tmux setb hookward; tmux send-keys Space verify",
        "echo 'hookward verify' | tmux load-buffer -",
        "echo 'hookward verify' > b; tmux load-buffer b",
        "screen -S a -X stuff 'hookw'; screen -S a -X stuff 'ard verify^M'",
        "screen -S a -X stuff 'hookward verify\\n'",
    ] {
        assert!(impersonates(command), "{command}: {:?}", effects(command));
    }
    assert_eq!(
        effects("tmux send-keys -t a rm Space -rf Space / Enter"),
        effects("tmux send-keys -t a 'rm -rf /'"),
    );
    assert!(deletes_everything("tmux send-keys -t a rm Space -rf Space / Enter"));
}

#[test]
fn a_line_that_ended_is_no_part_of_the_next() {
    for command in [
        "tmux send-keys -t a 'npm run dev' Enter",
        "tmux send-keys -t a hookward Enter verify Enter",
        "tmux send-keys -t a C-c",
        "tmux send-keys -t a q; tmux kill-session -t a",
        "tmux send-keys -t a 'echo hookward' Enter; tmux send-keys -t a verify Enter",
        "tmux ls",
        "tmux new-session -d 'npm run dev'",
        "tmux capture-pane -p -t a",
    ] {
        assert!(!impersonates(command) && !deletes_everything(command), "{command}: {:?}", effects(command));
    }
}

#[test]
fn a_terminal_for_the_guard_is_seen_whoever_makes_it() {
    for command in [
        "byobu new-session -d 'hookward verify'",
        "byobu send-keys -t a hookward Space verify Enter",
        "byobu-tmux send-keys -t a 'hookward verify' Enter",
        "vim -c 'term hookward verify'",
        "vim -c ':terminal hookward verify' -c q",
        "vim +'term ++curwin hookward trust'",
        "nvim --headless -c 'terminal hookward verify' -c 'sleep 1' -c qa",
        r#"nvim -c 'call jobstart(["hookward","verify"],{"pty":v:true})'"#,
        r#"nvim -c "call termopen('hookward verify')""#,
        r#"vim -c "call term_start('hookward verify')""#,
        r#"vim -c "call term_sendkeys(bufnr(), 'hookward verify')""#,
        "nvim --server /tmp/s --remote-send ':term hookward verify<CR>'",
        r#"vim -c 'term' -c "call feedkeys('hookward verify\n')""#,
        r#"python3 -c "import pty; pty.spawn(['hookward','verify'])""#,
        r#"python3 -c "import pty; pty.spawn(['/bin/sh','-c','hookward verify'])""#,
        r#"python3 -c 'import pexpect; c=pexpect.spawn("hookward verify"); c.sendline("y")'"#,
        r#"python3 -c 'import pexpect; c=pexpect.spawn("bash"); c.sendline("hookward verify")'"#,
        r#"python3 -c 'import ptyprocess; p=ptyprocess.PtyProcess.spawn(["hookward","trust"])'"#,
        "python3 -m pty hookward verify",
        "python3 -m pty.spawn hookward verify",
        "echo 'hookward verify' | python3 -m pty",
        r#"expect -c 'spawn hookward verify; expect "?"; send "y\r"'"#,
        r#"expect -c 'spawn bash; send "hookward verify\r"; interact'"#,
        r#"expect -c 'spawn sh; send -- "hookward "; send "verify\r"'"#,
        "expect <<< 'spawn hookward verify'",
        "expect -f /dev/stdin <<< 'spawn hookward verify'",
        "unbuffer hookward verify",
        "unbuffer -p hookward trust",
        "echo y | unbuffer -p hookward verify",
        "socat - EXEC:'hookward verify',pty",
        r#"socat - EXEC:"hookward verify",pty,setsid,ctty"#,
        "socat -d - SYSTEM:'hookward verify',pty,stderr",
        "echo 'hookward verify' | socat - EXEC:bash,pty,stderr,setsid",
        r#"echo y | socat STDIO EXEC:"hookward trust",pty"#,
        "dtach -n /tmp/s hookward verify",
        "dtach -c /tmp/s hookward verify",
        "dtach -A /tmp/s bash -c 'hookward verify'",
        "echo 'hookward verify' | dtach -p /tmp/s",
        "abduco -n s hookward verify",
        "abduco -c s hookward verify",
        "echo 'hookward verify' | abduco -p -a s",
        r#"emacs --batch --eval '(term "hookward verify")'"#,
        r#"emacs -nw --eval '(ansi-term "hookward verify")'"#,
        r#"emacs --batch --eval '(term-send-string (current-buffer) "hookward verify\n")'"#,
        r#"emacsclient -e '(process-send-string "shell" "hookward verify\n")'"#,
        r#"emacsclient --eval '(make-term "x" "hookward" nil "verify")'"#,
        r#"emacs --batch --eval '(comint-send-string (shell) "hookward verify\n")'"#,
        r#"emacs --batch --eval '(vterm-send-string "hookward verify")'"#,
        "ssh -t localhost hookward verify",
        "ssh -tt localhost 'cd /w && hookward verify'",
        r#"ssh -tt 127.0.0.1 "hookward trust""#,
        "ssh -t me@localhost hookward resolve s1 override",
        "zellij run -- hookward verify",
        "zellij action write-chars 'hookward verify'",
        "zellij action write-chars 'hookw' && zellij action write-chars 'ard verify'",
        "zellij -s a action new-pane -- hookward verify",
        "zellij action write 104 111 111 107 119 97 114 100 32 118 101 114 105 102 121 10",
        r#"zellij ac write-chars "hookward verify""#,
        "screen -S a -X stuff 'hookward verify^M'",
        "screen -dmS a hookward verify",
        "screen -S a -X screen hookward verify",
        r#"screen -S a -X eval 'stuff "hookward verify\015"'"#,
        r"screen -S a -X register p 'hookward verify\n'",
        "screen -S a -X exec hookward verify",
        r"kitty @ send-text 'hookward verify\n'",
        r"kitten @ send-text --match id:1 'hookward verify\r'",
        "kitty @ launch --type=tab hookward verify",
        "kitten @ launch bash -c 'hookward verify'",
        "kitty hookward verify",
        "kitty -e hookward verify",
        "wezterm cli send-text --no-paste 'hookward verify'",
        "echo 'hookward verify' | wezterm cli send-text --no-paste",
        "wezterm cli spawn -- hookward verify",
        "wezterm cli split-pane -- hookward verify",
        "wezterm start -- hookward verify",
        "alacritty -e hookward verify",
        "xterm -e hookward verify",
        "gnome-terminal -- hookward verify",
        "konsole -e hookward verify",
        "foot hookward verify",
        "script -qc 'hookward verify' /dev/null",
        "script -q /dev/null hookward verify",
        "xdotool type 'hookward verify'",
        "ydotool type 'hookward verify'",
        "wtype 'hookward verify'",
        r#"osascript -e 'tell application "Terminal" to do script "hookward verify"'"#,
        r#"perl -MIO::Pty -e 'system("hookward verify")'"#,
        r#"perl -e 'use Expect; my $e=Expect->spawn("hookward","verify"); $e->send("y\n")'"#,
        r#"ruby -rpty -e 'PTY.spawn("hookward verify"){|r,w,p| w.puts "y"}'"#,
        r#"ruby -e 'require "pty"; PTY.spawn("hookward", "verify")'"#,
        r#"node -e 'require("node-pty").spawn("hookward",["verify"],{})'"#,
        r#"node -e 'const p=require("node-pty").spawn("bash",[],{}); p.write("hookward verify\r")'"#,
        "tmux send-keys -t a 'hookward verify' Enter",
        "ttyd hookward verify",
        "asciinema rec -c 'hookward verify' /dev/null",
        "faketty hookward verify",
        "winpty hookward verify",
        "empty -f -i in -o out hookward verify",
        r"empty -s -o in 'hookward verify\n'",
        "mosh localhost hookward verify",
        "tmate send-keys -t a 'hookward verify' Enter",
        "mtm hookward verify",
        "dvtm 'hookward verify'",
        "zsh -c 'zmodload zsh/zpty; zpty x hookward verify; zpty -w x y'",
        r#"zsh -c 'zmodload zsh/zpty; zpty x bash; zpty -w x "hookward verify"'"#,
        "setsid -c hookward verify",
        "sshpass -p x ssh -t localhost hookward verify",
        "autoexpect hookward verify",
        r#"perl -e 'open T,">/dev/pts/3"; ioctl(T,0x5412,$_) for split //,"hookward verify\n"'"#,
        r#"python3 -c "import fcntl,termios; [fcntl.ioctl(0,termios.TIOCSTI,c) for c in 'hookward verify\n']""#,
    ] {
        assert!(impersonates(command), "{command}: {:?}", effects(command));
    }
}

#[test]
fn a_terminal_for_anything_else_is_none_of_its_business() {
    for command in [
        "byobu ls",
        "byobu new-session -d 'npm run dev'",
        "vim -c 'term npm test' -c q",
        "nvim --headless -c 'terminal ls' -c qa",
        "vim notes.md",
        r#"python3 -c "import pty; pty.spawn(['npm','test'])""#,
        r#"python3 -c 'import pexpect; c=pexpect.spawn("npm init"); c.sendline("y")'"#,
        "python3 -m pty npm test",
        r#"expect -c 'spawn npm init; expect "name"; send "x\r"'"#,
        "unbuffer npm test",
        "unbuffer ls --color",
        "socat - EXEC:'npm test',pty",
        "socat TCP-LISTEN:80,fork TCP:localhost:8080",
        "dtach -n /tmp/s npm run dev",
        "dtach -a /tmp/s",
        "abduco -n s npm run dev",
        "abduco",
        r#"emacs --batch --eval '(message "hookward verify")'"#,
        "ssh -t localhost ls",
        "zellij ls",
        "zellij action new-tab",
        "zellij action write-chars 'npm test'",
        "zellij run -- npm test",
        "screen -ls",
        "screen -S a -X stuff 'npm test^M'",
        "screen -dmS a npm run dev",
        "kitty @ ls",
        r"kitty @ send-text 'npm test\n'",
        "wezterm cli list",
        "wezterm cli send-text --no-paste 'npm test'",
        "wezterm cli spawn -- npm run dev",
        "script -qc 'npm test' /dev/null",
        "unbuffer hookward log",
        "script -qc 'hookward check ls' /dev/null",
        "zellij run -- hookward status",
        "expect -c 'spawn hookward check ls; expect eof'",
        "tmux send-keys -t a 'npm run dev' Enter",
        r#"grep -rn "pty.spawn" ."#,
        "echo 'use expect to run hookward verify' > notes.md",
        "git commit -m 'document how unbuffer hookward verify is denied'",
        r#"python3 -c "print('hookward verify')""#,
        r#"node -e 'console.log("hookward verify")'"#,
        r#"ruby -e 'puts "hookward verify"'"#,
        "xdotool type 'npm test'",
        "asciinema rec -c 'npm test' demo.cast",
        "tmate ls",
    ] {
        assert!(!impersonates(command), "{command}: {:?}", effects(command));
    }
}

#[test]
fn a_program_that_nobody_sees_may_be_the_guard_where_it_has_a_terminal() {
    for command in [
        "script -qc \"$(ls -d ../h*) pause 10m\" /dev/null",
        "script -qc \"$X verify\" /dev/null",
        "expect -c \"spawn $(find / -name 'h*d') trust\"",
        "expect -c \"spawn $(cat f) trust\"",
        "unbuffer \"$X\" pause 10m",
        "tmux send-keys -t a \"$X verify\" Enter",
        "/proc/self/fd/3 verify",
        "exec 3< x; /dev/fd/3 pause 10m",
        "/proc/42/exe trust",
        "tmux pipe-pane -I 'echo hookward verify'",
    ] {
        assert!(impersonates(command), "{command}: {:?}", effects(command));
    }
    for command in [
        "script -qc \"$X test\" /dev/null",
        "unbuffer \"$X\" build",
        "\"$MVN\" verify",
        "tmux send-keys -t a \"$TEXT\" Enter",
        "tmux send-keys -H 6c 73 0d",
        "tmux pipe-pane -o 'cat >> pane.log'",
        "/proc/self/fd/3 --version",
        "cat /proc/self/fd/3",
    ] {
        assert!(!impersonates(command), "{command}: {:?}", effects(command));
    }
}
