"""Pictures of boards, marks and replays."""
