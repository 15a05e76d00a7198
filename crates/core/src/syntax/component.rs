//! The code of a component of Vue or Svelte: what stands in its `<script>`, in the lines in which it stands there.

/// Whether a file is a component, by its name.
pub(super) fn is_component(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| matches!(ending, "vue" | "svelte"))
}

/// The scripts of a component; of everything else only the ends of lines are left.
pub(super) fn scripts(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        code.push_str(&lines_of(before));
        let end = if tag.starts_with("<!--") {
            tag.find("-->").map_or(tag.len(), |end| end + "-->".len())
        } else if is_script(tag) {
            end_of_tag(tag)
        } else {
            1
        };
        let (skipped, after) = tag.split_at_checked(end).unwrap_or((tag, ""));
        code.push_str(&lines_of(skipped));
        rest = after;
        if is_script(tag) {
            let (script, after) = rest.split_at(rest.find("</script").unwrap_or(rest.len()));
            code.push_str(script);
            rest = after;
        }
    }
    code.push_str(&lines_of(rest));
    code
}

fn is_script(tag: &str) -> bool {
    let name = tag.strip_prefix("<script");
    name.is_some_and(|rest| rest.starts_with(|next: char| next == '>' || next.is_whitespace()))
}

/// Where an opening tag ends; what stands in quotes does not end it: `generic="T extends Map<string, number>"`.
fn end_of_tag(tag: &str) -> usize {
    let mut quote = None;
    for (at, next) in tag.char_indices() {
        match (quote, next) {
            (None, '>') => return at + 1,
            (None, '"' | '\'') => quote = Some(next),
            (Some(open), next) if open == next => quote = None,
            (None | Some(_), _) => {}
        }
    }
    tag.len()
}

fn lines_of(text: &str) -> String {
    "\n".repeat(text.matches('\n').count())
}

#[cfg(test)]
mod tests {
    use crate::syntax::read;

    #[test]
    fn a_component_is_read_by_its_scripts_in_their_own_lines() {
        let vue = "<!-- <script>import 'd'</script> -->\n<template>\n  <p>import axios from 'axios'</p>\n</template>\n\
                   <script setup lang=\"ts\" generic=\"T extends Map<string, number>\">\nimport a from 'a';\n</script>\n\
                   <script>\nimport 'b';\n</script>\n<style>.a > .b { color: red }</style>\n";
        for path in ["src/Cart.vue", "src/Cart.svelte"] {
            let code = read(path, vue).unwrap();
            let imports: Vec<_> =
                code.imports.iter().map(|found| (found.name.as_str(), found.line)).collect();
            assert_eq!(imports, [("a", 6), ("b", 9)], "{path}");
        }
    }
}
