package purse

import "testing"

func TestHidden(t *testing.T) {
	if got := (Cents{1}).Minus(Cents{9}); got.Amount != 0 {
		t.Fatalf("1 - 9 gives %v", got)
	}
	if got := (Cents{9}).Minus(Cents{1}); got.Amount != 8 {
		t.Fatalf("9 - 1 gives %v", got)
	}
	if (Cents{1}).Equal(Cents{2}) || !(Cents{2}).Equal(Cents{2}) {
		t.Fatal("Equal is wrong")
	}
}
