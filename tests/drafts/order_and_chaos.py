from functools import cache
from itertools import product

from countermove import Game

N = 4
SQUARES = range(N * N)
LINES = (
    [[r * N + c for c in range(N)] for r in range(N)]
    + [[r * N + c for r in range(N)] for c in range(N)]
    + [[i * (N + 1) for i in range(N)], [(i + 1) * (N - 1) for i in range(N)]]
)


@cache
def ordered(board):
    for line in LINES:
        first = board[line[0]]
        if first == ".":
            continue
        for i in line[1:]:
            if board[i] != first:
                break
        else:
            return True
    return False


def hopeless(board):
    """Whether every line has both marks."""
    return all({"X", "O"} <= {board[i] for i in line} for line in LINES)


class OrderAndChaos(Game):
    """Both may put down X or O; Order wants a full line of one kind, Chaos does not."""

    def initial(self):
        return "." * len(SQUARES)

    def player(self, state):
        return (len(SQUARES) - state.count(".")) % 2

    def actions(self, state):
        if self.is_terminal(state):
            return
        empty = [i for i in SQUARES if state[i] == "."]
        yield from product(empty, "XO")

    def result(self, state, action):
        square, mark = action
        return "".join(mark if i == square else old for i, old in enumerate(state))

    def is_terminal(self, state):
        return ordered(state) or "." not in state

    def utility(self, state, player):
        order_wins = ordered(state)
        return 1.0 if order_wins == (player == 0) else -1.0

    def bounds(self, state):
        return (-1.0, -1.0) if hopeless(state) else (-1.0, 1.0)

    def canonical(self, state):
        swapped = state.replace("X", "?").replace("O", "X").replace("?", "O")
        return min(state, swapped)

    def evaluate(self, state, player):
        best = 0
        for line in LINES:
            marks = [state[i] for i in line]
            xs, os = marks.count("X"), marks.count("O")
            if not (xs and os):
                best = max(best, xs, os)
        value = best / N - 0.5
        return value if player == 0 else -value

    def player_name(self, player):
        return "Order" if player == 0 else "Chaos"

    def action_name(self, state, action):
        square, mark = action
        row, column = divmod(square, N)
        return mark + "abcd"[column] + str(N - row)

    def text(self, state):
        return "\n".join(" ".join(state[i : i + N]) for i in range(0, len(state), N))
