//! One state of two: what holds whichever way was taken, and after any number of rounds.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Cast, Feed, State, Written};
use crate::held::{Held, either, either_list};
use crate::several::join_meanings;
use crate::value::Value;

impl State<'_> {
    /// Whether a body that ran from one state to the other has left nothing behind itself for its next round.
    pub(crate) fn same_variables(&self, other: &Self) -> bool {
        let same = Rc::ptr_eq(&self.variables, &other.variables) || self.variables == other.variables;
        same && self.arguments == other.arguments
            && self.cwd == other.cwd
            && Rc::ptr_eq(&self.functions, &other.functions)
            && Rc::ptr_eq(&self.aliases, &other.aliases)
    }

    /// Whether files were written, or links made, on the way from one state to the other.
    pub(crate) fn same_files(&self, other: &Self) -> bool {
        let same = Rc::ptr_eq(&self.files, &other.files) || self.files == other.files;
        same && (Rc::ptr_eq(&self.links, &other.links) || self.links == other.links)
    }

    /// What a round of a loop has left open is open in the next one, whatever else it may be.
    pub(crate) fn open(&mut self, before: &Self, round: &Self) {
        for (name, held) in round.variables.iter() {
            if let Held::Scalar(value @ (Value::Unknown(_) | Value::Pattern(_))) = held
                && matches!(before.variables.get(name), Some(Held::Scalar(Value::Few(texts))) if texts.len() > 1)
            {
                self.hold(name, Held::Scalar(Value::Unknown(value.sources())));
            }
        }
    }

    /// What has changed since a round of a loop may change in every round: nobody knows how far.
    pub(crate) fn widen(&mut self, before: &Self) {
        let variables = Rc::make_mut(&mut self.variables);
        for (name, held) in variables.iter_mut() {
            if before.variables.get(name) != Some(held) {
                *held = held.widened();
            }
        }
        if let Some(arguments) = self.arguments.as_mut().filter(|now| before.arguments.as_ref() != Some(now))
        {
            let arguments = Rc::make_mut(arguments);
            let any = arguments.iter().cloned().reduce(|one, other| either(&one, &other));
            for argument in arguments.iter_mut() {
                *argument = any.clone().unwrap_or_else(Value::unknown);
            }
            if before.arguments.as_ref().is_none_or(|before| before.len() < arguments.len()) {
                arguments.push(Value::unknown());
            }
        }
    }

    /// As below, for variables alone.
    pub(crate) fn join_variables(&mut self, other: &Self) {
        if !Rc::ptr_eq(&self.variables, &other.variables) {
            let joined = Rc::make_mut(&mut self.variables);
            for (name, mine) in joined.iter_mut() {
                match other.variables.get(name) {
                    Some(theirs) if mine == theirs => {}
                    Some(theirs) => *mine = mine.join(theirs),
                    None => *mine = mine.perhaps(),
                }
            }
            for (name, theirs) in other.variables.iter() {
                if !joined.contains_key(name) {
                    joined.insert(name.clone(), theirs.perhaps());
                }
            }
        }
    }

    /// What the two states do not agree on is one or the other afterwards.
    pub(crate) fn join(&mut self, other: &Self) {
        self.join_variables(other);
        // INVARIANT: every part is named, so that none is forgotten.
        let Self {
            scene: _,
            cwd,
            previous,
            zero,
            script,
            pushed,
            otherwise,
            cwd_if_empty,
            arguments,
            stdin,
            feed,
            elsewhere,
            bare,
            anew,
            dialect: _,
            globs_hidden,
            variables: _,
            casts,
            exported,
            functions,
            exported_functions,
            aliases,
            files,
            course,
            unplaced,
            links,
            inputs,
            sockets,
            outputs,
            typed,
        } = self;
        for (mine, theirs) in [(cwd, &other.cwd), (previous, &other.previous), (stdin, &other.stdin)] {
            if mine != theirs {
                *mine = either(mine, theirs);
            }
        }
        if *zero != other.zero {
            *zero = zero.as_ref().zip(other.zero.as_ref()).map(|(mine, theirs)| either(mine, theirs));
        }
        if *script != other.script {
            *script = None;
        }
        if !Rc::ptr_eq(pushed, &other.pushed) && *pushed != other.pushed {
            // The next one is the last.
            let turned = |list: &[Value]| list.iter().rev().cloned().collect::<Vec<Value>>();
            let joined = either_list(&turned(pushed), &turned(&other.pushed));
            *pushed = Rc::new(turned(&joined));
        }
        if otherwise.is_none() {
            otherwise.clone_from(&other.otherwise);
        }
        if cwd_if_empty.is_none() {
            cwd_if_empty.clone_from(&other.cwd_if_empty);
        }
        if *arguments != other.arguments {
            *arguments = match (arguments.as_ref(), &other.arguments) {
                (Some(mine), Some(theirs)) => Some(Rc::new(either_list(mine, theirs))),
                (None, _) | (_, None) => None,
            };
        }
        if other.feed == Feed::Made {
            *feed = Feed::Made;
        }
        if *elsewhere != other.elsewhere {
            // Perhaps here.
            *elsewhere = None;
        }
        *bare &= other.bare;
        *anew &= other.anew;
        *globs_hidden |= other.globs_hidden;
        if !Rc::ptr_eq(casts, &other.casts) && *casts != other.casts {
            let names = casts.keys().chain(other.casts.keys()).cloned();
            let both = |name: String| {
                let (mine, theirs) = (casts.get(&name), other.casts.get(&name));
                let cast = mine.filter(|_| mine == theirs).copied().unwrap_or(Cast::Open);
                (name, cast)
            };
            let joined = names.map(both).collect();
            *casts = Rc::new(joined);
        }
        if !Rc::ptr_eq(exported, &other.exported) {
            Rc::make_mut(exported).extend(other.exported.iter().cloned());
        }
        join_meanings(functions, &other.functions);
        join_meanings(exported_functions, &other.exported_functions);
        join_meanings(aliases, &other.aliases);
        join_files(files, &other.files);
        course.join(&other.course);
        if !Rc::ptr_eq(unplaced, &other.unplaced) {
            let unplaced = Rc::make_mut(unplaced);
            for (name, theirs) in other.unplaced.iter() {
                unplaced.entry(name.clone()).or_insert_with(|| theirs.clone());
            }
        }
        if !Rc::ptr_eq(links, &other.links) {
            let links = Rc::make_mut(links);
            for (name, targets) in other.links.iter() {
                let mine = links.entry(name.clone()).or_default();
                for target in targets {
                    if !mine.contains(target) {
                        mine.push(target.clone());
                    }
                }
            }
        }
        if !Rc::ptr_eq(inputs, &other.inputs) {
            let inputs = Rc::make_mut(inputs);
            for (descriptor, theirs) in other.inputs.iter() {
                let mine = inputs.entry(*descriptor).or_insert_with(|| theirs.clone());
                *mine = either(mine, theirs);
            }
        }
        if !Rc::ptr_eq(sockets, &other.sockets) {
            let theirs = other.sockets.iter().map(|(descriptor, address)| (*descriptor, address.clone()));
            Rc::make_mut(sockets).extend(theirs);
        }
        if !Rc::ptr_eq(outputs, &other.outputs) {
            let theirs = other.outputs.iter().map(|(descriptor, place)| (*descriptor, place.clone()));
            Rc::make_mut(outputs).extend(theirs);
        }
        *typed = match (typed.take(), &other.typed) {
            (Some(mine), Some(theirs)) => Some(either(&mine, theirs)),
            (mine, theirs) => mine.or_else(|| theirs.clone()),
        };
    }
}

/// What files hold where two ways meet.
fn join_files(mine: &mut Rc<BTreeMap<String, Written>>, theirs: &Rc<BTreeMap<String, Written>>) {
    if Rc::ptr_eq(mine, theirs) || mine == theirs {
        return;
    }
    let joined = Rc::make_mut(mine);
    let mut others = theirs.iter().peekable();
    let mut new = Vec::new();
    // Both are in order. Each is passed over once, since ways meet behind every part of a chain.
    for (path, written) in joined.iter_mut() {
        while let Some(missing) = others.next_if(|(other, _)| *other < path) {
            new.push(missing);
        }
        match others.next_if(|(other, _)| *other == path) {
            Some((_, other)) => {
                if written.content != other.content {
                    written.content = either(&written.content, &other.content);
                }
                written.perhaps |= other.perhaps;
            }
            None => written.perhaps = true,
        }
    }
    for (path, other) in new.into_iter().chain(others) {
        joined.insert(path.clone(), Written { perhaps: true, ..other.clone() });
    }
}
