//! A class of PHP lies where Composer looks for it, whatever its namespace is called.

use hookward_core::Decision;
use hookward_core::policy::Layer;

use crate::support::{Bench, Disk};
use crate::write;

const DISK: Disk = Disk(&[
    (
        "composer.json",
        r#"{ "autoload": { "psr-4": { "Acme\\Shop\\": ["src/", "lib"], "Acme\\Shop\\Infrastructure\\Cli\\": "cli/",
                                      "Root\\": "" } },
             "autoload-dev": { "psr-4": { "Acme\\Tests\\": "src/Infrastructure/Testing" } } }"#,
    ),
    ("src/Infrastructure/Cli/Kept.php", "<?php"),
    ("lib/Other.php", "<?php"),
]);

fn decision(text: &str) -> Decision {
    let policy = "[[gate.architecture]]\nid = \"domain\"\nfiles = \"src/Domain/**\"\nforbid = { import = \"src/Infrastructure/**\" }\n";
    let bench = Bench { world: &DISK, ..Bench::with(&[(Layer::Project, policy)]) };
    bench.judge(write("src/Domain/A.php", text)).decision
}

#[test]
fn a_namespace_is_the_directory_that_its_prefix_says() {
    for text in [
        "<?php namespace Acme\\Shop\\Domain; use Acme\\Shop\\Infrastructure\\Db;",
        "<?php use Acme\\Shop\\Infrastructure\\{Db, Log as L};",
        "<?php namespace Acme\\Shop; new Infrastructure\\Db();",
        "<?php use Acme\\Shop\\Infrastructure; new Infrastructure\\Db();",
        "<?php function f(\\Acme\\Shop\\Infrastructure\\Db $db) {}",
        "<?php use Acme\\Tests\\Fixture;",
        "<?php use Root\\src\\Infrastructure\\Db;",
        // A shorter prefix has it.
        "<?php use Acme\\Shop\\Infrastructure\\Cli\\Kept;",
    ] {
        assert_eq!(decision(text), Decision::Deny, "{text}");
    }
    for text in [
        "<?php use Acme\\Shop\\Infrastructure\\Cli\\New;",
        "<?php use Acme\\Shop\\Other;",
        "<?php use Infrastructure\\Db;",
        "<?php namespace Acme\\Shop\\Domain; use Acme\\Shop\\Domain\\Infrastructure;",
    ] {
        assert_eq!(decision(text), Decision::Silent, "{text}");
    }
}
