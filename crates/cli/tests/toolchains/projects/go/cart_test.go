package shop

import "testing"

func TestAdds(t *testing.T) {
	if got := Total([]int{1, 2}); got != 3 {
		t.Errorf("Total() = %d, want 3", got)
	}
}
