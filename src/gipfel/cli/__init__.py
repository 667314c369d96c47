"""The `gipfel` command: parsing and printing only."""
