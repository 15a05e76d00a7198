//! The command line of Windows.

use super::{Language, check};

#[test]
fn code_takes_its_steps() {
    check(
        Language::Cmd,
        &[
            ("rd /s /q C:\\", &["delete / with all below"]),
            ("rmdir /S /Q \"a b\"", &["delete a b with all below"]),
            ("del /f /s /q *.*", &["delete *.* with all below"]),
            ("del x.txt", &["delete x.txt"]),
            ("cd \\ && del /s /q *", &["cd /", "delete * with all below"]),
            ("format c: /y", &["words mkfs | c:"]),
            ("type .env", &["read .env", "print ?<file .env>"]),
            ("type .env > x", &["read .env", "write x: ?<file .env>"]),
            ("echo %API_KEY%", &["print ?<$API_KEY>"]),
            ("echo x>>a.txt", &["write a.txt: x"]),
            ("copy .env c & move a b", &["read .env", "write c: ?<file .env>", "move a b"]),
            ("rd /s /q %USERPROFILE%", &["delete /home/u with all below"]),
            ("r^d /s /q x", &["delete x with all below"]),
            ("if exist x del x", &["delete x"]),
            ("for %i in (a) do del %i", &["words for | %i | in", "words a", "delete %i"]),
            ("powershell -Command \"ls\"", &["words powershell | -Command | ls"]),
            ("%0|%0", &["exhaust starts itself without end", "exhaust starts itself without end"]),
            ("set", &["print ?<environment>"]),
        ],
    );
}

#[test]
fn harmless_code_only_prints() {
    check(
        Language::Cmd,
        &[
            ("echo \"rd /s /q C:\\\"", &["print rd /s /q C:\\"]),
            ("rem rd /s x", &[]),
            ("dir", &["list ."]),
            ("echo 100%", &["print 100%"]),
            ("cls", &[]),
        ],
    );
}
