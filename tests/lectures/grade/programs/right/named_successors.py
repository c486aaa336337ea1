tree = {
    'A': ['B', 'C'],
    'B': ['D', 'E'],
    'C': ['F', 'G'],
    'D': ['H', 'I'],
    'E': ['J', 'K'],
    'F': ['L', 'M'],
    'G': ['N', 'O'],
}
values = {'H': -1, 'I': 4, 'J': 2, 'K': 6, 'L': -3, 'M': -5, 'N': 0, 'O': 7}


def minimax(node, maximisingPlayer):
    if node in values:
        return values[node]
    if maximisingPlayer:
        best = float('-inf')
        for child in tree[node]:
            best = max(best, minimax(child, False))
        return best
    best = float('inf')
    for child in tree[node]:
        best = min(best, minimax(child, True))
    return best


print('value', minimax('A', True))
