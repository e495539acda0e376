package words

import "testing"

func TestHiddenCount(t *testing.T) {
	if counts := Count("A a b"); counts["a"] != 2 || counts["b"] != 1 || len(counts) != 2 {
		t.Fatal(counts)
	}
}
