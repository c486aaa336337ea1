from dataclasses import dataclass
from typing import NamedTuple

from countermove import Game


class Kala(NamedTuple):
    south: tuple[int, ...]
    south_store: int
    north: tuple[int, ...]
    north_store: int
    south_to_move: bool


class Features(NamedTuple):
    stored: int
    sown: int
    free_turns: int


@dataclass(frozen=True)
class Kalah(Game):
    """Sow seeds round the board; a last seed in the own store is another turn, in an own empty pit a capture."""

    pits: int = 4
    seeds: int = 3

    weights = (1.0, 0.1, 0.25)

    def initial(self):
        side = (self.seeds,) * self.pits
        return Kala(side, 0, side, 0, True)

    def player(self, state):
        return 0 if state.south_to_move else 1

    def actions(self, state):
        if self.is_terminal(state):
            return []
        mine = state.south if state.south_to_move else state.north
        return list(filter(lambda pit: mine[pit] > 0, range(len(mine))))

    def result(self, state, action):
        south, south_store, north, north_store, south_to_move = state
        n = self.pits
        # One ring: my pits, my store, the other's pits.
        if south_to_move:
            ring = [*south, south_store, *north]
            other_store = north_store
        else:
            ring = [*north, north_store, *south]
            other_store = south_store
        seeds, ring[action] = ring[action], 0
        rounds, extra = divmod(seeds, len(ring))
        ring = [pit + rounds for pit in ring]
        last = action
        for k in range(1, extra + 1):
            last = (action + k) % len(ring)
            ring[last] += 1
        again = last == n
        if last < n and ring[last] == 1:
            opposite = 2 * n - last
            if ring[opposite]:
                ring[n] += ring[opposite] + 1
                ring[opposite] = ring[last] = 0
        mine, my_store, theirs = ring[:n], ring[n], ring[n + 1 :]
        if not any(mine) or not any(theirs):
            my_store += sum(mine)
            other_store += sum(theirs)
            mine = theirs = [0] * n
        mover = south_to_move if again else not south_to_move
        if south_to_move:
            return Kala(tuple(mine), my_store, tuple(theirs), other_store, mover)
        return Kala(tuple(theirs), other_store, tuple(mine), my_store, mover)

    def is_terminal(self, state):
        return sum(state.south) + sum(state.north) == 0

    def utility(self, state, player):
        lead = state.south_store - state.north_store
        return float(lead if player == 0 else -lead)

    @staticmethod
    def free_turns(side):
        """Pits whose last seed falls into the store."""
        return sum(seeds == len(side) - pit for pit, seeds in enumerate(side))

    def features(self, state, player):
        sign = 1 if player == 0 else -1
        return Features(
            stored=sign * (state.south_store - state.north_store),
            sown=sign * (sum(state.south) - sum(state.north)),
            free_turns=sign * (self.free_turns(state.south) - self.free_turns(state.north)),
        )

    def bounds(self, state):
        lead = state.south_store - state.north_store
        rest = 2 * self.pits * self.seeds - state.south_store - state.north_store
        return lead - rest, lead + rest

    def order(self, state, action):
        mine = state.south if state.south_to_move else state.north
        return 1 if mine[action] == self.pits - action else 0

    def action_name(self, state, action):
        return str(action + 1)

    def text(self, state):
        north = " ".join(f"{pit:2}" for pit in reversed(state.north))
        south = " ".join(f"{pit:2}" for pit in state.south)
        gap = " " * len(south)
        return f"   {north}\n{state.north_store:2} {gap} {state.south_store:2}\n   {south}"
