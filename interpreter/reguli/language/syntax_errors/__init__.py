"""Where the parser is stuck: one finding for each mistake."""
