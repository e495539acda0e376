use purse::Cents;

#[test]
fn some_is_left() {
    assert_eq!(Cents(5).minus(Cents(3)), Cents(2));
}

#[test]
fn nothing_is_left() {
    assert_eq!(Cents(3).minus(Cents(3)).0, 0);
}
