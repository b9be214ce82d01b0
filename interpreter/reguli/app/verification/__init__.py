"""``reguli verify``: runs the parts, and stores, answers and reports their findings."""
