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
# What is there already is free.
write src/cart.ts
    goes on
write src/long.ts '// Long.\n1\n2\n3\n'
    denied by gate/undocumented-code: 4 lines
write src/long.ts '// Long.\n1\n2\n// @decision one list, since it is short\n'
    goes on
