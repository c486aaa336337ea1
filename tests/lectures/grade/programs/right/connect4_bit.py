ROWS, COLS = 4, 4
def empty(): return tuple(tuple() for _ in range(COLS))
def legal(cols): return [c for c in range(COLS) if len(cols[c]) < ROWS]
def play(cols, c, who): return cols[:c] + (cols[c] + (who,),) + cols[c+1:]
def cell(cols, c, r): return cols[c][r] if 0 <= c < COLS and 0 <= r < len(cols[c]) else None
def wins(cols, who):
    return any(all(cell(cols, c+i*dc, r+i*dr) == who for i in range(3)) for c in range(COLS) for r in range(ROWS) for dc, dr in ((1,0),(0,1),(1,1),(1,-1)))
def evaluate(cols, me): return sum((1 if x == me else -1) for col in cols[1:3] for x in col)
def minimax(cols, me, opp, depth, my_move):
    if wins(cols, me): return 100 + depth
    if wins(cols, opp): return -100 - depth
    moves = legal(cols)
    if not moves: return 0
    if depth == 0: return evaluate(cols, me)
    if my_move:
        return max([minimax(play(cols, c, me), me, opp, depth - 1, False) for c in moves])
    return min([minimax(play(cols, c, opp), me, opp, depth - 1, True) for c in moves])
def choose(cols, me, opp, depth=3):
    scored = [(minimax(play(cols, c, me), me, opp, depth - 1, False), c) for c in legal(cols)]
    return max(scored)[1]
print(choose(empty(), 'R', 'Y'))
