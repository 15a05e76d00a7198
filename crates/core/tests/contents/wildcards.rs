//! An import of everything brings what a rule names, for what must be imported and for what may not.

use hookward_core::Decision;
use hookward_core::policy::Layer;

use crate::support::{Bench, Disk};
use crate::write;

const DISK: Disk = Disk(&[
    ("Old.java", "import org.slf4j.*;\nclass Old { Logger log; }"),
    ("Old.kt", "import org.slf4j.*\nclass Old(val log: Logger)"),
    ("old.py", "from legacy import *\nDb()\n"),
]);

fn decision(table: &str, path: &str, text: &str) -> Decision {
    let bench = Bench { world: &DISK, ..Bench::with(&[(Layer::Project, table)]) };
    bench.judge(write(path, text)).decision
}

/// Whether a file fulfils what is required, in both gates that may require it.
fn fulfils(required: &str, path: &str, text: &str) -> bool {
    let require = format!("[[gate.missing-import]]\nfiles = \"**\"\nrequire = ['{required}']\n");
    let architecture =
        format!("[[gate.architecture]]\nid = \"x\"\nfiles = \"**\"\nrequire = {{ import = '{required}' }}\n");
    let both = [require, architecture].map(|table| decision(&table, path, text) == Decision::Silent);
    assert_eq!(both[0], both[1], "{path}: {text}");
    both[0]
}

fn is_forbidden(forbidden: &str, path: &str, text: &str) -> bool {
    let table =
        format!("[[gate.architecture]]\nid = \"x\"\nfiles = \"**\"\nforbid = {{ import = '{forbidden}' }}\n");
    decision(&table, path, text) == Decision::Deny
}

#[test]
fn everything_of_a_package_is_what_is_required_of_it() {
    for (required, path, text) in [
        ("org.slf4j.Logger", "A.java", "import org.slf4j.*;\nclass A {}"),
        ("org.slf4j.LoggerFactory", "A.java", "import static org.slf4j.LoggerFactory.*;\nclass A {}"),
        (
            "org.slf4j.LoggerFactory.getLogger",
            "A.java",
            "import static org.slf4j.LoggerFactory.*;\nclass A {}",
        ),
        ("org.slf4j.Logger", "A.kt", "import org.slf4j.*\nclass A"),
        ("org.slf4j.Logger", "A.scala", "import org.slf4j._\nclass A"),
        ("org.slf4j.Logger", "A.scala", "import org.slf4j.*\nclass A"),
        ("org.slf4j.Logger", "A.scala", "import org.slf4j.{Logger, LoggerFactory}\nclass A"),
        ("org.slf4j.Logger", "A.scala", "import org.slf4j.{Logger => L}\nclass A"),
        ("org.slf4j.Logger", "A.scala", "import org.slf4j.{_}\nclass A"),
        ("shop.log.logger", "a.py", "from shop.log import *\n"),
        ("app\\Log\\Logger", "a.php", "<?php use App\\Log\\{Logger, Other};"),
        ("App\\Log\\Logger", "a.php", "<?php use App\\Log\\{Logger as L};"),
        ("App\\Log\\Logger", "a.php", "<?php use App\\{Log\\Logger, Db};"),
    ] {
        assert!(fulfils(required, path, text), "{path}: {text}");
    }
    for (required, path, text) in [
        ("org.slf4j.Logger", "A.java", "import org.slf4j.helpers.*;\nclass A {}"),
        ("org.slf4j.Logger", "A.java", "import org.*;\nclass A {}"),
        ("org.slf4j.Logger", "A.kt", "import org.other.*\nclass A"),
        ("org.slf4j.Logger", "A.scala", "import org.slf4j.{LoggerFactory, Other}\nclass A"),
        ("shop.log.logger", "a.py", "import shop.log\n"),
        ("App\\Log\\Logger", "a.php", "<?php use App\\Log\\{Other};"),
    ] {
        assert!(!fulfils(required, path, text), "{path}: {text}");
    }
}

#[test]
fn everything_of_a_package_brings_what_is_forbidden_where_it_is_used() {
    for (forbidden, path, text) in [
        ("org.slf4j.Logger", "A.java", "import org.slf4j.*;\nclass A { Logger log; }"),
        ("org.slf4j.Logger", "A.kt", "import org.slf4j.*\nclass A(val log: Logger)"),
        ("org.slf4j.Logger", "A.scala", "import org.slf4j._\nclass A(log: Logger)"),
        ("org.slf4j.Logger", "A.scala", "import org.slf4j.{Logger => L, _}\nclass A"),
        ("org.slf4j.getLogger", "A.kt", "import org.slf4j.*\nval log = getLogger(1)"),
        ("App\\Db\\Conn", "a.php", "<?php use App\\Db\\{Conn, Other};"),
    ] {
        assert!(is_forbidden(forbidden, path, text), "{path}: {text}");
    }
    for (forbidden, path, text) in [
        ("org.slf4j.Logger", "A.java", "import org.slf4j.*;\nclass A { LoggerFactory log; }"),
        ("org.slf4j.Logger", "A.java", "import org.slf4j.*;\nclass A { /* Logger */ }"),
        ("org.slf4j.Logger", "A.java", "import org.slf4j.*;\nimport own.Logger;\nclass A { Logger log; }"),
        ("org.slf4j.Logger", "A.kt", "import org.slf4j.*\nclass A(val log: LoggerFactory)"),
        ("org.slf4j.Logger", "A.kt", "import org.slf4j.*\nimport own.Logger\nclass A(val log: Logger)"),
        ("org.slf4j.Logger", "A.kt", "import org.slf4j.*\nclass A { val x = own.Logger(1) }"),
        ("org.slf4j.Logger", "A.scala", "import own._\nclass A(log: Logger)"),
    ] {
        assert!(!is_forbidden(forbidden, path, text), "{path}: {text}");
    }
}

/// Who uses more of a package that the file imports whole already has not imported anything.
#[test]
fn what_was_imported_whole_before_is_nobodys_doing_now() {
    for (forbidden, path, text) in [
        ("org.slf4j", "Old.java", "import org.slf4j.*;\nclass Old { Logger log; Marker mark; }"),
        ("org.slf4j", "Old.kt", "import org.slf4j.*\nclass Old(val log: Logger, val mark: Marker)"),
        ("legacy", "old.py", "from legacy import *\nDb()\nOther()\n"),
    ] {
        assert!(!is_forbidden(forbidden, path, text), "{path}: {text}");
        assert!(is_forbidden(forbidden, &format!("new/{path}"), text), "{path}: {text}");
    }
}

#[cfg(feature = "grammars")]
#[test]
fn everything_of_a_module_of_python_brings_what_is_forbidden_where_it_is_used() {
    for text in [
        "from legacy import *\nDb()\n",
        "from legacy import *\nx = Db\n",
        "from legacy import *\nclass A(Db): pass\n",
        "from legacy import *\nDb.open()\n",
    ] {
        assert!(is_forbidden("legacy.Db", "a.py", text), "{text}");
    }
    for text in [
        "from legacy import *\nother()\n",
        "from legacy import *\nx.Db()\nf(Db=1)\n",
        "from legacy import *\nclass Db: pass\nDb()\n",
        "from legacy import *\nfrom own import Db\nDb()\n",
    ] {
        assert!(!is_forbidden("legacy.Db", "a.py", text), "{text}");
    }
}
