"""Static analysis of rules: the checks, one per file, all listed in ``static_part``."""
