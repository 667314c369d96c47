"""`python -m gipfel` is the `gipfel` command."""

from .cli.main import main

if __name__ == "__main__":
    main()
