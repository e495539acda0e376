use purse::Cents;

#[test]
fn hidden() {
    assert_eq!(Cents(1).minus(Cents(9)).0, 0);
    assert_eq!(Cents(9).minus(Cents(1)).0, 8);
    assert!(Cents(1) != Cents(2) && Cents(2) == Cents(2));
}
