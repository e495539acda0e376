"""When somebody is busy."""

Interval = tuple[int, int]


def busy(meetings: list[Interval]) -> list[Interval]:
    merged: list[Interval] = []
    while meetings:
        start, end = meetings.pop(0)
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged
