"""Two programs played side by side by the same moves and the same chance, and the first place where they are not one game."""
