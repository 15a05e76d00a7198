//! Files of declarations alone, and files that do something.

use crate::syntax::only_declares;

#[test]
fn what_does_nothing_only_declares() {
    for (path, text) in [
        (
            "a.go",
            "package a\n\nimport \"errors\"\n\n// A store.\ntype Store interface {\n\tGet(id string) (int, error)\n}\n",
        ),
        (
            "a.go",
            "package a\n\ntype Cart struct {\n\tItems []Item `json:\"items\"`\n}\n\ntype Item = string\n",
        ),
        (
            "a.go",
            "package a\n\nimport \"errors\"\n\nvar (\n\tErrGone = errors.New(\"gone\")\n\tErrB = fmt.Errorf(\"b: %w\", ErrGone)\n)\n",
        ),
        (
            "a.go",
            "package a\n\nconst (\n\tA = iota\n\tB\n)\n\nvar _ Store = (*Shelf)(nil)\nvar names = []string{\"a\", \"b\"}\n",
        ),
        (
            "A.java",
            "package a;\nimport java.util.*;\n/** A store. */\npublic interface Store extends Base<X> {\n  int MAX = 3;\n  List<A> all(int page);\n}\n",
        ),
        (
            "A.java",
            "package a;\npublic record Cart(@NotNull List<Item> items, int total) implements Serializable {}\n",
        ),
        ("A.java", "package a;\npublic enum Color { RED, GREEN(1), BLUE; }\n"),
        (
            "A.java",
            "package a;\n@Retention(RetentionPolicy.RUNTIME)\npublic @interface Audited { String value() default \"\"; }\n",
        ),
        (
            "A.java",
            "package a;\npublic class Gone extends RuntimeException {\n  private static final long serialVersionUID = 1L;\n  public Gone(String m, Throwable t) { super(m, t); }\n}\n",
        ),
        (
            "a.rs",
            "use std::fmt;\n\n/// A cart.\n#[derive(Debug, Clone)]\npub struct Cart {\n    pub items: Vec<Item>,\n}\n\npub enum A { B(u8), C { d: u8 } }\n",
        ),
        (
            "a.rs",
            "pub trait Store: Send {\n    type Key;\n    const N: usize;\n    fn get(&self, id: u8) -> Option<u8>;\n}\n",
        ),
        ("a.rs", "pub mod cart;\nmod price;\n\npub use cart::Cart;\n"),
        (
            "a.rs",
            "pub const MAX: usize = 60 * 60;\npub static NAMES: &[&str] = &[\"a\"];\nconst D: Duration = Duration::from_secs(3);\n",
        ),
        (
            "a.rs",
            "#[derive(Debug, thiserror::Error)]\npub enum Gone {\n    #[error(\"gone\")]\n    Gone,\n}\nimpl Marker for Gone {}\n",
        ),
        (
            "a.py",
            "\"\"\"Stores.\"\"\"\nfrom typing import Protocol\n\n\nclass Store(Protocol):\n    name: str\n\n    def get(self, id: int) -> int: ...\n\n    def put(self) -> None:\n        \"\"\"Puts.\"\"\"\n",
        ),
        ("a.py", "from enum import Enum, auto\n\nclass Color(Enum):\n    RED = 1\n    GREEN = auto()\n"),
        (
            "a.py",
            "from dataclasses import dataclass, field\n\n@dataclass(frozen=True)\nclass Cart:\n    items: list[str] = field(default_factory=list)\n    total: int | None = None\n",
        ),
        ("a.py", "class ShopError(Exception):\n    \"\"\"All.\"\"\"\n\n\nclass Gone(ShopError):\n    pass\n"),
        (
            "a.py",
            "from typing import TYPE_CHECKING, TypedDict, TypeVar\n\nif TYPE_CHECKING:\n    from a import B\n\nT = TypeVar(\"T\")\n\nclass A(TypedDict, total=False):\n    a: int\n\n__all__ = [\"A\"]\n",
        ),
        (
            "A.php",
            "<?php\n\ndeclare(strict_types=1);\n\nnamespace App;\n\nuse A\\B;\n\ninterface Store extends Base\n{\n    public const N = 1;\n    public function get(int $id): ?int;\n}\n",
        ),
        (
            "A.php",
            "<?php\nnamespace App;\nenum Color: string implements HasLabel\n{\n    case Red = 'red';\n    case Green = 'green';\n}\n",
        ),
        ("A.php", "<?php\nnamespace App;\n/** Gone. */\nfinal class Gone extends \\RuntimeException\n{\n}\n"),
        (
            "A.php",
            "<?php\nnamespace App;\nfinal readonly class Cart { public function __construct(public int $total, private array $items = []) {} }\n",
        ),
        (
            "a.ts",
            "export * from './cart';\nexport { total, type Item } from './total';\nexport * as price from './price';\n",
        ),
    ] {
        assert!(only_declares(path, text), "{text}");
    }
}

#[test]
fn what_does_something_is_code() {
    for (path, text) in [
        ("a.go", "package a\n"),
        ("a.go", "package a\n\ntype A struct{}\n\nfunc (a A) Get() int { return 1 }\n"),
        ("a.go", "package a\n\nvar f = func() int { return 1 }\n"),
        ("a.go", "package a\n\nvar started = time.Now()\n"),
        ("A.java", "interface A { default int a() { return 1; } }"),
        ("A.java", "record A(int b) { A { if (b < 0) throw new X(); } }"),
        ("A.java", "record A(int b) { int c() { return b; } }"),
        ("A.java", "enum A { B { int c() { return 1; } }; abstract int c(); }"),
        ("A.java", "class A extends Exception { A(String m) { super(m); log(m); } }"),
        ("A.java", "class A { int b = compute(); }"),
        ("A.java", "class A { Runnable r = () -> { go(); }; }"),
        ("A.java", "class A { static { go(); } }"),
        ("a.rs", "use a::b;\n"),
        ("a.rs", "pub struct A;\nimpl A { pub fn a() -> u8 { 1 } }\n"),
        ("a.rs", "pub trait A { fn a(&self) -> u8 { 1 } }\n"),
        ("a.rs", "pub mod a { pub fn b() {} }\n"),
        ("a.rs", "macro_rules! a { () => {} }\n"),
        ("a.rs", "const A: fn() -> u8 = || 1;\n"),
        ("a.rs", "const A: u8 = { let a = 1; a };\n"),
        ("a.py", "x = 1\n"),
        ("a.py", "import a\n"),
        ("a.py", "x\n"),
        ("a.py", "class A:\n    def b(self):\n        return 1\n"),
        ("a.py", "class A(Exception):\n    pass\n\ndef f():\n    pass\n\nf()\n"),
        ("a.py", "class A(Enum):\n    B = compute()\n"),
        ("a.py", "class A:\n    b = [x for x in y]\n"),
        ("a.py", "class A:\n    b = lambda self: 1\n"),
        ("a.py", "class A:\n    pass\n\nregister(A)\n"),
        ("A.php", "<?php\nclass A { public function b() { return 1; } }\n"),
        ("A.php", "<?php\nenum A { case B; public function c(): int { return 1; } }\n"),
        ("A.php", "<?php\nclass A {}\nboot();\n"),
        ("A.php", "<?php\nreturn ['a' => 1];\n"),
        ("a.rs", "pub struct A {"),
        ("a.ts", "export * from './cart';\nstart();\n"),
    ] {
        assert!(!only_declares(path, text), "{text}");
    }
}
