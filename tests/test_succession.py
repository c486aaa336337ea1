"""Choices in succession, unseen, are the same game as choices made at once."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from countermove import load
from countermove.check import check_game
from countermove.errors import GameError
from countermove.game import legal
from countermove.games.goofspiel import Goofspiel
from countermove.lectures.course.efg import read_efg
from countermove.lectures.course.efg_writer import write_efg
from countermove.loader import try_rules
from countermove.solve import equilibrium
from countermove.succession import Succession, one_at_a_time
from countermove.views.information import information_figure

GAMES = ("rps", "goofspiel:cards=3,hidden=true", "goofspiel:cards=2,prizes=random")


@pytest.mark.parametrize("spec", GAMES)
def test_both_have_the_same_equilibria(spec):
    game = load(spec)
    at_once, in_turn = (equilibrium(each, method="dcfr", iterations=30, target=0) for each in (game, Succession(game)))
    assert at_once.values == pytest.approx(in_turn.values)
    assert at_once.exploitability == pytest.approx(in_turn.exploitability)
    assert at_once.form.sets == in_turn.form.sets


@pytest.mark.parametrize("spec", GAMES)
def test_it_obeys_the_laws_of_hidden_information(spec):
    assert check_game(Succession(load(spec)), games=40, seconds=5, native=False).problems == ()


@pytest.mark.parametrize("spec", GAMES)
def test_a_gambit_file_has_the_information_sets_of_players_who_act_at_once(spec, tmp_path):
    game = load(spec)
    path = tmp_path / "game.efg"
    path.write_text(write_efg(game))
    written, read = (equilibrium(each, method="dcfr", iterations=30, target=0) for each in (game, read_efg(path)))
    assert read.form.sets == written.form.sets and read.value == pytest.approx(written.value)


def test_a_tree_joins_what_the_second_player_cannot_tell_apart():
    items = information_figure(load("rps")).items()
    assert [item.together_with for item in items[:2]] == [None, 2] and items[1].title == "player 2"
    assert sum(item.together_with == 2 for item in items) == 3


@dataclass(frozen=True)
class Crowd(Goofspiel):
    players = 3


def test_more_than_two_at_once_are_pointed_to_choices_in_succession():
    with pytest.raises(GameError, match=r"declares axes.simultaneous, which is for two players, and has 3; let them"):
        try_rules(Crowd())


def test_a_game_of_turns_stays_as_it_is():
    game = load("tictactoe")
    assert one_at_a_time(game) is game
    both = Succession(load("goofspiel:cards=3,hidden=true"))
    assert legal(both, both.result(both.initial(), 2)) == [0, 1, 2]
