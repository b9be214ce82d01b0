"""The lower form as Python: printed as source, compiled when it is first asked for, and run in place of the interpreter."""
