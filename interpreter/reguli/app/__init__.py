"""What a person or a program asks for: check, trace, print, word, explain a ruleset; the command and the library both ask here."""
