//! Libraries that are no part of a language, but much used.

use crate::code::meaning::Meaning::{
    Command, Connect, Constant as Given, Delete, Download, Drop, Lose, Measure, Object, OpenDatabase,
    Pure as Compute, Read, ReadVariables, Redis, Run, SendFile, Sql, Unpickle, UnsafeYaml, Write,
};
use crate::code::meaning::{Constant, Pure, Row, Style, When};
use crate::effect::Depth;

/// Names whose members are programs, or subcommands of the words behind them.
pub(in crate::code) type Programs = &'static [(&'static str, &'static [&'static str])];

pub(in crate::code) const PYTHON_PROGRAMS: Programs = &[
    ("sh.", &[]),
    ("plumbum.cmd.", &[]),
    ("plumbum.local.", &[]),
    ("git.Repo.git.", &["git"]),
    ("git.Git.", &["git"]),
    ("dulwich.porcelain.", &["git"]),
];

pub(in crate::code) const JAVASCRIPT_PROGRAMS: Programs =
    &[("shelljs.", &[]), ("simple-git.Git.", &["git"]), ("isomorphic-git.", &["git"])];

pub(in crate::code) const RUBY_PROGRAMS: Programs = &[("Git.Base.", &["git"])];

pub(in crate::code) const PYTHON: &[Row] = &[
    ("aiosqlite.connect", OpenDatabase),
    ("apsw.Connection", OpenDatabase),
    ("duckdb.connect", OpenDatabase),
    ("duckdb.sql", Measure),
    ("duckdb.execute", Measure),
    ("duckdb.query", Measure),
    ("invoke.run", Run(Style::Shell)),
    ("dill.loads", Unpickle),
    ("cloudpickle.loads", Unpickle),
    ("yaml.unsafe_load", UnsafeYaml),
    ("yaml.load", UnsafeYaml),
    ("environ.Env", Object("environ.env")),
    ("psutil.Process", Object("psutil.process")),
    ("psutil.process.environ", Given(Constant::Environment)),
    ("crontab.CronTab", Object("crontab.CronTab")),
    ("crontab.CronTab.write", Command(&["crontab", "new"])),
    ("pexpect.spawn", Run(Style::Either)),
    ("pexpect.run", Run(Style::Shell)),
    ("numpy.savetxt", Write),
    ("numpy.save", Write),
    ("numpy.savez", Write),
    ("numpy.loadtxt", Read),
    ("pandas.read_csv", Read),
    ("pandas.read_sql", Sql),
    ("*.to_csv", Write),
    ("*.to_json", Write),
    ("*.to_pickle", Write),
    ("*.to_parquet", Write),
    ("*.to_excel", Write),
    ("dotenv.dotenv_values", ReadVariables),
    ("dotenv.set_key", Write),
    ("dotenv.unset_key", Write),
    ("send2trash.send2trash", Delete(Depth::Tree)),
    ("wget.download", Download),
    ("paramiko.SSHClient", Connect),
    ("paramiko.SFTPClient.from_transport", Object("paramiko.SFTP")),
    ("Connection#open_sftp", Object("paramiko.SFTP")),
    ("paramiko.SFTP.put", SendFile),
    ("paramiko.SFTP.putfo", SendFile),
    ("fabric.Connection", Object("fabric.connection")),
    ("fabric.api.local", Run(Style::Shell)),
    ("fabric.api.run", Run(Style::Shell)),
    ("fabric.api.sudo", Run(Style::Shell)),
    ("fabric.connection.put", SendFile),
    ("fabric.connection.run", Run(Style::Shell)),
    ("fabric.connection.sudo", Run(Style::Shell)),
    ("fabric.connection.local", Run(Style::Shell)),
    ("sqlalchemy.create_engine", OpenDatabase),
    ("sqlalchemy.ext.asyncio.create_async_engine", OpenDatabase),
    ("sqlalchemy.text", Compute(Pure::Same)),
    ("sqlalchemy.Table", Object("sqlalchemy.table")),
    ("sqlalchemy.table.drop", Drop(When::Always)),
    ("*.drop_table", Drop(When::Alone)),
];

pub(in crate::code) const JAVASCRIPT: &[Row] = &[
    ("execa", Run(Style::Program)),
    ("execa.execa", Run(Style::Program)),
    ("execa.sync", Run(Style::Program)),
    ("execa.command", Run(Style::Shell)),
    ("execa.commandSync", Run(Style::Shell)),
    ("execa.execaCommand", Run(Style::Shell)),
    ("execa.execaCommandSync", Run(Style::Shell)),
    ("execa.$", Run(Style::Shell)),
    ("zx.$", Run(Style::Shell)),
    ("shelljs.exec", Run(Style::Shell)),
    ("shelljs.rm", Delete(Depth::Tree)),
    ("dotenv.config", Given(Constant::Secret)),
    ("del.deleteSync", Delete(Depth::Tree)),
    ("del.deleteAsync", Delete(Depth::Tree)),
    ("del", Delete(Depth::Tree)),
    ("del.sync", Delete(Depth::Tree)),
    ("trash", Delete(Depth::Tree)),
    ("rimraf", Delete(Depth::Tree)),
    ("rimraf.sync", Delete(Depth::Tree)),
    ("rimraf.rimraf", Delete(Depth::Tree)),
    ("rimraf.rimrafSync", Delete(Depth::Tree)),
    ("shelljs.ShellString", Object("shelljs.text")),
    ("shelljs.text.to", Write),
    ("shelljs.text.toEnd", Write),
    ("knex", Object("knex.table")),
    ("knex.table", Object("knex.table")),
    ("knex.table.truncate", Drop(When::Always)),
    ("knex.table.del", Lose(When::Alone)),
    ("knex.table.delete", Lose(When::Alone)),
    ("postgres", Object("postgres.sql")),
    ("postgres.sql", Sql),
    ("ioredis", Object("ioredis.client")),
    ("ioredis.client.call", Redis),
    ("*.sendCommand", Redis),
    ("nodemailer.createTransport", Connect),
];
