//! What was seen to hold of a project: which checks ran, on which sources, and how they ended.

mod documents;

pub use documents::is_document;
