"""A saved proof, read as a tree: whatever it calls settled is true, and a proof that went on says so."""

import pytest

from countermove import load, solve
from countermove.errors import SpecError
from countermove.solve.proof import prove
from countermove.solve.proof_tree import OPEN, PROVEN, REFUTED, ProofTree

GAMES = ["tictactoe", "connect:rows=4,cols=3,k=3", "checkers:size=4,quiet_moves=0"]


def truth(game, state, question):
    """Whether the attacker succeeds."""
    value = game.utility(state, 0) if game.is_terminal(state) else solve(game, state).value
    mine = value if game.is_terminal(state) or game.player(state) == 0 else game.axes.total - value
    return (mine >= question.split) == (question.attacker == 0)


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("nodes", [300, None])
def test_what_a_tree_calls_settled_is_true(spec, nodes, tmp_path):
    game, path = load(spec), tmp_path / "proof.npz"
    found = prove(game, nodes=nodes, memory=1, save=path, native=False)
    tree = ProofTree(game, path)
    assert (tree.nodes, tree.low == tree.high) == (found.nodes, found.complete)
    settled = 0
    for question in tree.questions:
        state = tree.root
        for action in [None, *tree.line(tree.root, question)]:
            state = state if action is None else game.result(state, action)
            for node in [tree.node(state, question), *(node for _, node in tree.children(state, question))]:
                if node.status in (PROVEN, REFUTED):
                    settled += 1
                    assert truth(game, node.state, question) == (node.status == PROVEN)
    assert settled or not found.complete
    if found.complete:
        assert all(tree.node(tree.root, question).status != OPEN for question in tree.questions)


def test_the_root_has_the_numbers_that_the_search_was_working_with(tmp_path):
    game, path = load("tictactoe"), tmp_path / "proof.npz"
    prove(game, nodes=100, memory=1, save=path, native=False)
    tree = ProofTree(game, path)
    (question,) = tree.questions
    assert question.words(game) == "Can X win?"
    node = tree.node(tree.root, question)
    after = [each for _, each in tree.children(tree.root, question)]
    assert (node.status, node.proof) == (OPEN, min(each.proof for each in after))
    assert node.disproof == max(each.disproof for each in after) + len(after) - 1
    assert [each.proof for each in after] == sorted(each.proof for each in after)


def test_a_resumed_proof_counts_all_its_nodes_and_keeps_its_answers(tmp_path):
    game, path = load("tictactoe"), tmp_path / "proof.npz"
    first = prove(game, nodes=2500, memory=1, save=path, native=False)
    assert [question.is_open for question in ProofTree(game, path).questions] == [False, True]
    second = prove(game, memory=1, save=path, native=False)
    assert second.complete and second.nodes > first.nodes
    assert [question.words(game) for question in ProofTree(game, path).questions] == [
        "Can X draw at least?", "Can X win?",
    ]  # fmt: skip


def test_a_file_that_is_not_a_proof_of_this_game_is_refused(tmp_path):
    path = tmp_path / "proof.npz"
    prove(load("tictactoe"), nodes=50, memory=1, save=path, native=False)
    with pytest.raises(SpecError, match="is a proof about TicTacToe"):
        ProofTree(load("nim"), path)
    path.write_bytes(path.read_bytes()[:-400])
    with pytest.raises(SpecError, match="not the state of a proof, or damaged"):
        ProofTree(load("tictactoe"), path)
    with pytest.raises(SpecError, match="cannot be read"):
        ProofTree(load("tictactoe"), tmp_path / "none.npz")
