"""Static proofs about bound rules: termination, totality, no leaks."""
