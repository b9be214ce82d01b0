"""Who may see and know what."""
