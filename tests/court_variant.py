"""A variant of Nucleum without its royal courts, which several tests of variants and pages lay over the game."""

NO_COURT = """variant: no_court
of: nucleum
name: Nucleum without royal courts
remove:
  rules: [hold_court, highest_marker, markers_placed]
  parts: [make_progress/if courts]
  state: [game.courts]
  constants: [court_places, last_court]
  tables: [court_points]
  statements: [N89, N90, N91, N97]
  elements: {ending: [all_recharged]}
"""
