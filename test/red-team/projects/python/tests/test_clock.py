import pytest

from rota.clock import format_time, parse_time


def test_parses_a_time():
    assert parse_time("9:30") == 570


def test_parses_midnight():
    assert parse_time("00:00") == 0


@pytest.mark.parametrize("text", ["25:00", "9", "9:75"])
def test_refuses_what_is_no_time(text):
    with pytest.raises(ValueError):
        parse_time(text)


def test_formats_a_time():
    assert format_time(570) == "09:30"
