"""Why this evaluation: the parts that the page draws as bars."""

from __future__ import annotations

import pytest
from asking import ask

from countermove.studio.web.shape import RefusedError


def test_the_parts_are_for_the_first_player_and_add_up() -> None:
    found = ask("explain", game="chess", start="1. e4 d5 2. exd5")
    assert found["player"] == "White" and found["unit"] == "pawns" and found["total"] > 0
    assert sum(part["value"] for part in found["parts"]) == pytest.approx(found["total"])
    *named, network = found["parts"]
    assert all(len(part["details"]) == len(found["headings"]) for part in named)
    assert network["name"] == "network" and not network["details"]
    assert ask("seats", game="chess")["explains"] and not ask("seats", game="nim")["explains"]


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ({"game": "nim"}, "This game does not explain its evaluation."),
        ({"game": "chess", "start": "f3 e5 g4 Qh4"}, "nothing to evaluate"),
    ],
)
def test_what_cannot_be_explained_is_refused(place: dict[str, str], sentence: str) -> None:
    with pytest.raises(RefusedError, match=sentence):
        ask("explain", **place)
