"""History: journal, saves, replays."""
