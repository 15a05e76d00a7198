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
