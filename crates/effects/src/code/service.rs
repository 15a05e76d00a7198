//! Libraries of clouds, clusters and vaults: what a call does there is in its name.

use super::arguments::Arguments;
use super::datum::{Datum, Origin};
use super::hint::words;
use super::machine::Machine;
use super::thing::Thing;
use super::{Language, Step};
use crate::source::Source;
use crate::value::Value;

const PYTHON: &[&str] =
    &["boto3", "botocore", "aioboto3", "google.cloud", "azure", "kubernetes", "hvac", "keyring"];
const JAVASCRIPT: &[&str] = &["@aws-sdk", "aws-sdk", "@google-cloud", "@azure", "@kubernetes", "node-vault"];
const RUBY: &[&str] = &["Aws", "Google.Cloud", "Azure", "Vault"];

/// What is secret wherever it is kept.
const SECRETS: &[&str] = &["secret", "secrets", "password", "credentials", "credential"];

impl Machine<'_> {
    /// What a call of such a library does and gives; `None`: it is of none.
    pub(super) fn of_service(&mut self, name: &str, arguments: &Arguments) -> Option<Thing> {
        let roots = match self.dialect.language {
            Language::Python => PYTHON,
            Language::JavaScript => JAVASCRIPT,
            Language::Ruby => RUBY,
            _ => return None,
        };
        let root = roots.iter().find(|root| {
            name.strip_prefix(**root).is_some_and(|rest| rest.starts_with('.') || rest.is_empty())
        })?;
        let last = name.rsplit('.').next().unwrap_or(name);
        let said = words(last);
        let verb = said.first().map_or("", String::as_str);
        let has = |word: &str| said.iter().any(|said| said == word);
        match verb {
            "get" | "read" | "access" | "fetch" | "retrieve" | "reveal" => {
                let decrypts = ["WithDecryption", "with_decryption"]
                    .iter()
                    .any(|option| arguments.option(option).is_some_and(Thing::may_be_true));
                if SECRETS.iter().any(|word| has(word)) || (has("parameter") || has("parameters")) && decrypts
                {
                    let secret =
                        Thing::of(Datum::from_source(Source::Secret("a secret of a cloud or vault")));
                    self.hand_over(arguments, &secret);
                    return Some(secret);
                }
            }
            "delete" | "terminate" | "destroy" | "purge" | "drop" | "deregister"
                if !has("message") && !has("tags") =>
            {
                self.emit(Step::Deploy("deletes what runs or is kept in a cloud"));
            }
            // A request is sent alone; what it asks for is in its own name.
            "send" if said.len() == 1 => {}
            "upload" | "put" | "send" | "fput" => self.leaves(&said, arguments),
            _ => {}
        }
        self.hand_over(arguments, &Thing::unknown());
        let given: Vec<Datum> = arguments.everything().flat_map(Thing::data).collect();
        let is_secret =
            |datum: &Datum| datum.value.sources().iter().any(|source| matches!(source, Source::Secret(_)));
        Some(if given.iter().any(is_secret) {
            Thing::of(Datum::derived_of(&given))
        } else {
            Thing::named(root)
        })
    }

    /// Data or files go there.
    fn leaves(&mut self, said: &[String], arguments: &Arguments) {
        let by_name = said.iter().any(|word| matches!(word.as_str(), "file" | "filename"));
        if by_name {
            let file = arguments.get(0).or_else(|| arguments.option("Filename")).cloned();
            return self.send_file(&file.unwrap_or_else(Thing::unknown), &Value::unknown());
        }
        let data: Vec<Datum> = arguments.everything().flat_map(Thing::data).filter(Datum::tells).collect();
        if !data.is_empty() {
            self.send(data, &Value::unknown());
        }
    }

    /// A file is sent by its name.
    pub(super) fn send_file(&mut self, file: &Thing, target: &Value) {
        for path in file.paths() {
            self.emit(Step::Read(path.clone()));
            self.send(vec![Datum::from_origin(Origin::File(path))], target);
        }
    }
}
