# With level "failing" a test must have been seen to fail, as it is written now, before its code is written.

policy
    [rules]
    "gate/untested-code" = "enforce"
    [gate.untested-code]
    level = "failing"

on branch feature/cart
write src/cart.ts
    denied by gate/untested-code: has no test yet

# What failed before the test was there says nothing of it.
bash npm test
    goes on, ends badly: FAIL  src/old.test.ts > adds
write src/cart.test.ts
    goes on
write src/cart.ts
    denied by gate/untested-code: no run was seen
bash npx vitest run src/old.test.ts
    goes on, ends badly
write src/cart.ts
    denied by gate/untested-code
bash pytest
    goes on, ends badly
write src/cart.ts
    denied by gate/untested-code

# Something else may have failed in its place, or nothing has run.
bash false && npm test
    goes on, ends badly
write src/cart.ts
    denied by gate/untested-code
bash cd nowhere && npm test
    goes on, ends badly
write src/cart.ts
    denied by gate/untested-code
bash npm run lint && npm test
    goes on, ends badly: 3 problems
write src/cart.ts
    denied by gate/untested-code
bash npm test > none/log
    goes on, ends badly: none/log: No such file or directory
write src/cart.ts
    denied by gate/untested-code

# What fails is another one's test.
bash npm test
    goes on, ends badly: FAIL  src/old.test.ts > adds
write src/cart.ts
    denied by gate/untested-code

# Red, green, and then the code is put in order.
bash npm test
    goes on, ends badly: FAIL  src/cart.test.ts > adds
write src/cart.ts
    goes on
bash npm test
    goes on, ends well
write src/cart.ts in order
    goes on

# The next test has to fail as well.
write src/cart.test.ts with another
    goes on
write src/cart.ts with more
    denied by gate/untested-code
bash npm run lint && npm test
    goes on, ends badly: FAIL  src/cart.test.ts > takes away
write src/cart.ts with more
    goes on

# Where nobody saw which of several fails, none was seen to.
write src/pay.test.ts
    goes on
bash npm test 2>&1 | tail -40
    goes on, ends well
write src/pay.ts
    denied by gate/untested-code: hookward run -- npm test
bash npm test
    goes on, ends badly
write src/pay.ts
    denied by gate/untested-code: nobody saw which
bash npx vitest run src/pay.test.ts
    goes on, ends badly
write src/pay.ts
    goes on

# A test that the call takes away is none; one that it moves was seen to fail where it was.
write src/shelf.test.ts
    goes on
bash npm test
    goes on, ends badly: FAIL  src/shelf.test.ts > adds
bash mv src/shelf.test.ts src/rack.test.ts && echo x > src/shelf.ts
    denied by gate/untested-code: takes src/shelf.test.ts away
bash mv src/shelf.test.ts tests/shelf.test.ts && echo "test('more');" >> tests/shelf.test.ts && echo x > src/shelf.ts
    denied by gate/untested-code: no run was seen
bash mv src/shelf.test.ts tests/shelf.test.ts && echo x > src/shelf.ts
    goes on

# Python's own runner names modules, from where it looks for them; by themselves they are tests as well.
the file shop/pyproject.toml
    [project]
write shop/tests/test_price.py
    goes on
bash cd shop && python3 -m unittest
    goes on, ends badly: ERROR: test_a (tests.test_other.PriceTest.test_a)
write shop/shop/price.py
    denied by gate/untested-code: no run was seen
bash cd shop && python3 -m unittest
    goes on, ends badly: FAIL: test_a (tests.test_price.PriceTest.test_a)
write shop/shop/price.py
    goes on
write shop/tests/test_stock.py
    goes on
bash cd shop && python3 -m unittest tests.test_stock.StockTest
    goes on, ends badly
write shop/shop/stock.py
    goes on
