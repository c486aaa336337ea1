"""The action is chosen by a key function, and `action_result` gives a board, not actions."""
WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(s):
    return next((s[x] for x, y, z in WINS if s[x] == s[y] == s[z] != "_"), "D" if "_" not in s else None)


def action_result(s, mark, at):
    return s[:at] + [mark] + s[at + 1 :]


def minimax(s, d, maxi):
    end = winner(s)
    if end:
        return {"X": 10 - d, "O": d - 10, "D": 0}[end]
    mark = "X" if maxi else "O"
    values = [minimax(action_result(s, mark, i), d + 1, not maxi) for i in range(9) if s[i] == "_"]
    return max(values) if maxi else min(values)


def ai_move(s):
    def score(i):
        return minimax(action_result(s, "X", i), 1, False)

    return max((i for i in range(9) if s[i] == "_"), key=score)


s = ["_"] * 9
while not winner(s):
    s[int(input("Where? "))] = "O"
    s[ai_move(s)] = "X"
