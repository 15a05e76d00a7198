//! Web tokens (JWT): three parts in base64, of which the first says how the last was made.

/// A signature has at least so many letters; what shows a form has fewer.
const SIGNATURE: usize = 40;

/// What stands in tokens of manuals, which everybody has.
const EXAMPLES: &[&str] = &["John Doe", "1234567890", "supabase-demo", "example"];

/// How long the web token is with which a text begins.
pub(crate) fn length(text: &str) -> Option<usize> {
    let is_of_it = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.');
    let token =
        text.get(..text.find(|letter| !is_of_it(letter)).unwrap_or(text.len()))?.trim_end_matches('.');
    let mut parts = token.split('.');
    let (head, claims, signature) = (parts.next()?, parts.next()?, parts.next()?);
    let is_signed = decoded(head).is_some_and(|head| head.contains("\"alg\""));
    let is_real = || {
        decoded(claims).is_some_and(|claims| {
            claims.starts_with('{') && !EXAMPLES.iter().any(|example| claims.contains(example))
        })
    };
    let whole = head.len() + claims.len() + signature.len() + 2;
    (signature.len() >= SIGNATURE && is_signed && is_real()).then_some(whole)
}

/// What a part says, if it is a text.
fn decoded(part: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(part.len());
    let (mut bits, mut held) = (0_u32, 0_u32);
    for letter in part.bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'-' => 62,
            b'_' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(value)) & 0xFFFF;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from(bits >> held & 0xFF).ok()?);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_web_token_is_one_by_its_head_and_its_signature() {
        let real = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI4NzMyMTkiLCJuYW1lIjoiUm9vdCJ9.Qm3kX9vL2pT7wZ4nB8cR1yH6sD0fG5jK3eA9uI7oP2q";
        assert_eq!(length(&format!("{real}'")), Some(real.len()));
        assert_eq!(length(&format!("{real}. More.")), Some(real.len()));
        for text in [
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
            // The one of jwt.io.
            "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
            "eyJ2IjoxfQ.eyJzdWIiOiI4NzMyMTkifQ.Qm3kX9vL2pT7wZ4nB8cR1yH6sD0fG5jK3eA9uI7oP2q",
            "eyJhbGciOiJIUzI1NiJ9",
        ] {
            assert_eq!(length(text), None, "{text}");
        }
    }
}
