//! Commits by a library of git, in code that is seen. A database commits too, and that is none.

use crate::{seen, unseen};

#[test]
fn a_library_of_git_commits_as_git_does() {
    let missed = unseen(&[
        "python3 -c \"import git; git.Repo('.').index.commit('x')\"",
        "python3 -c \"from git import Repo; repo = Repo('.'); repo.index.commit('x')\"",
        "python3 -c \"from git import Repo; r = Repo('.'); i = r.index; i.commit('x')\"",
        "python3 -c \"from git import Repo; repo = Repo('.'); repo.git.commit('-m', 'x')\"",
        "python3 -c \"from git import Repo; repo = Repo('.'); repo.git.commit(m='x')\"",
        "python3 -c \"from git import Repo; repo = Repo('.'); repo.git.merge('topic')\"",
        "python3 -c \"import git; git.Git('.').commit('-m', 'x')\"",
        "python3 -c \"import git; git.cmd.Git('.').commit('-m', 'x')\"",
        "python3 -c \"from git.objects import Commit; Commit.create_from_tree(r, t, 'x', head=True)\"",
        "python3 -c \"import pygit2; r = pygit2.Repository('.'); r.create_commit('HEAD', a, a, 'x', t, [])\"",
        "python3 -c \"from pygit2 import Repository; Repository('.').create_commit('HEAD', a, a, 'x', t, [])\"",
        "python3 -c \"from dulwich import porcelain; porcelain.commit('.', message=b'x')\"",
        "python3 -c \"import dulwich.porcelain as p; p.commit('.', b'x')\"",
        "python3 -c \"from dulwich.repo import Repo; Repo('.').do_commit(b'x')\"",
        "python3 -c \"from dulwich.repo import Repo; r = Repo('.'); w = r.get_worktree(); w.commit(b'x')\"",
        "node -e \"const git = require('isomorphic-git'); git.commit({fs, dir: '.', message: 'x'})\"",
        "node -e \"require('isomorphic-git').merge({fs, dir: '.', theirs: 'topic'})\"",
        "node --input-type=module -e \"import git from 'isomorphic-git'; await git.commit({fs, dir: '.', message: 'x'})\"",
        "node --input-type=module -e \"import { commit } from 'isomorphic-git'; await commit({fs, dir: '.', message: 'x'})\"",
        "node -e \"require('simple-git')().commit('x')\"",
        "node -e \"const { simpleGit } = require('simple-git'); const g = simpleGit(); g.add('.').then(() => g.commit('x'))\"",
        "node -e \"require('simple-git')().add('.').commit('x')\"",
        "node -e \"require('simple-git')().merge(['topic'])\"",
        "node -e \"require('nodegit').Repository.open('.').then(r => r.createCommit('HEAD', a, a, 'x', t, []))\"",
        "node -e \"require('nodegit').Repository.open('.').then(r => r.createCommitOnHead([], a, a, 'x'))\"",
        "ruby -e \"require 'rugged'; Rugged::Commit.create(r, message: 'x', parents: [], tree: t, update_ref: 'HEAD')\"",
        "ruby -e \"require 'git'; Git.open('.').commit('x')\"",
        "ruby -e \"require 'git'; Git.open('.').commit_all('x')\"",
        "ruby -e \"require 'git'; g = Git.open('.'); g.merge('topic')\"",
        "python3 -c \"import subprocess; subprocess.run(['git', 'commit', '-m', 'x'])\"",
    ]);
    assert_eq!(missed, [""; 0]);
}

#[test]
fn a_forge_commits_by_its_library() {
    let missed = unseen(&[
        "python3 -c \"from github import Github; Github(t).get_repo('a/b').update_file('a.ts', 'x', 'y', s)\"",
        "python3 -c \"from github import Github; Github(t).get_repo('a/b').create_file('a.ts', 'x', 'y')\"",
        "python3 -c \"from github import Github; r = Github(t).get_repo('a/b'); r.create_git_commit('x', t, [])\"",
        "python3 -c \"from github import Github; r = Github(t).get_repo('a/b'); r.get_pull(1).merge()\"",
        "node -e \"const { Octokit } = require('@octokit/rest'); const o = new Octokit(); o.repos.createOrUpdateFileContents({})\"",
        "node -e \"const { Octokit } = require('@octokit/rest'); const o = new Octokit(); o.rest.git.createCommit({})\"",
        "node -e \"const { Octokit } = require('octokit'); const o = new Octokit(); o.rest.pulls.merge({})\"",
    ]);
    assert_eq!(missed, [""; 0]);
}

#[test]
fn what_a_database_commits_is_none() {
    let taken = seen(&[
        "python3 -c \"import sqlite3; db = sqlite3.connect('a.db'); db.execute('select 1'); db.commit()\"",
        "python3 -c \"from app import session; session.commit()\"",
        "python3 -c \"from sqlalchemy.orm import Session; s = Session(e); s.add(x); s.commit()\"",
        "python3 -c \"db.session.commit()\"",
        "python3 -c \"import psycopg2; c = psycopg2.connect(''); c.commit()\"",
        "python3 -c \"from django.db import transaction; transaction.commit()\"",
        "node -e \"store.commit('increment')\"",
        "node -e \"const t = await sequelize.transaction(); await t.commit()\"",
        "node -e \"vuex.commit({type: 'x'})\"",
        "ruby -e \"ActiveRecord::Base.connection.commit_db_transaction\"",
        "php -r '$pdo->commit();'",
        "perl -e '$dbh->commit'",
        "python3 -c \"import git; print(git.Repo('.').head.commit.hexsha)\"",
        "python3 -c \"from git import Repo; r = Repo('.'); print(r.commit('HEAD').message)\"",
        "python3 -c \"from git import Repo; [c.message for c in Repo('.').iter_commits()]\"",
        "python3 -c \"import pygit2; r = pygit2.Repository('.'); r.walk(r.head.target)\"",
        "python3 -c \"from dulwich import porcelain; porcelain.log('.')\"",
        "node -e \"require('isomorphic-git').log({fs, dir: '.'})\"",
        "node -e \"require('simple-git')().log()\"",
        "ruby -e \"require 'git'; puts Git.open('.').log\"",
        "python3 -c \"from github import Github; Github(t).get_repo('a/b').get_commits()\"",
        "node -e \"const { Octokit } = require('@octokit/rest'); new Octokit().repos.listCommits({})\"",
    ]);
    assert_eq!(taken, [""; 0]);
}
