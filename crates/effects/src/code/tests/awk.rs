//! awk.

use super::{Language, check};

#[test]
fn code_takes_its_steps() {
    check(
        Language::Awk,
        &[
            ("BEGIN{system(\"rm -rf ~\")}", &["shell rm -rf ~"]),
            ("BEGIN{print \"x\" > \"/home/u/.bashrc\"}", &["write /home/u/.bashrc: x"]),
            ("{ print $0 >> \"out\" }", &["write out: ?"]),
            ("BEGIN { \"id\" | getline x; print x }", &["shell id", "print ?<output of id>"]),
            ("BEGIN { while ((getline l < \".env\") > 0) print l }", &["read .env", "print ?<file .env>"]),
            ("{ print \"a\" | \"sort\" }", &["shell sort", "feed sort: a"]),
            ("BEGIN { print \"rm -rf /\" | \"sh\" }", &["shell sh", "shell rm -rf /"]),
            ("BEGIN{c=\"rm\"; system(c \" -rf \" \"/\")}", &["shell rm -rf /"]),
            ("BEGIN { printf \"%s\", ENVIRON[\"KEY\"] }", &["print ?<$KEY>"]),
            ("BEGIN { for (k in ENVIRON) print ENVIRON[k] }", &["print ?<environment>"]),
            ("{ system(\"rm \" $1) }", &["shell rm ?"]),
            ("/x/ { system(\"ls\") }", &["shell ls"]),
            ("function f(c) { system(c) } BEGIN { f(\"ls\") }", &["shell ls"]),
            ("BEGIN { system(sprintf(\"rm %s\", \"x\")) }", &["shell rm x"]),
            ("BEGIN { system(sprintf(\"%c%c\", 108, 115)) }", &["shell ls"]),
            ("BEGIN { system(substr(\"xxls\", 3)) }", &["shell ls"]),
            ("BEGIN { system(substr(\"ls\", -5)) }", &["shell ls"]),
            ("BEGIN { system(substr(\"lsx\", 0, 3)) }", &["shell ls"]),
            ("BEGIN { s = \"xs\"; gsub(/x/, \"l\", s); system(s) }", &["shell ?<crafted>"]),
            ("BEGIN { split(\"ls -l\", a, \" \"); system(a[1]) }", &["shell ?<crafted>"]),
            ("BEGIN { print \"x\" > \"/dev/stderr\" }", &["print x"]),
            ("BEGIN { printf \"%c%c -rf\", 114, 109 }", &["print rm -rf"]),
        ],
    );
}

#[test]
fn harmless_code_takes_no_steps_or_only_prints() {
    check(
        Language::Awk,
        &[
            ("{print $1}", &["print ?"]),
            ("{print}", &["print ?"]),
            ("NR>1 {s+=$2} END {print s/NR}", &["print ?"]),
            ("/rm -rf \\// {n++} END{print n}", &["print ?"]),
            ("BEGIN { x = \"system(\\\"ls\\\")\"; print length(x) }", &["print ?"]),
            ("# system(\"ls\")\n{ print }", &["print ?"]),
            ("$3 > 5 { print \"big\" }", &["print big"]),
            ("BEGIN{FS=\",\"} {print $2 \"-\" $3}", &["print ?-?"]),
        ],
    );
}

#[test]
fn a_slash_behind_an_operand_divides() {
    check(
        Language::Awk,
        &[
            ("BEGIN{ x /= 2; system(\"rm -rf /etc\") }", &["shell rm -rf /etc"]),
            ("BEGIN{ x = y++ / 2; system(\"ls a/b\") }", &["shell ls a/b"]),
            ("BEGIN{ x = y /2; system(\"ls a/b\") }", &["shell ls a/b"]),
            ("/a/ { n++ } /system(\"ls\")/ { n-- } END { print n }", &["print ?"]),
            ("{ if ($1) /\"/; system(\"ls\") }", &["shell ls"]),
        ],
    );
}
