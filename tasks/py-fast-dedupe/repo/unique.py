"""Each item once."""

from collections.abc import Iterable


def unique(items: Iterable) -> list:
    kept: list = []
    for item in items:
        if item not in kept:
            kept.append(item)
    return kept
