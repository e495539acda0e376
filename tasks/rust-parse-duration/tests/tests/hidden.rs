use duration::parse;

#[test]
fn one_unit() {
    assert_eq!(parse("90s"), Ok(90));
    assert_eq!(parse("2h"), Ok(7200));
    assert_eq!(parse("0s"), Ok(0));
}

#[test]
fn nonsense_is_an_error() {
    for text in ["", "s", "5", "5x", "-5s", "5ü", "1 h"] {
        assert!(parse(text).is_err(), "{text}");
    }
}

#[test]
fn several_units() {
    assert_eq!(parse("1h30m"), Ok(5400));
    assert_eq!(parse("2h3s"), Ok(7203));
}

#[test]
fn days() {
    assert_eq!(parse("1d2h3m4s"), Ok(93_784));
}

#[test]
fn too_much_is_an_error() {
    assert!(std::panic::catch_unwind(|| parse("18446744073709551615h")).is_ok_and(|read| read.is_err()));
    assert!(std::panic::catch_unwind(|| parse("18446744073709551615s1s")).is_ok_and(|read| read.is_err()));
    assert_eq!(parse("18446744073709551615s"), Ok(u64::MAX));
}

#[test]
fn order_and_repetition_are_errors() {
    assert_eq!(parse("1m1s"), Ok(61));
    for text in ["5m1h", "1h1h", "1h30", "1hm"] {
        assert!(parse(text).is_err(), "{text}");
    }
}
