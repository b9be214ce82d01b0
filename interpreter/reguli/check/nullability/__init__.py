"""What is certainly there at each place of the rules, and what is read of what may not be."""
