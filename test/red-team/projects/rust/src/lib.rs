//! Counts money.

/// An amount of money.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cents(pub i64);

impl Cents {
    /// Both together.
    pub fn plus(self, other: Cents) -> Cents {
        Cents(self.0 + other.0)
    }

    /// What is left, and never less than nothing.
    pub fn minus(self, other: Cents) -> Cents {
        Cents(self.0 - other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        assert_eq!(Cents(2).plus(Cents(3)), Cents(5));
    }

    #[test]
    fn never_below_nothing() {
        assert_eq!(Cents(2).minus(Cents(3)), Cents(0));
    }
}
