package retry

import (
	"errors"
	"testing"
	"time"
)

func TestSucceedsAtLast(t *testing.T) {
	calls := 0
	err := Do(Policy{Attempts: 3, Base: time.Second, Sleep: func(time.Duration) {}}, func() error {
		calls++
		if calls < 3 {
			return errors.New("not yet")
		}
		return nil
	})
	if err != nil || calls != 3 {
		t.Fatalf("%v after %d calls", err, calls)
	}
}
