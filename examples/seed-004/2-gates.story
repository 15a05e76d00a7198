# Hook Registry 7 to 9, their bypass, and the agent matrix.

on branch feature/x

# 7. Pre-write: a plan first
write src/cart.py: total = 1
    denied by gate/missing-plan: there is no plan
bash echo 'total = 1' > src/cart.py
    denied by gate/missing-plan
bash touch .skip-plan
    denied by security/guard-tampering
bash touch .brainstorm-confirmed
    denied by security/guard-tampering
write tests/test_cart.py: def test_total(): pass
    goes on
write docs/plans/cart.md '# Cart\n## Tasks\n- Create: src/cart.py\n'
    denied by gate/plan-quality: the section Checklist
write docs/plans/cart.md '# Cart\n## Tasks\n- Create: src/cart.py\n## Checklist\n- [ ] the cart\n## Review\nVerdict: REQUEST CHANGES\n'
    the person agrees, asked by gate/plan-quality
write src/shop.py: total = 1
    denied by gate/missing-plan: not approved
write docs/plans/cart.md '# Cart\n## Tasks\n- Create: src/cart.py\n## Checklist\n- [ ] the cart\n## Review\nVerdict: APPROVE\n'
    goes on
write src/shop.py: total = 1
    goes on

# 8. Ralph loop enforcer
write src/cart.py: total = 1
    denied by gate/foreign-plan-file: executor
bash tee src/cart.py < src/shop.py
    denied by gate/foreign-plan-file
bash touch .skip-ralph
    denied by security/guard-tampering
as executor: write src/cart.py: total = 1
    goes on

# What is done is checked off and what is blocked is skipped, without a question, by whoever carries it out; nothing else is
as executor: bash sed -i 's/- \[ \] the cart/- [x] the cart/' docs/plans/cart.md
    goes on
as executor: edit docs/plans/cart.md: - [x] the cart -> - [SKIP] blocked: the cart
    goes on
as executor: edit docs/plans/cart.md: - [SKIP] blocked: the cart -> - [ ] the cart
    asked by security/protected-file

# SKIP_GATE=1: no gate, for these three
as researcher: write src/more.py: total = 2
    goes on
as reviewer: write src/cart.py: total = 2
    goes on

# 9. Regression test gate: for the pilot only
as pilot: bash git add -A && git commit -m cart
    denied by gate/missing-evidence: no run of the tests was seen
as executor: bash git add -A && git commit -m cart
    goes on
as pilot: write docs/notes.md: done
    goes on
as pilot: bash pytest
    goes on, ends well
as pilot: bash git commit --allow-empty -m more
    goes on
