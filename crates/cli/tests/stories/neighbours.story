# A test that is missing is named as the tests around it are: where they lie, and with their endings.

policy
    [rules]
    "gate/untested-code" = "enforce"

on branch feature/x

# Rails with minitest, and not with RSpec.
the file app/models/user.rb
    class User; end
the file test/models/user_test.rb
    require "test_helper"
write app/models/order.rb: class Order; def total; 1; end; end
    denied by gate/untested-code: test/models/order_test.rb
write test/models/order_test.rb: require "test_helper"
    goes on
write app/models/order.rb: class Order; def total; 1; end; end
    goes on

# Tests in a directory beside the code, of which another package has its own way.
the file web/src/cart/__tests__/total.spec.tsx
    test('total', () => {});
the file api/test/routes.test.js
    test('routes', () => {});
write web/src/cart/price.tsx: export function price() { return 1; }
    denied by gate/untested-code: web/src/cart/__tests__/price.spec.tsx
write api/src/orders.js: export function orders() { return 1; }
    denied by gate/untested-code: api/test/orders.test.js
write web/src/cart/__tests__/price.spec.tsx: test('price', () => {});
    goes on
write web/src/cart/price.tsx: export function price() { return 1; }
    goes on

# A tree of tests of its own, with their kinds.
the file shop/src/shop/cart.py
    def total(): return 1
the file shop/tests/unit/shop/test_cart.py
    def test_total(): pass
write shop/src/shop/price.py: def price(): return 1
    denied by gate/untested-code: shop/tests/unit/shop/test_price.py
write shop/tests/unit/shop/test_price.py: def test_price(): pass
    goes on
write shop/src/shop/price.py: def price(): return 1
    goes on

# Where there are none yet, the usual place of the language is named.
write tools/rate/rate.go: package rate; func Run() int { return 1 }
    denied by gate/untested-code: tools/rate/rate_test.go
