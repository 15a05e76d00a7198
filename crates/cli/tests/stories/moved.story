# What only gets another place is nothing new there, whoever moves it; what comes from elsewhere, or is changed, is.

policy
    [rules]
    "gate/untested-code" = "enforce"
    [[gate.architecture]]
    id = "no-axios"
    files = "src/**"
    forbid = { import = "axios" }
    [[gate.architecture]]
    id = "zod"
    files = "src/api/**"
    require = { import = "zod" }
    [[gate.missing-import]]
    files = "src/*/handler.ts"
    require = ["@app/log"]

on branch feature/x
the file src/legacy.ts
    export const legacy = 1;
the file src/second.ts
    export const second = 1;
the file src/cart.ts
    export const cart = 1;
the file src/cart.test.ts
    test('cart');
the file src/old/a.ts
    export const a = 1;
the file src/old/b.rs
    pub fn b() {}
the file lib/notes.txt
    hello
the file scripts/tool.ts
    export const tool = 1;

# Not even a test of the old place is needed.
bash git mv src/cart.ts src/basket.ts
    goes on
bash mv src/legacy.ts src/later.ts
    goes on
mcp filesystem move_file source=src/second.ts destination=src/third.ts
    goes on
bash git mv src/later.ts src/tmp.ts && git mv src/tmp.ts src/Latest.ts
    goes on
# A directory keeps its name in one that is there, and gets the name that it is given where there is none.
bash cp -r src/old lib
    denied by gate/untested-code: write lib/old/a.test.ts first
bash mv src/old lib
    goes on
bash git mv lib/old src/new
    goes on

# What is no code where it was, what is changed, and a second one of it is new.
bash mv lib/notes.txt src/notes.ts
    denied by gate/untested-code
bash git mv scripts/tool.ts src/tool.ts
    denied by gate/untested-code
bash cp src/Latest.ts src/copy.ts
    denied by gate/untested-code
bash git mv src/Latest.ts src/more.ts && echo 'export const more = 2;' >> src/more.ts
    denied by gate/untested-code: src/more.test.ts does not exist yet
# The test that it had is its test until that is moved as well.
bash mv src/basket.ts src/cart.ts
    goes on
bash git mv src/cart.ts src/basket.ts && echo 'export const more = 2;' >> src/basket.ts
    goes on

# One touch makes its files at once; an edit that is only shown writes nothing.
bash touch src/{shelf,shelf.test}.ts
    goes on
bash touch src/rack.ts
    denied by gate/untested-code
mcp filesystem edit_file path=src/Latest.ts oldText=legacy newText=later dryRun=true
    goes on
mcp filesystem edit_file path=src/Latest.ts oldText=legacy newText=later dryRun=false
    denied by gate/untested-code

# The same holds of what the architecture forbids and asks for.
the file src/axe.ts
    import axios from 'axios';
the file src/axe.test.ts
    test('axe');
the file src/web/axe.test.ts
    test('axe');
the file src/web/other.test.ts
    test('other');
the file lib/other.ts
    import axios from 'axios';
the file lib/other.test.ts
    test('other');
the file src/api/handler.ts
    export const handler = 1;
bash git mv src/axe.ts src/web/axe.ts
    goes on, advised by gate/architecture
bash git mv src/web/axe.ts src/axe.ts && echo "import again from 'axios';" >> src/axe.ts
    denied by gate/architecture: line 2
bash mv lib/other.ts src/web/other.ts
    denied by gate/architecture: line 1
bash mkdir -p src/api/v1 && git mv src/api/handler.ts src/api/v1/handler.ts
    goes on
