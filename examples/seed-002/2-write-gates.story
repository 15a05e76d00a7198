# PreToolUse:W/E in the document's order: test-gate, mock-gate, branch-guard, doc-gate, plan-check.

# branch-guard.sh
on branch main
write src/cart.ts '// The cart.\nexport {}\n'
    denied by gate/protected-branch-edit
bash echo '// The cart.' > src/cart.ts
    denied by gate/protected-branch-edit

# plan-check.sh and plan-validate.sh: 20 lines are not small any more.
on branch feature/x
write src/long.ts '// Long.\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n'
    denied by gate/missing-plan: there is no plan
write src/cart.ts '// The cart.\nexport {}\n'
    goes on
write MASTER_PLAN.md '# Plan\n## Phase 1: cart\n**Status:** planned\n'
    denied by gate/plan-quality: the section Intent
write MASTER_PLAN.md '# Intent\nA cart.\n## Phase 1: cart\n'
    denied by gate/plan-quality: an item to check
write MASTER_PLAN.md '# Intent\nA cart.\n## Phase 1: cart\n**Status:** in-progress\n'
    goes on
write src/long.ts '// Long.\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n'
    goes on
write MASTER_PLAN.md '# Intent\nA cart.\n## Phase 1: cart\n**Status:** completed\n'
    goes on
bash cp src/long.ts src/longer.ts
    denied by gate/missing-plan: is done
write MASTER_PLAN.md '# Intent\nA cart.\n## Phase 1: cart\n**Status:** completed\n## Phase 2: shop\n**Status:** planned\n'
    goes on

# doc-gate.sh
write src/shop.ts: export {}
    denied by gate/undocumented-code: begin it with
write src/shop.ts '// The shop.\nexport {}\n'
    goes on

# mock-gate.sh: its table, state by state
write src/cart.ts '// The cart.\njest.mock("./store");\n'
    goes on
write src/cart.test.ts '// @mock-exempt: the clock\njest.mock("./clock");\n'
    goes on
write src/shop.test.ts 'jest.mock("axios"); vi.mock("pg"); jest.mock("aws-sdk");\n'
    goes on
write src/store.test.ts 'jest.mock("./store");\n'
    goes on, advised by gate/mocked-internals
write src/basket.test.ts 'vi.mock("./store");\n'
    denied by gate/mocked-internals

write src/till.test.ts 'import * as store from "./store";\nsinon.stub(store, "save");\n'
    denied by gate/mocked-internals
write app/cart.py '# The cart.\ntotal = 1\n'
    goes on
write tests/test_cart.py 'from unittest.mock import patch\n@patch("app.cart.total")\ndef test_total(total): pass\n'
    denied by gate/mocked-internals: app.cart.total
write tests/test_cart.py 'from unittest.mock import patch\n@patch("requests.get")\ndef test_total(get): pass\n'
    goes on
write pkg/cart_test.go 'package cart\nimport "go.uber.org/mock/gomock"\n'
    denied by gate/mocked-internals

# test-gate.sh: strike 1 advises, strike 2 denies, what fails may be mended.
bash git add -A
    goes on
bash npm test
    goes on, ends well
bash npm test
    goes on, ends badly
write src/other.ts '// Other.\nexport {}\n'
    goes on, advised by gate/failing-tests
write src/another.ts '// Another.\nexport {}\n'
    denied by gate/failing-tests
bash npm test
    goes on, ends well
write src/another.ts '// Another.\nexport {}\n'
    goes on
