"""Layouts and themes as written by authors."""
