//! Commits that are asked of a forge, by its own client or by any that speaks HTTP.

use crate::{seen, unseen};

#[test]
fn a_forges_own_client_commits_by_its_interface() {
    let missed = unseen(&[
        "gh api graphql -f query='mutation{createCommitOnBranch(input:{branch:{}}){commit{oid}}}'",
        "gh api graphql -F query='mutation($i:CreateCommitOnBranchInput!){ createCommitOnBranch(input:$i){commit{url}} }'",
        "gh api graphql --raw-field query='mutation { mergePullRequest(input: {pullRequestId: \"x\"}) { clientMutationId } }'",
        "gh api graphql -f query='mutation{mergeBranch(input:{base:\"main\",head:\"x\"}){mergeCommit{oid}}}'",
        "gh api graphql -f query='mutation{updatePullRequestBranch(input:{pullRequestId:\"x\"}){clientMutationId}}'",
        "gh api graphql -f query='mutation{enablePullRequestAutoMerge(input:{pullRequestId:\"x\"}){clientMutationId}}'",
        "gh api graphql -f query='mutation{enqueuePullRequest(input:{pullRequestId:\"x\"}){clientMutationId}}'",
        "echo 'mutation{mergeBranch(input:{base:\"main\",head:\"x\"}){mergeCommit{oid}}}' > q.graphql && gh api graphql -F query=@q.graphql",
        "echo '{\"query\":\"mutation{mergeBranch(input:{}){mergeCommit{oid}}}\"}' > q.json; gh api graphql --input q.json",
        "echo '{\"query\":\"mutation{mergeBranch(input:{}){mergeCommit{oid}}}\"}' > q.json; curl -d @q.json https://api.github.com/graphql",
        "gh api graphql -f query='mutation{revertPullRequest(input:{pullRequestId:\"x\"}){clientMutationId}}'",
        "gh api -X PUT repos/a/b/contents/src/a.ts -f message=x -f content=eA==",
        "gh api --method PUT /repos/a/b/contents/src/a.ts --input a.json",
        "gh api --method=put /repos/a/b/contents/src/a.ts --input a.json",
        "gh api -XPUT repos/a/b/contents/a.ts --input -",
        "gh api -X DELETE repos/a/b/contents/a.ts -f message=x -f sha=y",
        "gh api repos/a/b/git/commits -f message=x -f tree=y",
        "gh api repos/{owner}/{repo}/git/commits --input a.json",
        "gh api -X PATCH repos/a/b/git/refs/heads/main -f sha=x",
        "gh api repos/a/b/merges -f base=main -f head=x",
        "gh api -X PUT repos/a/b/pulls/1/merge",
        "gh api -X PUT repos/a/b/pulls/1/update-branch",
        "gh api repos/a/b/merge-upstream -f branch=main",
        "gh pr update-branch 12",
        "glab api projects/1/repository/commits -f branch=main -f commit_message=x",
        "glab api -X POST projects/1/repository/commits --input a.json",
        "glab api -X PUT projects/1/repository/files/src%2Fa.ts -f branch=main",
        "glab api -X POST projects/1/repository/files/src%2Fa.ts -f branch=main",
        "glab api -X POST projects/1/repository/commits/abc/cherry_pick -f branch=main",
        "glab api -X POST projects/1/repository/commits/abc/revert -f branch=main",
        "glab api -X PUT projects/1/merge_requests/2/merge",
        "tea api -X POST repos/a/b/contents/a.ts -f content=x",
    ]);
    assert_eq!(missed, [""; 0]);
}

