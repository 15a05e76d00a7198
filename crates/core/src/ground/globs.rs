//! Built-in lists of globs, sorted by form while Hookward is compiled: every file of a command is held against more than a
//! hundred of them, and no call pays for putting them in order.
#![expect(clippy::indexing_slicing, reason = "only constants are made here: a panic would be the compiler's")]

/// A built-in list of `N` globs.
pub(crate) struct BuiltIn<const N: usize> {
    globs: [Glob; N],
    /// Where each form begins.
    starts: [usize; FORMS],
}

/// A glob, and a text that must be there for it to fit.
#[derive(Clone, Copy)]
pub(super) struct Glob {
    pub(super) text: &'static str,
    pub(super) anchor: &'static str,
    form: Form,
}

/// What a glob looks like.
#[derive(Clone, Copy)]
enum Form {
    /// A file's name.
    Exact,
    /// `*.pem`, by how the name ends.
    Ending,
    /// `.env.*`, by how the name begins.
    Name,
    /// `/run/secrets/**`, by how the path begins.
    Rooted,
    /// `**/.aws/credentials`, by the first part that is hidden.
    Hidden,
    Other,
}

const FORMS: usize = 6;

impl<const N: usize> BuiltIn<N> {
    pub(crate) const fn of(texts: &[&'static str]) -> Self {
        let mut globs = [Glob { text: "", anchor: "", form: Form::Other }; N];
        let mut len = 0;
        while len < N {
            let glob = Glob::of(texts[len]);
            // Into its place among those before it.
            let mut at = len;
            while at > 0 && glob.is_before(globs[at - 1]) {
                globs[at] = globs[at - 1];
                at -= 1;
            }
            globs[at] = glob;
            len += 1;
        }
        let mut starts = [N; FORMS];
        while len > 0 {
            len -= 1;
            let mut form = 0;
            while form <= globs[len].form as usize {
                starts[form] = len;
                form += 1;
            }
        }
        // A form that comes after the last glob's begins where the list ends, and one that has none where the next does.
        Self { globs, starts }
    }

    pub(super) fn forms(&self) -> Forms<'_> {
        Forms { globs: &self.globs, starts: self.starts }
    }
}

/// A built-in list, form by form.
#[derive(Clone, Copy)]
pub(super) struct Forms<'a> {
    globs: &'a [Glob],
    starts: [usize; FORMS],
}

impl<'a> Forms<'a> {
    pub(super) fn all(self) -> impl Iterator<Item = &'static str> + 'a {
        self.globs.iter().map(|glob| glob.text)
    }

    /// In order.
    pub(super) fn exact(self) -> &'a [Glob] {
        self.form(Form::Exact)
    }

    pub(super) fn endings(self) -> &'a [Glob] {
        self.form(Form::Ending)
    }

    pub(super) fn names(self) -> &'a [Glob] {
        self.form(Form::Name)
    }

    pub(super) fn rooted(self) -> &'a [Glob] {
        self.form(Form::Rooted)
    }

    /// In order of their hidden parts.
    pub(super) fn hidden(self) -> &'a [Glob] {
        self.form(Form::Hidden)
    }

    pub(super) fn others(self) -> &'a [Glob] {
        self.form(Form::Other)
    }

    fn form(self, form: Form) -> &'a [Glob] {
        let start = self.starts.get(form as usize).copied();
        let end = self.starts.get(form as usize + 1).copied();
        let range = start.unwrap_or(self.globs.len())..end.unwrap_or(self.globs.len());
        self.globs.get(range).unwrap_or_default()
    }
}

impl Glob {
    const fn of(text: &'static str) -> Self {
        let bytes = text.as_bytes();
        let (mut wild, mut wilds, mut has_slash, mut is_upper) = (bytes.len(), 0, false, false);
        let mut hidden = Part { start: bytes.len(), end: bytes.len(), is_wild: false };
        let mut at = 0;
        while at < bytes.len() {
            let is_wild = matches!(bytes[at], b'*' | b'?' | b'[' | b'{');
            if is_wild {
                wilds += 1;
                if wilds == 1 {
                    wild = at;
                }
            }
            let inside = at > hidden.start && hidden.end == bytes.len();
            if inside && bytes[at] == b'/' {
                hidden.end = at;
            }
            hidden.is_wild |= inside && is_wild && hidden.end == bytes.len();
            if bytes[at] == b'.' && hidden.start == bytes.len() && (at == 0 || bytes[at - 1] == b'/') {
                hidden.start = at;
            }
            has_slash |= bytes[at] == b'/';
            is_upper |= bytes[at].is_ascii_uppercase();
            at += 1;
        }
        let is_rooted = !bytes.is_empty() && bytes[0] == b'/';
        let (form, anchor) = if is_upper {
            (Form::Other, "")
        } else if wilds == 0 && !has_slash {
            (Form::Exact, text)
        } else if wilds == 1 && !has_slash && bytes[0] == b'*' {
            (Form::Ending, text.split_at(1).1)
        } else if is_rooted {
            (Form::Rooted, text.split_at(wild).0)
        } else if !has_slash && wild > 0 {
            (Form::Name, text.split_at(wild).0)
        } else if has_slash && hidden.start < hidden.end && !hidden.is_wild {
            (Form::Hidden, text.split_at(hidden.end).0.split_at(hidden.start).1)
        } else {
            (Form::Other, "")
        };
        Self { text, anchor, form }
    }

    /// By form, then by what it is anchored on.
    const fn is_before(self, other: Self) -> bool {
        let (form, others) = (self.form as usize, other.form as usize);
        form < others || (form == others && is_less(self.anchor.as_bytes(), other.anchor.as_bytes()))
    }
}

/// A part of a path, and whether it has a wildcard in it.
struct Part {
    start: usize,
    end: usize,
    is_wild: bool,
}

/// As the order of strings has it, which a constant cannot ask for.
const fn is_less(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() {
        if one[at] != other[at] {
            return one[at] < other[at];
        }
        at += 1;
    }
    one.len() < other.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &[&str] = &[
        "b",
        "*.pem",
        "/etc/x*",
        ".env.*",
        "**/.ssh/id_*",
        "a",
        "**/.c*/x",
        "infra/**",
        "Upper",
        "**/.aws/sso/**",
        "*a*",
        ".config/x/**",
    ];

    #[test]
    fn every_glob_stands_under_its_form_in_order() {
        const SORTED: BuiltIn<{ LIST.len() }> = BuiltIn::of(LIST);
        let forms = SORTED.forms();
        let texts = |globs: &[Glob]| globs.iter().map(|glob| glob.text).collect::<Vec<_>>();
        assert_eq!(texts(forms.exact()), ["a", "b"]);
        assert_eq!(texts(forms.endings()), ["*.pem"]);
        assert_eq!(texts(forms.names()), [".env.*"]);
        assert_eq!(texts(forms.rooted()), ["/etc/x*"]);
        assert_eq!(texts(forms.hidden()), ["**/.aws/sso/**", ".config/x/**", "**/.ssh/id_*"]);
        assert_eq!(texts(forms.others()), ["**/.c*/x", "infra/**", "Upper", "*a*"]);
        let anchors: Vec<&str> = forms.hidden().iter().map(|glob| glob.anchor).collect();
        assert_eq!(anchors, [".aws", ".config", ".ssh"]);
    }

    #[test]
    fn a_list_of_one_form_has_no_other() {
        const ONLY: BuiltIn<1> = BuiltIn::of(&["*.pem"]);
        assert_eq!(ONLY.forms().endings().len(), 1);
        assert!(ONLY.forms().exact().is_empty() && ONLY.forms().others().is_empty());
    }
}
