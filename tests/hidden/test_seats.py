"""What a seat is shown: views, and nothing else; and what refuses to show more."""

from __future__ import annotations

import base64
import io
import json
import random
import zlib
from dataclasses import dataclass, field
from typing import NamedTuple

import pytest

from countermove import load
from countermove.check import check_game
from countermove.cli.play import play
from countermove.cli.sitting import Sitting
from countermove.errors import SpecError, UnfitError
from countermove.game import CHANCE, ONLOOKER, SIMULTANEOUS, Axes, Game, legal
from countermove.games.kuhn import Kuhn, Kuhns
from countermove.information import Knowledge, acted, shown
from countermove.players import Record, make, play_game, replay
from countermove.players.record import parse
from countermove.studio.games.shelf import Shelf
from countermove.studio.web.shape import RefusedError
from countermove.values import freeze, joint, split

GAMES = (
    "showdown", "kuhn", "kuhn:players=3", "leduc", "liarsdice:dice=2", "goofspiel:hidden=true", "phantom",
    "battleships:rows=4,cols=4,fleet=(2,1)", "holdem",
)  # fmt: skip


@pytest.mark.parametrize("spec", GAMES)
def test_what_a_seat_is_shown_is_the_same_in_states_that_it_cannot_tell_apart(spec):
    """Texts, boards, positions, legal actions and the names of actions, over random games."""
    game, lots = load(spec), random.Random(spec)
    told: dict[tuple[int, object], object] = {}
    for _ in range(12):
        known = Knowledge(game)
        while not game.is_terminal(known.state):
            state, mover = known.state, game.player(known.state)
            for player in (*range(game.players), ONLOOKER):
                seen = shown(game, state, player)
                words = game.text(seen), game.write(seen), repr(game.board(seen))
                assert told.setdefault((player, freeze(seen)), words) == words
            if mover >= 0:
                names = tuple(game.action_name(state, action) for action in legal(game, state))
                assert told.setdefault((mover, known.keys[mover]), names) == names
            action = lots.choice(legal(game, state))
            if mover != SIMULTANEOUS:
                for player in range(game.players):
                    if player != mover and not game.sees(state, player, action):
                        assert acted(game, state, action, player) == "?"
            known.add(action)


@pytest.mark.parametrize("spec", ["showdown", "kuhn", "phantom", "battleships:rows=2,cols=2,fleet=(1,),shots=2"])
def test_a_built_in_game_obeys_the_laws(spec):
    assert check_game(load(spec), games=40, seconds=6, native=False).problems == ()


@dataclass(frozen=True)
class Short(Kuhn):
    def view(self, state, player):
        return state.cards


@dataclass(frozen=True)
class Liar(Kuhn):
    def imagine(self, state, player, seed):
        return state._replace(cards=(2, 1))


@dataclass(frozen=True)
class Biased(Kuhn):
    def imagine(self, state, player, seed):
        left = sorted({0, 1, 2} - {state.cards[player]})
        if state.dealt < 2:
            return state
        return Kuhns((state.cards[0], left[0]) if player == 0 else (left[0], state.cards[1]), *state[1:])


@dataclass(frozen=True)
class Chatty(Kuhn):
    def sees(self, state, player, action):
        return True


@dataclass(frozen=True)
class Naked(Kuhn):
    def view(self, state, player):
        return state


@dataclass(frozen=True)
class Failing(Kuhn):
    def view(self, state, player):
        return super().view(state, player) if state.bettor < 0 else 1 // 0


@dataclass(frozen=True)
class Longer(Kuhn):
    def imagine(self, state, player, seed):
        return state._replace(cards=(*state.cards, 1))


@dataclass(frozen=True)
class RareLiar(Kuhn):
    def imagine(self, state, player, seed):
        return state._replace(cards=(2, 1)) if seed == 7 else state


@dataclass(frozen=True)
class Coded(Kuhn):
    """The numbers of actions depend on the other's card, and their names do not."""

    def actions(self, state):
        if not self.is_terminal(state):
            code = 10 * state.cards[1 - self.player(state)]
            yield from (code, code + 1)

    def result(self, state, action):
        return super().result(state, action % 10)

    def action_name(self, state, action):
        return super().action_name(state, action % 10)


@dataclass(frozen=True)
class Remembering(Kuhn):
    """The text of a view shows the last state that was drawn whole."""

    latest: list = field(default_factory=list, compare=False)

    def text(self, state):
        if -1 not in state.cards:
            self.latest[:] = [state.cards]
        return f"{state} {self.latest}"


class Purses(NamedTuple):
    coins: tuple[int, int]
    bids: tuple[int, int]


@dataclass(frozen=True)
class Auction(Game):
    """Both bid at once, up to the coins of the other, which they cannot see."""

    axes = Axes(stochastic=True, hidden=True, simultaneous=True)

    def initial(self):
        return Purses((0, 0), (-1, -1))

    def player(self, state):
        return SIMULTANEOUS if all(state.coins) else CHANCE

    def chances(self, state):
        yield from ((1, 0.5), (2, 0.5))

    def actions(self, state):
        if all(state.coins) and not self.is_terminal(state):
            yield from (joint(one, two) for one in range(state.coins[1] + 1) for two in range(state.coins[0] + 1))

    def result(self, state, action):
        if all(state.coins):
            return Purses(state.coins, split(action))
        return Purses((state.coins[0], action) if state.coins[0] else (action, 0), state.bids)

    def is_terminal(self, state):
        return state.bids[0] >= 0

    def utility(self, state, player):
        return float(state.bids[1 - player] - state.bids[player])

    def view(self, state, player):
        return state._replace(
            coins=tuple(min(1, each) if at != player else each for at, each in enumerate(state.coins))
        )


