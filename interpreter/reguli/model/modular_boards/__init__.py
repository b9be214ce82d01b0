"""Boards that are joined of drawn parts."""
