"""The WebAssembly back end of the LIR: modules are emitted as bytes, compiled by a library on first use, and run in their own memory."""
