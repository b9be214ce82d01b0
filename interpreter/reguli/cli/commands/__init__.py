"""The commands, a file for each: words read, work called for, results printed."""
