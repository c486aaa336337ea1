"""Nodes of three kinds: two players, and chance with its odds."""


class Node:
    def __init__(self, kind, children=None, worth=None, odds=None):
        self.kind = kind
        self.children = children or []
        self.worth = worth
        self.odds = odds


def expectiminimax(node):
    if node.kind == "end":
        return node.worth
    values = [expectiminimax(child) for child in node.children]
    if node.kind == "chance":
        return sum(odds * value for odds, value in zip(node.odds, values))
    return max(values) if node.kind == "max" else min(values)


def end(worth):
    return Node("end", worth=worth)


die = Node("chance", [end(4), end(-2)], odds=[0.75, 0.25])
coin = Node("chance", [end(1), end(7)], odds=[0.5, 0.5])
root = Node("max", [Node("min", [die, end(3)]), Node("min", [coin, end(2)])])
print(expectiminimax(root))
