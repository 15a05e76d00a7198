//! Writes to a disk past its file system.
//!
//! What: denies writing to a device (`/dev/sda`, `/dev/disk2`, `/dev/mem`), by `dd`, a redirection or a copy, and programs
//! that format, wipe or partition one. Free: `/dev/null` and its like, reading a device's properties, an image in a file.
//!
//! Why: a disk that was overwritten holds nothing any more, and one wrong letter names the wrong disk.
//!
//! Instead: work on an image in a file, and leave disks to the person.

use hookward_effects::{Action, Deed};

use crate::rule::{Case, Rule, denies, passes};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/raw-device",
    category: Category::Security,
    source: include_str!("raw_device.rs"),
    judge,
    examples: &[
        denies("dd if=/dev/zero of=/dev/sda bs=1M"),
        denies("cat image.iso > /dev/sdc"),
        denies("cp /dev/urandom /dev/nvme0n1"),
        denies("mkfs.ext4 /dev/sdb1"),
        denies("wipefs -a /dev/sda"),
        denies("sudo sh -c 'echo x | tee /dev/mmcblk0'"),
        passes("dd if=/dev/zero of=/tmp/image.bin bs=1M count=1"),
        passes("npm test > /dev/null"),
        passes("lsblk /dev/sda"),
        passes("echo 'mkfs.ext4 /dev/sdb1'"),
    ],
};

/// Devices that lose nothing.
const HARMLESS: &[&str] = &[
    "null", "zero", "full", "random", "urandom", "tty", "console", "stdin", "stdout", "stderr", "ptmx",
    "log", "kvm", "dri", "snd", "video0", "ttyUSB0", "ttyACM0", "net",
];

fn judge(case: &Case) -> Vec<Finding> {
    let mut findings = Vec::new();
    for effect in &case.facts.effects {
        let why = match &effect.action {
            Action::Deed(Deed::Format, what) => format!("it {what}"),
            Action::Write(place, _) | Action::Delete(place, _) => {
                let Some(spot) = place.spots.iter().find(|spot| is_device(&spot.path)) else { continue };
                format!("{} is a device: what is written there overwrites what it holds", spot.path)
            }
            _ => continue,
        };
        findings.push(Finding {
            why: why.into(),
            instead: "work on an image in a file: `truncate -s 10M /tmp/disk.img`".into(),
            ..Rule::finding(RULE.id, Decision::Deny, case, effect.span)
        });
    }
    findings
}

fn is_device(path: &str) -> bool {
    let Some(name) = path.strip_prefix("/dev/") else { return false };
    let first = name.split('/').next().unwrap_or_default();
    !HARMLESS.contains(&first)
        && !matches!(first, "fd" | "shm" | "pts" | "tcp" | "udp" | "")
        && !first.starts_with("tty")
}
