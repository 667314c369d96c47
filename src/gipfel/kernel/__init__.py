"""The kernel: the games compiled, for search and simulation; equal to `games/`, in lockstep."""

from .game import KernelGame, kernel_of, new, playouts, prepare, prepare_in_background, seeds

__all__ = [
    "KernelGame",
    "kernel_of",
    "new",
    "playouts",
    "prepare",
    "prepare_in_background",
    "seeds",
]
