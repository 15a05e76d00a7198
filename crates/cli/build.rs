//! How the program is linked.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |part: &str| std::env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    // A position-independent program has every address in its tables written anew before `main`: 6,700 of them, a tenth
    // of a millisecond of each call. No code here is unsafe, and a process lives for a millisecond.
    if target("OS") == "linux" && target("ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        // SQLite names forty functions of the C library that no hook call needs: they are looked up when they are called.
        println!("cargo::rustc-link-arg-bins=-Wl,-z,lazy");
    }
    // Windows gives a program an eighth of the stack that others do.
    match (target("OS").as_str(), target("ENV").as_str()) {
        ("windows", "msvc") => println!("cargo::rustc-link-arg-bins=/STACK:8388608"),
        ("windows", _) => println!("cargo::rustc-link-arg-bins=-Wl,--stack,8388608"),
        _ => {}
    }
}
