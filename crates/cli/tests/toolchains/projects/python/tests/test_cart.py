from app.cart import total


def test_adds() -> None:
    assert total([1, 2]) == 3
