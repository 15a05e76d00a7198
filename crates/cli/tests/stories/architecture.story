# A decision on the architecture holds, whichever tool writes the file, and an edit is judged with what the file has.

policy
    [[gate.architecture]]
    id = "lambda-to-lambda"
    files = "functions/*/handler.ts"
    forbid = { import = "../*/handler" }
    record = "docs/adr/007.md"
    message = "line {line} imports {match}; {record} names API Gateway and EventBridge"
    [[gate.missing-import]]
    files = "functions/*/handler.ts"
    require = ["@app/log"]
    [[gate.architecture]]
    id = "web-without-data"
    files = "apps/web/**"
    forbid = { import = "packages/db/**" }
    [[gate.architecture]]
    id = "no-pickle"
    files = "notebooks/*.ipynb"
    forbid = { import = "pickle" }
    [gate.mocked-internals]

on branch feature/x
write functions/save/handler.ts
    denied by gate/missing-import: must import @app/log
write functions/save/handler.ts: import { log } from '@app/log';
    goes on

# The fragment alone has no import; the file does.
edit functions/save/handler.ts: '@app/log'; -> '@app/log'; export const a = 1;
    goes on
edit functions/save/handler.ts: '@app/log'; -> '@app/log'; import { b } from '../load/handler';
    denied by gate/architecture: docs/adr/007.md names API Gateway
bash echo "export * from '../load/handler';" >> functions/save/handler.ts
    denied by gate/architecture: docs/adr/007.md
bash sed -i "s,@app/log,../load/handler," functions/save/handler.ts
    denied by gate/architecture

# What a file in between only hands on comes from where it is made; what that makes itself does not.
the file lib/index.ts
    export { handler as load } from '../functions/load/handler';
    export const own = 1;
edit functions/save/handler.ts: '@app/log'; -> '@app/log'; import { load } from '../../lib';
    denied by gate/architecture: docs/adr/007.md
edit functions/save/handler.ts: '@app/log'; -> '@app/log'; import { own } from '../../lib';
    goes on

bash ./generate.sh > functions/save/handler.ts
    denied by gate/architecture: cannot be judged
bash echo "// checked" >> functions/save/handler.ts
    goes on
write docs/notes.md: import { b } from '../load/handler';
    goes on

# A tool of a server that writes is judged by what it writes.
mcp filesystem write_file path=functions/new/handler.ts content=import'@app/log'
    goes on
mcp filesystem write_file path=functions/new/handler.ts content=import'@app/log';import'../load/handler'
    denied by gate/architecture: docs/adr/007.md

# A mock of the project's own code is advised against once.
write src/cart.test.ts: jest.mock('axios');
    goes on
write src/cart.test.ts: jest.mock('./store');
    goes on, advised by gate/mocked-internals
write src/shop.test.ts: jest.mock('./store');
    denied by gate/mocked-internals
write src/shop.test.ts: import './store'; // the real one
    goes on

# What was there before is nobody's doing now, and said once; more of it is.
the file functions/old/handler.ts
    import { log } from '@app/log';
    import { b } from '../load/handler';
edit functions/old/handler.ts: '@app/log'; -> '@app/log'; export const a = 1;
    goes on, advised by gate/architecture
edit functions/old/handler.ts: a = 1 -> a = 2
    goes on
edit functions/old/handler.ts: a = 2; -> a = 2; import { c } from '../more/handler';
    denied by gate/architecture: ../more/handler

# By another name it is the same.
the file tsconfig.json
    // for all
    { "compilerOptions": { "paths": { "@fn/*": ["./functions/*"], }, } }
edit functions/save/handler.ts: '@app/log'; -> '@app/log'; import { b } from '@fn/load/handler';
    denied by gate/architecture: functions/load/handler
edit functions/save/handler.ts: '@app/log'; -> '@app/log'; import { b } from '@fn/load/types';
    goes on

# So is one of settings that the root only refers to, as templates of Vite make it.
the file tsconfig.json
    { "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./tsconfig.node.json" }] }
the file tsconfig.app.json
    { "extends": ["./tsconfig.base.json"], "include": ["functions"] }
the file tsconfig.base.json
    { "compilerOptions": { "paths": { "~fn/*": ["./functions/*"] } } }
