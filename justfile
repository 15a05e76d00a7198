# What a developer does here. `just` alone lists the recipes.

default:
    @just --list

# Everything that CI checks.
ci:
    bash .ci/run

# Format, lint, test.
check: fmt lint test

fmt:
    cargo fmt --all

lint:
    cargo clippy --workspace --all-targets --locked -- -D warnings

test:
    cargo test --workspace --locked

# The golden files and the schema, written anew. Read the diff before you commit it.
bless:
    HOOKWARD_BLESS=1 cargo test --workspace --locked

# the real agents, from npm, driven by a scripted model: all of them, or some by name (claude,codex)
agents names="all":
    HOOKWARD_REAL_HOSTS={{names}} cargo test --locked -p hookward --test hosts

# Random shell texts against the parser, and against what bash runs, for that many seconds each.
fuzz seconds="600":
    HOOKWARD_FUZZ_SECONDS={{seconds}} cargo test --release --locked -p hookward-shell -p hookward-core -- fuzz:: runs:: random_texts --nocapture

# Instructions of one hook call, against the budget.
cost:
    cargo bench --locked -p hookward --bench cost

release:
    cargo build --release --locked -p hookward

# A static binary for packaging. The target must be named: proc-macros cannot be built with crt-static.
static target="x86_64-unknown-linux-gnu":
    RUSTFLAGS="-C target-feature=+crt-static -C relocation-model=static" cargo build --release --locked -p hookward --target {{target}}

# The other platforms, as far as their standard libraries are installed.
platforms:
    bash .ci/platforms

deny:
    cargo deny --locked check bans licenses sources

# Needs the network.
advisories:
    cargo deny check advisories
