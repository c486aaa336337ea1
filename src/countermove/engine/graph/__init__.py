"""The graph of all states of a game, compiled: states as words in native memory, numbered breadth first.

    pack          a state as a few words, and back
    expand        every state that can follow, found, numbered and linked to its successors: the kernel
    enumeration   the same from Python: makes room between two calls of the kernel
    fold          what follows from the ends backwards: exact values, intervals, sums
    row           all packed states at once: found again, packed anew, put in order

It serves sweeps (solve/build.py), value iteration (solve/iterate.py) and counting (measure/census.py), in games with
cycles too. The same in plain Python, depth first and for states of any kind, is solve/graph.py.
"""
