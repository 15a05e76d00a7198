# A new file says what it is for, and a long one what was decided in it.

policy
    [rules]
    "gate/undocumented-code" = "enforce"
    [gate.undocumented-code]
    long = 4

on branch feature/x
write src/cart.ts
    denied by gate/undocumented-code: begin it with
bash echo 'export {}' > src/cart.ts
    denied by gate/undocumented-code
write src/cart.ts '// The cart.\nexport {}\n'
    goes on
# What no commit has yet is still new, however often it is written.
write src/cart.ts
    denied by gate/undocumented-code: begin it with
bash printf 'a\nb\nc\n' >> src/cart.ts
    denied by gate/undocumented-code: 5 lines
bash git add -A && git commit -m cart
    goes on
# What is there already is free.
write src/cart.ts
    goes on
write src/long.ts '// Long.\n1\n2\n3\n'
    denied by gate/undocumented-code: 4 lines
write src/long.ts '// Long.\n1\n2\n// @decision one list, since it is short\n'
    goes on

# What a patch or a copy brings is seen; of an archive it can only be said.
the file new.patch
    --- /dev/null
    +++ b/src/patched.ts
    @@ -0,0 +1 @@
    +export const patched = 1;
the file fine.patch
    --- /dev/null
    +++ b/src/patched.ts
    @@ -0,0 +1,2 @@
    +// What a patch may bring.
    +export const patched = 1;
the file docs/more/copied.ts
    export const copied = 1;
bash git apply new.patch
    denied by gate/undocumented-code: src/patched.ts
bash patch -p1 < new.patch
    denied by gate/undocumented-code: src/patched.ts
bash cp -r docs/more src/more
    denied by gate/undocumented-code: src/more/copied.ts
bash git apply fine.patch
    goes on
bash tar xf a.tar -C src
    goes on, advised by gate/undocumented-code
bash tar xf a.tar -C node_modules
    goes on
