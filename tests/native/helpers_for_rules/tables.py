"""Helpers in a module of their own, as an author would have them."""

LIMIT = 33


def capped(value, limit):
    return min(value, limit)


def evens(n):
    yield from range(2, n, 2)
