"""Rooms without a browser: who is told what, who may do what, and what a page cannot obtain, whatever it asks."""

from __future__ import annotations

import json
import random
import threading
from dataclasses import dataclass
from typing import Any

import pytest

from countermove.game import ONLOOKER
from countermove.games.kuhn import Kuhn
from countermove.players import Record
from countermove.studio.games.shelf import Shelf
from countermove.studio.pool import problem
from countermove.studio.room import room_call
from countermove.studio.room.room import MAX_ROOMS, Room, Rooms, Seat
from countermove.studio.web.call import Stream, Watch
from countermove.studio.web.shape import RefusedError

BEASTS = ("walrus", "ocelot", "quokka")
"""Cards whose names occur nowhere else."""
CALLS = {call.name.removeprefix("room/"): call for call in room_call.CALLS}


@dataclass(frozen=True)
class Beasts(Kuhn):
    players: int = 2

    def card_name(self, card: int) -> str:
        return "?" if card < 0 else BEASTS[card]


class Page:
    """What a page asks, and all that it is sent."""

    def __init__(self, shelf: Shelf, token: str = "") -> None:
        self.shelf, self.token, self.bytes = shelf, token, ""
        self.seen: list[dict[str, Any]] = []

    def ask(self, name: str, **fields: Any) -> Any:
        return self.send(name, {"token": self.token, **fields} if "token" in CALLS[name].shape.fields else fields)

    def send(self, name: str, body: Any) -> Any:
        """A call with any body; errors come back as sentences, as they do to a page."""
        call = CALLS[name]
        try:
            asked = call.shape.read(body)
            if isinstance(call, Watch):
                call.work(self.shelf, asked, self._hear)
                return None
            more = [_Turn()] if isinstance(call, Stream) else []
            answer = call.work(self.shelf, asked, *more)  # type: ignore[call-arg]
        except Exception as error:
            answer = problem(error)
        self.bytes += json.dumps(answer)
        return answer

    def _hear(self, kind: str, data: dict[str, Any]) -> None:
        self.bytes += json.dumps(data)
        self.seen.append(data)


class _Turn:
    stop = threading.Event()


def opened(game: str = "kuhn", *seats: str) -> tuple[Shelf, list[str]]:
    shelf = Shelf()
    return shelf, Page(shelf).ask("open", game=game, seats=list(seats))["tokens"]


def two_pages(game: Kuhn | None = None) -> tuple[Shelf, Page, Page]:
    """A room of two people in two browsers, both looking."""
    shelf = Shelf()
    if game is not None:
        shelf._games["beasts"] = game
    first = Page(shelf, Page(shelf).ask("open", game="beasts" if game else "kuhn", seats=["here", "link"])["tokens"][0])
    first.ask("follow")
    second = Page(shelf, Page(shelf).ask("join", invitation=first.seen[0]["invitations"][1])["token"])
    second.ask("follow")
    return shelf, first, second


def test_each_page_is_sent_its_own_card_and_everything_after_the_end():
    _, first, second = two_pages(Beasts())
    own, other = (page.seen[-1]["board"]["rows"][seat][0]["piece"] for seat, page in enumerate((first, second)))
    assert own in first.bytes and other not in first.bytes
    assert other in second.bytes and own not in second.bytes
    first.ask("act", turn=first.seen[-1]["turn"], game=1, action=1)
    second.ask("act", turn=second.seen[-1]["turn"], game=1, action=1)
    for page in (first, second):
        assert page.seen[-1]["over"] and {own, other} <= {each["name"] for each in page.seen[-1]["log"]}
        frames = page.ask("review")["frames"]
        assert [frame["name"] for frame in frames[1:]] == [own, other, "bet", "call"]
        assert page.ask("save")["record"]["actions"] == [own, other, "bet", "call"]
    first.ask("again")
    assert second.seen[-1]["number"] == 2 and second.seen[-1]["games"] == 1 and sum(second.seen[-1]["totals"]) == 0


def test_an_invitation_works_once_and_the_host_cannot_look_at_a_taken_seat():
    shelf, first, second = two_pages()
    again = Page(shelf).ask("join", invitation=first.seen[0]["invitations"][1])
    assert "taken" in again["error"]
    assert first.seen[-1]["invitations"] == ["", ""] and second.token not in first.bytes
    assert second.seen[-1]["invitations"] == []


