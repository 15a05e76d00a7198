# A test that mocks the project's own code is told so, in every language that is read.

policy
    [gate.mocked-internals]

on branch feature/x
the file app/cart.py
    def total(): return 1
the file app/src/main/java/shop/Cart.java
    package shop;
the file src/Models/Order.php
    <?php
write tests/test_a.py 'from unittest.mock import patch\nimport requests\npatch.object(requests, "get")\n'
    goes on
write tests/test_b.py 'from unittest.mock import patch\nfrom app import cart\npatch.object(cart, "total")\n'
    goes on, advised by gate/mocked-internals
write tests/test_b.py 'from unittest.mock import patch\nfrom app import cart\npatch.object(cart, "total")\n'
    goes on
write tests/test_c.py 'from app import cart\ndef test(mocker):\n  mocker.patch.object(cart, "total")\n'
    denied by gate/mocked-internals: app.cart
write tests/test_c.py 'def test(mocker):\n  mocker.patch("app.cart.total")\n'
    denied by gate/mocked-internals: app.cart.total
write app/src/test/java/shop/PayTest.java 'package shop;\nimport java.net.http.HttpClient;\nclass PayTest { Object c = mock(HttpClient.class); }\n'
    goes on
write app/src/test/java/shop/PayTest.java 'package shop;\nclass PayTest { Cart c = Mockito.mock(Cart.class); }\n'
    denied by gate/mocked-internals: Cart
write app/src/test/java/shop/PayTest.java 'package shop;\nclass PayTest { @MockBean private Cart cart; }\n'
    denied by gate/mocked-internals: Cart
write app/src/test/kotlin/web/PayTest.kt 'package web\nimport shop.Cart\nval c = mockk<Cart>()\n'
    denied by gate/mocked-internals: shop.Cart
write app/src/test/kotlin/web/PayTest.kt 'package web\nimport shop.Cart\nclass A { @MockK(relaxed = true) lateinit var c: Cart }\n'
    denied by gate/mocked-internals: shop.Cart
write app/src/test/java/shop/PayTest.java 'package shop;\nimport java.net.http.HttpClient;\nclass PayTest { @Mock HttpClient client; }\n'
    goes on
write app/src/test/kotlin/web/PayTest.kt 'package web\nimport shop.Cart\nval c = mock(Cart::class.java)\n'
    denied by gate/mocked-internals: shop.Cart
write tests/PayTest.php '<?php\nuse App\\Models\\Order;\n$o = $this->createMock(Order::class);\n'
    denied by gate/mocked-internals: Order
write tests/PayTest.php '<?php\n$o = $this->createMock("App\\Models\\Order");\n'
    denied by gate/mocked-internals: Order
write tests/test_d.py 'import app.cart\ndef test(monkeypatch):\n  monkeypatch.setattr(app.cart, "total", 1)\n'
    denied by gate/mocked-internals: app.cart
write tests/test_d.py 'from unittest.mock import patch\n@patch.multiple("app.cart", total=1)\ndef test(): pass\n'
    denied by gate/mocked-internals: app.cart
write tests/PayTest.php '<?php\nuse GuzzleHttp\\Client;\n$o = $this->createMock(Client::class);\n'
    goes on

# What a module of the project has imported from outside is outside; what it makes itself is its own, whatever it is called.
the file app/ai.py
    from openai import OpenAI
    import openai
    from requests import get as fetch
the file app/http.py
    def total(): return 1
the file services/api/src/billing/inv.py
    def f(): return 1
write tests/test_e.py 'from unittest.mock import patch\n@patch("app.ai.OpenAI")\n@patch("app.ai.openai.OpenAI")\n@patch("app.ai.fetch")\ndef test(a): pass\n'
    goes on
write tests/test_e.py 'from unittest.mock import patch\n@patch("app.http.total")\ndef test(a): pass\n'
    denied by gate/mocked-internals: app.http.total
write services/api/tests/test_e.py 'from unittest.mock import patch\n@patch("billing.inv.f")\ndef test(a): pass\n'
    denied by gate/mocked-internals: billing.inv.f
write conftest.py 'MOD = "app.cart"\ndef test(mocker):\n  mocker.patch(f"{MOD}.total")\n'
    denied by gate/mocked-internals: app.cart.total
