"""Functions that every program may need, in the restricted Python that becomes the lower form."""
