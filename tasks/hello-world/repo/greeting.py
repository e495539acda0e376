"""Greetings for the front page."""


def greet(name: str) -> str:
    return f"Hello, {name}!"
