"""What stands where: planned, said, cut into pages."""
