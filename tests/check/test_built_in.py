"""Every built-in game keeps every law, compiled and interpreted alike."""

import pytest

from countermove import load
from countermove.check import LAWS, check_game
from countermove.native.kernel import is_on
from countermove.registry import BUILT_IN

DICE = "tree:tree=[{'chances':[0.25,0.75],'children':[[1,2],3]},[4,[5,6]]]"
THREE = "tree:tree=[[(1,2,3),(3,2,1)],[(0,0,0)]],players=3"
OTHERS = [
    "mnk:rows=3,cols=4,k=3",
    "connect:rows=4,cols=4,k=3",
    "hexapawn:rows=4,cols=4",
    "breakthrough:rows=5,cols=3",
    "domineering:rows=4,cols=5",
    "morris:men=6",
    "nim:piles=(1,2,3),misere=true",
    "grundy:n=10,misere=true",
    "subtract:counters=30",
    "othello:size=4",
    "tree:tree=[[3,12,8],[2,4,6],[14,5,2]],root=min",
    "tree:tree=[[1,2],[3,4]],players=1",
]
"""Other sizes, whose compiled rules tests/games/test_compiled.py compares."""


@pytest.mark.parametrize("spec", [*sorted(BUILT_IN), "morris:men=3", DICE, THREE])
def test_a_built_in_game_keeps_every_law(spec):
    report = check_game(load(spec), games=3, seconds=3.0)
    assert report.problems == ()
    assert report.states > 3
    assert not is_on() or (report.native and report.compared > 3)


@pytest.mark.parametrize("spec", OTHERS)
def test_a_built_in_game_of_another_size_keeps_every_law(spec):
    report = check_game(load(spec), games=3, seconds=3.0, native=False)
    assert report.problems == ()
    assert report.games > 0


def test_every_law_has_words():
    assert all(law == law.strip() and words and not words.endswith(".") for law, words in LAWS.items())
