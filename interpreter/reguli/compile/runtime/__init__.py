"""Library functions that any program may need, in the restricted Python that is translated into LIR."""
