# Files are judged by what they say in their language, not by their letters.

policy
    [[gate.architecture]]
    id = "one-way-to-the-data"
    files = "{web/**,src/**}"
    forbid = { import = "shop.db", call = "boto3.client" }
    record = "docs/adr/003.md"
    [[gate.architecture]]
    id = "no-shell"
    files = "**/*.{go,rs,java,php}"
    forbid = { call = "{exec.Command,std.process.Command.new,ProcessBuilder,shell_exec}" }
    [[gate.missing-import]]
    files = "web/*.py"
    require = ["shop.log"]
    when = { call = "*.route" }

on branch feature/x

# Other names of the same thing, and names that come together of texts.
write web/a.py: import boto3 as b; b.client("dynamodb")
    denied by gate/architecture: line 1 has `boto3.client`
write web/a.py: from boto3 import client as c; c("dynamodb")
    denied by gate/architecture: docs/adr/003.md
write web/a.py: import importlib; importlib.import_module("shop." "db")
    denied by gate/architecture: shop.db
write src/shop/web/a.py: from .. import db
    denied by gate/architecture: docs/adr/003.md
write web/a.py: note = "import shop.db; boto3.client()" # import shop.db
    goes on
write a.go: package a; import x "os/exec"; func f() { x.Command("ls") }
    denied by gate/architecture: exec.Command
write a.go: package a; const s = `exec.Command("ls")`
    goes on
write src/a.rs: use std::process::{self as p}; fn f() { println!("{:?}", p::Command::new("ls")); }
    denied by gate/architecture: std.process.Command.new
write A.java: import java.lang.*; class A { void m() { new \u0050rocessBuilder("ls"); } }
    denied by gate/architecture: ProcessBuilder
write a.php: <p>it's</p><?php SHELL_EXEC('ls');
    denied by gate/architecture: SHELL_EXEC
write a.php: <p>shell_exec('ls')</p><?php $a = "shell_exec('ls')";
    goes on

# Nobody passes by breaking the syntax.
write web/a.py: def f(: import shop.db
    denied by gate/architecture: shop.db
write a.go: func ( { exec.Command("ls")
    denied by gate/architecture: exec.Command

# An import that is required must be one.
write web/b.py: """import shop.log"""; app.route("/")
    denied by gate/missing-import: must import shop.log
write web/b.py: if True: from shop import log as l; app.route("/")
    goes on
write web/c.py: x = 1
    goes on

# A class of PHP lies where Composer looks for it.
policy
    [[gate.architecture]]
    id = "domain-without-infrastructure"
    files = "src/Domain/**"
    forbid = { import = "src/Infrastructure/**" }
the file composer.json
    { "autoload": { "psr-4": { "Acme\\Shop\\": "src/", "Acme\\Cli\\": "src/Infrastructure/Cli" } } }
write src/Domain/A.php '<?php\nnamespace Acme\Shop\Domain;\nuse Acme\Shop\Infrastructure\Db;\n'
    denied by gate/architecture: Infrastructure/Db
write src/Domain/A.php '<?php\nuse Acme\Cli\Tool;\n'
    denied by gate/architecture: Infrastructure/Cli/Tool
write src/Domain/A.php '<?php\nuse Acme\Shop\Domain\Order;\n'
    goes on

# A macro of Rust is known with its sign and without.
policy
    [[gate.architecture]]
    id = "no-printing"
    files = "src/**/*.rs"
    forbid = { call = "{println,dbg}!" }
    [[gate.architecture]]
    id = "no-panic"
    files = "src/**/*.rs"
    forbid = { call = "todo" }
write src/a.rs: fn f() { println!("{}", 1); }
    denied by gate/architecture: println
write src/a.rs: fn f() { std::dbg!(1); }
    denied by gate/architecture: std.dbg
write src/a.rs: fn f() { todo!() }
    denied by gate/architecture: todo
write src/a.rs: fn f() { log::info!("println!"); }
    goes on
