def merge_slots(slots):
    """The same time with no slot touching another, in order."""
    merged = []
    for start, end in sorted(slots):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged


def gaps(slots, start, end):
    """What of a day no slot covers."""
    free = []
    at = start
    for begin, finish in merge_slots(slots):
        if begin > at:
            free.append((at, min(begin, end)))
        at = max(at, finish)
    if at < end:
        free.append((at, end))
    return free
