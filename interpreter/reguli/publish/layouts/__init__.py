"""Layouts and themes as authors write them."""
