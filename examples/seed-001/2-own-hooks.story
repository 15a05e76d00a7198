# Exit Code Semantics: 0 allows and tells, 2 denies with what is printed, anything else warns and goes on.

on branch feature/x

hooks
    gate/team-check exits 0: remember the changelog
bash make release
    goes on, advised by gate/team-check
    gate/team-check gets: make release
hooks
    gate/team-check exits 2: no releases while RELEASE_FREEZE is there
bash make release
    denied by gate/team-check: no releases while RELEASE_FREEZE is there
hooks
    gate/team-check exits 3: something broke
bash make release
    goes on, advised by gate/team-check
bash make test
    goes on
    gate/team-check is not asked
