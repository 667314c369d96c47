"""`make bench`: measure and print."""

from bench.readable import main

main()
