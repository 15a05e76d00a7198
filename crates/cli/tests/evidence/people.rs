//! What a person says in a prompt is their proof.

use serde_json::{Value, json};

use crate::Repository;
use crate::support;
use crate::support::answer;

/// What the person is told after a prompt.
fn prompted(repository: &Repository, more: &Value) -> String {
    let output = repository.machine.hook("claude", &repository.machine.event("UserPromptSubmit", more));
    answer(&output)["systemMessage"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_phrase_that_a_person_types_is_their_proof_until_a_source_changes() {
    let repository = Repository::new();
    let policy = "[rules]\n\"gate/unverified-work\" = \"enforce\"\n";
    let typed = json!({"prompt": "Tried it. Looks good, commit it", "source": "user"});
    repository.machine.write("hookward.toml", policy);
    assert_eq!(prompted(&repository, &typed), "", "no phrase is named: it is off");
    let phrases = "[gate.unverified-work]\nphrases = [\"verified\", \"looks good\"]\n";
    repository.machine.write("hookward.toml", &format!("{policy}{phrases}"));
    assert!(repository.objection().contains("“verified” in a prompt"), "{}", repository.objection());
    // What no person has typed, or not as a statement.
    for other in [
        json!({"prompt": "verified", "source": "schedule_wakeup"}),
        json!({"prompt": "verified", "source": "loop_wakeup"}),
        json!({"prompt": "verified", "source": "system"}),
        json!({"prompt": "verified", "source": "sdk"}),
        json!({"prompt": "verified", "source": null}),
        json!({"prompt": "verified", "source": "user", "agent_id": "a1", "agent_type": "x"}),
        json!({"prompt": "verified"}),
        json!({"prompt": "/ship verified", "source": "user"}),
        json!({"prompt": "is it verified?", "source": "user"}),
        json!({"prompt": "commit when verified", "source": "user"}),
        json!({"prompt": "<command-message>ship</command-message>\nverified", "source": "user"}),
    ] {
        prompted(&repository, &other);
        assert!(!repository.objection().is_empty(), "{other}");
    }
    let expansion = json!({"prompt": "verified", "expansion_type": "slash_command", "command_name": "ship"});
    repository.machine.hook("claude", &repository.machine.event("UserPromptExpansion", &expansion));
    assert!(!repository.objection().is_empty());
    let untold = prompted(&repository, &json!({"prompt": "verified"}));
    assert!(untold.contains("does not say who wrote it") && untold.contains("hookward verify"), "{untold}");
    let told = prompted(&repository, &typed);
    assert!(told.contains("looks good") && told.contains("pending"), "{told}");
    let journal = repository.machine.journal();
    let said: Vec<_> = journal.iter().filter(|record| record["event"] == "verified").collect();
    assert_eq!(said.len(), 1, "only what counts: {said:?}");
    assert_eq!(said[0]["subject"], "these sources, by “looks good”");
    assert_eq!((&said[0]["host"], &said[0]["session"]), (&json!("claude"), &journal[0]["session"]));
    assert_eq!(repository.objection(), "");
    repository.machine.write("src/a.ts", "export const a = 2;\n");
    assert!(!repository.objection().is_empty());
    repository.machine.write("src/a.ts", "export const a = 1;\n");
    assert_eq!(repository.objection(), "", "these very sources were seen");
}

#[test]
fn a_prompt_of_which_nobody_says_who_wrote_it_counts_if_the_persons_own_policy_says_so() {
    let repository = Repository::new();
    let policy =
        "[rules]\n\"gate/unverified-work\" = \"enforce\"\n[gate.unverified-work]\nphrases = [\"verified\"]\n";
    let unsigned = "unsigned_prompts = true\n";
    repository.machine.write("hookward.toml", &format!("{policy}{unsigned}"));
    prompted(&repository, &json!({"prompt": "verified"}));
    assert!(!repository.objection().is_empty(), "a project does not loosen it");
    let own = repository.machine.user_policy();
    support::write(&own, &format!("[gate.unverified-work]\n{unsigned}"));
    prompted(&repository, &json!({"prompt": "verified", "source": "schedule_wakeup"}));
    prompted(&repository, &json!({"prompt": "verified", "permission_mode": "bypassPermissions"}));
    assert!(!repository.objection().is_empty());
    prompted(&repository, &json!({"prompt": "verified"}));
    assert_eq!(repository.objection(), "");
}
