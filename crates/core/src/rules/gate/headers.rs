//! Whether a file begins with a comment that says something of it to a reader.

/// Lines that a language wants first: they name the file's place, or how it is read, and say nothing of what it is for.
#[rustfmt::skip]
const FIRST: &[&str] = &[
    "#!/", "#![", "<?", "<script", "'use ", "\"use ", "declare(strict_types", "package ", "namespace ", "#pragma ", "#ifndef ", "#define ",
];

/// Where a file is the class that it holds, what it is for stands in front of that, behind the imports.
fn is_of_a_class(ending: &str, line: &str) -> bool {
    matches!(ending, "java" | "kt" | "scala" | "groovy" | "cs" | "php" | "swift")
        && ["import ", "use ", "using "].iter().any(|word| line.starts_with(word))
}

/// Whether the first words of a file are such a comment. Comments that are for others may stand before it.
pub(super) fn has_header(path: &str, text: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    let openers: &[&str] = match ending {
        "py" => &["#", "\"\"\"", "'''", "r\"\"\""],
        "rb" | "sh" | "bash" | "zsh" => &["#", "=begin"],
        "vue" | "svelte" => &["<!--", "//", "/*"],
        "php" => &["//", "/*", "# "],
        _ => &["//", "/*"],
    };
    // What closes the comment that the line is in, if it goes over lines.
    let mut open: Option<&str> = None;
    for line in text.trim_start_matches('\u{feff}').lines().map(str::trim) {
        let comment = match open {
            Some(_) => line,
            None if line.is_empty() || FIRST.iter().any(|first| line.starts_with(first)) => continue,
            None if is_of_a_class(ending, line) => continue,
            None => {
                let Some(opener) = openers.iter().find(|opener| line.starts_with(**opener)) else {
                    return false;
                };
                open = closer(opener);
                line.get(opener.len()..).unwrap_or_default()
            }
        };
        let (words, is_closed) = match open.and_then(|closer| comment.split_once(closer)) {
            Some((words, _)) => (words, true),
            None => (comment, false),
        };
        if speaks(words) {
            return true;
        }
        if is_closed {
            open = None;
        }
    }
    false
}

/// What ends a comment, if it is not the line.
fn closer(opener: &str) -> Option<&'static str> {
    match opener {
        "/*" => Some("*/"),
        "<!--" => Some("-->"),
        "=begin" => Some("=end"),
        "\"\"\"" | "r\"\"\"" => Some("\"\"\""),
        "'''" => Some("'''"),
        _ => None,
    }
}

/// How the words of a comment begin that is for a tool, or says only under which licence the file stands.
#[rustfmt::skip]
const FOR_OTHERS: &[&str] = &[
    // Checkers and formatters.
    "eslint", "tslint", "jshint", "jslint", "@ts-", "@flow", "@format", "@prettier", "prettier-ignore", "biome-ignore", "deno-",
    "rubocop:", "type: ignore", "typed:", "pylint:", "pyright:", "mypy:", "flake8", "ruff:", "isort:", "fmt:", "yapf", "noqa",
    "nolint", "phpcs:", "@phpstan", "@psalm", "@codingstandards", "shellcheck ", "clang-format", "swiftlint:", "ktlint",
    // Compilers, runners and bundlers.
    "@jsx", "@vitest-environment", "@jest-environment", "istanbul ", "c8 ignore", "v8 ignore", "webpack", "reference ",
    "global ", "globals ", "frozen_string_literal", "warn_indent", "go:", "+build", "pragma", "swift-tools-version",
    // Editors, and how the file is written.
    "coding:", "coding=", "encoding:", "vim:", "vi:", "ex:", "mode:", "emacs",
    // Who is still to say something.
    "todo:", "todo(", "fixme", "xxx",
    // Licences.
    "spdx-", "copyright", "(c)", "©", "licensed under", "license:", "licence:", "mit license", "the mit license", "apache license", "bsd license", "all rights reserved", "@license", "@copyright",
];