@pytest.mark.parametrize(
    ("game", "law"),
    [(Short(), "view-shape"), (Naked(), "view-hides"), (Failing(), "view-raises"), (Liar(), "imagine-view"),
     (Longer(), "imagine-view"), (RareLiar(), "imagine-view"), (Biased(), "imagine-posterior"),
     (Chatty(), "sees-known"), (Coded(), "information-actions"), (Auction(), "information-actions"),
     (Remembering(), "text-deterministic")],
)  # fmt: skip
def test_a_lie_about_what_is_seen_is_found(game, law):
    problems = check_game(game, games=200, seconds=6, native=False).problems
    assert law in {problem.law for problem in problems}


def test_the_terminal_never_prints_a_hidden_card(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    for seed in range(6):
        game = Kuhn()
        sitting = Sitting("kuhn", game, seed=seed, quiet=False, to_stderr=False)
        sitting.players = [make("human", sitting.ask), make("random:seed=1")]
        sitting.start = game.initial()
        monkeypatch.setattr("sys.stdin", io.StringIO("actions\nsave x.json\nundo\nhint\n"))
        sitting.run()  # leaves at the end of input, before the end of the game
        out = capsys.readouterr().out
        own, other = sitting.state.cards
        assert f"player 2  {game.card_name(other)}" not in out
        assert f"player 1  {game.card_name(own)}" in out
        assert (
            "Saved to" in out
            and "save a game before you leave it" in out
            and "In equilibrium, with what you know" in out
        )
        assert game.card_name(other) not in json.loads((tmp_path / "x.json").read_text()).get("actions", [])


def test_an_unfinished_game_is_saved_sealed_and_a_finished_one_openly():
    game = Kuhn()
    turns = list(play_game(game, [make("random:seed=1"), make("random:seed=2")], seed=3))
    whole = Record.of("kuhn", game, ["a", "b"], game.initial(), turns).as_json()
    assert whole["actions"][:2] == [game.action_name(turn.state, turn.action) for turn in turns[:2]]
    part = Record.of("kuhn", game, ["a", "b"], game.initial(), turns[:2])
    written = part.as_json()
    assert "actions" not in written and "start" not in written
    assert parse(written, "x") == part and replay(parse(written, "x"), game)[1] == turns[:2]
    for bad in ("", "AAAA", 3, None, "eJw=", base64.b64encode(zlib.compress(b"[1]")).decode()):
        with pytest.raises(SpecError, match='damaged: "sealed" is'):
            parse({**written, "sealed": bad}, "x")


def test_people_who_share_a_terminal_hide_it_from_each_other(monkeypatch, capsys):
    """The screen is cleared before the next person sees it, and what was met since is said again."""
    game = Kuhn()
    sitting = Sitting("kuhn", game, seed=2, quiet=False, to_stderr=False)
    sitting.players = [make("human", sitting.ask) for _ in range(2)]
    sitting.start = game.initial()
    sitting.typed = True
    screens, typed = [], iter(["", "bet", "", "", "fold"])

    def answer(prompt):
        screens.append(capsys.readouterr().out + prompt)
        return next(typed)

    monkeypatch.setattr("builtins.input", answer)
    sitting.run()
    own, other = (game.card_name(card) for card in sitting.state.cards)
    assert "press Enter when nobody else sees the screen" in screens[0] and own not in screens[0]
    assert f"player 1  {own}" in screens[1] and f"player 2  {other}" not in screens[1]
    assert "Press Enter to hide the screen, then pass it to player 2" in screens[2]
    assert screens[3].split("\x1b[3J")[-1] == "player 2, press Enter when nobody else sees the screen: "
    assert f"player 2  {other}" in screens[4] and f"player 1  {own}" not in screens[4] and "player 1: bet" in screens[4]


def test_a_game_resumes_only_from_all_its_actions():
    with pytest.raises(SpecError, match="players of Kuhn remember what they have seen"):
        play("kuhn", position="cards=(0,1),dealt=2,acted=0,bettor=-1,callers=0")


@pytest.mark.parametrize("player", ["pvs", "alphabeta:depth=2", "reflex", "softmax:0.5"])
def test_players_that_look_at_whole_states_are_refused(player):
    with pytest.raises(
        UnfitError, match="hides some of them from its players; use human, random, best, ismcts, pimc or solve"
    ):
        next(play_game(Kuhn(), [make(player), make("random")]))


def test_the_equilibrium_player_beats_random_play():
    game, total = Kuhn(), 0.0
    solver = make("solve")
    solver.reseed("1")
    for seed in range(300):
        players = [solver, make(f"random:seed={seed}")]
        seat = seed % 2
        last = list(play_game(game, players if seat == 0 else players[::-1], seed=seed))[-1]
        total += game.utility(last.after, seat)
    assert total > 0


def test_pages_that_hold_whole_positions_refuse_a_game_that_hides_something():
    shelf = Shelf()
    assert {"kuhn", "leduc", "phantom", "battleships"} <= set(shelf.names())
    with pytest.raises(RefusedError, match="hides something from its players"):
        shelf.game("kuhn")
    with pytest.raises(RefusedError, match="hides something from its players"):
        shelf.game("goofspiel:hidden=true")
