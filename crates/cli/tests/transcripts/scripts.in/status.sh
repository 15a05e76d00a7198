git status
git log --oneline -5
