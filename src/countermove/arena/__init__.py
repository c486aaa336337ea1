"""The arena: matches and tournaments between any players, and what their results mean.

task.py      a game to be played, as a value
roster.py    the players of a process
referee.py   a game played: clocks, forfeits, adjudication
opening.py   where games begin
schedule.py  who plays whom, in which seat
ledger.py    the file of a match
elo.py, sprt.py, rating.py    statistics
standing.py  what the games of a contest say
contest.py   all games of a plan, played
pgn.py       games of chess for other programs

>>> from countermove import load
>>> from countermove.arena import Plan, hold, match_score
>>> plan = Plan("tictactoe", ("solve", "random"), 2, rounds=10, plies=2)
>>> found = match_score(plan, hold(plan, load("tictactoe")))
>>> found.games, found.losses, found.elo.low > 0
(20, 0, True)
"""

from __future__ import annotations

from countermove.arena.contest import hold
from countermove.arena.opening import openings, read_openings, usual_plies
from countermove.arena.referee import Played, Referee, play
from countermove.arena.roster import Roster
from countermove.arena.schedule import Plan, require_contest
from countermove.arena.sprt import Sprt
from countermove.arena.standing import Place, Progress, Score, match_payoff, match_score, places
from countermove.arena.task import Adjudication, Conditions, Opening, Task

__all__ = [
    "Adjudication",
    "Conditions",
    "Opening",
    "Place",
    "Plan",
    "Played",
    "Progress",
    "Referee",
    "Roster",
    "Score",
    "Sprt",
    "Task",
    "hold",
    "match_payoff",
    "match_score",
    "openings",
    "places",
    "play",
    "read_openings",
    "require_contest",
    "usual_plies",
]
