//! What is certain on the way to each action of a `find`.

use super::*;

/// Of each action, the ways to it.
fn ways(words: &str) -> Vec<Vec<String>> {
    let words: Vec<Value> = words.split(' ').map(|word| Value::Known(word.to_owned())).collect();
    let shown = |way: &Way| {
        let few = way.few.then(|| "few".to_owned());
        let empty = way.empty.then(|| "empty".to_owned());
        let asked: Vec<String> =
            [way.name.clone(), way.path.clone(), few, empty].into_iter().flatten().collect();
        if asked.is_empty() { "any".to_owned() } else { asked.join("+") }
    };
    read(&words).steps.iter().map(|step| step.ways.iter().map(shown).collect()).collect()
}

#[test]
fn each_action_has_the_tests_on_the_way_to_it() {
    for (words, expected) in [
        (". -name *.tmp -delete", vec![vec!["*.tmp"]]),
        (". -type d -name x -prune -exec rm {} +", vec![vec!["x"]]),
        (". ( -name a -o -name b ) -delete", vec![vec!["a", "b"]]),
        (". -name a -o -name b -delete", vec![vec!["b"]]),
        (". -name a -o -type f -delete", vec![vec!["any"]]),
        (". -name a -prune -o -type f -print", vec![vec!["any"]]),
        (". ( -name a -o -name b ) -prune -o -exec rm {} ; -print", vec![vec!["any"], vec!["any"]]),
        (". -name a , -type f -delete", vec![vec!["any"]]),
        (". -not -name a -delete", vec![vec!["any"]]),
        (". ! ! -name a -delete", vec![vec!["a"]]),
        (". ! ( ! -name a ) -delete", vec![vec!["a"]]),
        (". ! ( -name a -o -name b ) -delete", vec![vec!["any"]]),
        (". -path ./a/* -name b -print", vec![vec!["b+./a/*"]]),
        (". -mtime +3 -size -10M -delete", vec![vec!["any"]]),
        (". -type l -delete", vec![vec!["few"]]),
        (". -type d -empty -delete", vec![vec!["empty"]]),
        (". -iname *.TS -delete", vec![vec!["*.ts"]]),
        (r". -regex .*/x\.\(c\|h\)+ -delete", vec![vec!["*/x.c*", "*/x.h*"]]),
        (r". -regex .*/x\.(c|h)? -delete", vec![vec!["*/x.(c|h*"]]),
        (r". -regextype egrep -regex .*\.(c|h) -delete", vec![vec!["*.c", "*.h"]]),
        (r"-E . -regex .*\.(c|h) -delete", vec![vec!["*.c", "*.h"]]),
        (r". -regextype grep -regex .*\.c+ -delete", vec![vec!["*.c+"]]),
        (". -regex .*/[^/]* -delete", vec![vec!["any"]]),
        (". ! -regex .*c -delete", vec![vec!["any"]]),
        (". -name [a-z]* -delete", vec![vec!["any"]]),
        (". -name a", vec![vec!["a"]]),
        (".", vec![vec!["any"]]),
        (". -false -o -delete", vec![vec!["any"]]),
    ] {
        assert_eq!(ways(words), expected, "{words}");
    }
    assert!(ways(". -name a -quit -delete").iter().all(Vec::is_empty), "nothing comes there");
}

#[test]
fn where_too_much_is_nested_nothing_is_certain() {
    let deep = format!(". {}-name a {}-delete", "( ".repeat(40), ") ".repeat(40));
    assert_eq!(ways(&deep), [["any"]]);
    let wide = ["-name a"; 40].iter().enumerate().map(|(at, name)| format!("{name}{at}"));
    let wide = format!(". ( {} ) -delete", wide.collect::<Vec<String>>().join(" -o "));
    assert!(ways(&wide).iter().all(|ways| ways.iter().any(|way| way == "any")));
}
