import math
from enum import Enum
class State(Enum):
    ACTIVE = 1
    OVER = 2
    DRAW = 3
class Mark:
    X = 'X'
    O = 'O'
class TicTac:
    def __init__(self):
        self.b = [None]*9
        self.turn = 'X'
        self.stack = []
    def get_possible_moves(self):
        return [i for i in range(9) if self.b[i] is None]
    def make_move(self, i):
        self.b[i] = self.turn
        self.stack.append(i)
        self.turn = 'O' if self.turn == 'X' else 'X'
    def undo(self):
        i = self.stack.pop()
        self.b[i] = None
        self.turn = 'O' if self.turn == 'X' else 'X'
    def get_winner(self):
        for a, c, d in ((0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)):
            if self.b[a] and self.b[a] == self.b[c] == self.b[d]:
                return self.b[a]
    def get_state(self):
        if self.get_winner(): return State.OVER
        if None not in self.b: return State.DRAW
        return State.ACTIVE
ticTacBoard = TicTac()
aiPlayer = 'X'
def make_best_move():
    bestScore = -math.inf
    bestMove = None
    for move in ticTacBoard.get_possible_moves():
        ticTacBoard.make_move(move)
        score = minimax(False, aiPlayer, ticTacBoard)
        ticTacBoard.undo()
        if score > bestScore:
            bestScore = score
            bestMove = move
    ticTacBoard.make_move(bestMove)
def minimax(isMaxTurn, maximizerMark, board):
    state = board.get_state()
    if state is State.DRAW:
        return 0
    elif state is State.OVER:
        return 1 if isMaxTurn else -1
    scores = []
    for move in board.get_possible_moves():
        board.make_move(move)
        scores.append(minimax(not isMaxTurn, maximizerMark, board))
        board.undo()
    return max(scores) if isMaxTurn else min(scores)
if __name__ == '__main__':
    while True:
        make_best_move()
