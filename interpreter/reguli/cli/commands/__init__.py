"""The commands, a file for those that load the same: words read, work called for, results printed."""
