//! What a policy says of the life of a session.

use std::collections::BTreeMap;

use toml::Spanned;

use super::{Compiler, milliseconds};
use crate::contract;
use crate::policy::check_command::CheckLines;
use crate::policy::file::PolicyError;
use crate::policy::session_tables::{
    AgentTable, ContextTable, DocsTable, HandoffTable, KnowledgeTable, LessonsTable, ReviewTable, StackTable,
};
use crate::policy::{AgentEntry, Component, Context, Documented, Knowledge, Lessons, Sessions};

/// The tables of `[feedback]` that are about a session.
#[derive(Default)]
pub(super) struct FeedbackOfSessions {
    pub(super) start: Vec<Spanned<String>>,
    pub(super) context: Vec<Spanned<ContextTable>>,
    pub(super) docs: Vec<DocsTable>,
    pub(super) lessons: Option<LessonsTable>,
    pub(super) review: Option<ReviewTable>,
    pub(super) knowledge: Vec<KnowledgeTable>,
    pub(super) stack: Vec<StackTable>,
}

impl Compiler<'_> {
    /// Most policies say nothing of it, and then a hook call reads nothing of it.
    fn sessions(&mut self) -> &mut Sessions {
        self.policy.sessions.get_or_insert_default()
    }

    pub(super) fn feedback_of_sessions(&mut self, tables: FeedbackOfSessions) -> Result<(), PolicyError> {
        for file in tables.start {
            self.below(file.get_ref(), file.span().start)?;
            self.sessions().start.push(file.into_inner());
        }
        for context in tables.context {
            let start = context.span().start;
            let ContextTable { when, text, file, every } = context.into_inner();
            if when.is_empty() || (text.is_none() == file.is_none()) {
                let message = "a context needs `when`, and either `text` or `file`".to_owned();
                return Err(self.error(start, message));
            }
            if let Some(file) = &file {
                self.below(file, start)?;
            }
            let (text, every) = (text.unwrap_or_default(), every.unwrap_or(20));
            self.sessions().contexts.push(Context { when, text, file, every });
        }
        for DocsTable { code, documents, after } in tables.docs {
            let after = after.unwrap_or(5).max(1);
            self.sessions().documented.push(Documented { code, documents, after });
        }
        if let Some(LessonsTable { file, promote, most, rules }) = tables.lessons {
            let start = file.span().start;
            let file = file.into_inner();
            self.below(&file, start)?;
            // INVARIANT: what a prompt says is put into a document, never into something that runs.
            let is_document = file.rsplit_once('.').is_some_and(|(_, ending)| ending == "md");
            if !is_document || file.split('/').any(|part| part.starts_with('.')) {
                let message = format!("`{file}`: lessons are kept in a Markdown file that is not hidden");
                return Err(self.error(start, message));
            }
            let (promote, most, rules) = (promote.unwrap_or(2), most.unwrap_or(30), rules.unwrap_or(10));
            self.sessions().lessons =
                Some(Lessons { file, promote: promote.max(2), most: most.max(1), rules });
        }
        if let Some(ReviewTable { files, lines }) = tables.review {
            let large = &mut self.sessions().large;
            large.files = files.unwrap_or(large.files);
            large.lines = lines.unwrap_or(large.lines);
        }
        for KnowledgeTable { files, bytes, items, stale } in tables.knowledge {
            let stale_ms = stale.map(|stale| self.duration(&stale)).transpose()?;
            self.sessions().knowledge.push(Knowledge { files, bytes, items, stale_ms });
        }
        for StackTable { name, file, key } in tables.stack {
            self.sessions().stack.push(Component { name, file, key });
        }
        Ok(())
    }

    pub(super) fn agents(&mut self, tables: BTreeMap<String, Spanned<AgentTable>>) {
        for (name, table) in tables {
            let AgentTable { memory, text, must_write, must_not_write, must_say } = table.into_inner();
            let agents = &mut self.sessions().agents;
            agents.retain(|agent| agent.name != name);
            agents.push(AgentEntry { name, memory, text, must_write, must_not_write, must_say });
        }
    }

    pub(super) fn handoff(&mut self, table: Spanned<HandoffTable>) -> Result<(), PolicyError> {
        let start = table.span().start;
        let table = table.into_inner();
        let mut handoff = self.sessions().handoff.take().unwrap_or_default();
        let lines =
            CheckLines { tests: table.tests, lint: table.lint, types: table.types, build: table.build };
        handoff.commands.extend(lines.commands(|run| self.origin(run)));
        if let Some(limit) = &table.limit {
            let message = || format!("limit `{limit}` is not a duration; write `60s` or `4m`");
            handoff.limit_ms = milliseconds(limit).ok_or_else(|| self.error(start, message()))?;
        }
        if let Some(contract) = table.contract {
            let at = contract.span().start;
            let schema = serde_json::to_value(contract.into_inner())
                .map_err(|error| self.error(at, error.to_string()))?;
            contract::check(&schema).map_err(|error| self.error(at, format!("`contract`: {error}")))?;
            handoff.contract = Some(schema.to_string());
        }
        if let Some(state) = &table.state {
            self.below(state, start)?;
        }
        handoff.state = table.state.or(handoff.state);
        handoff.tokens = table.tokens.unwrap_or(handoff.tokens);
        handoff.phases = table.phases.unwrap_or(handoff.phases);
        handoff.validator = table.validator.or(handoff.validator);
        handoff.orchestrator = table.orchestrator.or(handoff.orchestrator);
        handoff.implementers = table.implementers.unwrap_or(handoff.implementers);
        self.sessions().handoff = Some(handoff);
        Ok(())
    }

    fn duration(&self, text: &Spanned<String>) -> Result<u64, PolicyError> {
        let value = text.get_ref();
        let message = || format!("`{value}` is not a duration; write `12h` or `30d`");
        milliseconds(value).ok_or_else(|| self.error(text.span().start, message()))
    }

    /// A file that the policy names lies below the workspace's root.
    fn below(&self, file: &str, offset: usize) -> Result<(), PolicyError> {
        let is_odd = |part: &str| matches!(part, "" | "." | "..");
        if file.starts_with('/') || file.split('/').any(is_odd) {
            let message = format!("`{file}` is not a path below the workspace's root");
            return Err(self.error(offset, message));
        }
        Ok(())
    }
}
