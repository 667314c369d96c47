"""What every game shares: the contract, chance, errors, matches, records. Standard library only."""
