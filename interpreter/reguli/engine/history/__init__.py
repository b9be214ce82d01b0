"""What happened: journal, saves, replays."""
