# Completion verifier: a stop is held while the plan has unchecked items.

on branch feature/x

the file docs/plans/cart.md
    # Cart
    ## Tasks
    - Create: src/cart.py
    ## Checklist
    - [ ] the cart
    ## Review
    Verdict: APPROVE

a session starts
as executor: write src/cart.py: total = 1
    goes on
stops
    held by gate/unfinished-stop: docs/plans/cart.md has unchecked items
stops again
    goes on

# What is checked off, or skipped since it is blocked, holds nobody.
a person types go on
write docs/notes.md: done
    goes on
as executor: edit docs/plans/cart.md: - [ ] the cart -> - [SKIP] blocked: the cart
    goes on
stops
    goes on
