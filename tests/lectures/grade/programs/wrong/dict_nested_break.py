def minimax(state, turn_max):
    if not isinstance(state, dict):
        return state
    results = []
    for nxt in state.values():
        results.append(minimax(nxt, not turn_max))
        if len(results) == 2:
            break
    return max(results) if turn_max else min(results)


game_tree = {
    'L': {'l': 3, 'm': 12, 'r': 8},
    'C': {'l': 2, 'm': {'x': 4, 'y': 1}, 'r': 6},
    'R': {'l': 14, 'm': 5, 'r': 2},
}
print(minimax(game_tree, True))
