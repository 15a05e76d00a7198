//! What a policy says of how long the journal is kept.

use toml::Spanned;

use super::Compiler;
use crate::policy::file::PolicyError;
use crate::policy::retention::{JournalTable, bytes, days};

impl Compiler<'_> {
    /// INVARIANT: from within the agent's reach nobody shortens the audit.
    pub(super) fn journal(&mut self, table: &JournalTable) -> Result<(), PolicyError> {
        let mut read = |text: &Option<Spanned<String>>, read: fn(&str) -> Option<u64>, like: &str| {
            let Some(text) = text else { return Ok(None) };
            if !self.source.layer.may_loosen() {
                let origin = self.origin(text);
                let notice = "`journal` counts only in a person's or the managed policy; ignored";
                self.notice(origin, notice.to_owned());
                return Ok(None);
            }
            let (start, text) = (text.span().start, text.get_ref());
            let wrong = || self.error(start, format!("`{text}` cannot be understood; write {like}"));
            read(text).ok_or_else(wrong).map(Some)
        };
        let keep = read(&table.keep, days, "`90d` or `12w`")?;
        let most = read(&table.max_size, bytes, "`200MB` or `1GB`")?;
        let retention = &mut self.policy.journal;
        // What the machine's file keeps, a person's does not shorten.
        retention.keep_ms = retention.keep_ms.max(keep);
        retention.max_bytes = retention.max_bytes.max(most);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::policy::{Layer, Source, compile};

    fn source(layer: Layer, text: &str) -> Source {
        Source { layer, path: format!("{}.toml", layer.as_str()), text: text.to_owned() }
    }

    const DAY: u64 = 24 * 60 * 60 * 1000;

    #[test]
    fn a_person_says_how_long_the_journal_is_kept_and_a_project_does_not() {
        let person = source(Layer::User, "[journal]\nkeep = \"7d\"\n");
        let project = source(Layer::Project, "[journal]\nkeep = \"1d\"\nmax_size = \"1KB\"\n");
        let policy = compile(&[person, project]).unwrap();
        assert_eq!((policy.journal.keep_ms(), policy.journal.max_bytes()), (7 * DAY, 200 << 20));
        let notices: Vec<String> =
            policy.notices.iter().map(|notice| format!("{}: {}", notice.origin, notice.text)).collect();
        assert_eq!(notices.len(), 2);
        assert!(notices[0].starts_with("project.toml:2: `journal` counts only in a person's"), "{notices:?}");
    }

    #[test]
    fn a_person_keeps_what_the_machine_wants_kept() {
        let machine = source(Layer::Managed, "[journal]\nkeep = \"52w\"\n");
        let person = source(Layer::User, "[journal]\nkeep = \"1d\"\n");
        assert_eq!(compile(&[machine, person]).unwrap().journal.keep_ms(), 364 * DAY);
    }

    #[test]
    fn a_time_that_is_none_is_refused_with_its_place() {
        let error = compile(&[source(Layer::User, "[journal]\nkeep = \"soon\"\n")]).unwrap_err().to_string();
        assert_eq!(error, "user.toml:2:8: `soon` cannot be understood; write `90d` or `12w`");
    }
}
