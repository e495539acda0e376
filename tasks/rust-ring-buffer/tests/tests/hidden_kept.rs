use ring::Ring;

#[test]
fn starts_empty() {
    let mut ring: Ring<u8> = Ring::new(4);
    assert!(ring.is_empty());
    assert_eq!(ring.pop(), None);
}

#[test]
fn keeps_what_fits() {
    let mut ring = Ring::new(2);
    ring.push("a");
    ring.push("b");
    assert_eq!(ring.len(), 2);
    assert_eq!((ring.pop(), ring.pop()), (Some("a"), Some("b")));
}
