import re

TIME = re.compile(r"(\d{1,2}):(\d{2})")


def parse_time(text):
    """Minutes since midnight of "9:30"."""
    match = TIME.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"not a time: {text!r}")
    hours, minutes = int(match[1]), int(match[2])
    if hours > 24 or minutes > 59:
        raise ValueError(f"not a time: {text!r}")
    return hours * 60 + minutes


def format_time(minutes):
    return f"{minutes // 60:02d}:{minutes % 60:02d}"
