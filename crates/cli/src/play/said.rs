//! What the hook answers to a call of a story, in the words of stories.

use serde_json::Value;

/// What the hook says to a call.
pub(super) struct Said {
    pub(super) decision: String,
    pub(super) reason: String,
    /// What the model is told besides.
    pub(super) advice: String,
    /// The command that is to run instead, or the input that the tool is to have.
    pub(super) instead: String,
}

impl Said {
    pub(super) fn of((answer, exit): &(Value, Option<i32>)) -> Self {
        let answer = answer.get("hookSpecificOutput").unwrap_or(&Value::Null);
        let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
        let decision = text(answer.get("permissionDecision"));
        let is_blocked = decision.is_empty() && *exit != Some(0);
        Self {
            decision: if is_blocked { "blocked".to_owned() } else { decision },
            reason: text(answer.get("permissionDecisionReason")),
            advice: text(answer.get("additionalContext")),
            instead: answer.get("updatedInput").map(instead).unwrap_or_default(),
        }
    }

    /// In the words of stories.
    pub(super) fn told(&self) -> String {
        let what = match self.decision.as_str() {
            "deny" => "denied",
            "ask" => "the person is asked",
            "allow" => "approved",
            "" if self.advice.is_empty() => "goes on",
            "" => "goes on, advised",
            other => other,
        };
        let parts = [what, self.reason.as_str(), self.advice.as_str()];
        let mut told: Vec<String> =
            parts.iter().filter(|part| !part.is_empty()).map(ToString::to_string).collect();
        told.extend((!self.instead.is_empty()).then(|| format!("becomes {}", self.instead)));
        told.join(": ")
    }
}

/// What takes the place of a call's input: of a shell its command.
pub(super) fn instead(input: &Value) -> String {
    match input.get("command").and_then(Value::as_str) {
        Some(command) => command.to_owned(),
        None => input.to_string(),
    }
}
