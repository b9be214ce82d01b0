"""Boards, marks and replays as pictures."""
