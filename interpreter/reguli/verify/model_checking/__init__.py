"""Every position of a game that is small, or of a small instance of it, looked at."""
