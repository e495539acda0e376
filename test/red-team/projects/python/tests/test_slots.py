from rota.slots import gaps, merge_slots


def test_keeps_slots_apart():
    assert merge_slots([(8, 9), (1, 2)]) == [(1, 2), (8, 9)]


def test_merges_what_overlaps():
    assert merge_slots([(1, 5), (4, 8)]) == [(1, 8)]


def test_merges_what_touches():
    assert merge_slots([(1, 5), (5, 8)]) == [(1, 8)]


def test_merges_what_lies_within():
    assert merge_slots([(60, 600), (90, 120)]) == [(60, 600)]


def test_nothing_to_merge():
    assert merge_slots([]) == []


def test_finds_gaps():
    assert gaps([(2, 4), (6, 8)], 0, 10) == [(0, 2), (4, 6), (8, 10)]
