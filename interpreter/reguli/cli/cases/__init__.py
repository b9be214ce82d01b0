"""What commands do, and share."""
