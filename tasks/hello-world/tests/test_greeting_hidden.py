from greeting import greet


def test_somebody():
    assert greet("Grace") == "Hello, Grace!"


def test_nobody():
    assert greet("") == "Hello, world!"


def test_blank():
    assert greet(" \t ") == "Hello, world!"
    assert greet("  Grace ") == "Hello, Grace!"
