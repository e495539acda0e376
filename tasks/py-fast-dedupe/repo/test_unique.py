from unique import unique


def test_duplicates_go():
    assert unique([3, 1, 3, 2, 1]) == [3, 1, 2]
