from meetings import busy


def test_apart():
    assert busy([(1, 2), (4, 6)]) == [(1, 2), (4, 6)]


def test_empty():
    assert busy([]) == []


def test_contained():
    assert busy([(8, 18), (9, 10), (11, 12)]) == [(8, 18)]


def test_touching():
    assert busy([(1, 2), (2, 3), (3, 4)]) == [(1, 4)]


def test_unsorted():
    assert busy([(7, 9), (1, 3), (2, 5), (8, 10)]) == [(1, 5), (7, 10)]


def test_input_is_left_alone():
    meetings = [(3, 4), (1, 2)]
    busy(meetings)
    assert meetings == [(3, 4), (1, 2)]
