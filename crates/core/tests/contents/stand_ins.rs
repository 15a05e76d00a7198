//! What takes the place of the project's own code in its tests: modules made of modules, files that lie where a runner looks
//! for them, and mocks that a program has generated.

use hookward_core::Decision;
use hookward_core::policy::Layer;

use crate::support::{Bench, Disk};
use crate::write;

const DISK: Disk = Disk(&[
    ("package.json", "{}"),
    ("src/cart.ts", "export const total = 1;"),
    ("src/shop/index.ts", "export const open = 1;"),
    ("node_modules/axios/index.js", ""),
    ("go.mod", "module example.com/shop\n"),
    ("internal/mocks/store.go", "package mocks"),
    ("internal/store/mock_store/store.go", "package mock_store"),
    ("internal/store/store.go", "package store"),
    ("app/Cart.php", "<?php namespace App; class Cart {}"),
    ("src/main/java/shop/Cart.java", "package shop; class Cart {}"),
]);

fn decision(path: &str, content: &str) -> Decision {
    let policy = "[rules]\n\"gate/mocked-internals\" = \"enforce\"\n";
    let bench = Bench { world: &DISK, ..Bench::with(&[(Layer::Project, policy)]) };
    bench.judge(write(path, content)).decision
}

#[test]
fn a_stand_in_for_own_code_is_advised_against() {
    for (path, content) in [
        ("src/a.test.ts", "const cart = jest.createMockFromModule('./cart');"),
        ("src/a.test.ts", "const cart = jest.genMockFromModule('./cart');"),
        ("src/a.test.ts", "const cart = await vi.importMock('./cart');"),
        ("src/a.test.ts", "import * as cart from './cart'; jest.replaceProperty(cart, 'total', 2);"),
        ("src/a.test.ts", "import { Cart } from './cart'; sinon.createStubInstance(Cart);"),
        ("src/__mocks__/cart.ts", "export const total = 2;"),
        ("src/__mocks__/cart.js", "module.exports = { total: 2 };"),
        ("src/__mocks__/shop.ts", "export const open = 2;"),
        ("a_test.go", "package a\nimport \"example.com/shop/internal/mocks\"\nvar s = mocks.NewStore(t)"),
        (
            "a_test.go",
            "package a\nimport m \"example.com/shop/internal/store/mock_store\"\nvar s = m.NewMockStore(c)",
        ),
        (
            "tests/ATest.php",
            "<?php use App\\Cart; class ATest { function t() { $this->createMock(Cart::class); } }",
        ),
        ("tests/ATest.php", "<?php class ATest { function t() { \\Mockery::mock('App\\Cart'); } }"),
        ("src/test/java/shop/ATest.java", "package shop; class ATest { Cart c = Mockito.mock(Cart.class); }"),
        ("src/test/java/shop/ATest.java", "package shop; class ATest { @MockBean Cart c; }"),
    ] {
        assert_eq!(decision(path, content), Decision::Advise, "{path}: {content}");
    }
}

#[test]
fn a_stand_in_for_what_lies_outside_is_free() {
    for (path, content) in [
        ("src/a.test.ts", "const axios = jest.createMockFromModule('axios');"),
        ("__mocks__/axios.ts", "export default { get() {} };"),
        ("__mocks__/@aws-sdk/client-s3.ts", "export class S3 {}"),
        ("src/__mocks__/styleMock.js", "module.exports = {};"),
        ("src/__mocks__/cart.ts", "// @mock-exempt: the till is slow\nexport const total = 2;"),
        ("a_test.go", "package a\nimport \"github.com/other/mocks\"\nvar s = mocks.NewStore(t)"),
        ("a_test.go", "package a\nimport \"example.com/shop/internal/store\"\nvar s = store.New()"),
        (
            "tests/ATest.php",
            "<?php class ATest { function t() { $this->createMock(\\Psr\\Log\\LoggerInterface::class); } }",
        ),
        (
            "src/test/java/shop/ATest.java",
            "package shop; import java.util.List; class ATest { List c = mock(List.class); }",
        ),
    ] {
        assert!(decision(path, content) < Decision::Advise, "{path}: {content}");
    }
}
