//! Line continuations that split a word or an operator: `$\\` at a line's end and `(rm x)` on the next is a
//! substitution. Bash removes them before it reads; here the text is read again without them.

use super::Jump;
use crate::Span;

/// The source without the line continuations at `joints`, and how its places lead back.
pub(super) fn without(source: &str, joints: &mut Vec<Span>) -> (String, Vec<Jump>) {
    joints.sort_unstable_by_key(|joint| (joint.start, joint.end));
    joints.dedup();
    let mut text = String::with_capacity(source.len());
    let mut jumps = vec![Jump { text: 0, source: 0, joint: false }];
    let mut from = 0;
    for joint in joints.iter() {
        if joint.start >= from {
            text.push_str(source.get(from..joint.start).unwrap_or_default());
            from = joint.end;
            jumps.push(Jump { text: text.len(), source: from, joint: true });
        }
    }
    text.push_str(source.get(from..).unwrap_or_default());
    (text, jumps)
}
