"""Helpers in a module of their own, as an author would have them."""

LIMIT = 33


def capped(value, limit):
    return min(value, limit)


def evens(n):
    for i in range(2, n, 2):
        yield i
