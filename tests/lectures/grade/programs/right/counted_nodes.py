"""Nodes whose leaves have no list of children, and a dictionary that counts what is visited."""
from dataclasses import dataclass
from typing import Optional


@dataclass
class Node:
    value: Optional[int] = None
    children: Optional[list] = None


def minimax(node, maximizing, stats):
    stats["visited"] += 1
    if node.children is None:
        return node.value
    values = [minimax(child, not maximizing, stats) for child in node.children]
    return max(values) if maximizing else min(values)


def main():
    root = Node(children=[Node(children=[Node(3), Node(7)]), Node(children=[Node(1), Node(9)])])
    stats = {"visited": 0}
    print(minimax(root, True, stats), stats)


if __name__ == "__main__":
    main()
