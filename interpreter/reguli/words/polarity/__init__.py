"""What a sentence says with the words that turn a rule into its contrary, held to the other languages and to its rules."""
