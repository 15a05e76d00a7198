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
