"""Positions of states of every kind: what is written reads back as the same state."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

import numpy as np
import pytest

from countermove import position
from countermove.bits import Word
from countermove.errors import SpecError
from countermove.values import freeze, key_of


class Colour(Enum):
    RED = "r"
    BLUE = "b"


class Suit(Enum):
    RED = 1
    GREEN = 2


class Rank(IntEnum):
    LOW = 1
    HIGH = 2


class Spot(NamedTuple):
    row: int
    col: int


class Hand(NamedTuple):
    cards: tuple[Spot, ...]
    last: Spot | None
    who: Colour
    rank: Rank
    name: str
    share: float
    marks: frozenset[int]


@dataclass(frozen=True)
class Piece:
    at: tuple[int, int]
    colour: Colour | None = None


@dataclass(frozen=True)
class Field:
    pieces: frozenset[Piece]
    turn: Colour
    text: str = ""
    last: Piece | None = None
    piles: tuple[int, ...] = ()

    def other(self):
        return Colour.BLUE if self.turn is Colour.RED else Colour.RED


class Grid(NamedTuple):
    cells: np.ndarray
    label: str | None


FIELD = Field(frozenset(), Colour.RED)
HAND = Hand((), None, Colour.RED, Rank.LOW, "", 0.0, frozenset())
STATES = [
    (HAND, HAND._replace(cards=(Spot(1, 2), Spot(3, 4)), last=Spot(5, 6), who=Colour.BLUE, rank=Rank.HIGH)),
    (HAND, HAND._replace(name='it\'s "so", = \n\\', share=float("-inf"), marks=frozenset({10, 9}))),
    (HAND, HAND._replace(share=2.0, cards=(Spot(-1, 0),))),
    (FIELD, Field(frozenset({Piece((1, 2), Colour.RED), Piece((0, 0))}), Colour.BLUE, "X O", Piece((2, 2)), (1,))),
    (FIELD, Field(frozenset(), Colour.RED, "None")),
    ("." * 9, "X.O. =,'"),
    ("." * 9, "120000000"),
    ("", " "),
    (7, 3),
    ((3, 4, 5), (4, 5)),
    ((3, 4, 5), ()),
    ((3,), (1, 2, 3, 4)),
    (((), ()), ((1, 2), (3,))),
    ((1, 2, 3), ("X", 2, None)),
    ((None, 0), (Suit.RED, 1)),
    ((None, 0), (Colour.RED, 1)),
    ((0, None), (0, Spot(1, 2))),
    ((frozenset(), "a"), (frozenset({(0, 1), (2, 3)}), "b")),
    ((frozenset(), "a"), (frozenset({"left", "right"}), "")),
    ((frozenset(), 0), (frozenset({frozenset({1}), frozenset()}), 0)),
    (frozenset({1, 2}), frozenset()),
    ((Word(1), (Word(2), 0)), (Word(-1), (Word(3), 1))),
    ((True, 1.5), (False, 2.0)),
    (Grid(np.zeros(3, np.int64), None), Grid(np.arange(3), "a b")),
    (Colour.RED, Colour.BLUE),
]


def kinds(value):
    """The types of a value and of all in it."""
    if isinstance(value, (tuple, frozenset)):
        return type(value), sorted(str(kinds(item)) for item in value)
    return type(value)


@pytest.mark.parametrize(("model", "state"), STATES)
def test_what_is_written_reads_back_as_the_same_state(model, state):
    text = position.write(state, __name__)
    again = position.read(text, model, __name__)
    assert freeze(again) == freeze(state), text
    assert kinds(again) == kinds(state), text
    assert key_of(again) == key_of(state)
    assert position.write(again, __name__) == text


def test_only_strings_have_spaces_in_a_written_position():
    for _, state in STATES[3:]:
        if "' '" not in repr(state) and " " not in repr(state).replace(", ", ""):
            assert " " not in position.write(state, __name__)


def test_positions_are_written_as_people_would_type_them():
    assert position.write(FIELD) == "pieces={},turn=RED,text='',last=None,piles=()"
    assert position.write((3, (4, 5))) == "0=3,1=(4,5)"
    assert position.write("X.O") == "state='X.O'"
    assert position.read("state=X.O", "...") == "X.O"
    assert position.read("pieces={Piece((1,2),BLUE)},turn=BLUE,text=X O,last=None,piles=(1,2)", FIELD, __name__) == (
        Field(frozenset({Piece((1, 2), Colour.BLUE)}), Colour.BLUE, "X O", None, (1, 2))
    )


@pytest.mark.parametrize(
    ("part", "wrong"),
    [("turn=RED", "turn=PINK"), ("turn=RED", "turn=5"), ("pieces={}", "pieces=5"),
     ("last=None", "last=Engine(1)"), ("last=None", "last=Piece(1,2,3)"), ("piles=()", "piles={1}"),
     ("piles=()", "piles=('a',)"), ("turn=RED", "turn=None"), ("turn=RED", "turn=__import__('os')")],
)  # fmt: skip
def test_what_does_not_fit_an_annotation_is_refused_in_a_sentence(part, wrong):
    text = position.write(FIELD).replace(part, wrong)
    with pytest.raises(SpecError, match=r"gives \w+=.*; expected a value like"):
        position.read(text, FIELD, __name__)


def test_annotations_that_can_be_read_count_where_others_cannot():
    class Local(NamedTuple):
        mark: Nowhere  # noqa: F821
        who: Colour | None
        share: float

    first = Local(None, None, 1.0)
    again = position.read("mark=None,who=RED,share=2", first, __name__)
    assert again == Local(None, Colour.RED, 2.0) and type(again.share) is float
