use duration::parse;

#[test]
fn minutes() {
    assert_eq!(parse("5m"), Ok(300));
}
