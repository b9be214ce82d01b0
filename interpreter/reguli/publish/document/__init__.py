"""Documents: planning, realisation, and division into pages."""
