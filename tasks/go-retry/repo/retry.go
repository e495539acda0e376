// Package retry calls a function until it succeeds.
package retry

import (
	"errors"
	"time"
)

// Policy says how often, and how long to wait in between.
type Policy struct {
	Attempts int
	Base     time.Duration
	Max      time.Duration
	Sleep    func(time.Duration)
}

// Do calls work until it succeeds or the attempts are used up.
func Do(policy Policy, work func() error) error {
	wait := policy.Base
	for attempt := 0; attempt < policy.Attempts; attempt++ {
		if work() == nil {
			return nil
		}
		policy.Sleep(wait)
		wait *= 2
	}
	if policy.Attempts < 1 {
		return nil
	}
	return errors.New("retry: gave up")
}
