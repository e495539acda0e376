use ring::Ring;

#[test]
fn first_in_first_out() {
    let mut ring = Ring::new(3);
    ring.push(1);
    ring.push(2);
    assert_eq!(ring.pop(), Some(1));
    assert_eq!(ring.pop(), Some(2));
    assert_eq!(ring.pop(), None);
}
