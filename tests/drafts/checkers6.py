from dataclasses import dataclass, field, replace

from countermove import Game

N = 6
DARK = [(r, c) for r in range(N) for c in range(N) if (r + c) % 2 == 1]


@dataclass(frozen=True)
class Side:
    men: frozenset = field(default_factory=frozenset)
    kings: frozenset = field(default_factory=frozenset)

    @property
    def pieces(self):
        return self.men | self.kings

    def __len__(self):
        return len(self.men) + len(self.kings)

    def without(self, cells):
        return Side(self.men - set(cells), self.kings - set(cells))


@dataclass(frozen=True)
class Position:
    white: Side
    black: Side
    white_to_move: bool = True
    quiet: int = 0  # moves since the last capture, or step of a man

    @property
    def mine(self):
        return self.white if self.white_to_move else self.black

    @property
    def theirs(self):
        return self.black if self.white_to_move else self.white


def on_board(cell):
    return all(0 <= x < N for x in cell)


class Checkers(Game):
    """Checkers on six by six: captures are a must, and a chain of jumps is one move."""

    patience = 16

    def initial(self):
        white = Side(men=frozenset(cell for cell in DARK if cell[0] >= N - 2))
        black = Side(men=frozenset(cell for cell in DARK if cell[0] < 2))
        return Position(white, black)

    def player(self, state):
        return 0 if state.white_to_move else 1

    @staticmethod
    def steps(state, king):
        ahead = -1 if state.white_to_move else 1
        return [(dr, dc) for dr in ((ahead, -ahead) if king else (ahead,)) for dc in (-1, 1)]

    def jumps(self, state, path, taken, king):
        """Every chain of jumps that goes on from a path."""
        r, c = path[-1]
        occupied = (state.mine.pieces | state.theirs.pieces) - {path[0]}
        found = False
        for dr, dc in self.steps(state, king):
            over, to = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
            if over in state.theirs.pieces and over not in taken and on_board(to) and to not in occupied:
                found = True
                yield from self.jumps(state, path + (to,), taken | {over}, king)
        if not found and len(path) > 1:
            yield path

    def moves(self, state):
        captures, plain = [], []
        everyone = state.mine.pieces.union(state.theirs.pieces)
        for cell in sorted(state.mine.pieces):
            king = cell in state.mine.kings
            captures += self.jumps(state, (cell,), frozenset(), king)
            r, c = cell
            for dr, dc in self.steps(state, king):
                to = (r + dr, c + dc)
                if on_board(to) and to not in everyone:
                    plain.append((cell, to))
        return captures or plain

    def actions(self, state):
        return [] if state.quiet >= self.patience else self.moves(state)

    def result(self, state, action):
        start, *_, end = action
        taken = [
            ((r1 + r2) // 2, (c1 + c2) // 2) for (r1, c1), (r2, c2) in zip(action, action[1:]) if abs(r1 - r2) == 2
        ]
        king = start in state.mine.kings
        mine = state.mine.without([start])
        if king or end[0] == (0 if state.white_to_move else N - 1):
            mine = replace(mine, kings=mine.kings | {end})
        else:
            mine = replace(mine, men=mine.men | {end})
        theirs = state.theirs.without(taken)
        white, black = (mine, theirs) if state.white_to_move else (theirs, mine)
        quiet = state.quiet + 1 if king and not taken else 0
        return Position(white, black, not state.white_to_move, quiet)

    def is_terminal(self, state):
        return state.quiet >= self.patience or not self.moves(state)

    def utility(self, state, player):
        if state.quiet >= self.patience:
            return 0.0
        return -1.0 if player == self.player(state) else 1.0

    def evaluate(self, state, player):
        def material(side):
            return len(side.men) + 1.5 * len(side.kings)

        lead = material(state.white) - material(state.black)
        return (lead if player == 0 else -lead) / 20

    def action_name(self, state, action):
        return "-".join("abcdef"[c] + str(N - r) for r, c in action)

    def text(self, state):
        marks = dict.fromkeys(state.white.men, "w") | dict.fromkeys(state.black.men, "b")
        marks |= dict.fromkeys(state.white.kings, "W") | dict.fromkeys(state.black.kings, "B")
        return "\n".join("".join(marks.get((r, c), ".") for c in range(N)) for r in range(N))
