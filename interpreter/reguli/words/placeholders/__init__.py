"""The values that a sentence may use from its rule."""
