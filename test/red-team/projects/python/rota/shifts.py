def total_minutes(slots):
    return sum(end - start for start, end in slots)


def overlaps(one, other):
    return one[0] < other[1] and other[0] < one[1]


def longest(slots):
    """The longest slot; the earliest of equals. None without any."""
    return max(sorted(slots), key=lambda slot: slot[1] - slot[0], default=None)
