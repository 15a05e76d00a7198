# A commit is a commit, by whichever tool it is made, and a merge is a merge.

policy
    [rules]
    "gate/missing-evidence" = "enforce"

on branch feature/x
write src/a.ts
    goes on
bash git add -A
    goes on

# Plumbing, and merges by other names.
bash git commit-tree -m x "$(git write-tree)"
    denied by gate/missing-evidence: nobody can tell which sources it commits
bash git merge -n main
    denied by gate/missing-evidence
bash git merge --no-commit main
    denied by gate/missing-evidence
bash git pull origin main
    denied by gate/missing-evidence
bash git fetch . main:feature/y
    denied by gate/missing-evidence
bash git revert HEAD
    denied by gate/missing-evidence
bash git cherry-pick main
    denied by gate/missing-evidence
bash git rebase main
    denied by gate/missing-evidence
bash git rebase -i HEAD~1
    denied by gate/missing-evidence
bash git rebase --continue
    denied by gate/missing-evidence
bash git pull --rebase origin main
    denied by gate/missing-evidence

# What only follows the branch's own upstream was committed elsewhere.
bash git pull --rebase
    goes on
bash git rebase origin/feature/x
    goes on
bash git rebase --abort
    goes on

# Tools that commit by themselves.
bash npm version patch
    denied by gate/missing-evidence
bash yarn version --minor
    denied by gate/missing-evidence
bash jj describe -m x
    denied by gate/missing-evidence
bash hg commit -m x
    denied by gate/missing-evidence
bash npx cz commit
    denied by gate/missing-evidence
bash git flow feature finish x
    denied by gate/missing-evidence
bash hub commit -m x
    denied by gate/missing-evidence
bash glab mr merge 3
    denied by gate/missing-evidence

# Tools of other servers.
mcp git git_commit repo_path=. message=x
    denied by gate/missing-evidence
mcp git git_merge branch=main
    denied by gate/missing-evidence
mcp gitkraken git_add_or_commit action=commit message=x
    denied by gate/missing-evidence
mcp github merge_pull_request owner=a repo=b pullNumber=3
    denied by gate/missing-evidence
mcp github create_or_update_file owner=a repo=b path=src/b.ts content=x message=x branch=feature/x
    denied by gate/missing-evidence: not tested here
mcp gitlab push_files project_id=a/b branch=feature/x commit_message=x content=x path=src/b.ts
    denied by gate/missing-evidence: not tested here

# What makes no commit is free.
bash git stash list
    goes on
mcp git git_log repo_path=.
    goes on
mcp github get_commit owner=a repo=b sha=abc
    goes on
mcp github create_or_update_file owner=a repo=b path=docs/b.md content=x message=x branch=feature/x
    goes on
bash npm version --no-git-tag-version patch
    goes on

# What was tested may be committed by any of them, but for what lies elsewhere.
bash npm test
    goes on, ends well
mcp git git_commit repo_path=. message=x
    goes on
bash npm version patch
    goes on
bash jj describe -m x
    goes on
bash git rebase main
    goes on
mcp github create_or_update_file owner=a repo=b path=src/b.ts content=x message=x branch=feature/x
    denied by gate/missing-evidence: not tested here
