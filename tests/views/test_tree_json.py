"""A tree as JSON: every node once, parents first, nothing empty, and the words of the figure."""

from __future__ import annotations

import json

from countermove import load
from countermove.games.tree import Tree
from countermove.textbook import alphabeta, minimax
from countermove.views import draw
from countermove.views.figure import figure
from countermove.views.sketch import Sketch
from countermove.views.tree_json import tree_json


def test_nodes_stand_after_their_parents_and_every_step_has_its_node(search):
    game, narration = search
    told = draw(game, narration, boards=False).tree
    assert [node["id"] for node in told["nodes"]] == list(range(len(told["nodes"])))
    assert told["nodes"][0]["parent"] is None
    assert all(node["parent"] < node["id"] for node in told["nodes"][1:])
    numbers = [node["number"] for node in told["nodes"] if "number" in node]
    assert len(numbers) == len(set(numbers))
    assert {step["node"] for step in told["steps"]} <= set(numbers)
    assert json.loads(json.dumps(told)) == told


def test_what_is_empty_is_left_out(search):
    game, narration = search
    for node in draw(game, narration, boards=False).tree["nodes"]:
        assert all(value not in ("", False, 0) for key, value in node.items() if key not in ("id", "parent", *NUMBERS))


NUMBERS = ("number", "action", "player")


def test_the_actions_from_the_root_lead_to_the_position_of_a_node():
    game = load("tictactoe")
    sketch = Sketch.of(minimax(game, depth=2))
    told = tree_json(game, sketch, figure(game, sketch, boards=True))
    node = next(each for each in told["nodes"] if each["kind"] == "leaf")
    actions = []
    while node["parent"] is not None:
        actions.insert(0, node["action"])
        node = told["nodes"][node["parent"]]
    state = game.initial()
    for action in actions:
        state = game.result(state, action)
    assert state == sketch.root.children[actions[0]].children[actions[1]].state
    assert told["nodes"][0]["board"]["style"] == "grid"


def test_the_tree_of_a_lecture_is_known_beforehand_and_that_of_a_game_is_not():
    tree, game = Tree([[3, 12], [2, 4]]), load("tictactoe")
    assert draw(tree, alphabeta(tree)).tree["whole"]
    assert not draw(game, minimax(game, depth=1)).tree["whole"]


def test_the_size_counts_nodes_that_are_not_shown():
    game = load("tictactoe")
    told = draw(game, minimax(game, depth=3), most=20, boards=False).tree
    shown = [node for node in told["nodes"] if node["kind"] not in ("pruned", "more")]
    hidden = sum(node.get("hidden", 0) for node in told["nodes"])
    assert (len(shown), len(shown) + hidden) == (20, told["size"])
