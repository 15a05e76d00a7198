//! The tables of gates and of feedback.

use toml::Spanned;

use super::super::architecture::{Forbidden, Required, Trait};
use super::super::check_command::CheckLines;
use super::super::file::{FeedbackTable, Mode, PolicyError};
use super::super::files::Files;
use super::super::gate_tables::{Architecture, GateTable, MissingImport, PlanTable, UnfinishedStop};
use super::super::hook_tables::Globs;
use super::super::{ModeEntry, Notice, OwnTool, Pair, Plans, TestLevel, TestsFirst, matches};
use super::sessions::FeedbackOfSessions;
use super::{Compiler, milliseconds};
use crate::rules::gate::plans::FOLLOWING;
use crate::toolchain::Service;

impl Compiler<'_> {
    pub(super) fn stopping(&mut self, stop: Spanned<UnfinishedStop>) -> Result<(), PolicyError> {
        let start = stop.span().start;
        let table = stop.into_inner();
        let mut stopping = self.policy.stopping.take().unwrap_or_default();
        let lines =
            CheckLines { tests: table.tests, lint: table.lint, types: table.types, build: table.build };
        stopping.commands.extend(lines.commands(|run| self.origin(run)));
        if let Some(limit) = &table.limit {
            let message = || format!("limit `{limit}` is not a duration; write `90s` or `4m`");
            let at = || self.behind(self.behind(start, "limit"), limit);
            stopping.limit_ms = milliseconds(limit).ok_or_else(|| self.error(at(), message()))?;
        }
        stopping.checks = table.checks.unwrap_or(stopping.checks);
        if let Some(coverage) = table.coverage {
            let (at, percent) = (coverage.span().start, coverage.into_inner());
            if percent > 100 {
                let message =
                    format!("coverage `{percent}` is no part of all lines; write a percentage from 0 to 100");
                return Err(self.error(at, message));
            }
            stopping.coverage = Some(percent);
        }
        self.policy.stopping = Some(stopping);
        Ok(())
    }

    pub(super) fn feedback(&mut self, table: FeedbackTable) -> Result<(), PolicyError> {
        for (service, tools) in [
            (Service::Format, table.format),
            (Service::Lint, table.lint),
            (Service::Types, table.types),
            (Service::Tests, table.tests),
        ] {
            for (files, run) in tools {
                let origin = self.origin(&run);
                self.policy.tools.push(OwnTool { service, files, run: run.into_inner(), origin });
            }
        }
        if let Some(background) = table.background {
            self.policy.background = background;
        }
        self.policy.told_budget = table.budget.or(self.policy.told_budget);
        let FeedbackTable { start, context, docs, lessons, review, knowledge, stack, .. } = table;
        let of_sessions = FeedbackOfSessions { start, context, docs, lessons, review, knowledge, stack };
        self.feedback_of_sessions(of_sessions)
    }

    /// The files that a table is about; one that is about none would guard nothing.
    fn files(&self, start: usize, files: Globs, except: Globs) -> Result<Files, PolicyError> {
        let Globs(globs) = files;
        if globs.is_empty() {
            return Err(self.error(start, "`files` names none".to_owned()));
        }
        self.whole(start, "`files`", globs.iter().map(String::as_str))?;
        self.whole(start, "`except`", except.0.iter().map(String::as_str))?;
        Ok(Files { globs, except: except.0 })
    }

    pub(super) fn plans(&mut self, plan: &Spanned<PlanTable>) -> Result<(), PolicyError> {
        let start = plan.span().start;
        let plan = plan.get_ref();
        let usual = Plans::default();
        let age = |text: &String| {
            let message = || format!("max_age `{text}` is not a duration; write `30m` or `4h`");
            let at = || self.behind(self.behind(start, "max_age"), text);
            milliseconds(text).ok_or_else(|| self.error(at(), message()))
        };
        self.policy.plans = Some(Plans {
            files: plan.files.clone().unwrap_or(usual.files),
            max_age_ms: plan.max_age.as_ref().map(age).transpose()?,
            sections: plan.sections.clone(),
            reviewed: plan.reviewed,
            confirm: plan.confirm,
            small: plan.small.unwrap_or(usual.small),
            executor: plan.executor.clone().unwrap_or(usual.executor),
        });
        Ok(())
    }

    pub(super) fn gate(&mut self, gate: Spanned<GateTable>) -> Result<(), PolicyError> {
        let start = gate.span().start;
        let gate = gate.into_inner();
        if let Some(sources) = gate.sources {
            let own = &mut self.policy.sources;
            own.extensions = sources.extensions.or(own.extensions.take());
            own.except = sources.except.or(own.except.take());
        }
        let advices = gate.failing_tests.and_then(|table| table.advices);
        self.policy.advices_of_failing_tests = advices.or(self.policy.advices_of_failing_tests);
        for glob in gate.exempt {
            if self.source.layer.may_loosen() {
                // A directory may be written with a slash at its end.
                self.policy.exempt.push(glob.into_inner().trim_end_matches('/').to_owned());
            } else {
                let origin = self.origin(&glob);
                let text = "`exempt` counts only in a person's or the managed policy; ignored";
                self.notice(origin, text.to_owned());
            }
        }
        for table in gate.architecture {
            let (origin, start) = (self.origin(&table), table.span().start);
            let table = table.into_inner();
            let Architecture { id, files, except, forbid, require, record, message } = table;
            let files = self.files(start, files, except)?;
            if forbid.is_none() && require.is_none() {
                return Err(self.error(start, format!("`{id}`: name what to `forbid` or to `require`")));
            }
            let traits = |syntax: Option<_>| syntax.map_or(Ok(Vec::new()), Trait::of);
            let holds = traits(forbid).map_err(|error| self.error(start, error))?;
            let requires = traits(require).map_err(|error| self.error(start, error))?;
            let names = ["file", "line", "match", "source", "record", "use", "use-line", "used"];
            self.check_words(start, message.as_deref(), &names)?;
            self.say_idle_files(start, &files);
            self.say_idle_traits(start, holds.iter().chain(&requires), &files);
            self.policy.forbidden.push(Forbidden { id, files, holds, requires, record, message, origin });
        }
        for table in gate.missing_import {
            let (origin, start) = (self.origin(&table), table.span().start);
            let MissingImport { files, except, require, when, types_count, message } = table.into_inner();
            let files = self.files(start, files, except)?;
            let when = when.map(Trait::of).transpose().map_err(|error| self.error(start, error))?;
            self.check_words(start, message.as_deref(), &["file", "missing"])?;
            let packages = require;
            self.say_idle_files(start, &files);
            self.say_idle_traits(start, when.iter().flatten(), &files);
            self.say_idle_imports(start, &packages, &files.globs);
            self.policy.required.push(Required { files, packages, when, types_count, message, origin });
        }
        if let Some(table) = gate.mocked_internals {
            let start = table.span().start;
            let table = table.into_inner();
            self.say_idle_imports(start, table.internal.iter().chain(&table.external), &[]);
            let mocks = self.policy.mocks.get_or_insert_default();
            mocks.internal.extend(table.internal);
            mocks.external.extend(table.external);
            mocks.advices = table.advices.or(mocks.advices);
        }
        if let Some(tests) = gate.untested_code {
            let pairs = tests.pairs.iter().map(|pair| Pair::all_of(&pair.code, &pair.test));
            let pairs: Result<Vec<_>, _> = pairs.collect();
            let pairs = pairs.map_err(|error| self.error(start, error))?.concat();
            let level = tests.level.unwrap_or(TestLevel::Exists);
            let (exempt, message) = (tests.exempt, tests.message);
            self.check_words(start, message.as_deref(), &["file", "test"])?;
            self.policy.tests_first = Some(TestsFirst { level, pairs, exempt, message });
        }
        if let Some(stop) = gate.unfinished_stop {
            self.stopping(stop)?;
        }
        if let Some(table) = gate.missing_evidence {
            self.policy.tests.extend(table.tests);
            self.policy.filters.extend(table.filters);
        }
        if let Some(table) = gate.unverified_work {
            self.policy.proof.phrases.extend(table.phrases);
            if let Some(unsigned) = table.unsigned_prompts {
                if self.source.layer.may_loosen() {
                    self.policy.proof.takes_unsigned = unsigned.into_inner();
                } else {
                    let origin = self.origin(&unsigned);
                    let text = "`unsigned_prompts` counts only in a person's or the managed policy; ignored";
                    self.notice(origin, text.to_owned());
                }
            }
        }
        if let Some(handoff) = gate.handoff {
            self.handoff(handoff)?;
        }
        if let Some(documented) = gate.undocumented_code {
            self.policy.long = documented.long;
        }
        gate.plan.as_ref().map_or(Ok(()), |plan| self.plans(plan))
    }

    /// A table of a gate turns it on, unless a file has said already what becomes of it.
    pub(super) fn switch_on(&mut self, gate: &Spanned<GateTable>) {
        let tables = gate.get_ref();
        for (id, table) in [
            ("gate/architecture", tables.architecture.first().map(|table| self.origin(table))),
            ("gate/missing-import", tables.missing_import.first().map(|table| self.origin(table))),
            ("gate/mocked-internals", tables.mocked_internals.as_ref().map(|table| self.origin(table))),
            ("gate/unfinished-stop", tables.unfinished_stop.as_ref().map(|table| self.origin(table))),
            ("gate/handoff", tables.handoff.as_ref().map(|table| self.origin(table))),
        ] {
            let is_said = |entry: &ModeEntry| entry.role.is_none() && matches(&entry.pattern, id);
            if let Some(origin) = table.filter(|_| !self.policy.modes.iter().any(is_said)) {
                let pattern = id.to_owned();
                self.policy.modes.push(ModeEntry { pattern, mode: Mode::Enforce, role: None, origin });
            }
        }
    }
    /// The tables that only say how a gate judges, each with the gates that read it and what is said if none of them is on.
    pub(super) fn tables_without_switch(
        &self,
        gate: &Spanned<GateTable>,
    ) -> Vec<(&'static [&'static str], Notice)> {
        // Who sets it for all projects, leaves it to each of them.
        if self.source.layer.may_loosen() {
            return Vec::new();
        }
        let tables = gate.get_ref();
        let all: [(&str, bool, &'static [&'static str]); 3] = [
            ("untested-code", tables.untested_code.is_some(), &["gate/untested-code"]),
            ("plan", tables.plan.is_some(), FOLLOWING),
            ("undocumented-code", tables.undocumented_code.is_some(), &["gate/undocumented-code"]),
        ];
        let there = all.into_iter().filter(|(_, is_there, _)| *is_there);
        there
            .map(|(name, _, gates)| {
                let header = self.source.text.find(&format!("[gate.{name}"));
                let origin = self.origin_at(header.unwrap_or(gate.span().start));
                let first = gates.first().copied().unwrap_or_default();
                let text = format!(
                    "`[gate.{name}]` has no effect: no gate that reads it is on; `\"{first}\" = \"enforce\"` under `[rules]` switches one on"
                );
                (gates, Notice { origin, text })
            })
            .collect()
    }
}
