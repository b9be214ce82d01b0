"""What makes code quicker, each thing in one file with its reason."""
