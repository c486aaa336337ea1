"""A board with its own minimax, as a method on a mutable board."""


class Game:
    def __init__(self):
        self.grid = [["-"] * 3 for _ in range(3)]

    def draw_board(self):
        for r in self.grid:
            print(" ".join(r))

    def won(self, who):
        g = self.grid
        for i in range(3):
            if g[i][0] == g[i][1] == g[i][2] == who or g[0][i] == g[1][i] == g[2][i] == who:
                return True
        return g[0][0] == g[1][1] == g[2][2] == who or g[0][2] == g[1][1] == g[2][0] == who

    def full(self):
        return all(cell != "-" for r in self.grid for cell in r)

    def max(self):
        maxv, px, py = -2, None, None
        if self.won("X"):
            return (-1, 0, 0)
        if self.won("O"):
            return (1, 0, 0)
        if self.full():
            return (0, 0, 0)
        for i in range(3):
            for j in range(3):
                if self.grid[i][j] == "-":
                    self.grid[i][j] = "O"
                    (m, _, _) = self.min()
                    if m > maxv:
                        maxv, px, py = m, i, j
                    self.grid[i][j] = "-"
        return (maxv, px, py)

    def min(self):
        minv, qx, qy = 2, None, None
        if self.won("X"):
            return (-1, 0, 0)
        if self.won("O"):
            return (1, 0, 0)
        if self.full():
            return (0, 0, 0)
        for i in range(3):
            for j in range(3):
                if self.grid[i][j] == "-":
                    self.grid[i][j] = "X"
                    (m, _, _) = self.max()
                    if m < minv:
                        minv, qx, qy = m, i, j
                    self.grid[i][j] = "-"
        return (minv, qx, qy)

    def play(self):
        while True:
            self.draw_board()
            px = int(input("x: "))
            py = int(input("y: "))
            self.grid[px][py] = "X"
            m, x, y = self.max()
            self.grid[x][y] = "O"


Game().play()
