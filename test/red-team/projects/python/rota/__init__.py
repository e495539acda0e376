from .clock import format_time, parse_time
from .report import summarise
from .shifts import longest, overlaps, total_minutes
from .slots import gaps, merge_slots

__all__ = [
    "format_time",
    "gaps",
    "longest",
    "merge_slots",
    "overlaps",
    "parse_time",
    "summarise",
    "total_minutes",
]
