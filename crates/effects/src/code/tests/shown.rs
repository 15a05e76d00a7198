//! What code shows of a directory: each file in it, or some by their names or by what they hold.

use super::{Language, check};

#[test]
fn a_loop_over_a_directory_shows_what_is_hidden_too() {
    check(
        Language::Python,
        &[
            (
                "import os; [print(open(f).read()) for f in os.listdir('.')]",
                &["list .", "read *", "show each of .", "print ?<file *>"],
            ),
            (
                "[print(p.read_text()) for p in Path('a').iterdir() if p.is_file()]",
                &["list a", "read a/*", "show each of a/", "print ?<file a/*>"],
            ),
        ],
    );
    check(
        Language::JavaScript,
        &[(
            "fs.readdirSync('.').forEach(f => console.log(fs.readFileSync(f, 'utf8')))",
            &["list .", "read *", "show each of .", "print ?<file *>"],
        )],
    );
}

#[test]
fn whoever_asks_for_names_does_not_show_them_all() {
    check(
        Language::Python,
        &[
            (
                "import os; [print(open(f).read()) for f in os.listdir('.') if f.endswith('.md')]",
                &["list .", "read *", "print ?<file *>"],
            ),
            (
                "import os; [print(open(f).read()) for f in os.listdir('.') if not f.startswith('.')]",
                &["list .", "read *", "print ?<file *>"],
            ),
            ("import glob; [print(open(f).read()) for f in glob.glob('*')]", &["read *", "print ?<file *>"]),
        ],
    );
}
