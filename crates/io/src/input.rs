//! The host's input. Bounded in size; its time is bounded by the caller's watchdog.

use std::io::{self, Read};

/// The most that is read: a host's event with a large file in it, several times over.
pub const MAX_INPUT: usize = 64 * 1024 * 1024;

/// What came in.
#[derive(Debug)]
pub enum Input {
    /// Everything up to the end, or up to the end of the first JSON document where the host never closes its side.
    Whole(Vec<u8>),
    /// More than [`MAX_INPUT`].
    TooLong,
}

/// Reads the host's input.
pub fn read_input(mut from: impl Read) -> io::Result<Input> {
    let mut bytes = Vec::with_capacity(8 * 1024);
    let mut braces = Braces::default();
    loop {
        let start = bytes.len();
        if start > MAX_INPUT {
            return Ok(Input::TooLong);
        }
        bytes.reserve(8 * 1024);
        let room = (bytes.capacity() - start).min(1024 * 1024);
        let read = from.by_ref().take(room as u64).read_to_chunk(&mut bytes)?;
        if read == 0 {
            return Ok(Input::Whole(bytes));
        }
        // Some hosts never close the hook's input: a whole document is enough.
        if braces.closed_by(bytes.get(start..).unwrap_or_default()) {
            return Ok(Input::Whole(bytes));
        }
    }
}

trait ReadChunk {
    fn read_to_chunk(&mut self, bytes: &mut Vec<u8>) -> io::Result<usize>;
}

impl<R: Read> ReadChunk for io::Take<R> {
    /// One read, appended; interrupted reads are tried again.
    fn read_to_chunk(&mut self, bytes: &mut Vec<u8>) -> io::Result<usize> {
        let start = bytes.len();
        let room = usize::try_from(self.limit()).unwrap_or(8 * 1024);
        bytes.resize(start + room, 0);
        loop {
            match self.read(bytes.get_mut(start..).unwrap_or_default()) {
                Ok(read) => {
                    bytes.truncate(start + read);
                    return Ok(read);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    bytes.truncate(start);
                    return Err(error);
                }
            }
        }
    }
}

/// Follows a JSON text just far enough to see its first object end.
#[derive(Default)]
struct Braces {
    depth: usize,
    in_string: bool,
    escaped: bool,
}

impl Braces {
    fn closed_by(&mut self, bytes: &[u8]) -> bool {
        for byte in bytes {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' if self.in_string => self.escaped = true,
                b'"' => self.in_string = !self.in_string,
                b'{' if !self.in_string => self.depth += 1,
                b'}' if !self.in_string => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return true;
                    }
                }
                _ => {}
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Yields its pieces one by one and panics if it is read after the last.
    struct NeverCloses(Vec<&'static [u8]>);

    impl Read for NeverCloses {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let piece = self.0.remove(0);
            buffer[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    #[test]
    fn a_whole_document_is_enough_for_a_host_that_never_closes() {
        let Input::Whole(bytes) =
            read_input(NeverCloses(vec![b"{\"a\":\"}\\\"", b"}\",\"b\":{}", b"}\n"])).unwrap()
        else {
            panic!("too long");
        };
        assert_eq!(bytes, b"{\"a\":\"}\\\"}\",\"b\":{}}\n");
    }

    #[test]
    fn input_without_a_document_is_read_to_its_end() {
        let Input::Whole(bytes) = read_input(&b"no json"[..]).unwrap() else { panic!("too long") };
        assert_eq!(bytes, b"no json");
    }

    #[test]
    fn endless_input_is_given_up() {
        assert!(matches!(read_input(io::repeat(b'[')).unwrap(), Input::TooLong));
    }
}
