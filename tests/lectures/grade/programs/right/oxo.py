import time
class Game:
    def __init__(self):
        self.initialize_game()
    def initialize_game(self):
        self.current_state = [['.','.','.'],['.','.','.'],['.','.','.']]
        self.player_turn = 'X'
    def draw_board(self):
        for i in range(0, 3):
            for j in range(0, 3):
                print('{}|'.format(self.current_state[i][j]), end=" ")
            print()
    def is_end(self):
        s = self.current_state
        for i in range(0, 3):
            if s[0][i] != '.' and s[0][i] == s[1][i] == s[2][i]: return s[0][i]
        for i in range(0, 3):
            if s[i] == ['X','X','X']: return 'X'
            elif s[i] == ['O','O','O']: return 'O'
        if s[0][0] != '.' and s[0][0] == s[1][1] == s[2][2]: return s[0][0]
        if s[0][2] != '.' and s[0][2] == s[1][1] == s[2][0]: return s[0][2]
        for i in range(3):
            for j in range(3):
                if s[i][j] == '.': return None
        return '.'
    def max_alpha_beta(self, alpha, beta):
        maxv = -2; px = None; py = None
        result = self.is_end()
        if result == 'X': return (-1, 0, 0)
        elif result == 'O': return (1, 0, 0)
        elif result == '.': return (0, 0, 0)
        for i in range(3):
            for j in range(3):
                if self.current_state[i][j] == '.':
                    self.current_state[i][j] = 'O'
                    (m, a, b) = self.min_alpha_beta(alpha, beta)
                    if m > maxv:
                        maxv = m; px = i; py = j
                    self.current_state[i][j] = '.'
                    if maxv >= beta: return (maxv, px, py)
                    if maxv > alpha: alpha = maxv
        return (maxv, px, py)
    def min_alpha_beta(self, alpha, beta):
        minv = 2; qx = None; qy = None
        result = self.is_end()
        if result == 'X': return (-1, 0, 0)
        elif result == 'O': return (1, 0, 0)
        elif result == '.': return (0, 0, 0)
        for i in range(3):
            for j in range(3):
                if self.current_state[i][j] == '.':
                    self.current_state[i][j] = 'X'
                    (m, a, b) = self.max_alpha_beta(alpha, beta)
                    if m < minv:
                        minv = m; qx = i; qy = j
                    self.current_state[i][j] = '.'
                    if minv <= alpha: return (minv, qx, qy)
                    if minv < beta: beta = minv
        return (minv, qx, qy)
    def play_alpha_beta(self):
        while True:
            self.draw_board()
            self.result = self.is_end()
            if self.result != None: return
            if self.player_turn == 'X':
                (m, qx, qy) = self.min_alpha_beta(-2, 2)
                qx = int(input('x: ')); qy = int(input('y: '))
                self.current_state[qx][qy] = 'X'; self.player_turn = 'O'
            else:
                (m, px, py) = self.max_alpha_beta(-2, 2)
                self.current_state[px][py] = 'O'; self.player_turn = 'X'
def main():
    g = Game()
    g.play_alpha_beta()
if __name__ == "__main__":
    main()
