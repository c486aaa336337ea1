from dataclasses import dataclass

from countermove import Game


def squares(rows):
    return [(r, c) for r, length in enumerate(rows) for c in range(length)]


@dataclass(frozen=True)
class Chomp(Game):
    """Bite off everything below and to the right; the top left square is poisoned."""

    height: int = 3
    width: int = 4

    def initial(self):
        return (self.width,) * self.height, "A"

    def player(self, state):
        return 0 if state[1] == "A" else 1

    def actions(self, state):
        rows, _ = state
        if rows == (1,):
            return []
        poison, *rest = squares(rows)
        return sorted(rest, key=lambda square: (-sum(square), square))

    def result(self, state, action):
        rows, who = state
        r, c = action
        above, below = rows[:r], rows[r:]
        bitten = above + tuple(min(length, c) for length in below)
        return tuple(length for length in bitten if length > 0), "B" if who == "A" else "A"

    def is_terminal(self, state):
        rows, _ = state
        return len(rows) == 1 and rows[0] == 1

    def utility(self, state, player):
        # Only the poison is left, for whoever is to move.
        return -1 if self.player(state) == player else 1

    def canonical(self, state):
        rows, who = state
        turned = tuple(sum(1 for length in rows if length > c) for c in range(rows[0]))
        return max(rows, turned), who

    def order(self, state, action):
        return min(action)

    def action_name(self, state, action):
        return f"{action[0] + 1}.{action[1] + 1}"

    def text(self, state):
        rows, _ = state
        first, *others = ["#" * length for length in rows]
        return "\n".join(["x" + first[1:], *others])
