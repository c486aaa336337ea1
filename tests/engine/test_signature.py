"""The engine takes the nodes that it took before: a change that was not meant to alter the search shows here.

When a change is meant to, run `python tests/engine/test_signature.py`: it writes what comes out now into this file.
Read the diff, and explain it in the commit message.
"""

import re
from pathlib import Path

import pytest

from countermove.bench.signature import TASKS, signature

# Game: nodes in full, selectively, to the end.
PINNED = {
    "tictactoe": (2155, 1687, 1027),
    "mnk": (27269, 9565, None),
    "connect4": (55319, 29425, 2176433),
    "othello": (17149, 10319, 19215),
    "breakthrough": (14526, 2931, None),
    "hexapawn": (157, 155, None),
    "domineering": (11797, 9214, None),
    "morris": (24343, 3225, None),
    "nim": (2187, 1587, None),
    "grundy:n=20": (3029, 2434, None),
    "subtract": (4156, 3591, None),
}

UPDATE = "If this was meant, run `python tests/engine/test_signature.py`, which writes the new numbers into this file."


def counted(task):
    found = signature(task)
    return found.nodes, found.selective, found.solved


@pytest.mark.native
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.game)
def test_the_engine_takes_the_nodes_it_took_before(task):
    assert counted(task) == PINNED[task.game], f"The search of {task.game} has changed. {UPDATE}"


@pytest.mark.native
def test_the_nodes_are_the_same_every_time():
    assert signature(TASKS[0]) == signature(TASKS[0])


def rewrite():
    path = Path(__file__)
    rows = "".join(f'    "{task.game}": {counted(task)},\n' for task in TASKS)
    text = re.sub(r"(?s)(PINNED = \{\n).*?(\n?\}\n)", lambda found: found[1] + rows + "}\n", path.read_text(), count=1)
    path.write_text(text)


if __name__ == "__main__":
    rewrite()
