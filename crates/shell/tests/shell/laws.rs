//! What holds for any text.

use hookward_shell::{Gap, parse};
use proptest::prelude::*;

use crate::show::{only_word, show_script};
use crate::walk::census;

/// Pieces of which shell texts are made, whole and broken.
pub(crate) const PIECES: [&str; 96] = [
    "a", "b", "rm", "-rf", "é", "→", "x=1", "y+=2", "z[1]=3", "w=(a b)", "if", "then", "else", "elif", "fi",
    "while", "until", "do", "done", "for", "i", "in", "case", "esac", "select", "function", "f()", "{", "}",
    "(", ")", "((", "))", "[[", "]]", ";", ";;", ";&", "&", "&&", "|", "||", "|&", "!", "time", "coproc",
    ">", ">>", "<", "<<", "<<<", "2>&1", ">&", "&>", "{fd}>", "$x", "${x}", "${x:-y}", "${x#\"", "${", "$(",
    "$((", "$[", "`", "\\`", "\"", "'", "$'", "$\"", "\\", "\\\n", "\n", " ", " ", " ", " ", "\t", "#", "*",
    "?", "[a]", "{a,b}", "~", "@(a|b)", "!(c)", "<(a)", ">(b)", "<<E\n", "<<'E'\n", "<<-E\n", "E\n", "\nE\n",
    "export", "=~", "-f", "\r",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES.as_slice()), 0..24).prop_map(|pieces| pieces.concat())
}

fn harmless() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop::sample::select(
            [
                "a", "b c", "é", "\t", "*", "?", "[", "{", "~", "$", "`", "\\", "\"", "#", "(", ")", ";",
                "&", "|", "<", "!", "\n",
            ]
            .as_slice(),
        ),
        0..12,
    )
    .prop_map(|pieces| pieces.concat())
}

/// Every place is in the source and can be cut out of it.
fn check_places(source: &str) -> Result<(), TestCaseError> {
    let census = census(&parse(source));
    for span in census.spans {
        prop_assert!(source.get(span.start..span.end).is_some(), "{span:?} of {source:?}");
    }
    for name in census.names {
        prop_assert!(name.start < name.end, "an empty name in {source:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_place_of_a_soup_is_in_the_source(source in soup()) {
        check_places(&source)?;
    }

    #[test]
    fn every_place_of_a_soup_in_backticks_is_in_the_source(source in soup(), front in soup()) {
        let escaped = source.replace('\\', "\\\\").replace('`', "\\`").replace('$', "\\$");
        check_places(&format!("{front}`{escaped}`"))?;
        check_places(&format!("\"`{escaped}`\""))?;
    }

    #[test]
    fn every_place_of_any_text_is_in_the_source(source in any::<String>()) {
        check_places(&source)?;
    }

    #[test]
    fn single_quotes_make_any_text_inert(text in harmless()) {
        let source = format!("'{text}'");
        prop_assert_eq!(only_word(&source).literal(), Some(text));
    }

    #[test]
    fn escapes_make_any_character_inert(text in harmless()) {
        // An escaped line end is nothing at all.
        let text = text.replace('\n', "");
        prop_assume!(!text.is_empty());
        let source: String = text.chars().flat_map(|character| ['\\', character]).collect();
        prop_assert_eq!(only_word(&source).literal(), Some(text));
    }

    #[test]
    fn a_soup_changes_nothing_in_front_of_it(soup in soup()) {
        let script = parse(&format!("rm -rf x\n{soup}"));
        let tree = show_script(&script);
        // A statement with a fault in it is not told; but a statement ends with the line.
        prop_assert!(tree.starts_with("[rm -rf x]"), "{tree}");
    }

    #[test]
    fn a_soup_in_quotes_is_inert(soup in soup()) {
        let quoted = soup.replace('\'', "'\\''");
        let script = parse(&format!("echo '{quoted}'; rm x"));
        prop_assert_eq!(&script.not_understood, &[]);
        prop_assert_eq!(script.body.len(), 2);
    }

    #[test]
    fn a_soup_in_a_quoted_here_document_is_inert(soup in soup()) {
        let script = parse(&format!("cat <<'END'\n{soup}\nEND\nrm x"));
        prop_assert_eq!(&script.not_understood, &[]);
        prop_assert_eq!(script.body.len(), 2);
    }

    #[test]
    fn a_substitution_holds_what_the_text_holds(soup in soup()) {
        let inner = parse(&soup);
        // What closes the bracket or hides it is another text; so is one that is not understood.
        let ends_otherwise =
            soup.contains(['#', 'E']) || soup.contains("<<") || soup.starts_with('(') || soup.ends_with('\\');
        if ends_otherwise || !inner.not_understood.is_empty() {
            return Ok(());
        }
        let outer = parse(&format!("\"$({soup})\""));
        let too_deep = outer.not_understood.iter().any(|gap| gap.why == Gap::TooDeep);
        prop_assert!(too_deep || show_script(&outer).contains(&show_script(&inner)), "{}", show_script(&outer));
    }
}
