package words

import "testing"

func TestCount(t *testing.T) {
	if counts := Count("to be or not to be"); counts["to"] != 2 || counts["not"] != 1 {
		t.Fatal(counts)
	}
}
