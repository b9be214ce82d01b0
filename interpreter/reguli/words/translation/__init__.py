"""Workspaces with all wordings of a ruleset: their progress and their faults."""
