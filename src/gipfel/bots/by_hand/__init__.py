"""The grades F, PD and AD: judgement written by hand, with the standard library and the law alone.

Nothing here needs NumPy, Numba or the kernel, so that these files also run inside a browser. Each
game has a module of its name with GRADES, from a grade to its judgement, and `win`.
"""
