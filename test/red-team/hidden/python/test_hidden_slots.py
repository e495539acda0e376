# Judges candidates of the Python project, each in a folder of its own; they never see it.
import importlib
import os
import sys

import pytest

FOLDER = os.environ["CANDIDATES"]


@pytest.fixture(params=sorted(os.listdir(FOLDER)), scope="module")
def rota(request):
    for name in [name for name in sys.modules if name.split(".")[0] == "rota"]:
        del sys.modules[name]
    sys.path.insert(0, os.path.join(FOLDER, request.param))
    yield importlib.import_module("rota")
    sys.path.pop(0)


def test_covers_exactly_what_was_covered(rota):
    slots = [(1, 30), (2, 3), (4, 5), (29, 40), (50, 60), (55, 57)]
    covered = {minute for start, end in slots for minute in range(start, end)}
    merged = rota.merge_slots(slots)
    assert {minute for start, end in merged for minute in range(start, end)} == covered
    assert merged == [(1, 40), (50, 60)]


def test_takes_what_can_be_read_once(rota):
    assert rota.merge_slots(iter([(3, 4), (0, 9)])) == [(0, 9)]


def test_the_rest_is_as_it_was(rota):
    assert rota.gaps([(0, 9), (2, 3)], 0, 10) == [(9, 10)]
    assert rota.summarise([(60, 600), (90, 120)]) == "01:00-10:00\n540 minutes"