#[test]
fn so_does_whatever_speaks_http() {
    let missed = unseen(&[
        "curl -X PUT https://api.github.com/repos/a/b/contents/src/a.ts -d @a.json",
        "curl -XPUT -H \"Authorization: Bearer $T\" https://api.github.com/repos/a/b/contents/src/a.ts -d '{}'",
        "curl --request put https://api.github.com/repos/a/b/contents/a.ts",
        "curl -T a.json https://api.github.com/repos/a/b/contents/a.ts",
        "curl -X DELETE https://api.github.com/repos/a/b/contents/a.ts -d '{}'",
        "curl https://api.github.com/repos/a/b/git/commits -d '{\"message\":\"x\"}'",
        "curl -X POST https://api.github.com/repos/a/b/git/commits",
        "curl --json '{}' https://api.github.com/repos/a/b/merges",
        "curl -X PATCH https://api.github.com/repos/a/b/git/refs/heads/main -d '{\"sha\":\"x\"}'",
        "curl -X PUT https://api.github.com/repos/a/b/pulls/1/merge",
        "curl -d '{\"query\":\"mutation { createCommitOnBranch(input: {}) { commit { oid } } }\"}' https://api.github.com/graphql",
        "curl -X POST https://gitlab.com/api/v4/projects/1/repository/commits -d @a.json",
        "curl --data-raw '{}' https://gitlab.example/api/v4/projects/1/repository/commits",
        "curl -X PUT https://gitlab.com/api/v4/projects/1/repository/files/a%2Ets -d @a.json",
        "curl -X PUT https://gitlab.com/api/v4/projects/1/merge_requests/2/merge",
        "curl -X POST https://git.example/api/v1/repos/a/b/contents/a.ts -d @a.json",
        "curl -X PUT https://codeberg.org/api/v1/repos/a/b/contents/a.ts -d @a.json",
        "curl -X POST https://codeberg.org/api/v1/repos/a/b/pulls/1/merge -d '{\"Do\":\"merge\"}'",
        "curl -X POST https://codeberg.org/api/v1/repos/a/b/diffpatch -d @a.json",
        "curl -X POST https://api.bitbucket.org/2.0/repositories/a/b/src -F a.ts=@a.ts",
        "curl -F message=x -F src/a.ts=@a.ts https://api.bitbucket.org/2.0/repositories/a/b/src",
        "curl -X POST https://api.bitbucket.org/2.0/repositories/a/b/pullrequests/1/merge",
        "curl -X PUT https://bitbucket.example/rest/api/1.0/projects/A/repos/b/browse/a.ts -F content=@a",
        "wget --method=PUT --body-file=a.json https://api.github.com/repos/a/b/contents/a.ts",
        "wget --post-data='{}' https://api.github.com/repos/a/b/git/commits",
        "wget --post-file=a.json https://gitlab.com/api/v4/projects/1/repository/commits",
        "http PUT https://api.github.com/repos/a/b/contents/a.ts message=x content=y",
        "http https://api.github.com/repos/a/b/git/commits message=x tree=y",
        "xh put https://api.github.com/repos/a/b/contents/a.ts message=x",
        "xh POST https://gitlab.com/api/v4/projects/1/repository/commits branch=main",
    ]);
    assert_eq!(missed, [""; 0]);
}

#[test]
fn so_does_code() {
    let missed = unseen(&[
        "python3 -c \"import requests; requests.put('https://api.github.com/repos/a/b/contents/a.ts', json={'message':'x'})\"",
        "python3 -c \"import requests; requests.post('https://api.github.com/repos/a/b/git/commits', json={})\"",
        "python3 -c \"import requests; requests.request('PUT', 'https://api.github.com/repos/a/b/contents/a.ts', json={})\"",
        "python3 -c \"import requests as r; s = r.Session(); s.patch('https://api.github.com/repos/a/b/git/refs/heads/main', json={})\"",
        "python3 -c \"import urllib.request as u; u.urlopen(u.Request('https://api.github.com/repos/a/b/contents/a.ts', data=b'{}', method='PUT'))\"",
        "node -e \"fetch('https://api.github.com/repos/a/b/contents/a.ts', {method: 'PUT', body: '{}'})\"",
        "node -e \"fetch('https://gitlab.com/api/v4/projects/1/repository/commits', {method: 'POST', body: '{}'})\"",
        "node -e \"require('axios').put('https://api.github.com/repos/a/b/contents/a.ts', {message: 'x'})\"",
        "node -e \"require('axios')({url: 'https://api.github.com/repos/a/b/contents/a.ts', method: 'put', data: {}})\"",
        "ruby -e \"require 'net/http'; Net::HTTP.post(URI('https://api.github.com/repos/a/b/git/commits'), '{}')\"",
    ]);
    assert_eq!(missed, [""; 0]);
}

