"""Generation of sentences from rules."""
