import sqlite3

import pytest

from orders import orders_of


@pytest.fixture
def db():
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE orders (id INTEGER, customer TEXT, item TEXT, amount INTEGER)")
    connection.executemany(
        "INSERT INTO orders VALUES (?, ?, ?, ?)",
        [(1, "ada", "tea", 9), (2, "bob", "pie", 4), (3, "O'Hara", "jam", 5), (4, "ada", "bun", 2)],
    )
    return connection


def test_own_orders(db):
    assert orders_of(db, "ada") == [(1, "tea", 9), (4, "bun", 2)]


def test_sorted_by_amount(db):
    assert orders_of(db, "ada", sort="amount") == [(4, "bun", 2), (1, "tea", 9)]


def test_a_quote_in_a_name(db):
    assert orders_of(db, "O'Hara") == [(3, "jam", 5)]


def test_a_name_is_never_a_condition(db):
    assert orders_of(db, "' OR '1'='1") == []


def test_an_unknown_column_is_refused(db):
    with pytest.raises(ValueError):
        orders_of(db, "ada", sort="(SELECT 1)")
