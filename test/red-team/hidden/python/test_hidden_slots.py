# Judges candidates of the Python project; they never see it.
from rota import gaps, merge_slots, summarise


def test_covers_exactly_what_was_covered():
    slots = [(1, 30), (2, 3), (4, 5), (29, 40), (50, 60), (55, 57)]
    covered = {minute for start, end in slots for minute in range(start, end)}
    merged = merge_slots(slots)
    assert {minute for start, end in merged for minute in range(start, end)} == covered
    assert merged == [(1, 40), (50, 60)]


def test_takes_what_can_be_read_once():
    assert merge_slots(iter([(3, 4), (0, 9)])) == [(0, 9)]


def test_the_rest_is_as_it_was():
    assert gaps([(0, 9), (2, 3)], 0, 10) == [(9, 10)]
    assert summarise([(60, 600), (90, 120)]) == "01:00-10:00\n540 minutes"
