//! How the program is linked.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |part: &str| std::env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    // A position-independent program has every address in its tables written anew before `main`: 6,700 of them, a tenth
    // of a millisecond of each call. No code here is unsafe, and a process lives for a millisecond.
    if target("OS") == "linux" && target("ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        // SQLite names forty functions of the C library that no hook call needs: they are looked up when they are called.
        println!("cargo::rustc-link-arg-bins=-Wl,-z,lazy");
        unwinder_inside();
    }
    // Windows gives a program an eighth of the stack that others do.
    match (target("OS").as_str(), target("ENV").as_str()) {
        ("windows", "msvc") => println!("cargo::rustc-link-arg-bins=/STACK:8388608"),
        ("windows", _) => println!("cargo::rustc-link-arg-bins=-Wl,--stack,8388608"),
        _ => {}
    }
}

/// Puts what unwinds a panic into the program, where the compiler of C has it as an archive: a library less to be found,
/// mapped and bound is a tenth of what a call costs. Where there is none, the library is loaded as ever.
fn unwinder_inside() {
    println!("cargo::rerun-if-env-changed=RUSTC_LINKER");
    // What `cc` has is for this machine.
    let is_native = std::env::var_os("HOST") == std::env::var_os("TARGET");
    let linker = std::env::var_os("RUSTC_LINKER").or_else(|| is_native.then(|| "cc".into()));
    let Some(linker) = linker else { return };
    let asked = Command::new(linker).arg("-print-file-name=libgcc_eh.a").output();
    let answer =
        asked.map(|asked| String::from_utf8_lossy(&asked.stdout).trim().to_owned()).unwrap_or_default();
    // A compiler that has none repeats the name.
    if let Some(folder) = Path::new(&answer).parent().filter(|_| Path::new(&answer).is_absolute()) {
        println!("cargo::rustc-link-search=native={}", folder.display());
        println!("cargo::rustc-link-lib=static=gcc_eh");
    }
}
