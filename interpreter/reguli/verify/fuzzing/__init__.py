"""What play shows: many games by lot, each looked at for what must never happen, and what no game comes to."""
