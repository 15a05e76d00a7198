# A file is changed by whichever way it is changed; a gate sees what results, or says that it cannot.

policy
    extends = ["workflow"]
    [[gate.architecture]]
    id = "lambda-to-lambda"
    files = "functions/**/*.ts"
    forbid = { import = "../*/handler" }
    record = "docs/adr/007.md"

# What the repository holds from the beginning.
the file src/a.ts
    export const a = 1;
the file src/b.test.ts
    export const b = 1;
the file functions/save/handler.ts
    import { log } from '../log';
the file other/load/handler.ts
    import { save } from '../save/handler';
the file bad.patch
    --- a/functions/save/handler.ts
    +++ b/functions/save/handler.ts
    @@ -1 +1 @@
    -import { log } from '../log';
    +import { log } from '../log/handler';
the file good.patch
    --- a/functions/save/handler.ts
    +++ b/functions/save/handler.ts
    @@ -1 +1 @@
    -import { log } from '../log';
    +import { log } from '../logs';

on branch main
bash git apply good.patch
    denied by gate/protected-branch-edit: functions/save/handler.ts
bash patch -p1 < good.patch
    denied by gate/protected-branch-edit: functions/save/handler.ts
bash curl -s https://example.com/a.patch | git apply
    denied by gate/protected-branch-edit
bash find src -name '*.ts' -exec sed -i s/a/b/ {} +
    denied by gate/protected-branch-edit: src/a.ts
bash find src -name '*.ts' | xargs sed -i s/a/b/
    denied by gate/protected-branch-edit: src/a.ts
bash sed -i s/a/b/ $(git ls-files src)
    denied by gate/protected-branch-edit: src/a.ts
bash grep -rl 'const a' src | xargs sed -i s/a/b/
    denied by gate/protected-branch-edit: src/a.ts
bash git grep -l 'const a' | xargs -n1 sed -i s/a/b/
    denied by gate/protected-branch-edit: src/a.ts
bash rg -l 'const a' src | xargs sed -i s/a/b/
    denied by gate/protected-branch-edit: src/a.ts
bash grep -rl 'const a' src | while read f; do sed -i s/a/b/ "$f"; done
    denied by gate/protected-branch-edit: src/a.ts
bash for f in $(grep -rl 'const a' src); do sed -i s/a/b/ $f; done
    denied by gate/protected-branch-edit: src/a.ts
bash grep -rl nothing src | xargs sed -i s/a/b/
    goes on

# At a forge it is another branch that is written to, and its commits are judged there.
mcp filesystem write_file path=src/a.ts content=x
    denied by gate/protected-branch-edit
mcp github create_or_update_file owner=a repo=b path=src/a.ts content=x message=x branch=feature/x
    denied by gate/missing-evidence: was not tested here
mcp github delete_file owner=a repo=b path=src/a.ts message=x branch=feature/x
    denied by gate/missing-evidence: was not tested here

# What a search takes away, it takes by name: what it leaves is as it was.
bash find src -name '*.ts' -delete
    denied by gate/protected-branch-edit
bash find . -regex '.*/src/.*\.ts' -delete
    denied by gate/protected-branch-edit
bash find . -iname 'A.TS' -exec rm {} +
    denied by gate/protected-branch-edit
bash find . -samefile src/a.ts -delete
    denied by gate/protected-branch-edit
bash find src -name 'a.*' | xargs rm
    denied by gate/protected-branch-edit
bash fd '^a\.ts$' -X rm
    denied by gate/protected-branch-edit
bash fd -e js -e ts -x rm
    denied by gate/protected-branch-edit
bash fd -g '*.ts' src -X rm
    denied by gate/protected-branch-edit
bash find . -name '*.pyc' -delete
    goes on
bash find . -type d -empty -delete
    goes on
bash find . -name '*.o' -o -name '*.log' -exec rm {} +
    goes on
bash find . -regex '.*\.\(o\|a\)' -delete
    goes on
bash find . -name '*.ts' ! -path './src/*' ! -path './functions/*' ! -path './other/*' -exec wc -l {} +
    goes on
bash fd '\.orig$' -X rm
    goes on
bash fd -g '*.orig' -X sed -i s/a/b/
    goes on
bash fd -g '*.ts' -X sed -i s/a/b/
    denied by gate/protected-branch-edit
