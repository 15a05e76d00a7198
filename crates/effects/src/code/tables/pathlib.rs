//! What can be done with a path of Python's `pathlib`: the path itself counts as the first argument.

use crate::code::meaning::Meaning::{
    Copy, Create, Delete, DeleteEmpty, HardLink, HardLinkTo, LinkTo, List, Measure, Move, Open, Permit,
    Pure as Compute, Read, Write,
};
use crate::code::meaning::{At, Listing, Pure, Row};
use crate::effect::Depth;

pub(in crate::code) const ROWS: &[Row] = &[
    ("Path#open", Open),
    ("Path#read_text", Read),
    ("Path#read_bytes", Read),
    ("Path#write_text", Write),
    ("Path#write_bytes", Write),
    ("Path#touch", Create),
    ("Path#mkdir", Create),
    ("Path#unlink", Delete(Depth::One)),
    ("Path#rmdir", DeleteEmpty),
    ("Path#rename", Move),
    ("Path#replace", Move),
    ("Path#move", Move),
    ("Path#move_into", Move),
    ("Path#copy", Copy),
    ("Path#copy_into", Copy),
    ("Path#symlink_to", LinkTo),
    ("Path#hardlink_to", HardLinkTo),
    ("Path#link_to", HardLink),
    ("Path#chmod", Permit(At::Second)),
    ("Path#walk", List(Listing::Walk)),
    ("Path#iterdir", List(Listing::Paths)),
    ("Path#glob", List(Listing::GlobIn)),
    ("Path#rglob", List(Listing::GlobBelow)),
    ("Path#exists", Measure),
    ("Path#is_file", Measure),
    ("Path#is_dir", Measure),
    ("Path#stat", Measure),
    ("Path#expanduser", Compute(Pure::Home)),
    ("Path#resolve", Compute(Pure::Absolute)),
    ("Path#absolute", Compute(Pure::Absolute)),
    ("Path#joinpath", Compute(Pure::JoinedPath)),
    ("Path#as_posix", Compute(Pure::AsText)),
    ("Path#with_name", Compute(Pure::Sibling)),
];
