use super::*;

#[test]
fn a_target_that_lies_there_may_be_done_already() {
    for (text, is_heard) in [
        ("test:\n\tnpm test\n", false),
        (".PHONY: all test\ntest:\n\tnpm test\n", true),
        ("test: FORCE\n\tnpm test\nFORCE:\n", true),
        ("test: build\n\tnpm test\nbuild:\n\tmkdir build\n", true),
        ("test: src\n\tnpm test\n", false),
        ("check:\n\tnpm test\n", true),
    ] {
        let recipes = make(text, &[], |name| ["test", "src"].contains(&name));
        assert_eq!(recipes.last().map(|recipe| recipe.is_heard), Some(is_heard), "{text}");
    }
}
