"""The commands, grouped into files by the packages they load: arguments parsed, use cases called, results printed."""
