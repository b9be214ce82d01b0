"""Numbers, nouns and phrases of each language; lexicon and catalogues."""
