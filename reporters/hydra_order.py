"""Takes tests in another order than usual if $HYDRA_ORDER is set.

Whatever belongs together stays together, and two tests keep their order whichever others run: what comes first is
decided by a digest of the order's number and the name. Python 3.6 or later, standard library only.
"""
import hashlib
import os
import unittest

_digest = hashlib.sha256
_order = os.environ.get("HYDRA_ORDER")


def _key(name):
    return _digest(("%s %s" % (_order, name)).encode("utf-8", "replace")).digest()


def _keys(item):
    """Of a pytest item: one for each folder, file, class and function that it is in."""
    name = item.nodeid.split("[", 1)[0].replace("::", "/")
    parts = name.split("/")
    return [_key("/".join(parts[: end + 1])) for end in range(len(parts))] + [_key(item.nodeid)]


def reorder_items(items):
    if _order:
        items.sort(key=_keys)


def _first_name(test):
    if isinstance(test, unittest.TestSuite):
        return min((_first_name(each) for each in test), default="")
    return test.id()


def reorder_suite(suite):
    """Modules among each other, classes in their module, and tests in their class."""
    if not _order or not isinstance(suite, unittest.TestSuite):
        return
    suite._tests.sort(key=lambda test: _key(_first_name(test)))
    for each in suite:
        reorder_suite(each)
