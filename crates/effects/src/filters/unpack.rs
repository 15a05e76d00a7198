//! What gzip and zlib have packed, where the bytes are known: `base64 -d | gunzip`.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::{
    TINFL_FLAG_PARSE_ZLIB_HEADER, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
};
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use super::MAX_OUTPUT;

/// The bytes that were packed, whichever of the usual ways it was; nothing if it is none of them, is cut off, or
/// holds more than is looked at.
pub(crate) fn unpack(bytes: &[u8]) -> Option<Vec<u8>> {
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return gunzip(bytes);
    }
    let packed = |flags| inflate(bytes, MAX_OUTPUT, flags).map(|(unpacked, _)| unpacked);
    packed(TINFL_FLAG_PARSE_ZLIB_HEADER).or_else(|| packed(0))
}

/// Every member of a file of gzip, in a row.
pub(super) fn gunzip(bytes: &[u8]) -> Option<Vec<u8>> {
    const TRAILER: usize = 8;
    let mut all = Vec::new();
    let mut rest = bytes;
    // What is no member ends it, and gzip ignores it.
    while let Some(packed) = behind_header(rest) {
        let (unpacked, taken) = inflate(packed, MAX_OUTPUT.checked_sub(all.len())?, 0)?;
        all.extend(unpacked);
        rest = packed.get(taken.checked_add(TRAILER)?..).unwrap_or_default();
    }
    (rest.len() < bytes.len()).then_some(all)
}

/// What follows the header of a member (RFC 1952).
fn behind_header(bytes: &[u8]) -> Option<&[u8]> {
    const CHECKSUM: u8 = 2;
    const EXTRA: u8 = 4;
    const NAME: u8 = 8;
    const COMMENT: u8 = 16;
    let [0x1f, 0x8b, 8, flags, _, _, _, _, _, _, rest @ ..] = bytes else { return None };
    let has = |flag: u8| flags & flag != 0;
    let mut rest = rest;
    if has(EXTRA) {
        let [low, high, behind @ ..] = rest else { return None };
        rest = behind.get(usize::from(u16::from_le_bytes([*low, *high]))..)?;
    }
    for flag in [NAME, COMMENT] {
        if has(flag) {
            let end = rest.iter().position(|byte| *byte == 0)?;
            rest = rest.get(end + 1..)?;
        }
    }
    if has(CHECKSUM) { rest.get(2..) } else { Some(rest) }
}

/// What comes out of one stream, and how many bytes it took.
fn inflate(bytes: &[u8], limit: usize, flags: u32) -> Option<(Vec<u8>, usize)> {
    let mut output = vec![0; limit];
    let flags = flags | TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, taken, written) =
        decompress(&mut Box::<DecompressorOxide>::default(), bytes, &mut output, 0, flags);
    output.truncate(written);
    (status == TINFLStatus::Done).then_some((output, taken))
}

/// A file of gzip with these bytes in it. gzip itself would make another of them, so who is given it may unpack it and
/// do nothing else with it.
pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
    const TRAILER: [u8; 8] = [0; 8];
    let mut packed = HEADER.to_vec();
    let mut chunks = bytes.chunks(usize::from(u16::MAX)).peekable();
    // Blocks that are stored as they are; the last one says that it is.
    while let Some(chunk) = chunks.next() {
        let length = u16::try_from(chunk.len()).unwrap_or(u16::MAX);
        packed.push(u8::from(chunks.peek().is_none()));
        packed.extend(length.to_le_bytes());
        packed.extend((!length).to_le_bytes());
        packed.extend(chunk);
    }
    if bytes.is_empty() {
        packed.extend([1, 0, 0, 0xff, 0xff]);
    }
    packed.extend(TRAILER);
    packed
}
