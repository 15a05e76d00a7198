//! What a function of a language's library means. The tables are lists of these.

use crate::effect::{Deed, Depth};

/// A name and what it means. `Class#method` is a method, whose receiver counts as the first argument; `Any` is any
/// receiver. `*.method` is a function of that name wherever it comes from, `library.*` any that a library has.
pub(super) type Row = (&'static str, Meaning);

/// What a function does with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Starts programs.
    Run(Style),
    /// Reads files and gives their content.
    Read,
    /// Gives names of what is in a directory.
    List(Listing),
    /// Writes a file: path, content.
    Write,
    /// Makes a directory or an empty file.
    Create,
    /// Deletes every path that it is given.
    Delete(Depth),
    /// Deletes directories in which nothing is.
    DeleteEmpty,
    /// Deletes, with everything below if the option `recursive` says so.
    DeleteAsAsked,
    Move,
    /// Reads the first path and writes the second.
    Copy,
    /// Makes a link: target, name.
    Link,
    /// Makes a link: name, target.
    LinkTo,
    /// Makes another name of the same file, from which it can be read as from a copy: file, name.
    HardLink,
    /// The same: name, file.
    HardLinkTo,
    /// Changes permissions; where the mode stands.
    Permit(At),
    Directory,
    /// Opens a file: path, mode.
    Open,
    /// Opens a file to write it.
    OpenToWrite,
    /// Opens a file in Perl's ways.
    PerlOpen,
    /// Opens a directory in Perl: handle, path.
    OpenDirectory,
    /// Starts a program in Perl and opens its ends: as many handles, then the program.
    OpenEnds(usize),
    /// Adds to an open file: handle, content.
    Append,
    /// Gives the content of an open file.
    Content(Reading),
    /// Fetches from an address.
    Fetch,
    /// Fetches; first comes a method or a receiver, then the address.
    FetchBy,
    /// Asks for what lies at an address to be deleted.
    Erase,
    /// The same; first comes a receiver.
    EraseBy,
    /// Sends everything else to the first argument, and gives the answer.
    Upload,
    /// The same, behind a receiver.
    UploadBy,
    /// Sets an option of a connection: connection, option, value.
    ConnectionOption,
    /// Opens a connection to an address.
    Connect,
    /// Connects what was made before: receiver, address.
    ConnectTo,
    /// Sends over a connection: connection, data.
    Transmit,
    /// Gives what a connection receives.
    Receive,
    /// Gives an open connection another number: the standard input of a shell, it may be.
    Duplicate,
    /// Sends what the receiver holds to where the argument leads.
    Pipe,
    /// Gives input to a started program: program, input.
    Feed,
    /// Runs a text of the same language.
    Evaluate,
    /// Makes a function of a text of the same language, its last argument.
    Compile,
    /// Gives the module of a name.
    Module,
    /// Runs a file of the same language.
    Import,
    /// Ends processes; where their numbers stand.
    Kill(At),
    Fork,
    /// Opens a database: where it lies.
    OpenDatabase,
    /// Hands a text to a database.
    Sql,
    /// Drops tables or databases without a text.
    Drop(When),
    /// Deletes every record.
    Lose(When),
    Print,
    /// Gives a part of something by its name: `getattr`.
    Attribute,
    /// Calls something by its name: `send(:system, "x")`; where the name stands.
    CallByName(At),
    /// Calls its first argument with each element of the second.
    MapOver,
    /// Calls a function with each element of the receiver.
    Each(Result),
    /// Calls the receiver with the arguments behind the first.
    CallReceiver(Spread),
    /// Adds an element to the list in a variable.
    Push,
    /// Adds to the words of a program that is being put together, and gives them.
    Extend,
    /// Changes what is in a variable, in ways that are not followed.
    Mutate,
    /// The same of the variable that is the argument at this place.
    MutateAt(usize),
    /// Gives the next argument, in Perl.
    Shift,
    /// Calls a function for everything below some directories, in Perl: function, directories.
    Find,
    /// Tells nothing of what it looks at: `len`.
    Measure,
    /// Gives an object of a library, under this name.
    Object(&'static str),
    /// Runs a command with these words in front.
    Command(&'static [&'static str]),
    /// Commits or merges, here or at a forge.
    Commit(Deed),
    /// Asks a forge: a method and a path in one text, or a text of GraphQL.
    Forge,
    /// Sends the file that its first argument names.
    SendFile,
    /// Fetches from an address into a file.
    Download,
    /// Writes its first argument to the path at a position.
    WriteTo(usize),
    /// Reads a file of variables, `.env` if none is named.
    ReadVariables,
    /// Packs a directory into a file: file, kind, directory.
    Archive,
    /// Unpacks a file into a directory: receiver or file, directory.
    Extract,
    /// Asks for the beginning of a text.
    Narrow(Narrow),
    /// Runs every text of the same language that it is given.
    EvaluateAll,
    /// Starts a thread with code of its own.
    Worker,
    /// Unpacks objects, which may call anything.
    Unpickle,
    /// Reads YAML in which objects may call anything.
    UnsafeYaml,
    /// Makes a function that calls something by its name.
    MethodCaller,
    /// Makes a function of a function and its first arguments.
    Bind,
    /// Hands a command to Redis.
    Redis,
    /// Gives a file to another owner: file, owner.
    Own,
    /// Sets variables of the environment: by names, in a table, or a name and its value.
    SetVariables,
    /// Shows every variable.
    ShowEnvironment,
    /// Gives something that is the same for every call.
    Constant(Constant),
    /// Depends on nothing but its arguments.
    Pure(Pure),
}

