from rota.report import summarise


def test_summarises_a_day():
    assert summarise([(540, 600), (570, 630)]) == "09:00-10:30\n90 minutes"
