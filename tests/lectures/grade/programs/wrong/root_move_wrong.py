import random
board = {1:' ',2:' ',3:' ',4:' ',5:' ',6:' ',7:' ',8:' ',9:' '}
player = 'O'
bot = 'X'
def printBoard(board):
    print(board[1] + '|' + board[2] + '|' + board[3])
    print('-+-+-')
    print(board[4] + '|' + board[5] + '|' + board[6])
    print('-+-+-')
    print(board[7] + '|' + board[8] + '|' + board[9])
def spaceIsFree(position):
    return board[position] == ' '
def checkDraw():
    return all(board[k] != ' ' for k in board)
def checkWhichMarkWon(mark):
    for a,b,c in ((1,2,3),(4,5,6),(7,8,9),(1,4,7),(2,5,8),(3,6,9),(1,5,9),(7,5,3)):
        if board[a] == board[b] == board[c] == mark: return True
    return False
def insertLetter(letter, position):
    board[position] = letter
    printBoard(board)
def compMove():
    bestScore = -800
    bestMove = 0
    for key in board.keys():
        if board[key] == ' ':
            board[key] = bot
            score = minimax(board, 0, False)
            board[key] = ' '
            if score > bestScore:
                bestScore = score
                bestMove = key
    insertLetter(bot, bestMove)
    return
def minimax(board, depth, isMaximizing):
    if checkWhichMarkWon(bot): return 1
    elif checkWhichMarkWon(player): return -1
    elif checkDraw(): return 0
    if isMaximizing:
        bestScore = -800
        for key in board.keys():
            if board[key] == ' ':
                board[key] = bot
                score = minimax(board, depth + 1, False)
                board[key] = ' '
                if score > bestScore: bestScore = score
        return bestScore
    else:
        bestScore = 800
        for key in board.keys():
            if board[key] == ' ':
                board[key] = player
                score = minimax(board, depth + 1, True)
                board[key] = ' '
                if score > bestScore: bestScore = score
        return bestScore
while not checkWhichMarkWon(bot):
    compMove()
