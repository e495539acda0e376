// Package words counts words.
package words

import "strings"

// Count tells how often each word occurs.
func Count(text string) map[string]int {
	counts := map[string]int{}
	for _, word := range strings.Fields(text) {
		counts[strings.ToLower(word)]++
	}
	return counts
}
