//! `schema`: the policy's JSON schema, made of the types that read it.

use anstream::println;
use hookward_core::policy::PolicyFile;

use super::Outcome;

pub(crate) fn run() -> anyhow::Result<Outcome> {
    println!("{}", serde_json::to_string_pretty(&schemars::schema_for!(PolicyFile))?);
    Ok(Outcome::Fine)
}
