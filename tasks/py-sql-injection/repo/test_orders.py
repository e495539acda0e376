import sqlite3

from orders import orders_of


def test_by_customer():
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE orders (id INTEGER, customer TEXT, item TEXT, amount INTEGER)")
    db.execute("INSERT INTO orders VALUES (1, 'ada', 'tea', 3), (2, 'bob', 'pie', 9)")
    assert orders_of(db, "ada") == [(1, "tea", 3)]