/// What a call must look like to mean what it may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    Always,
    /// Without arguments: `collection.drop()`, but not `frame.drop("column")`.
    Alone,
    /// With a filter that lets everything through: `delete_many({})`.
    Unfiltered,
    /// With one, or with none: `deleteMany()`.
    UnfilteredOrAlone,
    /// With an option that says so: `sync({force: true})`.
    Forced,
    /// With the name of a table and nothing else: `delete_all(User)`.
    Table,
}

/// How a program is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// By a shell.
    Shell,
    /// By a shell; the third argument becomes its ends.
    ShellWithPipes,
    /// Its first argument is a text for a shell, or words; what follows says how it is opened.
    First,
    /// By its words, unless an option asks for a shell.
    Program,
    /// One text goes to a shell, several are words.
    Either,
    /// Its name, and a text with its arguments.
    Joined,
    /// By its words, the second of which is its name once more.
    Exec,
    /// As before, behind a mode.
    ExecBehindMode,
}

/// What names a listing gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listing {
    /// Without the directory.
    Names,
    /// With the directory.
    Paths,
    /// With the directory, at any depth below it.
    Below,
    /// Everything below: directory, names of directories, names of files.
    Walk,
    /// What fits a pattern.
    Glob,
    /// The same, as paths that have methods.
    GlobPaths,
    /// What fits a pattern, below a directory.
    GlobIn,
    /// What fits a pattern at any depth below a directory.
    GlobBelow,
}

/// What a name of a listing is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Narrow {
    Prefix,
    Whole,
}

/// How much is read from an open file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    Whole,
    Line,
}

/// Where something stands among the arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    First,
    Second,
}

/// What a call of a function for each element gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Result {
    /// What the function gives for each.
    Mapped,
    /// The receiver.
    Receiver,
    /// Some of the receiver.
    Filtered,
    /// What the function gives for the receiver as a whole: `then`.
    Chained,
}

/// How the arguments of `call` and `apply` stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spread {
    /// `call`: behind a receiver that says nothing.
    No,
    /// `apply`: in a list, behind such a receiver.
    Yes,
    /// As they are.
    Direct,
}

/// What is the same for every call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constant {
    Environment,
    /// One environment variable, by its name in the first argument.
    Variable,
    /// A property of the JVM, by its name in the first argument.
    Property,
    Home,
    HomePath,
    /// The working directory.
    Here,
    HerePath,
    Temporary,
    TemporaryPath,
    /// A new file in the directory for temporary ones, open.
    TemporaryFile,
    /// A connection that goes nowhere yet.
    Connection,
    Arguments,
    ArgumentsWithProgram,
    /// Every record of a table: `User.objects.all()`.
    Everything,
    /// A regular expression: its `exec` runs nothing.
    Regex,
    /// Standard input, as an open file.
    Stdin,
    /// A line of standard input.
    Line,
    /// What lies in the files that are given as arguments; without any, standard input.
    Fed,
    /// Names of the machine or its user.
    Machine,
    /// What an application keeps as its secrets.
    Secret,
    /// All variables and functions by their names.
    Globals,
    Nothing,
}

/// A function that depends on nothing but its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pure {
    /// The first argument itself.
    Same,
    AsText,
    /// The first of each list, the second of each, and so on.
    Zip,
    AsPath,
    AsList,
    Base64,
    Hex,
    Rot13,
    UrlDecode,
    /// By the name of an encoding, in the second argument.
    Decode,
    /// Something that nobody can see before it runs.
    Unpack,
    /// What gzip or zlib have packed.
    Inflate,
    /// Perl's and Ruby's formats: format, values.
    Pack,
    /// Values, format.
    UnpackBy,
    Characters,
    CodeOf,
    /// Digits, radix.
    Integer,
    Reverse,
    Upper,
    Lower,
    Trim,
    /// Text, what is replaced, by what.
    Replace,
    /// What is replaced, by what, text.
    ReplaceIn,
    /// Separator, list.
    Join,
    /// List, separator.
    JoinBy,
    Split,
    /// Separator, text.
    SplitAt,
    ShellSplit,
    ShellQuote,
    Concatenate,
    Format,
    PathJoin,
    JoinedPath,
    Home,
    Variables,
    Absolute,
    Directory,
    Base,
    /// Another name in the same directory: path, name.
    Sibling,
    /// One of what it is given.
    Element,
    /// What it reads from: the option `input`, or the first argument.
    Input,
    Slice,
    /// A part, by where it begins and how long it is.
    Part,
    Range,
    /// All arguments in a list.
    Gather,
    Merge,
    Values,
    /// Names without their values.
    Keys,
    /// Names with their values.
    Pairs,
}