def test_an_onlooker_sees_no_card_and_cannot_act():
    shelf, first, _ = two_pages(Beasts())
    watching = Page(shelf, first.seen[-1]["onlooker"])
    watching.ask("follow")
    assert not any(beast in watching.bytes for beast in BEASTS)
    for call, fields in (("act", {"turn": 2, "game": 1, "action": 0}), ("resign", {}), ("advice", {}), ("again", {})):
        assert "only a player can do that" in watching.ask(call, **fields)["error"]


def test_a_page_hears_nothing_of_what_it_cannot_see():
    """In phantom tic-tac-toe a failed try leaves no trace, not even an empty message."""
    shelf = Shelf()
    first = Page(shelf, Page(shelf).ask("open", game="phantom", seats=["here", "link"])["tokens"][0])
    first.ask("follow")
    second = Page(shelf, Page(shelf).ask("join", invitation=first.seen[0]["invitations"][1])["token"])
    second.ask("follow")
    first.ask("act", turn=0, game=1, action=4)
    heard = len(first.seen)
    second.ask("act", turn=1, game=1, action=4)  # taken: it is found out, and another try is due
    assert second.seen[-1]["yours"] and len(first.seen) == heard
    second.ask("act", turn=2, game=1, action=0)
    assert first.seen[-1]["yours"] and len(first.seen) == heard + 1


def test_a_computer_plays_and_advice_uses_what_the_seat_knows():
    shelf, tokens = opened("kuhn", "here", "solve")
    page = Page(shelf, tokens[0])
    page.ask("follow")
    shares = page.ask("advice")["actions"]
    assert [each["name"] for each in shares] == ["check", "bet"]
    assert sum(each["share"] for each in shares) == pytest.approx(1)
    page.ask("act", turn=2, game=1, action=1)
    assert "not your turn" in page.ask("advice")["error"]
    assert page.ask("think") == {} and page.seen[-1]["over"]
    mixes = [frame.get("mix") for frame in page.ask("review")["frames"]]
    assert mixes[:3] == [None, None, None] and all(mixes[3:])


def test_a_computer_that_cannot_play_is_replaced_and_the_page_says_so(monkeypatch):
    from countermove.players import solver

    monkeypatch.setattr(solver, "MEGABYTES", 0.001)
    shelf, tokens = opened("leduc", "here", "solve")
    page = Page(shelf, tokens[0])
    page.ask("follow")
    page.ask("act", turn=2, game=1, action=1)
    page.ask("think")
    assert page.seen[-1]["note"].startswith("Player 2 plays at random: Leduc is too large to be solved")
    assert "too large" in page.ask("advice")["error"] or not page.seen[-1]["yours"]


def test_both_choose_at_once_and_see_only_their_own_choice():
    shelf = Shelf()
    spec = "goofspiel:cards=3,hidden=true"
    first = Page(shelf, Page(shelf).ask("open", game=spec, seats=["here", "link"])["tokens"][0])
    first.ask("follow")
    second = Page(shelf, Page(shelf).ask("join", invitation=first.seen[0]["invitations"][1])["token"])
    second.ask("follow")
    first.ask("act", turn=0, game=1, action=2)
    assert first.seen[-1]["chosen"] and not first.seen[-1]["yours"] and second.seen[-1]["choosing"] == [1]
    second.ask("act", turn=0, game=1, action=0)
    assert first.seen[-1]["log"][-1]["name"] == "3/?" and second.seen[-1]["log"][-1]["name"] == "?/1"


def test_a_saved_game_under_way_resumes_without_showing_more():
    record = Record("beasts", ("human", "human"), None, ("walrus", "quokka"), sealed=True).as_json()
    shelf = Shelf()
    shelf._games["beasts"] = Beasts()
    page = Page(shelf, Page(shelf).ask("open", record=json.dumps(record), seats=["here", "link"])["tokens"][0])
    page.ask("follow")
    assert "walrus" in page.bytes and "quokka" not in page.bytes
    assert "not over" in page.ask("save")["error"] and "not over" in page.ask("review")["error"]


