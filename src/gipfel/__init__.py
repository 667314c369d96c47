"""Gipfel: two mountain games from the table to the screen."""

__version__ = "0.1.0"