# Own modules under other names.
the file tsconfig.json
    {"compilerOptions": {"baseUrl": "./src", "paths": {"@app/*": ["app/*"]}}}
the file package.json
    {"name": "shop", "workspaces": ["packages/*"]}
the file packages/core/package.json
    {"name": "@acme/core", "main": "src/index.ts"}
the file packages/core/src/index.ts
    export const a = 1;
the file src/app/cart.ts
    export class Cart { total() { return 1; } }
write src/a.test.ts 'vi.mock("@app/cart");\n'
    denied by gate/mocked-internals: @app/cart
write src/a.test.ts 'vi.mock("app/cart");\n'
    denied by gate/mocked-internals: app/cart
write src/a.test.ts 'vi.mock("@acme/core");\n'
    denied by gate/mocked-internals: @acme/core
write src/setupTests.ts 'vi.mock("./app/cart");\n'
    denied by gate/mocked-internals: ./app/cart
write src/a.test.ts 'import { Cart } from "./app/cart"; const c = new Cart(); vi.spyOn(c, "total");\n'
    denied by gate/mocked-internals: ./app/cart
write src/a.test.ts 'import { mock } from "vitest-mock-extended"; import type { Cart } from "./app/cart"; const c = mock<Cart>();\n'
    denied by gate/mocked-internals: ./app/cart
write pkg/a_test.go 'package a\nimport "github.com/stretchr/testify/mock"\ntype S struct{ mock.Mock }\n'
    denied by gate/mocked-internals: testify/mock
write src/a.test.ts 'vi.mock("@app-sdk/x"); vi.mock("$app/navigation"); vi.mock("./logo.svg"); vi.mock("./styles.css"); vi.mock("axios");\n'
    goes on

# Whichever way the test comes.
the file mock.patch
    --- /dev/null
    +++ b/tests/patched.test.ts
    @@ -0,0 +1 @@
    +vi.mock('../src/cart');
the file free.patch
    --- /dev/null
    +++ b/tests/patched.test.ts
    @@ -0,0 +1 @@
    +vi.mock('axios');
the file docs/copied.test.ts
    vi.mock('../src/cart');
bash git apply mock.patch
    denied by gate/mocked-internals: ../src/cart
bash patch -p1 < mock.patch
    denied by gate/mocked-internals: ../src/cart
bash cp docs/copied.test.ts tests/copied.test.ts
    denied by gate/mocked-internals: ../src/cart
bash git apply free.patch
    goes on
bash tar xf a.tar -C tests
    denied by gate/mocked-internals: only known when it runs
bash tar xf a.tar
    goes on, advised by gate/mocked-internals
bash tar xf a.tar -C node_modules
    goes on

# What a name leads to decides, not how it looks; what the policy calls external is so by every name.
policy
    [gate.mocked-internals]
    advices = 0
    external = ["src/app/stripe"]
the file tsconfig.json
    {"files": [], "references": [{"path": "./tsconfig.app.json"}]}
the file tsconfig.app.json
    {"compilerOptions": {"paths": {"@/*": ["./src/*"], "@acme/*": ["./packages/*/src"], "client": ["./node_modules/axios"]}}}
the file package.json
    {"name": "shop", "workspaces": ["packages/*"], "dependencies": {"@acme/sdk": "^2"}}
the file src/app/stripe.ts
    export const pay = 1;
write src/a.test.ts: vi.mock("@/app/cart");
    denied by gate/mocked-internals: @/app/cart
write src/a.test.ts: vi.mock("@acme/core");
    denied by gate/mocked-internals: @acme/core
write src/a.test.ts: vi.mock("@acme/sdk"); vi.mock("client"); vi.mock("@/app/stripe"); vi.mock("./app/stripe");
    goes on
the file composer.json
    {"autoload": {"psr-4": {"Acme\\Shop\\": "code/"}}}
the file code/Stock.php
    <?php namespace Acme\Shop; class Stock {}
write tests/PayTest.php '<?php\nuse Acme\Shop\Stock;\n$o = $this->createMock(Stock::class);\n'
    denied by gate/mocked-internals: Stock
