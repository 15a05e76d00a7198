//! Rewrites: where the intent is right and the method is not, the command is changed in place, or a tool is called with another
//! input; and the changed call is judged like any other.

use hookward_effects::Span;

use crate::verdict::{Decision, Finding, Verdict};

/// A change of the command's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// What replaces it.
    pub text: String,
}

/// The call as it should be instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// What takes the place of what was sent.
    pub to: Instead,
    /// What it would get if it were called itself. `Ask` until somebody has judged it.
    pub decision: Decision,
}

/// What takes the place of what an agent has sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instead {
    /// Another command, whole.
    Command(String),
    /// Another input of the tool, whole, as JSON in the host's own form.
    Input(String),
}

impl Instead {
    /// The command, if it is one.
    pub fn command(&self) -> Option<&str> {
        match self {
            Self::Command(command) => Some(command),
            Self::Input(_) => None,
        }
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Command(text) | Self::Input(text) => text,
        }
    }
}

/// The command with the edits of the findings in it. `None` if none of them changes anything.
///
/// Of edits that overlap the first finding's win. A finding's edits belong together: half of them would be a command that
/// nobody has thought of.
pub(crate) fn compose(command: &str, findings: &[Finding]) -> Option<String> {
    let mut edits: Vec<&Edit> = Vec::new();
    for finding in findings {
        let own: Vec<&Edit> = finding.edits.iter().filter(|edit| !edits.contains(edit)).collect();
        let is_free = |edit: &Edit| !edits.iter().any(|other| overlap(edit.span, other.span));
        if own.iter().all(|edit| fits(edit.span, command) && is_free(edit)) {
            edits.extend(own);
        }
    }
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut text = String::with_capacity(command.len());
    let mut copied = 0;
    for edit in edits {
        // Where the edits of one finding overlap, there too the first wins.
        if let Some(kept) = command.get(copied..edit.span.start) {
            text.push_str(kept);
            text.push_str(&edit.text);
            copied = edit.span.end;
        }
    }
    text.push_str(command.get(copied..).unwrap_or_default());
    (text != command).then_some(text)
}

fn fits(span: Span, command: &str) -> bool {
    command.get(span.start..span.end).is_some()
}

/// Two insertions at one place do not overlap: they follow each other.
fn overlap(one: Span, other: Span) -> bool {
    one.start < other.end && other.start < one.end
}

