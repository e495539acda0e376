from .clock import format_time
from .shifts import total_minutes
from .slots import merge_slots


def summarise(slots):
    merged = merge_slots(slots)
    lines = [f"{format_time(start)}-{format_time(end)}" for start, end in merged]
    return "\n".join([*lines, f"{total_minutes(merged)} minutes"])
