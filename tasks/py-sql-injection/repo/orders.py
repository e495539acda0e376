"""Orders by customer."""

import sqlite3


def orders_of(db: sqlite3.Connection, customer: str, sort: str = "id") -> list[tuple]:
    query = f"SELECT id, item, amount FROM orders WHERE customer = '{customer}' ORDER BY {sort}"
    return db.execute(query).fetchall()
