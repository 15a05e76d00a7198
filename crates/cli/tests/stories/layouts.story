# Tests lie where the language and the package have them.

policy
    [rules]
    "gate/untested-code" = "enforce"

on branch feature/x
the file packages/shop/package.json
    {}
write packages/shop/src/cart.ts
    denied by gate/untested-code: write packages/shop/src/cart.test.ts first
the file packages/shop/tests/cart.test.ts
    test
write packages/shop/src/cart.ts
    goes on

# A package of Go is tested as a whole.
write pkg/cart.go: package pkg
    denied by gate/untested-code
the file pkg/all_test.go
    package pkg
write pkg/cart.go: package pkg
    goes on
write other/cart.go: package other
    denied by gate/untested-code

write app/src/main/java/a/Cart.java
    denied by gate/untested-code: app/src/test/java/a/CartTest.java
the file app/src/test/kotlin/a/CartTest.kt
    test
write app/src/main/java/a/Cart.java
    goes on

the file services/pay/pyproject.toml
    [project]
write services/pay/src/pay/card.py
    denied by gate/untested-code
the file services/pay/tests/unit/test_card.py
    test
write services/pay/src/pay/card.py
    goes on
the file tests/web/api/test_views.py
    test
write web/api/views.py
    goes on

write lib/shop/cart.rb
    denied by gate/untested-code
the file spec/lib/shop/cart_spec.rb
    test
write lib/shop/cart.rb
    goes on
write src/Shop/Cart.php
    denied by gate/untested-code
the file tests/Unit/Shop/CartTest.php
    test
write src/Shop/Cart.php
    goes on

write src/cart.rs 'pub fn f() {}\n'
    denied by gate/untested-code
write src/cart.rs 'pub fn f() {}\n#[cfg(test)]\nmod tests {}\n'
    goes on

# Jest takes all that lies in a directory of this name for tests.
write src/pay.ts
    denied by gate/untested-code
the file src/__tests__/pay.ts
    test
write src/pay.ts
    goes on
the file spec/order.spec.ts
    test
write src/order.ts
    goes on
the file test/test-stock.js
    test
write lib/stock.js
    goes on

# Surefire, by how a name begins.
the file src/test/java/a/TestStock.java
    test
write src/main/java/a/Stock.java
    goes on
write src/test/java/a/TestOther.java
    goes on

# The directories of a test agree with those of its code.
the file tests/shop/test_views.py
    test
write shop/views.py
    goes on
write billing/views.py
    denied by gate/untested-code
the file tests/a/b/c/d/deep.test.ts
    test
write src/a/b/c/d/deep.ts
    goes on
write src/b/a/deep.ts
    denied by gate/untested-code

# Brackets in the name of a folder are no pattern.
the file app/cart/[id]/page.spec.tsx
    test
write app/cart/[id]/page.tsx
    goes on
write app/cart/i/page.tsx
    denied by gate/untested-code
