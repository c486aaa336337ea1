def minimax(state, is_maximizing):
    if (score := evaluate(state, is_maximizing)) is not None:
        return score
    return (max if is_maximizing else min)(
        minimax(new_state, is_maximizing=not is_maximizing) for new_state in possible_new_states(state)
    )


def possible_new_states(state):
    for pile, counters in enumerate(state):
        for remain in range(counters):
            yield state[:pile] + (remain,) + state[pile + 1:]


def evaluate(state, is_maximizing):
    if all(counters == 0 for counters in state):
        return 1 if is_maximizing else -1


def best_move(state):
    for new_state in possible_new_states(state):
        score = minimax(new_state, is_maximizing=False)
        if score > 0:
            break
    return score, new_state


print(best_move((2, 1, 1)))
