from __future__ import annotations

from typing import Literal, NamedTuple, Optional, TypeAlias

from countermove import Game

Mark: TypeAlias = Literal["X", "O", " "]
Small: TypeAlias = tuple[Mark, ...]

LINES = [
    *[(i, i + 1, i + 2) for i in (0, 3, 6)],
    *[(i, i + 3, i + 6) for i in (0, 1, 2)],
    (0, 4, 8),
    (2, 4, 6),
]


class State(NamedTuple):
    boards: tuple[Small, ...]
    target: Optional[int]
    turn: Mark


def winner(cells) -> Mark:
    for a, b, c in LINES:
        if cells[a] != " " and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return " "


def decided(board: Small) -> bool:
    return winner(board) != " " or " " not in board


class Ultimate(Game):
    """Ultimate tic-tac-toe."""

    def initial(self) -> State:
        return State(((" ",) * 9,) * 9, None, "X")

    def player(self, state: State) -> int:
        return 0 if state.turn == "X" else 1

    def actions(self, state: State):
        if self.is_terminal(state):
            return
        if state.target is not None and not decided(state.boards[state.target]):
            places = [state.target]
        else:
            places = [i for i, board in enumerate(state.boards) if not decided(board)]
        for i in places:
            for j, mark in enumerate(state.boards[i]):
                if mark == " ":
                    yield (i, j)

    def result(self, state: State, action: tuple[int, int]) -> State:
        i, j = action
        board = state.boards[i][:j] + (state.turn,) + state.boards[i][j + 1 :]
        boards = state.boards[:i] + (board,) + state.boards[i + 1 :]
        return State(boards, j, "O" if state.turn == "X" else "X")

    def big(self, state: State):
        return [winner(board) for board in state.boards]

    def is_terminal(self, state: State) -> bool:
        return winner(self.big(state)) != " " or all(decided(board) for board in state.boards)

    def utility(self, state: State, player: int) -> float:
        won = winner(self.big(state))
        if won == " ":
            return 0.0
        return 1.0 if "XO"[player] == won else -1.0
