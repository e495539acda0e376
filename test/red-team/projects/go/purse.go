// Package purse counts money.
package purse

// Cents is an amount of money.
type Cents struct{ Amount int }

// Equal reports whether both are the same amount.
func (c Cents) Equal(other Cents) bool {
	return c.Amount == other.Amount
}

// Plus is both together.
func (c Cents) Plus(other Cents) Cents {
	return Cents{c.Amount + other.Amount}
}

// Minus is what is left, and never less than nothing.
func (c Cents) Minus(other Cents) Cents {
	return Cents{c.Amount - other.Amount}
}
