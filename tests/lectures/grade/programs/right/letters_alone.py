"""A player of noughts and crosses without the board."""


class Clever:
    def __init__(self, letter):
        self.letter = letter

    def get_move(self, game):
        return self.minimax(game, self.letter)["square"]

    def minimax(self, state, player):
        other = "O" if player == "X" else "X"
        if state.current_winner == other:
            sign = 1 if other == self.letter else -1
            return {"square": None, "score": sign * (state.num_empty_squares() + 1)}
        if not state.empty_squares():
            return {"square": None, "score": 0}
        found = []
        for square in state.available_moves():
            state.make_move(square, player)
            score = self.minimax(state, other)["score"]
            state.board[square] = " "
            state.current_winner = None
            found.append({"square": square, "score": score})
        pick = max if player == self.letter else min
        return pick(found, key=lambda each: each["score"])
