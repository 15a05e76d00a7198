//! `hookward`.

fn main() {}
