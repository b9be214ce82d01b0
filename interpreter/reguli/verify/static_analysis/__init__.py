"""What is told of rules without a game being played: each look in one file, all of them in the list of ``part``."""
