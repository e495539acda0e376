from unique import unique


class Counted:
    comparisons = 0

    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        Counted.comparisons += 1
        return isinstance(other, Counted) and self.value == other.value

    def __hash__(self):
        return hash(self.value)


def test_order_is_kept():
    assert unique("abracadabra") == ["a", "b", "r", "c", "d"]


def test_first_of_equals_is_kept():
    assert repr(unique([1, True, 1.0, 2])) == "[1, 2]"


def test_lists_have_no_hash_and_still_work():
    assert unique([[1], [2], [1], "a", "a"]) == [[1], [2], "a"]


def test_comparisons_grow_with_the_input_not_its_square():
    Counted.comparisons = 0
    assert len(unique([Counted(index % 1000) for index in range(4000)])) == 1000
    assert Counted.comparisons < 20_000
