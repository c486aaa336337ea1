"""The identity of a database depends on what its values rest on, and on nothing else."""

from dataclasses import asdict, dataclass, make_dataclass

import pytest

from countermove.game import Axes, Game
from countermove.games.checkers import Checkers
from countermove.games.chess import Chess
from countermove.games.connect import Connect
from countermove.native import digest
from countermove.solve.identity import SLICE_RULES, identify
from countermove.solve.slice_file import identity_of

GAMES = [Checkers(), Checkers("russian"), Chess(), Connect()]


def rules_of(game):
    return identify(game, (), SLICE_RULES).rules


def variant(name, **members):
    """Checkers with other members of its class, under the same parameters."""
    return dataclass(frozen=True)(type(name, (Checkers,), members))()


def test_knowledge_for_search_is_no_part_of_it():
    def evaluate(self, state, player):
        return 0.25

    def policy(self, state, action):
        return 1.0

    other = variant("Other", evaluate=evaluate, policy=policy, order=policy, swing=0.5, stages=3, active_inputs=7)
    assert digest.of_game(other) != digest.of_game(Checkers())
    assert rules_of(other) == rules_of(Checkers())


def test_rules_and_numbering_are():
    def utility(self, state, player):
        return -Checkers.utility(self, state, player)

    def slice_index(self, state):
        return Checkers.slice_index(self, state) ^ 1

    found = [rules_of(variant("Other", **{each.__name__: each})) for each in (utility, slice_index)]
    found += [rules_of(game) for game in (Checkers(), Checkers(size=6), Checkers(flying=True), Checkers("russian"))]
    assert len(set(found)) == len(found)


def test_slices_leave_out_rules_about_the_length_of_a_game():
    assert identity_of(Checkers(quiet_moves=0)) == identity_of(Checkers(quiet_moves=5)) == identity_of(Checkers())
    assert identity_of(Checkers(quiet_moves=1)) != identity_of(Checkers())
    assert identity_of(Chess(claims=False)) == identity_of(Chess())
    assert identify(Checkers(quiet_moves=0), ()).rules != identify(Checkers(), ()).rules


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_contract_that_grows_keeps_databases_valid(game, monkeypatch):
    before = identity_of(game)
    monkeypatch.setattr(digest, "DECLARED", (*digest.DECLARED, "novelty"))
    monkeypatch.setattr(Game, "novelty", 3, raising=False)
    monkeypatch.setattr(Game, "is_terminal", lambda self, state: not any(True for _ in self.actions(state)))
    monkeypatch.setattr(Game, "novel", lambda self, state: 1, raising=False)
    wider = make_dataclass("Axes", [("cooperative", bool, False)], bases=(Axes,), frozen=True)
    monkeypatch.setattr(type(game), "axes", wider(**asdict(game.axes)))
    assert identity_of(game) == before
