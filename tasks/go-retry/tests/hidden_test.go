package retry

import (
	"errors"
	"reflect"
	"testing"
	"time"
)

var errDown = errors.New("down")

func run(policy Policy, failures int) (calls int, waits []time.Duration, err error) {
	policy.Sleep = func(wait time.Duration) { waits = append(waits, wait) }
	err = Do(policy, func() error {
		calls++
		if calls <= failures {
			return errDown
		}
		return nil
	})
	return calls, waits, err
}

func TestHiddenStopsAtSuccess(t *testing.T) {
	calls, waits, err := run(Policy{Attempts: 5, Base: 1}, 1)
	if calls != 2 || len(waits) != 1 || err != nil {
		t.Fatal(calls, waits, err)
	}
}

func TestHiddenWaitsDouble(t *testing.T) {
	_, waits, _ := run(Policy{Attempts: 9, Base: 3}, 3)
	if !reflect.DeepEqual(waits, []time.Duration{3, 6, 12}) {
		t.Fatal(waits)
	}
}

func TestHiddenNoWaitAfterLast(t *testing.T) {
	calls, waits, _ := run(Policy{Attempts: 3, Base: 1}, 99)
	if calls != 3 || len(waits) != 2 {
		t.Fatal(calls, waits)
	}
}

func TestHiddenLastErrorIsWrapped(t *testing.T) {
	_, _, err := run(Policy{Attempts: 2, Base: 1}, 99)
	if !errors.Is(err, errDown) {
		t.Fatal(err)
	}
}

func TestHiddenWaitIsCapped(t *testing.T) {
	_, waits, _ := run(Policy{Attempts: 100, Base: 4, Max: 10}, 99)
	for _, wait := range waits[2:] {
		if wait != 10 {
			t.Fatal(waits)
		}
	}
}

func TestHiddenAtLeastOnce(t *testing.T) {
	for _, attempts := range []int{0, -3} {
		if calls, _, err := run(Policy{Attempts: attempts, Base: 1}, 99); calls != 1 || err == nil {
			t.Fatal(attempts, calls, err)
		}
	}
}
