"""From YAML nodes to documents as written; application of variants; positions."""
