from copy import deepcopy
RED = "red"
WHITE = "white"
class Piece:
    def __init__(self, row, col, color):
        self.row, self.col, self.color = row, col, color
class Board:
    """Two pawns a side on 4x3; move forward or capture diagonally."""
    def __init__(self):
        self.pieces = [Piece(0, c, WHITE) for c in range(3)] + [Piece(3, c, RED) for c in range(3)]
    def get_all_pieces(self, color):
        return [p for p in self.pieces if p.color == color]
    def at(self, r, c):
        for p in self.pieces:
            if p.row == r and p.col == c:
                return p
    def get_valid_moves(self, piece):
        d = 1 if piece.color == WHITE else -1
        out = []
        r = piece.row + d
        if 0 <= r < 4:
            if self.at(r, piece.col) is None:
                out.append((r, piece.col))
            for c in (piece.col - 1, piece.col + 1):
                if 0 <= c < 3 and self.at(r, c) and self.at(r, c).color != piece.color:
                    out.append((r, c))
        return out
    def move(self, piece, row, col):
        hit = self.at(row, col)
        if hit:
            self.pieces.remove(hit)
        piece.row, piece.col = row, col
    def winner(self):
        for p in self.pieces:
            if p.color == WHITE and p.row == 3: return WHITE
            if p.color == RED and p.row == 0: return RED
        return None
    def evaluate(self):
        w = self.winner()
        if w: return 50 if w == WHITE else -50
        return len(self.get_all_pieces(WHITE)) - len(self.get_all_pieces(RED))
def get_all_moves(board, color, game):
    moves = []
    for piece in board.get_all_pieces(color):
        for (r, c) in board.get_valid_moves(piece):
            temp = deepcopy(board)
            temp.move(temp.at(piece.row, piece.col), r, c)
            moves.append(temp)
    return moves
def minimax(position, depth, max_player, game):
    if depth == 0 or position.winner() != None:
        return position.evaluate(), position
    moves = get_all_moves(position, WHITE if max_player else RED, game)
    if not moves:
        return position.evaluate(), position
    if max_player:
        maxEval = float('-inf'); best = None
        for m in moves:
            e = minimax(m, depth - 1, False, game)[0]
            maxEval = max(maxEval, e)
            if maxEval == e: best = m
        return maxEval, best
    else:
        minEval = float('inf'); best = None
        for m in moves:
            e = minimax(m, depth - 1, True, game)[0]
            minEval = min(minEval, -e)
            if minEval == e: best = m
        return minEval, best
