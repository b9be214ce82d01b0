"""Rules text: parsing to frozen nodes; formatting."""
