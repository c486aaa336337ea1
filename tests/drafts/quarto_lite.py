from dataclasses import dataclass
from itertools import product
from typing import Optional

from countermove import Game

# A capital is tall, dark or square, a small letter is short, light or round.
PIECES = tuple("".join(letters) for letters in product("Aa", "Bb", "Cc"))
ROWS = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
LINES = ROWS + [list(column) for column in zip(*ROWS)] + [[0, 4, 8], [2, 4, 6]]


@dataclass(frozen=True, slots=True)
class Table:
    cells: tuple[Optional[str], ...]
    hand: Optional[str]
    mover: int

    @property
    def pool(self):
        used = set(self.cells) | {self.hand}
        return [piece for piece in PIECES if piece not in used]

    def quarto(self):
        for line in LINES:
            pieces = [self.cells[i] for i in line]
            if None in pieces:
                continue
            for trait in zip(*pieces):
                if all(map(str.isupper, trait)) or all(map(str.islower, trait)):
                    return True
        return False


class QuartoLite(Game):
    """Give the other a piece, who puts it down; a line of three that share a trait wins."""

    def initial(self):
        return Table((None,) * 9, None, 0)

    def player(self, state):
        return state.mover

    def actions(self, state):
        if state.quarto():
            return []
        if state.hand is None:
            return state.pool
        return [cell for cell in range(9) if state.cells[cell] is None]

    def result(self, state, action):
        if isinstance(action, str):
            return Table(state.cells, action, 1 - state.mover)
        cells = state.cells[:action] + (state.hand,) + state.cells[action + 1 :]
        return Table(cells, None, state.mover)

    def is_terminal(self, state):
        return state.quarto() or (state.hand is None and len(state.pool) == 0)

    def utility(self, state, player):
        if not state.quarto():
            return 0
        return 1 if state.mover == player else -1

    def bounds(self, state):
        return (-1, 1)

    def action_name(self, state, action):
        return action if isinstance(action, str) else "abcdefghi"[action]

    def text(self, state):
        names = [piece or "---" for piece in state.cells]
        lines = [" ".join(names[i : i + 3]) for i in (0, 3, 6)]
        if state.hand:
            lines.append(f"in hand: {state.hand}")
        return "\n".join(lines)
