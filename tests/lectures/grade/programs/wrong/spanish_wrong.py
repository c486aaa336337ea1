import random
tablero = [0]*9
HUMANO, MAQUINA = 1, 2
lineas = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]
def ganador(t):
    for a,b,c in lineas:
        if t[a] != 0 and t[a] == t[b] and t[b] == t[c]: return t[a]
    return 0
def lleno(t): return 0 not in t
def minimax(t, jugador):
    g = ganador(t)
    if g == MAQUINA: return 1
    if g == HUMANO: return -1
    if lleno(t): return 0
    valores = []
    for i in range(9):
        if t[i] == 0:
            t[i] = jugador
            valores.append(minimax(t, HUMANO if jugador == MAQUINA else MAQUINA))
            t[i] = 0
    return max(valores)
def jugar_maquina():
    mejor, pos = -2, None
    for i in range(9):
        if tablero[i] == 0:
            tablero[i] = MAQUINA
            v = minimax(tablero, HUMANO)
            tablero[i] = 0
            if v > mejor: mejor, pos = v, i
    tablero[pos] = MAQUINA
while ganador(tablero) == 0 and not lleno(tablero):
    p = int(input("Casilla: "))
    tablero[p] = HUMANO
    jugar_maquina()
