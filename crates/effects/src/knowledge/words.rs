//! The words of the knowledge files. The build script reads them as they are spelled, the program as one byte: this
//! file is part of both.

/// A length in the compiled text is a character from the blank on, of so many; longer ones have three.
pub(crate) const DIGITS: u8 = 94;

/// No subcommand has more words to its name.
pub(crate) const LONGEST_PATH: usize = 8;

/// An enum whose variants have a spelling and a byte.
macro_rules! vocabulary {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $name { $($(#[$doc])* $variant,)+ }

        #[allow(dead_code, reason = "the build script spells, the program decodes")]
        impl $name {
            pub(crate) const fn code(self) -> u8 {
                b' ' + self as u8
            }

            pub(crate) fn of_code(code: u8) -> Option<Self> {
                $(if code == Self::$variant.code() {
                    return Some(Self::$variant);
                })+
                None
            }

            pub(crate) fn of_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

vocabulary! {
    /// What a program does with an operand or with the value of an option.
    Role {
        /// Nothing but use it: a number, a name, a message.
        Text = "text",
        /// Names below it are shown, not what is in them.
        List = "list",
        /// A name for which the whole disk is searched: what is called like it is shown.
        Anywhere = "anywhere",
        /// A file of which nothing is shown but how long it is.
        Measured = "measured",
        /// A file that is read.
        Read = "read",
        /// A file or directory whose lines are searched.
        Search = "search",
        /// A search pattern: inert, and there only if no option gave one.
        Pattern = "pattern",
        /// The value of an option that gives the pattern: `-e`.
        PatternOption = "pattern-option",
        /// A file with patterns, which takes the pattern's place: `-f`.
        PatternFile = "pattern-file",
        /// A glob that narrows down which files are searched: `--include`.
        Filter = "filter",
        /// A file that is created or changed.
        Write = "write",
        /// A file that is deleted.
        Delete = "delete",
        /// All but the last are read, the last is written. As the value of an option: the target.
        Copy = "copy",
        /// As `Copy`, and all but the last are gone afterwards.
        Move = "move",
        /// All but the last are linked to, the last is written.
        Link = "link",
        /// As `Copy`, where `host:path` and `scheme://…` lie on another machine.
        Transfer = "transfer",
        /// As before, with a container of this machine: `name:file`.
        Exchange = "exchange",
        /// The directory in which everything else happens.
        Directory = "directory",
        /// Shell text that runs.
        Script = "script",
        /// What is typed into a terminal and runs there: `^M` and `\\n` end a line.
        Typed = "typed",
        /// Commands that another machine runs: a text, `@file`, or a list of them, `commands=["ls"]`.
        Orders = "orders",
        /// A program or command line that runs: `--pager`, `--pre`.
        Program = "program",
        /// SQL that runs.
        Sql = "sql",
        /// Code of mongosh.
        Mongo = "mongo",
        CodePython = "code-python",
        CodeJavascript = "code-javascript",
        CodePerl = "code-perl",
        CodeRuby = "code-ruby",
        CodePhp = "code-php",
        CodeAwk = "code-awk",
        CodeSed = "code-sed",
        CodeApplescript = "code-applescript",
        /// Of PowerShell.
        CodePowershell = "code-powershell",
        /// A file with code of that language, which runs.
        FileShell = "file-shell",
        FilePython = "file-python",
        FileJavascript = "file-javascript",
        FilePerl = "file-perl",
        FileRuby = "file-ruby",
        FilePhp = "file-php",
        FileJvm = "file-jvm",
        FileAwk = "file-awk",
        FileSed = "file-sed",
        FileSql = "file-sql",
        FileMongo = "file-mongo",
        /// An address that is fetched.
        Url = "url",
        /// A package: by its name it is the registry's, by an address it is whatever lies there.
        Package = "package",
        /// A module of Go that runs: `a.example/b@latest`, or a package of the project.
        Module = "module",
        /// A package that lies on the disk, whose scripts run when it is installed.
        Installed = "installed",
        /// A command with commas for blanks: `gcc -wrapper gdb,--args`.
        Commas = "commas",
        /// `key=value` of a build tool: some keys name a program.
        Settings = "settings",
        /// Where packages are taken from.
        Registry = "registry",
        /// A directory that others may read over the network.
        Shared = "shared",
        /// A file, or an address that is shown.
        Opened = "opened",
        /// Keys and what they do: `enter:execute(ls)`.
        Binding = "binding",
        /// A file with names of files that are read.
        Names = "names",
        /// Data that is sent; `@file` is that file's content.
        Data = "data",
        /// Data that is sent as it stands, whatever it begins with.
        Sent = "sent",
        /// A file that is sent.
        Upload = "upload",
        /// A field of a form: `name=@file` sends the file.
        Form = "form",
        /// A field of a request: `name=text`; `name=@file` is that file's content.
        Field = "field",
        /// Text; `file://a` and `fileb://a` stand for what is in that file.
        Reference = "reference",
        /// A file that is decrypted: what it holds is what its name says without the ending.
        Sealed = "sealed",
        /// A part of a request: `name=text`; `name@file` and `name=@file` send the file.
        Item = "item",
        /// A cookie; without a `=` a file with cookies.
        Cookie = "cookie",
        /// Data that proves who asks: a header, `user:password`; `@file` is that file's content.
        Credential = "credential",
        /// Text for people to read at another place: the body of an issue.
        Message = "message",
        /// A host that is contacted.
        Target = "target",
        /// What permissions become: `a+rwx`, `0777`. The operands after it are changed.
        Permission = "permission",
        /// Who owns it then. The operands after it are changed.
        Owner = "owner",
        /// A file or directory whose permissions or owner change.
        Changed = "changed",
        /// A program that talks with whoever is at the other end of a connection.
        Served = "served",
        /// One end of a connection: `TCP:host:80`, `FILE:a`, `EXEC:sh`.
        Endpoint = "endpoint",
        /// Commands of a client that transfers files: `put a`, `mirror -R b`.
        Transfers = "transfers",
        /// A file with such commands.
        FileTransfers = "file-transfers",
        /// How much is written: `10G`.
        Size = "size",
        /// A user whose processes are ended, all of them unless an operand says which.
        User = "user",
        /// A process that is ended, by number, name or pattern.
        Kill = "kill",
        /// A disk that is overwritten.
        Device = "device",
        /// `NAME=value`, which the program sets for what it runs.
        Environment = "environment",
        /// A variable whose value is shown.
        Variable = "variable",
        /// `key=value`, which a tool obeys.
        Config = "config",
        /// An archive: written with one of the options in `creates`, read without.
        Archive = "archive",
        /// A place here that is seen elsewhere: `here:there`, `type=bind,source=here,target=there`.
        Mount = "mount",
        /// Commands of an editor, which may run programs and write files: `:!ls`, `:w b`.
        Editor = "editor",
        /// Two words, a name and its value: `jq --arg`.
        Pair = "pair",
        /// Two words, a name and a file that is read: `jq --slurpfile`.
        PairRead = "pair-read",
        /// Commands of the program itself, one to a line: `tmux if-shell`.
        Own = "own",
        /// A file with such commands.
        FileOwn = "file-own",
        /// A file with options of the program, one to a line: `curl -K`.
        OptionFile = "option-file",
        /// One such option: `wget -e`.
        OptionText = "option-text",
        /// A file with addresses that are fetched: `wget -i`.
        Addresses = "addresses",
        /// What is printed after a transfer; `@file` is read, and `%output{file}` written.
        WriteOut = "write-out",
        /// A page that is shown: an address, or a file.
        Page = "page",
        /// A file of another machine that is shown: `s3://bucket/file`.
        Remote = "remote",
        /// A file that is written anew in another form, if it is named and not found by a pattern.
        Rewritten = "rewritten",
        /// Takes no value after all, though the program's other subcommands give it one.
        Flag = "flag",
    }
}

vocabulary! {
    /// What standard input is, if it is code.
    Language {
        Shell = "shell",
        Python = "python",
        Javascript = "javascript",
        Perl = "perl",
        Ruby = "ruby",
        Php = "php",
        Sql = "sql",
        Mongo = "mongo",
        Redis = "redis",
        /// Commands of a client that transfers files: sftp, ftp.
        Transfers = "transfers",
        /// Commands of an editor: ed, ex.
        Commands = "commands",
        /// Names of files that are read: `cpio -o`.
        Names = "names",
        /// Text in which other files are named that take the place of the line: `#include "a"`.
        Includes = "includes",
    }
}

vocabulary! {
    /// How a program reads its options.
    Style {
        /// Letters in a row, long options cut short: `-rf`, `--recurs`.
        Getopt = "getopt",
        /// Letters in a row, long options as they are.
        Exact = "exact",
        /// Long options with one dash or two: `-chdir=x`.
        Words = "words",
    }
}

vocabulary! {
    /// What output carries. The secret's name is kept beside it.
    Carries {
        Passes = "passes",
        Quiet = "quiet",
        Secret = "secret",
        Environment = "environment",
        Machine = "machine",
        /// The numbers of all processes.
        Processes = "processes",
        /// Names of all that it looks after on this machine.
        Inventory = "inventory",
        Network = "network",
        Encoded = "encoded",
        Echoes = "echoes",
    }
}

vocabulary! {
    /// A deed as it is spelled; `Deed` says what each is.
    DeedWord {
        Publish = "publish",
        Deploy = "deploy",
        DropData = "drop-data",
        LoseData = "lose-data",
        Format = "format",
        Exhaust = "exhaust",
        Persist = "persist",
        Tamper = "tamper",
        SkipHooks = "skip-hooks",
        Configure = "configure",
        Impersonate = "impersonate",
        DiscardWork = "discard-work",
        DropCommits = "drop-commits",
        Import = "import",
        Merge = "merge",
        Commit = "commit",
        CommitElsewhere = "commit-elsewhere",
        Push = "push",
        PushAll = "push-all",
    }
}
