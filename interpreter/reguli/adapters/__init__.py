"""Adapters: games as environments of research libraries, with numbered actions and observations as numbers."""