@pytest.mark.parametrize(
    ("call", "body", "sentence"),
    [
        ("follow", {"token": "guessed"}, "This room is gone"),
        ("open", {"game": "nim"}, "hides nothing"),
        ("open", {"game": "kuhn", "seats": ["here"]}, "has 2 players; 1 seats are given"),
        ("open", {"game": "kuhn", "seats": ["here", "reflex"]}, "looks at whole states"),
        ("open", {"game": "kuhn", "seats": ["here", "uci:sh"]}, "not available as a computer player"),
        ("open", {"record": "{"}, "not JSON"),
        ("join", {"invitation": "guessed"}, "This seat is taken, or its room is gone"),
        ("look", {"game": "nowhere"}, "not found"),
    ],
)
def test_a_mistake_gets_one_sentence(call, body, sentence):
    assert sentence in Page(Shelf()).send(call, body)["error"]


def test_an_action_is_not_played_twice_and_not_by_another_seat():
    _, first, second = two_pages()
    turn = first.seen[-1]["turn"]
    assert "not your turn" in second.ask("act", turn=turn, game=1, action=1)["error"]
    assert "gone on" in first.ask("act", turn=turn - 1, game=1, action=1)["error"]
    assert "not legal" in first.ask("act", turn=turn, game=1, action=7)["error"]
    assert first.ask("act", turn=turn, game=1, action=0) == {}
    assert "not your turn" in first.ask("act", turn=turn, game=1, action=0)["error"]


def test_rooms_in_use_are_kept_and_idle_ones_make_space():
    rooms = Rooms()
    made = [Room("kuhn", Kuhn(), (Seat("here"), Seat("here")), Kuhn().initial()) for _ in range(MAX_ROOMS + 1)]
    tokens = [rooms.open(room)[0][0] for room in made[:-1]]
    with pytest.raises(RefusedError, match="rooms are in use"):
        rooms.open(made[-1])
    made[3].used -= 10_000
    rooms.open(made[-1])
    with pytest.raises(RefusedError, match="This room is gone"):
        rooms.ticket(tokens[3])
    assert rooms.ticket(tokens[4]).viewer == 0


def test_rules_that_fail_tell_nothing_about_the_state():
    @dataclass(frozen=True)
    class Broken(Beasts):
        def result(self, state, action):
            if state.dealt == 2:
                raise ValueError(f"cannot go on from {self.text(state)}")
            return super().result(state, action)

    _, first, second = two_pages(Broken())
    said = first.ask("act", turn=2, game=1, action=0)["error"]
    assert said == "The rules of Broken failed; run `countermove check` on them."
    assert not (set(BEASTS) & set(second.bytes.split('"'))) & set(first.bytes.split('"'))


def test_a_page_cannot_obtain_a_hidden_card_whatever_it_asks():
    """Thousands of calls with its own token, those of onlookers, guessed ones, and malformed bodies."""
    lots = random.Random(7)
    _, page, victim = two_pages(Beasts())
    secret = victim.seen[-1]["board"]["rows"][1][0]["piece"]
    tokens = [page.token, page.seen[-1]["onlooker"], victim.token[:-1], victim.token + "A", victim.token.swapcase(), "",
              "..", page.seen[0]["invitations"][1]]  # fmt: skip
    odd: list[Any] = [None, 0, -1, 2**70, 1.5, True, [], {}, "x" * 300, "\0", "?", secret[:2], ["here", "here"]]
    names = [name for name in CALLS if name not in ("resign", "again")]
    for _ in range(3000):
        name = lots.choice(names)
        fields = CALLS[name].shape.fields
        body: Any = {
            key: lots.choice(tokens) if key in ("token", "invitation") else _value(key, lots) for key in fields
        }
        if lots.random() < 0.3:
            body[lots.choice([*fields, "seat", "viewer", "state"])] = lots.choice(odd)
        if lots.random() < 0.02:
            body = lots.choice(odd)
        page.send(name, body)
    for name in ("resign", "again"):
        for guess in tokens[1:]:
            page.send(name, {"token": guess})
    assert secret not in page.bytes
    assert not victim.seen[-1]["over"] and victim.seen[-1]["viewer"] == 1 != ONLOOKER


def _value(key: str, lots: random.Random) -> Any:
    return {
        "turn": lots.randrange(5), "game": lots.choice([1, "kuhn"]), "action": lots.choice([0, 1, 2, "bet"]),
        "seats": lots.choice([[], ["here", "link"], ["here", "solve"]]), "record": "", "invitation": "x",
    }.get(key)  # fmt: skip
