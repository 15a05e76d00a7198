//! The built-in rules. Adding one: a file, and a line here.

mod approve;
pub(crate) mod feedback;
pub(crate) mod gate;
mod rewrite;
mod security;

pub(crate) use gate::figures::NAMES as FIGURES;

pub(crate) use gate::commits_sources;

use crate::rule::Rule;

/// The rule whose findings have figures.
pub(crate) const WITH_FIGURES: &str = gate::unfinished_stop::RULE.id;

/// The rule that knows other ways to what was refused.
pub(crate) const WORKAROUND: &str = security::workaround::RULE.id;

/// All built-in rules, in the order in which they are asked.
pub fn all() -> &'static [Rule] {
    const {
        &[
            security::catastrophic_deletion::RULE,
            security::recursive_deletion::RULE,
            security::outside_workspace::RULE,
            security::raw_device::RULE,
            security::open_permissions::RULE,
            security::ownership_change::RULE,
            security::privileged_deletion::RULE,
            security::resource_exhaustion::RULE,
            security::process_kill::RULE,
            security::forced_push::RULE,
            security::protected_branch_push::RULE,
            security::discarded_work::RULE,
            security::rewritten_history::RULE,
            security::secret_read::RULE,
            security::secret_exposure::RULE,
            security::exfiltration::RULE,
            security::secret_content::RULE,
            security::secret_output::RULE,
            security::injected_content::RULE,
            security::database_destruction::RULE,
            security::infrastructure_change::RULE,
            security::publication::RULE,
            security::remote_code::RULE,
            security::persistence::RULE,
            security::guard_tampering::RULE,
            security::skipped_hooks::RULE,
            security::protected_file::RULE,
            security::json_by_text::RULE,
            security::opaque_command::RULE,
            security::unknown_program::RULE,
            security::workaround::RULE,
            gate::protected_branch_edit::RULE,
            gate::missing_plan::RULE,
            gate::plan_quality::RULE,
            gate::foreign_plan_file::RULE,
            gate::undocumented_code::RULE,
            gate::untested_code::RULE,
            gate::failing_tests::RULE,
            gate::architecture::RULE,
            gate::missing_import::RULE,
            gate::mocked_internals::RULE,
            gate::missing_evidence::RULE,
            gate::unverified_work::RULE,
            gate::unfinished_stop::RULE,
            gate::handoff::RULE,
            feedback::format::RULE,
            feedback::lint::RULE,
            feedback::types::RULE,
            feedback::tests::RULE,
            feedback::compaction::RULE,
            feedback::subagent_context::RULE,
            feedback::session_context::RULE,
            feedback::plan_context::RULE,
            feedback::prompt_context::RULE,
            feedback::correction::RULE,
            feedback::docs_reminder::RULE,
            feedback::review_hint::RULE,
            feedback::role_check::RULE,
            feedback::forward_motion::RULE,
            feedback::knowledge_health::RULE,
            feedback::decision_audit::RULE,
            feedback::session_summary::RULE,
            rewrite::force_with_lease::RULE,
            rewrite::project_tmp::RULE,
            rewrite::worktree_remove::RULE,
            approve::read_only::RULE,
            approve::safe_subcommand::RULE,
        ]
    }
}
