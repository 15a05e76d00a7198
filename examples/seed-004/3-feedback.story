# Hook Registry 12 to 15 and the shadow hooks: what a prompt brings along, what is learned from it, and what a stop finds.

on branch feature/x

the file docs/plans/cart.md
    - Create: src/cart.py
    - [x] the shop
    - [ ] the cart
    Verdict: APPROVE

# 13. Session initializer
the session starts: startup
    told: branch feature/x
    told: docs/plans/cart.md (1 of 2 done), next: the cart

# 12. Correction detector, and auto-capture: questions and chatter are dropped
prompt: why don't you use pnpm?
    silence
prompt: don't worry, run it again
    silence
prompt: No, don't use npm here, use pnpm.
    told: a lesson, kept in knowledge/episodes.md: No, don't use npm here, use pnpm
prompt: 不要用 npm，应该用 pnpm
    told: a lesson, given 2 times, is a rule of knowledge/episodes.md now
prompt: 我说过提交前必须跑测试。
    told: a lesson, kept in knowledge/episodes.md

# 14. Context enrichment
prompt: There is a BUG in the cart
    told: Reproduce it before you change anything.
prompt: 请先调研一下
    told: Look into knowledge/ first
prompt: debugging is fun
    silence
prompt: @execute
    told: item by item

# Agent Registration Matrix: none of it for these
subagent reviewer starts
    silence

# KB health report
stop: The cart is there.
    silence
