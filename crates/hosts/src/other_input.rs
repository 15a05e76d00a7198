//! Another input for a tool, which an own hook wants: whether the host takes it, and the call that it makes.

use hookward_core::{Event, Moment};
use serde_json::{Map, Value};

use crate::table::{Inputs, Rewrites, row_of};
use crate::{Asked, Host, Surroundings, decode, json};

/// What a call becomes by another input.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// The moment of the call that it would be.
    pub moment: Moment,
    /// What the host would have sent for it.
    pub payload: Vec<u8>,
    /// The input, as JSON in the host's own form.
    pub input: String,
}

impl Changed {
    /// The event as it would be.
    #[must_use]
    pub fn event(&self, event: &Event) -> Event {
        Event { moment: self.moment.clone(), ..event.clone() }
    }
}

/// In which form an input is given.
#[derive(Clone, Copy, Debug)]
pub enum Form<'n> {
    /// In the host's own.
    Host,
    /// In the form that is the same for all hosts, in which what was sent is this.
    Neutral(&'n Value),
}

impl Asked {
    /// The call that another input makes of what a host has sent, if it is another one; or why there is none.
    pub fn with_other_input(
        &self,
        host: Host,
        payload: &[u8],
        (form, wanted): (Form<'_>, &Value),
        around: &Surroundings,
    ) -> Result<Option<Changed>, String> {
        let who = self.caller.title();
        let cannot = || format!("it wants another input for this call, but {who} takes none here");
        let row = row_of(self).filter(|row| row.rewrites != Rewrites::Never).ok_or_else(cannot)?;
        let mut room = String::new();
        let text = json::text(payload).map_err(|_| cannot())?;
        let (mut sent, _) = json::object::<Value>(text, &mut room).map_err(|_| cannot())?;
        let slot = ["tool_input", "toolArgs"].into_iter().find(|key| sent.get(key).is_some());
        let slot = slot.and_then(|key| sent.get_mut(key)).ok_or_else(cannot)?;
        // Some hosts put JSON into a text.
        let inner = slot.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
        let is_text = inner.is_some();
        let before = inner.unwrap_or_else(|| slot.clone());
        let after = match form {
            Form::Host => wanted.clone(),
            Form::Neutral(neutral) => carried(neutral, wanted, &before).ok_or_else(|| {
                format!("it wants another input for this call, which cannot be said in the words of {who}")
            })?,
        };
        if after == before {
            return Ok(None);
        }
        let (Value::Object(old), Value::Object(new)) = (&before, &after) else { return Err(cannot()) };
        takes(row.inputs, old, new).map_err(|why| match why {
            Refused::All => cannot(),
            Refused::Key(key) => format!("it wants another `{key}` for this call, which {who} does not take"),
            Refused::Missing(key) => {
                format!("its input for this call leaves out `{key}`, but {who} lays it over what was sent")
            }
        })?;
        let input = after.to_string();
        *slot = if is_text { Value::String(input.clone()) } else { after };
        let payload = sent.to_string().into_bytes();
        let event = decode(host, &payload, around).event;
        let event = event.map_err(|fault| format!("its input for this call cannot be read: {fault}"))?;
        Ok(Some(Changed { moment: event.moment, payload, input }))
    }
}

enum Refused {
    All,
    Key(String),
    Missing(String),
}

/// Whether a host makes exactly this of what was sent.
fn takes(inputs: Inputs, old: &Map<String, Value>, new: &Map<String, Value>) -> Result<(), Refused> {
    let left_out = || old.keys().find(|key| !new.contains_key(*key)).cloned();
    match inputs {
        Inputs::Commands => Err(Refused::All),
        Inputs::Replaced => Ok(()),
        Inputs::Merged => left_out().map_or(Ok(()), |key| Err(Refused::Missing(key))),
        Inputs::Keys(known) => {
            let mut changed =
                new.iter().filter(|(key, value)| old.get(*key) != Some(*value)).map(|(key, _)| key);
            let unknown = changed.find(|key| !known.contains(&key.as_str())).cloned();
            let unknown = unknown.or_else(left_out);
            unknown.map_or(Ok(()), |key| Err(Refused::Key(key)))
        }
    }
}

/// What was sent, with the changes that were made to its neutral form. `None` where they have no place in it: every value
/// that has changed must be there once, or under the same name.
fn carried(neutral: &Value, wanted: &Value, sent: &Value) -> Option<Value> {
    let (Value::Object(before), Value::Object(after), Value::Object(_)) = (neutral, wanted, sent) else {
        return None;
    };
    let mut sent = sent.clone();
    for (key, new) in after {
        let old = before.get(key)?;
        if old == new {
            continue;
        }
        if sent.get(key) == Some(old) {
            sent.as_object_mut()?.insert(key.clone(), new.clone());
        } else if count(&sent, old) == 1 {
            replace(&mut sent, old, new);
        } else {
            return None;
        }
    }
    Some(sent)
}

fn count(value: &Value, wanted: &Value) -> usize {
    let below = match value {
        Value::Array(values) => values.iter().map(|value| count(value, wanted)).sum(),
        Value::Object(fields) => fields.values().map(|value| count(value, wanted)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    };
    below + usize::from(value == wanted)
}

fn replace(value: &mut Value, old: &Value, new: &Value) {
    if value == old {
        *value = new.clone();
        return;
    }
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| replace(value, old, new)),
        Value::Object(fields) => fields.values_mut().for_each(|value| replace(value, old, new)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
