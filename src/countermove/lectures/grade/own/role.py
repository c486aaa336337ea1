"""What a parameter means by its name: the window, the depth, whose turn it is, a table of the search, or the state."""

from __future__ import annotations

import re
from typing import Any

ROLES = (
    ("alpha", r"^(alpha|α|alfa|a|al|lower|low|lo)$"),
    ("beta", r"^(beta|β|b|be|upper|high|hi)$"),
    ("table", r"memo|cache|^table|_table$|^tt$|transpos|^stats|counter|metrics|tally|^visited|^seen$"),
    ("height", r"^h$|height|target|max_?depth|tree_?depth|total_?depth|levels$"),
    ("turn", r"(agent|player|ghost)_?(index|idx|num|id)"),
    ("index", r"index|idx|^i$|node_?(num|no|id)$"),
    ("depth", r"depth|^ply|plies|level|limit|cutoff|remaining|^d$|lookahead"),
    ("turn", r"max|min|turn|player|who|colou?r|sign|side|letter|mark|symbol|^sym|agent|piece|token|current|^is_|^ai"
     r"|human|flag|^opp|^me$|^my|comp|^p$|active|mover|bot$"),
)  # fmt: skip
LEAVES = re.compile(r"^(leaf_?|node_?)?(values|scores|leaves|nums|numbers|arr|array|utilities)$")
RIVAL = re.compile(r"opp|other|human|enemy|advers|rival", re.IGNORECASE)


def role_of(name: str, names: list[str]) -> str:
    """What a parameter is by its name: alpha, beta, depth, turn, table, index, height or state."""
    word = name.lower()
    if word in ("a", "b", "al", "be") and not {"a", "b"} <= {each.lower() for each in names}:
        return "state"
    if word in ("node", "n", "pos", "position", "cur", "curr") and any(LEAVES.match(each.lower()) for each in names):
        return "index"  # a node of a tree whose leaves are in a row
    return next((role for role, words in ROLES if re.search(words, word)), "state")


def rivals_differ(names: list[str], values: list[Any]) -> bool:
    """Whether a player and the opponent, where both are parameters, are not the same."""
    turns = [(name, value) for name, value in zip(names, values) if role_of(name, names) == "turn"]
    if not any(RIVAL.search(name) for name, _ in turns):
        return True
    players = [value for _, value in turns if isinstance(value, (int, str)) and not isinstance(value, bool)]
    return len(set(players)) == len(players)


class Tally(dict[Any, Any]):
    """A table, or counters, that a search is given to keep: what is not there counts as zero."""

    def __missing__(self, key: Any) -> int:
        return 0

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name]

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def is_table(name: str) -> bool:
    return role_of(name, [name]) == "table"


def tables(name: str) -> list[Any]:
    """What a parameter that is a table or a counter may begin with."""
    if re.search(r"stat|count|metric|tally", name.lower()):
        return [Tally(), 0, []]
    return [{}, set(), Tally(), []]
