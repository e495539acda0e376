package words

import (
	"reflect"
	"testing"
)

func TestHiddenTiesByName(t *testing.T) {
	got := Top("pear fig pear apple fig kiwi", 9)
	want := []Entry{{"fig", 2}, {"pear", 2}, {"apple", 1}, {"kiwi", 1}}
	if !reflect.DeepEqual(got, want) {
		t.Fatal(got)
	}
}

func TestHiddenLimit(t *testing.T) {
	if got := Top("a a b", 1); !reflect.DeepEqual(got, []Entry{{"a", 2}}) {
		t.Fatal(got)
	}
	if len(Top("a", 0)) != 0 || len(Top("a", -1)) != 0 || len(Top("", 5)) != 0 {
		t.Fatal("nothing was asked for")
	}
}

func TestHiddenUnicode(t *testing.T) {
	got := Top("Größe, größe! 42-mal; 42.", 9)
	want := []Entry{{"42", 2}, {"größe", 2}, {"mal", 1}}
	if !reflect.DeepEqual(got, want) {
		t.Fatal(got)
	}
}
