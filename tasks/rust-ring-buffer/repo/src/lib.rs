//! A buffer that forgets its oldest items.

/// Holds as many items as it was made for.
pub struct Ring<T> {
    items: Vec<Option<T>>,
    next: usize,
    len: usize,
}

impl<T> Ring<T> {
    /// A ring for at least one item.
    pub fn new(capacity: usize) -> Self {
        Ring {
            items: (0..capacity.max(1)).map(|_| None).collect(),
            next: 0,
            len: 0,
        }
    }

    /// How many items it holds.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds an item.
    pub fn push(&mut self, item: T) {
        let at = self.next % self.items.len();
        self.items[at] = Some(item);
        self.next += 1;
        self.len += 1;
    }

    /// Takes the oldest item.
    pub fn pop(&mut self) -> Option<T> {
        let at = self.items.iter().position(Option::is_some)?;
        self.len -= 1;
        self.items[at].take()
    }
}