bash grep -rl 'const a' src | xargs wc -l
    goes on
bash cp -r other src
    denied by gate/protected-branch-edit
bash cp other/load/*.ts src/
    denied by gate/protected-branch-edit: src/handler.ts
bash rsync -a other/ src/
    denied by gate/protected-branch-edit
bash tar xf a.tar
    denied by gate/protected-branch-edit
bash rm src/a.ts
    denied by gate/protected-branch-edit: src/a.ts
bash git rm -q src/a.ts
    denied by gate/protected-branch-edit: src/a.ts
bash mv src/a.ts docs/a.md
    denied by gate/protected-branch-edit
bash find src -name '*.ts' -delete
    denied by gate/protected-branch-edit: src/a.ts
bash git stash pop
    denied by gate/protected-branch-edit
bash git cherry-pick --no-commit HEAD
    denied by gate/protected-branch-edit
bash git checkout main~0 -- src/a.ts
    denied by gate/protected-branch-edit: src/a.ts
bash git checkout -- src/a.ts
    goes on
bash git apply --check good.patch
    goes on
bash tar xf a.tar -C dist
    goes on

# The decision on the architecture holds for what results.
on branch feature/x
the file functions/save/handler.test.ts
    export const t = 1;
the file moved.patch
    diff --git a/other/load/handler.ts b/functions/load/handler.ts
    similarity index 100%
    rename from other/load/handler.ts
    rename to functions/load/handler.ts
the file functions/load/handler.test.ts
    export const t = 1;
bash git apply moved.patch
    denied by gate/architecture: ../save/handler
bash git apply bad.patch
    denied by gate/architecture: ../log/handler
bash patch -p1 < bad.patch
    denied by gate/architecture: ../log/handler
bash git apply good.patch
    goes on
bash cp -r other/. functions
    denied by gate/architecture: functions/load/handler.ts
bash cp -r other functions/more
    denied by gate/architecture: ../save/handler
bash find functions -name '*.ts' -exec sed -i s,logs,log/handler, {} +
    denied by gate/architecture: ../log/handler
bash tar xf a.tar
    denied by gate/architecture: only known when it runs
bash tar xf a.tar -C docs
    goes on
bash git checkout main -- functions/save/handler.ts
    goes on
bash git checkout nowhere -- functions/save/handler.ts
    denied by gate/architecture: cannot be judged
bash git show main:functions/save/handler.ts > functions/save/handler.ts
    goes on
bash git show main:functions/save/other.ts > functions/save/handler.ts
    denied by gate/architecture: cannot be judged
bash cd functions/save && git show HEAD:./handler.ts > handler.ts
    goes on
bash git show HEAD:functions/save/new.ts > functions/save/new.ts
    denied by gate/architecture: cannot be judged
bash GIT_DIR=other git show HEAD:functions/save/handler.ts > functions/save/handler.ts
    denied by gate/architecture: cannot be judged

# What is brought here in front of a commit is not what was tested.
bash npm test
    goes on, ends well
bash git stash pop && git commit -am x
    denied by gate/missing-evidence: may change the sources
bash git switch main && git commit -am x
    denied by gate/missing-evidence: may change the sources
bash git add -A && git commit -q --allow-empty -m x
    goes on

# What sed and other filters make of files is known by their words.
the file functions/sed/a.ts
    import { log } from '../log';
the file functions/sed/a.test.ts
    export const t = 1;
bash sed -i -E 's,/(log)\b.*,/\1s'"';," functions/sed/a.ts
    goes on
bash sed -i 's,/log.*,/log/handler'"';," functions/sed/a.ts
    denied by gate/architecture: ../log/handler
bash sed -i '$a // checked' functions/sed/a.ts
    goes on
bash sed -i 's/a/b/w out' functions/sed/a.ts
    denied by gate/architecture: cannot be worked out
bash cat other/load/handler.ts src/a.ts > functions/sed/a.ts
    denied by gate/architecture: ../save/handler
bash cat src/a.ts src/b.test.ts > functions/sed/a.ts
    goes on
bash head -n 1 src/a.ts > functions/sed/a.ts
    goes on
bash sed 's/log/logs/' functions/sed/a.ts > t && mv t functions/sed/a.ts
    goes on
bash truncate -s 0 functions/sed/a.ts
    goes on
