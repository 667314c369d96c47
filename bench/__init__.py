"""Benchmarks: each figure beside a peer measured in the same run."""
