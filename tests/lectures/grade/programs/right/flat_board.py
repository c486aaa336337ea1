# Tic-tac-toe with a window
import tkinter as tk
from tkinter import messagebox

board = [" " for _ in range(9)]
human = "X"
ai = "O"


def check_winner(b, p):
    wins = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    return any(b[x] == b[y] == b[z] == p for x, y, z in wins)


def is_full(b):
    return " " not in b


def minimax(b, depth, is_maximizing):
    if check_winner(b, ai):
        return 1
    if check_winner(b, human):
        return -1
    if is_full(b):
        return 0
    if is_maximizing:
        best_score = -float("inf")
        for i in range(9):
            if b[i] == " ":
                b[i] = ai
                score = minimax(b, depth + 1, False)
                b[i] = " "
                best_score = max(score, best_score)
        return best_score
    else:
        best_score = float("inf")
        for i in range(9):
            if b[i] == " ":
                b[i] = human
                score = minimax(b, depth + 1, True)
                b[i] = " "
                best_score = min(score, best_score)
        return best_score


def best_move():
    best_score = -float("inf")
    move = None
    for i in range(9):
        if board[i] == " ":
            board[i] = ai
            score = minimax(board, 0, False)
            board[i] = " "
            if score > best_score:
                best_score = score
                move = i
    return move


def on_click(i):
    if board[i] == " ":
        board[i] = human
        buttons[i].config(text=human)
        m = best_move()
        if m is not None:
            board[m] = ai


root = tk.Tk()
root.title("Tic Tac Toe")
buttons = []
for i in range(9):
    btn = tk.Button(root, text=" ", command=lambda i=i: on_click(i))
    btn.grid(row=i // 3, column=i % 3)
    buttons.append(btn)
root.mainloop()