/// Whether a line of a comment says something of the file.
fn speaks(line: &str) -> bool {
    let words = line.trim_start_matches(['/', '!', '*', '#', '<', '-', ' ', '\t', '"', '\'']).to_lowercase();
    // A letter is no word, but where a sign is one.
    let letters = words.chars().filter(|c| c.is_alphanumeric());
    let is_word = letters.clone().count() > 1 || letters.clone().any(|c| !c.is_ascii());
    is_word && words.trim_end() != "todo" && !FOR_OTHERS.iter().any(|mark| words.starts_with(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_for_a_tool_or_nobody_is_no_header() {
        for (path, text) in [
            ("a.ts", "//\nexport {}\n"),
            ("a.ts", "// x\nexport {}\n"),
            ("a.ts", "// TODO\nexport {}\n"),
            ("a.ts", "/*! MIT License */\nexport {}\n"),
            ("a.h", "#pragma once\nint a;\n"),
            ("a.ts", "/* */\nexport {}\n"),
            ("a.ts", "/**\n *\n */\nexport {}\n"),
            ("a.ts", "// ------\nexport {}\n"),
            ("a.ts", "// eslint-disable-next-line\nexport {}\n"),
            ("a.ts", "/* eslint-disable */\n// @ts-check\nexport {} // The cart.\n"),
            ("a.ts", "/// <reference types=\"node\" />\nexport {}\n"),
            ("a.ts", "// SPDX-License-Identifier: MIT\n// Copyright 2024 Acme\nexport {}\n"),
            ("a.py", "#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\nimport os\n"),
            ("a.py", "# type: ignore\nimport os\n"),
            ("a.py", "\"\"\"\"\"\"\nimport os\n"),
            ("a.rb", "# frozen_string_literal: true\nx\n"),
            ("a.go", "//go:build linux\n\npackage a\n"),
            ("a.sh", "#!/bin/sh\n# shellcheck disable=SC2086\nls\n"),
            ("a.php", "<?php declare(strict_types=1);\nclass A {}\n"),
            ("a.rs", ""),
            ("A.java", "package a;\n\nimport a.B;\n\npublic class A {}\n"),
            ("a.ts", "import x from 'x';\n// The cart.\n"),
        ] {
            assert!(!has_header(path, text), "{path} {text:?}");
        }
    }

    #[test]
    fn a_comment_for_a_reader_is_one_wherever_it_stands_among_the_first() {
        for (path, text) in [
            ("a.ts", "// eslint-disable no-console\n// The cart.\nexport {}\n"),
            ("a.ts", "/* eslint-disable */\n/** The cart. */\n"),
            ("a.ts", "/*\n * The cart.\n */\n"),
            ("a.ts", "/**\n * Copyright 2024 Acme\n *\n * The cart.\n */\n"),
            ("a.ts", "// @file The cart.\n"),
            ("a.ts", "// カート\n"),
            ("a.ts", "\u{feff}// A cart\r\nexport {}\r\n"),
            ("a.ts", "// Todo items of a person.\n"),
            ("a.h", "#pragma once\n\n// The cart.\n"),
            ("a.h", "#ifndef CART_H\n#define CART_H\n/* The cart. */\n"),
            ("a.rs", "#![forbid(unsafe_code)]\n//! The cart.\n"),
            ("a.py", "# -*- coding: utf-8 -*-\n\"\"\"\nThe cart.\n\"\"\"\n"),
            ("a.py", "'''The cart.'''\n"),
            ("a.rb", "=begin\nThe cart.\n=end\n"),
            ("a.go", "//go:build linux\n\n// Package a is the cart.\npackage a\n"),
            ("a.vue", "<!-- The cart. -->\n<template></template>\n"),
            ("a.rs", "//! The cart.\n"),
            (
                "A.java",
                "package a;\n\nimport a.B;\nimport static a.C.*;\n\n/** The cart. */\npublic class A {}\n",
            ),
            ("A.php", "<?php\n\nnamespace App;\n\nuse App\\B;\n\n/**\n * The cart.\n */\nclass A {}\n"),
        ] {
            assert!(has_header(path, text), "{path} {text:?}");
        }
    }
}