the file tsconfig.node.json
    { "include": ["vite.config.ts"] }
edit functions/save/handler.ts: '@app/log'; -> '@app/log'; import { b } from '~fn/load/handler';
    denied by gate/architecture: functions/load/handler
edit functions/save/handler.ts: '@app/log'; -> '@app/log'; import { b } from '~fn/load/types';
    goes on

# A package of the same workspace is the directory that it lies in, also if it is not built yet.
the file package.json
    { "workspaces": ["packages/*", "apps/*"] }
the file packages/db/package.json
    { "name": "@acme/db", "main": "dist/index.js" }
the file packages/core/package.json
    { "name": "@acme/core", "exports": { ".": { "import": "./dist/index.js" } } }
the file packages/core/src/index.ts
    export { q } from '@acme/db';
    export const own = 1;
write apps/web/a.ts: import { q } from '@acme/db';
    denied by gate/architecture: packages/db
write apps/web/a.ts: const { q } = await import('@acme/db/sub');
    denied by gate/architecture: packages/db
write apps/web/a.ts: import { q } from '@acme/core';
    denied by gate/architecture: packages/db
write apps/web/a.ts: import { own } from '@acme/core';
    goes on

# Notebooks are the code of their cells.
the file notebooks/a.ipynb
    {"cells": [{"cell_type": "code", "id": "c1", "source": ["import os\n"]}], "metadata": {}}
cell notebooks/a.ipynb: import json
    goes on
cell notebooks/a.ipynb: from pickle import loads
    denied by gate/architecture: pickle
edit notebooks/a.ipynb: import os -> import pickle
    denied by gate/architecture: pickle
bash sed -i s/os/pickle/ notebooks/a.ipynb
    denied by gate/architecture: pickle

# A crate is known by its own name as well, whatever a manifest calls it.
policy
    [[gate.architecture]]
    id = "no-bar"
    files = "crates/**/*.rs"
    forbid = { import = "bar" }
the file crates/ui/Cargo.toml
    [package]
    name = "ui"
    [dependencies]
    foo = { package = "bar", version = "1" }
write crates/ui/src/lib.rs: use foo::Thing;
    denied by gate/architecture: `bar::Thing` by way of `foo::Thing`
write crates/ui/src/lib.rs: use food::Thing;
    goes on

# A module has all of its names at once: a path, a part of a package, what the package exports it as.
policy
    [[gate.architecture]]
    id = "data-through-the-api"
    files = "apps/**"
    forbid = { import = "@acme/core/src/db" }
the file packages/core/package.json
    { "name": "@acme/core", "exports": { "./store": "./dist/db/index.js", "./*": "./dist/*.js" } }
the file packages/core/src/db/index.ts
    export const q = 1;
write apps/web/a.ts: import { q } from '@acme/core/src/db/conn';
    denied by gate/architecture: @acme/core/src/db/conn
write apps/web/a.ts: import { q } from '../../packages/core/src/db';
    denied by gate/architecture: @acme/core/src/db by way of ../../packages/core/src/db
write apps/web/a.ts: import { q } from '@acme/core/store';
    denied by gate/architecture: @acme/core/src/db by way of @acme/core/store
write apps/web/a.ts: import { log } from '../../packages/core/src/log';
    goes on

# Names that a framework gives, or the settings of a bundler spell out, are followed; what these compute is not.
policy
    [[gate.architecture]]
    id = "pages-without-data"
    files = "site/**"
    forbid = { import = "site/src/lib/db" }
the file site/package.json
    { "name": "site" }
the file site/svelte.config.js
    export default { kit: { alias: { $data: 'src/lib/db.ts' } } };
the file site/vite.config.ts
    export default { resolve: { alias: { '@': path.resolve(__dirname, './src'), made: make('./src') } } };
the file site/src/lib/db.ts
    export const q = 1;
write site/src/routes/a.ts: import { q } from '$lib/db';
    denied by gate/architecture: src/lib/db
write site/src/routes/a.ts: import { q } from '$data';
    denied by gate/architecture: src/lib/db
write site/src/routes/a.ts: import { q } from '@/lib/db';
    denied by gate/architecture: src/lib/db
write site/src/routes/a.ts: import { goto } from '$app/navigation'; import 'made/lib/db';
    goes on
