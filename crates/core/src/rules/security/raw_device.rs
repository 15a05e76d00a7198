//! Writes to a disk past its file system.
//!
//! What: denies writing to a device (`/dev/sda`, `/dev/disk2`, `/dev/mem`), by `dd`, a redirection or a copy, programs
//! that format, wipe or partition one, and programs that nobody knows with a disk among their words. Free: `/dev/null`
//! and its like, reading a device's properties, an image in a file.
//!
//! Why: a disk that was overwritten holds nothing any more, and one wrong letter names the wrong disk.
//!
//! Instead: work on an image in a file, and leave disks to the person.

use hookward_effects::{Action, Command, Deed, Span, Standing, Value};

use crate::rule::{Against, BEFORE, Case, Rule, denies, passes};
use crate::target::{Target, TargetDeed};
use crate::verdict::{Category, Decision, Finding};

pub(crate) const RULE: Rule = Rule {
    id: "security/raw-device",
    category: Category::Security,
    on: BEFORE,
    against: Against::Target,
    source: include_str!("raw_device.rs"),
    judge,
    examples: &[
        denies("dd if=/dev/zero of=/dev/sda bs=1M"),
        denies("cat image.iso > /dev/sdc"),
        denies("cp /dev/urandom /dev/nvme0n1"),
        denies("mkfs.ext4 /dev/sdb1"),
        denies("wipefs -a /dev/sda"),
        denies("sudo sh -c 'echo x | tee /dev/mmcblk0'"),
        denies("ddrescue /dev/zero /dev/sda"),
        denies("pv image.iso -o /dev/sdb"),
        denies("./flash --target=/dev/sdb1 image.bin"),
        passes("dd if=/dev/zero of=/tmp/image.bin bs=1M count=1"),
        passes("truncate -s 64M /tmp/disk.img && mkfs.ext4 /tmp/disk.img"),
        denies("ln -s /dev/sdb /tmp/disk.img; mkfs.ext4 /tmp/disk.img"),
        passes("smartctl -a /dev/sda"),
        passes("sudo fdisk -l /dev/sda"),
        passes("udevadm info /dev/nvme0n1"),
        passes("git commit -m 'do not write to /dev/sda'"),
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
        let (why, about) = match &effect.action {
            Action::Deed(Deed::Format, what) => (format!("it {what}"), Vec::new()),
            Action::Write(place, _) | Action::Delete(place, _) => {
                let Some(spot) = place.spots.iter().find(|spot| is_device(&spot.path)) else { continue };
                let why =
                    format!("{} is a device: what is written there overwrites what it holds", spot.path);
                (why, Target::spots(place, TargetDeed::Change, |spot| is_device(&spot.path)))
            }
            _ => continue,
        };
        findings.push(Finding {
            why: why.into(),
            instead: "work on an image in a file: `truncate -s 10M /tmp/disk.img`".into(),
            about,
            ..Rule::finding(RULE.id, Decision::Deny, case, effect.span)
        });
    }
    // What makes a file system writes to its device: that names it, and says all of it.
    let written: Vec<Option<Span>> =
        findings.iter().filter(|own| !own.about.is_empty()).map(|own| own.span).collect();
    findings.retain(|own| !own.about.is_empty() || !written.contains(&own.span));
    for command in case.facts.commands.iter().filter(|command| is_unknown(command)) {
        let disk = command.words.iter().skip(1).flat_map(Value::texts).find_map(|word| disk(word));
        let Some(disk) = disk else { continue };
        findings.push(Finding {
            why: format!("{disk} is a disk, and nobody knows what the program does with it").into(),
            instead: "work on an image in a file: `truncate -s 10M /tmp/disk.img`".into(),
            ..Rule::finding(RULE.id, Decision::Deny, case, Some(command.span))
        });
    }
    findings
}

/// Programs that only look at a disk, of which nothing else is known.
const READERS: &[&str] =
    &["udevadm", "dumpe2fs", "xfs_info", "lsscsi", "sg_inq", "lshw", "hwinfo", "inxi", "tune2fs", "isoinfo"];

fn is_unknown(command: &Command) -> bool {
    let name = command.words.first().map(Value::prefix).unwrap_or_default();
    let name = name.rsplit('/').next().unwrap_or(name);
    command.standing == Standing::Unknown && !READERS.contains(&name)
}

/// The disk that a word names: `/dev/sda1`, `--target=/dev/nvme0n1`.
fn disk(word: &str) -> Option<String> {
    let path = word.split_once('=').map_or(word, |(_, value)| value);
    let name = path.strip_prefix("/dev/")?;
    let letter = |rest: &str| rest.starts_with(|next: char| next.is_ascii_lowercase());
    let digit = |rest: &str| rest.starts_with(|next: char| next.is_ascii_digit());
    let lettered = ["sd", "hd", "vd", "xvd"].iter().any(|kind| name.strip_prefix(kind).is_some_and(letter));
    let numbered =
        ["nvme", "mmcblk", "disk", "rdisk"].iter().any(|kind| name.strip_prefix(kind).is_some_and(digit));
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (plain && (lettered || numbered)).then(|| path.to_owned())
}

fn is_device(path: &str) -> bool {
    let Some(name) = path.strip_prefix("/dev/") else { return false };
    let first = name.split('/').next().unwrap_or_default();
    !HARMLESS.contains(&first)
        && !matches!(first, "fd" | "shm" | "pts" | "tcp" | "udp" | "")
        && !first.starts_with("tty")
}
