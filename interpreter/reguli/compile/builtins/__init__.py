"""Code generation for the built-in functions of the language, groups and sort orders."""
