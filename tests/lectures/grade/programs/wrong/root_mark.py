"""The one who has just moved is to move again in the first call of the search."""


def ends(s):
    lines = [*s, *map(list, zip(*s)), [s[i][i] for i in range(3)], [s[i][2 - i] for i in range(3)]]
    if ["X"] * 3 in lines or ["O"] * 3 in lines:
        return 1 if ["X"] * 3 in lines else -1
    return 0 if all("-" not in row for row in s) else None


def after(s, i, j, t):
    made = [row[:] for row in s]
    made[i][j] = t
    return made


def minimax(s, t):
    if ends(s) is not None:
        return ends(s)
    free = [(i, j) for i in range(3) for j in range(3) if s[i][j] == "-"]
    values = [minimax(after(s, i, j, t), "O" if t == "X" else "X") for i, j in free]
    return max(values) if t == "X" else min(values)


def best_move(s):
    free = [(i, j) for i in range(3) for j in range(3) if s[i][j] == "-"]
    return max(free, key=lambda at: minimax(after(s, *at, "X"), "X"))


print(best_move([["-"] * 3 for _ in range(3)]))