#[test]
fn what_only_asks_a_forge_is_free() {
    let taken = seen(&[
        "gh api repos/a/b/commits",
        "gh api repos/a/b/commits/abc",
        "gh api repos/a/b/contents/src/a.ts",
        "gh api repos/a/b/contents/src/a.ts --jq .content",
        "gh api -X GET repos/a/b/contents/src/a.ts -f ref=main",
        "gh api --method GET repos/a/b/git/commits -f sha=x",
        "gh api -XGET repos/a/b/git/commits -f sha=x",
        "gh api repos/a/b/git/commits/abc",
        "gh api repos/a/b/git/refs/heads/main",
        "gh api repos/a/b/git/refs -f ref=refs/heads/a -f sha=x",
        "gh api -X DELETE repos/a/b/git/refs/heads/a",
        "gh api repos/a/b/pulls/1/merge",
        "gh api repos/a/b/pulls/1",
        "gh api repos/a/b/issues -f title=x",
        "gh api repos/a/b/issues/1/comments -f body='createCommitOnBranch, says the manual'",
        "git commit --help",
        "git merge -h",
        "echo 'query{viewer{login}}' > q.graphql && gh api graphql -F query=@q.graphql",
        "gh api graphql -f query='query{repository(owner:\"a\",name:\"b\"){ref(qualifiedName:\"main\"){name}}}'",
        "gh api graphql -f query='{ viewer { login } }'",
        "gh api graphql -f query='mutation{addComment(input:{}){clientMutationId}}'",
        "gh api graphql -f query='mutation{disablePullRequestAutoMerge(input:{}){clientMutationId}}'",
        "gh pr checks 12",
        "gh pr diff 12",
        "glab api projects/1/repository/commits",
        "glab api projects/1/repository/commits/abc",
        "glab api projects/1/repository/files/a.ts/raw",
        "glab api -X POST projects/1/issues -f title=x",
        "glab api -X POST projects/1/repository/commits/abc/comments -f note=x",
        "curl https://api.github.com/repos/a/b/contents/src/a.ts",
        "curl -s https://api.github.com/repos/a/b/commits",
        "curl -G -d ref=main https://api.github.com/repos/a/b/contents/src/a.ts",
        "curl -I https://api.github.com/repos/a/b/git/commits",
        "curl -X POST https://api.github.com/repos/a/b/issues -d '{}'",
        "curl -X PUT https://example.com/upload/contents/a -T a",
        "curl -X POST http://localhost:8080/api/merges -d '{}'",
        "curl -d '{\"query\":\"{ viewer { login } }\"}' https://api.github.com/graphql",
        "curl -d '{\"query\":\"mutation { createPost(input: {}) { id } }\"}' http://localhost:4000/graphql",
        "wget https://api.github.com/repos/a/b/contents/a.ts",
        "http https://api.github.com/repos/a/b/contents/a.ts",
        "http https://api.github.com/repos/a/b/commits per_page==3",
        "python3 -c \"import requests; requests.get('https://api.github.com/repos/a/b/contents/a.ts')\"",
        "python3 -c \"import requests; requests.post('https://api.github.com/repos/a/b/issues', json={})\"",
        "node -e \"fetch('https://api.github.com/repos/a/b/git/commits/abc')\"",
    ]);
    assert_eq!(taken, [""; 0]);
}
