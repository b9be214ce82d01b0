"""The lower form as WebAssembly: printed as bytes, compiled by a library when it is first asked for, and run in a memory of its own."""
