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
