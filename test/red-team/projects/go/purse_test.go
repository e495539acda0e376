package purse

import "testing"

func TestPlus(t *testing.T) {
	want := Cents{5}
	if got := (Cents{2}).Plus(Cents{3}); !got.Equal(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestMinus(t *testing.T) {
	tests := []struct {
		name              string
		has, spends, want Cents
	}{
		{"some is left", Cents{5}, Cents{3}, Cents{2}},
		{"nothing is left", Cents{3}, Cents{3}, Cents{0}},
		{"never below nothing", Cents{2}, Cents{3}, Cents{0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.has.Minus(tt.spends); !got.Equal(tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
