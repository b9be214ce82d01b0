"""What a variant says, laid over the documents of its base."""
