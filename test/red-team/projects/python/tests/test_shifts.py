from rota.shifts import longest, overlaps, total_minutes


def test_adds_up_minutes():
    assert total_minutes([(0, 30), (60, 75)]) == 45


def test_touching_is_not_overlapping():
    assert not overlaps((1, 5), (5, 8))
    assert overlaps((1, 5), (4, 8))


def test_longest_is_the_earliest_of_equals():
    assert longest([(5, 9), (0, 4), (20, 21)]) == (0, 4)


def test_longest_of_none():
    assert longest([]) is None
