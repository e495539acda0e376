from meetings import busy


def test_overlapping():
    assert busy([(9, 11), (10, 12)]) == [(9, 12)]


def test_apart():
    assert busy([(9, 10), (11, 12)]) == [(9, 10), (11, 12)]
