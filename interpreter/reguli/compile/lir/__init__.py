"""The LIR: structured code with typed locals, between the program and its back ends."""
