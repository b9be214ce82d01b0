"""Use cases on a ruleset: check, trace, print, translate, explain; shared by the command and the library."""
