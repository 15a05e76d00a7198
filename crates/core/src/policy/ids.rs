//! The ids of all rules, those of later versions included, so that a policy may name them early.

use crate::rules;

/// Ids that are reserved: their rules come with later versions.
pub const RESERVED: &[&str] = &[];

/// Whether a built-in rule has this id, now or later.
pub fn is_rule_id(id: &str) -> bool {
    rules::all().iter().any(|rule| rule.id == id) || RESERVED.contains(&id)
}

/// The candidate that differs least from `name`, if it is close enough to be meant.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = (name.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// How many letters must be added, removed or changed to get from one name to the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (b, cell) in to.iter().zip(row.iter_mut().skip(1)) {
            let above = *cell;
            left = (diagonal + usize::from(a != *b)).min(above + 1).min(left + 1);
            diagonal = above;
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_and_a_far_one_is_not() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(nearest("protcted_files", ["protected_files", "secret_files"]), Some("protected_files"));
        assert_eq!(nearest("xyz", ["protected_files"]), None);
    }
}
