"""Whatever chooses an action: a search, perfect play, a throw of dice, a person.

>>> from countermove import load
>>> from countermove.players import make, play_game
>>> game = load("nim:piles=(1,2)")
>>> turns = list(play_game(game, [make("alphabeta:depth=4"), make("random:seed=1")]))
>>> game.action_name(turns[0].state, turns[0].action), game.utility(turns[-1].after, 0)
('b1', 1.0)
"""

from __future__ import annotations

from countermove.players.clock import Clock
from countermove.players.ghosts import Alone, Coordinated, Directional
from countermove.players.human import Human
from countermove.players.player import Player
from countermove.players.policy import Follower, Policy, Uniform
from countermove.players.random import Random
from countermove.players.record import Record, load, replay, save
from countermove.players.reflex import Reflex
from countermove.players.repetition import goes_round, on_the_brink, worth
from countermove.players.search import Searcher
from countermove.players.solver import Solver
from countermove.players.spec import KINDS, make, split_specs
from countermove.players.turn import Turn, check_seats, play_game, take_turn

__all__ = [
    "KINDS",
    "Alone",
    "Clock",
    "Coordinated",
    "Directional",
    "Follower",
    "Human",
    "Player",
    "Policy",
    "Random",
    "Record",
    "Reflex",
    "Searcher",
    "Solver",
    "Turn",
    "Uniform",
    "check_seats",
    "goes_round",
    "load",
    "make",
    "on_the_brink",
    "play_game",
    "replay",
    "save",
    "split_specs",
    "take_turn",
    "worth",
]