/// A path as a word of a shell.
pub(crate) fn quoted(path: &str) -> String {
    if is_plain(path) { path.to_owned() } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

/// Whether a shell takes a path for itself, in whatever quotes it stands.
pub(crate) fn is_plain(path: &str) -> bool {
    path.chars().all(|letter| letter.is_alphanumeric() || "/._-+@".contains(letter))
}

impl Verdict {
    /// What becomes of this verdict when its rewrite has been judged, too, as the call that it is.
    ///
    /// INVARIANT: a rewrite never lowers a denial, neither of the call as it was sent nor of the rewritten one. It takes a
    /// question away only where the rewritten call would be approved by itself and no rule insists on asking.
    #[must_use]
    pub fn with_rewrite_judged(mut self, rewritten: Self) -> Self {
        let insists = self.insists();
        let Some(rewrite) = &mut self.rewrite else { return self };
        // A question that nobody is there to answer is a question still.
        rewrite.decision = if rewritten.unattended { Decision::Ask } else { rewritten.decision };
        match rewrite.decision {
            Decision::Approve if !insists => {
                // What the call as it was sent is objected to is mended by the rewrite.
                self.findings.retain(|finding| finding.rewrites() || finding.informs());
                // What is told of both calls is told once.
                let known: Vec<String> = self.findings.iter().map(|finding| finding.told.clone()).collect();
                let is_new = |finding: &Finding| finding.told.is_empty() || !known.contains(&finding.told);
                let found = rewritten.findings.into_iter().filter(is_new).map(without_place);
                self.findings.extend(found);
                self.decision = Decision::Approve;
                self.unattended = false;
            }
            Decision::Deny => {
                self.rewrite = None;
                // Words for a question are none for a denial.
                self.words = None;
                self.findings.retain(|finding| finding.decision > Decision::Approve);
                self.add(rewritten.findings);
                self.decision = Decision::Deny;
                self.unattended = false;
            }
            Decision::Silent | Decision::Advise | Decision::Approve | Decision::Ask => {
                self.add(rewritten.findings);
            }
        }
        self
    }

    /// What becomes of this verdict where the host runs another command without that being an approval: its own approvals
    /// come after us, and see the rewritten one. A command that would pass if it were called itself then needs nobody's word.
    ///
    /// INVARIANT: one that would be asked about, or that a rule insists on asking about, stays as it was judged.
    #[must_use]
    pub fn with_rewrite_left_to_the_host(mut self) -> Self {
        let passes = self.rewrite.as_ref().is_some_and(|rewrite| rewrite.decision < Decision::Ask);
        let is_asked = self.decision == Decision::Ask || self.unattended;
        if passes && is_asked && !self.insists() {
            self.findings.retain(|finding| finding.rewrites() || finding.informs());
            self.decision = Decision::Silent;
            self.unattended = false;
            self.row = 0;
            self.words = None;
        }
        self
    }

    /// Whether a rule wants a person's word on its own rewrite.
    fn insists(&self) -> bool {
        self.findings.iter().any(|finding| finding.rewrites() && finding.decision > Decision::Approve)
    }

    /// Adds what rules object to that have not said anything yet.
    fn add(&mut self, findings: Vec<Finding>) {
        for finding in findings {
            if finding.decision >= Decision::Ask
                && self.findings.iter().all(|known| known.rule != finding.rule)
            {
                self.findings.push(without_place(finding));
            }
        }
        self.findings.sort_by_key(|finding| std::cmp::Reverse(finding.decision));
    }
}

/// Its place is one in the rewritten text, which is not the text that is shown.
fn without_place(finding: Finding) -> Finding {
    Finding { span: None, edits: Vec::new(), input: None, ..finding }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Finding;

    fn finding(edits: &[(usize, usize, &str)]) -> Finding {
        let edit = |(start, end, text): &(usize, usize, &str)| Edit {
            span: Span::new(*start, *end),
            text: (*text).to_owned(),
        };
        Finding {
            rule: "rewrite/x".into(),
            decision: Decision::Approve,
            matched: String::new(),
            span: None,
            about: Vec::new(),
            why: "".into(),
            instead: "".into(),
            origin: None,
            edits: edits.iter().map(edit).collect(),
            input: None,
            output: None,
            told: String::new(),
            bypass: None,
            figures: Vec::new(),
        }
    }

    #[test]
    fn edits_of_several_findings_compose_in_whatever_order_they_come() {
        let findings = [finding(&[(9, 11, "-n")]), finding(&[(0, 3, "pnpm"), (11, 11, " x")])];
        assert_eq!(compose("npm test -f", &findings).as_deref(), Some("pnpm test -n x"));
    }

    #[test]
    fn of_edits_that_overlap_the_first_findings_win_and_a_finding_is_never_half_applied() {
        let findings = [finding(&[(0, 3, "a")]), finding(&[(2, 5, "b"), (6, 7, "c")])];
        assert_eq!(compose("012345678", &findings).as_deref(), Some("a345678"));
        assert_eq!(compose("012345678", &[finding(&[(2, 5, "b"), (0, 3, "a")])]).as_deref(), Some("a345678"));
    }

    #[test]
    fn insertions_at_one_place_follow_each_other_and_the_same_edit_counts_once() {
        let findings = [finding(&[(1, 1, "x")]), finding(&[(1, 1, "y")]), finding(&[(1, 1, "x")])];
        assert_eq!(compose("ab", &findings).as_deref(), Some("axyb"));
    }

    #[test]
    fn an_edit_that_does_not_fit_the_text_changes_nothing() {
        for edits in [&[(0, 9, "x")][..], &[(1, 2, "x")], &[(2, 1, "x")], &[(0, 0, "")], &[]] {
            assert_eq!(compose("ä", &[finding(edits)]), None, "{edits:?}");
        }
    }
}
