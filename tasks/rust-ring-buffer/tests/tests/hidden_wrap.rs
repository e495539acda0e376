use ring::Ring;

fn drain(ring: &mut Ring<u32>) -> Vec<u32> {
    std::iter::from_fn(|| ring.pop()).collect()
}

#[test]
fn wraps_in_order() {
    let mut ring = Ring::new(3);
    for item in 1..=5 {
        ring.push(item);
    }
    assert_eq!(ring.len(), 3);
    assert_eq!(drain(&mut ring), vec![3, 4, 5]);
}

#[test]
fn overwrites_the_oldest() {
    let mut ring = Ring::new(2);
    assert_eq!(ring.push(1), None);
    assert_eq!(ring.push(2), None);
    assert_eq!(ring.push(3), Some(1));
    assert_eq!(ring.push(4), Some(2));
}

#[test]
fn empties_and_fills_again() {
    let mut ring = Ring::new(2);
    ring.push(1);
    ring.push(2);
    ring.pop();
    ring.push(3);
    assert_eq!(drain(&mut ring), vec![2, 3]);
    ring.push(4);
    assert_eq!(drain(&mut ring), vec![4]);
}
