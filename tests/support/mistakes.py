"""Wrong student programs: each is a right one of `programs/right` with a mistake made in it, and the verdict it gets.

The few that have no right program beside them are files in `programs/wrong`.
"""

from typing import NamedTuple


class Mistake(NamedTuple):
    """What to replace in a right program, and the verdict on what that gives."""

    right: str
    verdict: str
    replaced: tuple[tuple[str, str], ...]

    def made_in(self, text: str) -> str:
        """The wrong program, from the text of the right one."""
        for old, new in self.replaced:
            assert text.count(old) == 1, (self.right, old)
            text = text.replace(old, new)
        return text


def mistake(right: str, verdict: str, *texts: str) -> Mistake:
    """A mistake in a program: old text and new text, in turn."""
    return Mistake(right, verdict, tuple(zip(texts[::2], texts[1::2], strict=True)))


MISTAKES = {
    "agent_alone_next": mistake(
        "agent_alone",
        "constant",
        "left = depth - 1 if child.is_max_turn() else depth",
        "left = depth - 1",
        "if found > score if state.is_max_turn() else found < score:",
        "if found > score if child.is_max_turn() else found < score:",
    ),
    "aima_mover": mistake(
        "aima_games",
        "player-text",
        "min_value(state):\n        if game.terminal_test(state):\n            return game",
        "min_value(state):\n        if game.terminal_test(state):\n            return -game",
    ),
    "array_leaves_left_only": mistake(
        "array_leaves",
        "missing-action",
        "minimax(curDepth + 1, nodeIndex * 2 + 1, False, scores, targetDepth))",
        "minimax(curDepth + 1, nodeIndex * 2, False, scores, targetDepth))",
    ),
    "array_window_cut": mistake(
        "array_window",
        "missing-action",
        "beta = min(beta, best)\n            if beta <= alpha:",
        "beta = min(beta, best)\n            if beta >= alpha:",
    ),
    "board_engine_full_first": mistake(
        "board_engine",
        "ends",
        "maxv, px, py = -2, None, None",
        "maxv, px, py = -2, None, None\n        if self.full():\n            return (0, 0, 0)",
    ),
    "checkerslike_wrong": mistake("checkerslike", "unknown", "minEval = min(minEval, e)", "minEval = min(minEval, -e)"),
    "connect4_cut": mistake(
        "connect4",
        "missing-action",
        "beta = min(beta, value)\n            if alpha >= beta:",
        "beta = min(beta, value)\n            if alpha <= beta:",
    ),
    "connect4_own_pieces": mistake(
        "connect4",
        "unknown",
        "new_score = minimax(b_copy, depth - 1, alpha, beta, True)[1]",
        "new_score = -minimax(b_copy, depth - 1, alpha, beta, True)[1]",
    ),
    "cs50_choice": mistake(
        "cs50",
        "unknown",
        "if value > best:\n                best, choice = value, action",
        "best, choice = value, action",
    ),
    "cs50_last_action": mistake(
        "cs50",
        "missing-action",
        "v = -math.inf\n    for action in actions(board):",
        "v = -math.inf\n    for action in sorted(actions(board))[:-1] or actions(board):",
    ),
    "cs50_min_of_all": mistake(
        "cs50", "unknown", "v = min(v, max_value(result(board, action)))", "v = max_value(result(board, action))"
    ),
    "dict_nested_break": mistake(
        "dict_nested", "missing-action", "for nxt in state.values()]", "for nxt in list(state.values())[:2]]"
    ),
    "easy_negamax_abs": mistake(
        "easy_negamax",
        "unknown",
        "value = -negamax(after, depth - 1, -beta, -alpha)",
        "value = abs(negamax(after, depth - 1, -beta, -alpha))",
    ),
    "expect_dice_weights": mistake(
        "expect_dice",
        "unknown",
        "return sum(expectimax(total + side, False) for side in (1, 2, 3)) / 3",
        "return sum(expectimax(total + side, False) for side in (1, 2, 3)) / 2",
    ),
    "flat_board_one_winner": mistake(
        "flat_board", "plays-on", "    if check_winner(b, human):\n        return -1\n", ""
    ),
    "generator_tuple_wrong": mistake(
        "generator_tuple",
        "same-mark",
        "return min(maximize(g) for _, g in successors(grid, 'O'))",
        "return min(maximize(g) for _, g in successors(grid, 'X'))",
    ),
    "global_board_never_better": mistake("global_board", "unknown", "if score[2] < best[2]:", "if score[2] > best[2]:"),
    "gomoku_wrong": mistake("gomoku_class", "wrong:wrong-bound", "alpha = max(alpha, v)", "alpha = v + 1"),
    "graph_nodes_first": mistake(
        "graph_nodes",
        "missing-action",
        "return min(max_node(graph, k) for k in kids)",
        "return min(max_node(graph, k) for k in kids[1:] or kids)",
    ),
    "heap_tree_right": mistake("heap_tree", "unknown", "b = solve(heap, right, -turn)", "b = solve(heap, right, turn)"),
    "inplace_missing_row": mistake(
        "inplace",
        "missing-action",
        "best = -1000\n        for i in range(3):",
        "best = -1000\n        for i in range(2):",
    ),
    "inplace_no_undo": mistake(
        "inplace",
        "wrong:mutated-state",
        "best = min(best, minimax(board, depth + 1, not isMax))\n                    board[i][j] = '_'",
        "best = min(best, minimax(board, depth + 1, not isMax))",
    ),
    "inplace_root_flag": mistake(
        "inplace", "same-mark", "moveVal = minimax(board, 0, False)", "moveVal = minimax(board, 0, True)"
    ),
    "inplace_same_turn": mistake(
        "inplace",
        "same-mark",
        "best = min(best, minimax(board, depth + 1, not isMax))",
        "best = min(best, minimax(board, depth + 1, isMax))",
    ),
    "ismaxturn_wrong": mistake(
        "ismaxturn", "ends", "return 1 if board.get_winner() is maximizerMark else -1", "return 1 if isMaxTurn else -1"
    ),
    "iter_deep_wrong": mistake(
        "iter_deep",
        "unknown",
        "s, _ = self.alphabeta(game.forecast_move(m), depth - 1, alpha, beta, True)",
        "s, _ = self.alphabeta(game.forecast_move(m), depth - 1, beta, alpha, True)",
    ),
    "named_successors_again": mistake(
        "named_successors",
        "unknown",
        "best = min(best, minimax(child, True))",
        "best = min(best, minimax(child, False))",
    ),
    "negamax_colour_window": mistake(
        "negamax_colour",
        "unknown",
        "best = max(best, -negamax(pos, depth - 1, -beta, -alpha, -colour))",
        "best = max(best, -negamax(pos, depth - 1, -alpha, -beta, -colour))",
    ),
    "nim_root_flag": mistake(
        "nim",
        "unknown",
        "score = minimax(new_state, is_maximizing=False)",
        "score = minimax(new_state, is_maximizing=True)",
    ),
    "node_objects_last": mistake(
        "node_objects",
        "unknown",
        "v = max(v, alpha_beta(b, alpha, beta, False))",
        "v = alpha_beta(b, alpha, beta, False)",
    ),
    "nodeclass_wrong": mistake("nodeclass_ismax", "unknown", "b = min(b, ab(c, a, b))", "b = min(b, ab(c, b, a))"),
    "othello_small_zero": mistake("othello_small", "unknown", "value = float('-inf')", "value = 0"),
    "oxo_wrong": mistake(
        "oxo", "missing-action", "if minv <= alpha: return (minv, qx, qy)", "if minv <= beta: return (minv, qx, qy)"
    ),
    "pacman_partial_ply": mistake(
        "pacman_minimax",
        "wrong:partial-ply",
        "value = self.value(gameState.generateSuccessor(0, action), 0, 1)",
        "value = self.value(gameState.generateSuccessor(0, action), 1, 1)",
        "depth, agent = depth + 1, 0",
        "agent = 0",
        "a), depth, agent + 1) for a",
        "a), depth + 1, agent + 1) for a",
    ),
    "pacman_second_ghost": mistake(
        "pacman_minimax",
        "unknown",
        "return max(values) if agent == 0 else min(values)",
        "return min(values) if agent == 1 else max(values)",
    ),
    "plain_nested_wrong": mistake(
        "plain_nested", "unknown", "if not flag and x < acc: acc = x", "if not flag and x < acc: acc = acc"
    ),
    "root_move_wrong": mistake(
        "root_move", "unknown", "if score < bestScore: bestScore = score", "if score > bestScore: bestScore = score"
    ),
    "shortcut_greedy": mistake(
        "shortcut",
        "unknown",
        'if best is None or (score > best if mark == "A" else score < best):',
        "if best is None or (score > best):",
    ),
    "smart_player_same_letter": mistake(
        "smart_player",
        "plays-on",
        "sim_score = self.minimax(state, other_player)",
        "sim_score = self.minimax(state, player)",
    ),
    "smart_player_stale_winner": mistake("smart_player", "unknown", "            state.current_winner = None\n", ""),
    "spanish_wrong": mistake(
        "spanish", "wrong:all-max", "return max(valores) if jugador == MAQUINA else min(valores)", "return max(valores)"
    ),
    "sticks_average": mistake(
        "sticks",
        "unknown",
        "return max(results) if my_turn else min(results)",
        "return max(results) if my_turn else results[0]",
    ),
    "treenode_wrong": mistake(
        "treenode_utility",
        "wrong:all-max",
        "best = float('inf')\n        for s in self.getSuccessors(node): best = min(",
        "best = -float('inf')\n        for s in self.getSuccessors(node): best = max(",
    ),
    "undo_class_late_pop": mistake(
        "undo_class", "unknown", "            board.pop()\n", "", "break", "break\n            board.pop()"
    ),
}
