"""The compiler: prints Python source from the bound IR, compiles it once and runs it instead of the interpreter."""
