# Tests that stand in the file of their code must fail as well before the code is written; and code that does not compile.

policy
    [rules]
    "gate/untested-code" = "enforce"
    [gate.untested-code]
    level = "failing"

on branch feature/cart
the file Cargo.toml
    [package]
    name = "shop"

# The tests come first, and leave the code as it is.
write src/cart.rs: fn total() -> u8 { 3 } #[cfg(test)] mod tests { #[test] fn t() { assert_eq!(super::total(), 3) } }
    denied by gate/untested-code: no run was seen in which the tests in src/cart.rs fail
write src/cart.rs: #[cfg(test)] mod tests { #[test] fn t() { assert_eq!(super::total(), 3) } }
    goes on
write src/cart.rs: fn total() -> u8 { 3 } #[cfg(test)] mod tests { #[test] fn t() { assert_eq!(super::total(), 3) } }
    denied by gate/untested-code: as they are written now

# What fails is another one's.
bash cargo test
    goes on, ends badly: --> src/shelf.rs:1:1
write src/cart.rs: fn total() -> u8 { 3 } #[cfg(test)] mod tests { #[test] fn t() { assert_eq!(super::total(), 3) } }
    denied by gate/untested-code
bash pytest
    goes on, ends badly
write src/cart.rs: fn total() -> u8 { 3 } #[cfg(test)] mod tests { #[test] fn t() { assert_eq!(super::total(), 3) } }
    denied by gate/untested-code

# Red, green, and then the code is put in order.
bash cargo test
    goes on, ends badly: --> src/cart.rs:1:50
write src/cart.rs: fn total() -> u8 { 2 } #[cfg(test)] mod tests { #[test] fn t() { assert_eq!(super::total(), 3) } }
    goes on
write src/cart.rs: fn total() -> u8 { 3 } #[cfg(test)] mod tests { #[test] fn t() { assert_eq!(super::total(), 3) } }
    goes on
bash cargo test
    goes on, ends well
write src/cart.rs: fn total() -> u8 { 1 + 2 } #[cfg(test)] mod tests { #[test] fn t() { assert_eq!(super::total(), 3) } }
    goes on

# The next test has to fail as well. A run that names none was of what is new.
write src/cart.rs: fn total() -> u8 { 1 + 2 } #[cfg(test)] mod tests { #[test] fn t() { assert_eq!(super::total(), 4) } }
    goes on
write src/cart.rs: fn total() -> u8 { 4 } #[cfg(test)] mod tests { #[test] fn t() { assert_eq!(super::total(), 4) } }
    denied by gate/untested-code
bash cargo test
    goes on, ends badly
write src/cart.rs: fn total() -> u8 { 4 } #[cfg(test)] mod tests { #[test] fn t() { assert_eq!(super::total(), 4) } }
    goes on

# A test that is written along with the code was seen by nobody.
write src/cart.rs: fn total() -> u8 { 5 } #[cfg(test)] mod tests { #[test] fn t() { assert_eq!(super::total(), 5) } }
    denied by gate/untested-code: as they are written now

# A module that is declared and is not there: the crate does not compile, and its test is newer than anything that was seen to pass.
bash cargo test
    goes on, ends badly: error: could not compile `shop` (lib) due to 1 previous error
write src/price.rs: fn price() {}
    denied by gate/untested-code: write its tests first, `#[cfg(test)] mod tests` in src/price.rs itself
write tests/price.rs: #[test] fn t() { shop::price::price() }
    goes on
write src/price.rs: fn price() {}
    denied by gate/untested-code: no run was seen
bash cargo test
    goes on, ends badly: error: could not compile `shop` (lib) due to 1 previous error
write src/price.rs: fn price() {}
    goes on
write src/price.rs: pub fn price() {}
    goes on
