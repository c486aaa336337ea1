"""Players: a search, perfect play, a random choice, a person.

>>> from countermove import load
>>> from countermove.players import make, play_game
>>> game = load("nim:piles=(1,2)")
>>> turns = list(play_game(game, [make("alphabeta:depth=4"), make("random:seed=1")]))
>>> game.action_name(turns[0].state, turns[0].action), game.utility(turns[-1].after, 0)
('b1', 1.0)
"""

from __future__ import annotations

from countermove.players.clock import Clock
from countermove.players.epsilon import Epsilon, Perfect
from countermove.players.function import Function
from countermove.players.ghosts import Alone, Coordinated, Directional
from countermove.players.human import Human
from countermove.players.opponent import POLICIES, make_policy
from countermove.players.player import Player
from countermove.players.policy import Follower, Policy, Uniform
from countermove.players.random import Random
from countermove.players.record import Record, load, replay, save
from countermove.players.recorded import Recorded
from countermove.players.reflex import Reflex
from countermove.players.repetition import final_payoffs, is_threefold, repetition_history
from countermove.players.response import Response, best_response, outcome
from countermove.players.search import Searcher
from countermove.players.softmax import Softmax
from countermove.players.solver import Solver
from countermove.players.spec import KINDS, make, split_specs
from countermove.players.turn import Turn, check_seats, play_game, take_turn
from countermove.players.weighted import Ranked, Weighted
from countermove.solve.graph import Graph

__all__ = [
    "KINDS",
    "POLICIES",
    "Alone",
    "Clock",
    "Coordinated",
    "Directional",
    "Epsilon",
    "Follower",
    "Function",
    "Graph",
    "Human",
    "Perfect",
    "Player",
    "Policy",
    "Random",
    "Ranked",
    "Record",
    "Recorded",
    "Reflex",
    "Response",
    "Searcher",
    "Softmax",
    "Solver",
    "Turn",
    "Uniform",
    "Weighted",
    "best_response",
    "check_seats",
    "final_payoffs",
    "is_threefold",
    "load",
    "make",
    "make_policy",
    "outcome",
    "play_game",
    "repetition_history",
    "replay",
    "save",
    "split_specs",
    "take_turn",
]
