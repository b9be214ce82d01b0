"""The functions of the language, groups and orders as code."""
