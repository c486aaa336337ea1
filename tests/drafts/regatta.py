import math
from dataclasses import dataclass, replace
from enum import Enum
from typing import Optional

from countermove import CHANCE, Axes, Game


class Sail(Enum):
    FULL = "full"
    REEFED = "reefed"


class Weather(Enum):
    CALM = 1
    BREEZE = 2
    STORM = 3


LEAGUES = {
    (Sail.FULL, Weather.CALM): 1,
    (Sail.FULL, Weather.BREEZE): 3,
    (Sail.FULL, Weather.STORM): 1,
    (Sail.REEFED, Weather.CALM): 1,
    (Sail.REEFED, Weather.BREEZE): 2,
    (Sail.REEFED, Weather.STORM): 2,
}


@dataclass(frozen=True)
class Boat:
    left: int
    torn: bool = False

    @property
    def home(self):
        return self.left <= 0

    def sailed(self, sail, weather):
        torn = self.torn or (sail is Sail.FULL and weather is Weather.STORM)
        return Boat(max(0, self.left - LEAGUES[sail, weather]), torn)


@dataclass(frozen=True)
class Sea:
    boats: tuple[Boat, Boat]
    weather: Weather
    mover: int
    sail: Optional[Sail] = None

    @classmethod
    def start(cls, course):
        return cls(boats=(Boat(course),) * 2, weather=Weather.CALM, mover=0)


@dataclass(frozen=True)
class Regatta(Game):
    """Choose how much sail to carry, then meet the weather; a storm tears full sails for good."""

    course: int = 7
    axes = Axes(stochastic=True)

    def initial(self):
        return Sea.start(self.course)

    def player(self, state):
        return state.mover if state.sail is None else CHANCE

    def actions(self, state):
        if self.is_terminal(state):
            return []
        return [Sail.REEFED] if state.boats[state.mover].torn else list(Sail)

    def chances(self, state):
        match state.weather:
            case Weather.CALM:
                odds = {Weather.CALM: 0.4, Weather.BREEZE: 0.6}
            case Weather.BREEZE:
                odds = {Weather.CALM: 0.25, Weather.BREEZE: 0.5, Weather.STORM: 0.25}
            case Weather.STORM:
                odds = {Weather.BREEZE: 0.5, Weather.STORM: 0.5}
        return odds.items()

    def result(self, state, action):
        if isinstance(action, Sail):
            return replace(state, sail=action)
        boats = tuple(
            boat.sailed(state.sail, action) if who == state.mover else boat for who, boat in enumerate(state.boats)
        )
        return Sea(boats, action, 1 - state.mover)

    def is_terminal(self, state):
        return any(boat.home for boat in state.boats)

    def utility(self, state, player):
        return 1 if state.boats[player].home else -1

    def evaluate(self, state, player):
        def turns(boat):
            return math.ceil(boat.left / (1.6 if boat.torn else 2))

        lead = turns(state.boats[1 - player]) - turns(state.boats[player])
        return math.tanh(lead / 4)

    def action_name(self, state, action):
        return action.name.lower()

    def text(self, state):
        return "\n".join("~" * boat.left + ("x" if boat.torn else ">") for boat in state.boats)
