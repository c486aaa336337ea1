"""Search where information is hidden: compiled equals the textbook's, nothing hidden is used, beliefs fit the facts."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

import pytest

from countermove import analyse, load
from countermove.analysis.belief import Belief, imagine_states
from countermove.engine.mcts.recipe import Recipe
from countermove.errors import GameError, SpecError, UnfitError
from countermove.game import CHANCE, legal
from countermove.games.kuhn import Kuhn
from countermove.players import make, play_game
from countermove.succession import one_at_a_time
from countermove.textbook.ismcts import InformationTree
from countermove.values import freeze, joint

SMALL = [
    "kuhn", "kuhn:players=3", "leduc", "liarsdice:dice=1", "phantom", "battleships:rows=3,cols=3,fleet=(2,)",
    "goofspiel:cards=4,hidden=true",
]  # fmt: skip


def played(game, seed, plies=8):
    """The states of a random game up to a turn of a player."""
    dice, states = random.Random(seed), [game.initial()]
    while len(states) < plies or game.player(states[-1]) == CHANCE:
        options = game.chances(states[-1]) if game.player(states[-1]) == CHANCE else None
        action = dice.choice([action for action, _ in options] if options else legal(game, states[-1]))
        after = game.result(states[-1], action)
        if game.is_terminal(after):
            break
        states.append(after)
    return states


@pytest.mark.native
@pytest.mark.parametrize("spec", SMALL)
def test_the_compiled_search_is_the_textbooks_visit_by_visit(spec):
    from countermove.engine.hidden.search import InformationSearch

    game = one_at_a_time(load(spec))
    for seed in range(3):
        state = played(game, seed, 3 + seed)[-1]
        player = game.player(state)
        worlds = imagine_states(game, game.view(state, player), player, 8, seed)
        for observer in ("multiple", "single"):
            for formula in ("ucb1", "puct"):
                recipe = Recipe(observer=observer, formula=formula, seed=seed).fitted(game)
                search = InformationSearch(game, game.view(state, player), worlds, recipe)
                search.grow(150)
                tree = InformationTree(
                    game, worlds, single=observer == "single", formula=formula, exploration=recipe.exploration,
                    urgency=recipe.urgency, seed=seed,
                )  # fmt: skip
                for _ in range(150):
                    tree.simulate()
                assert search.sets == len(tree.sets) and search.nodes == tree.nodes
                for action, branch in search.branches().items():
                    tried = tree.root.actions[action]
                    assert branch.visits == tried.visits
                    assert branch.values[player] == pytest.approx(tried.total / max(1, tried.visits))


@pytest.mark.parametrize("algorithm", ["ismcts", "pimc"])
@pytest.mark.parametrize("spec", ["kuhn", "leduc", "liarsdice:dice=1", "battleships:rows=3,cols=3,fleet=(2,)"])
def test_states_that_look_the_same_get_the_same_answer(spec, algorithm):
    game = load(spec)
    state = played(game, 4, 4)[-1]
    player = game.player(state)
    alike = {freeze(each): each for each in imagine_states(game, game.view(state, player), player, 20, 1)}
    answers = [
        analyse(game, each, algorithm=algorithm, simulations=60 if algorithm == "ismcts" else 3)
        for each in [state, game.view(state, player), *list(alike.values())[:3]]
    ]
    for found in answers[1:]:
        assert (found.action, found.values, found.visits, found.guesses) == (
            answers[0].action, answers[0].values, answers[0].visits, answers[0].guesses,
        )  # fmt: skip


def test_a_belief_kept_over_a_game_is_the_posterior():
    game = load("phantom")
    course = [game.initial()]
    for name in ("b2", "a1", "a1", "c3", "a3"):  # X bumps into a1 in its second turn
        state = course[-1]
        course.append(game.result(state, next(a for a in legal(game, state) if game.action_name(state, a) == name)))
    assert game.player(course[-1]) == 0 and course[-1].found_o
    found = Belief(game, 0).states(course[-1], course[:-1])
    assert all(game.view(each, 0) == game.view(course[-1], 0) for each in found)
    counts = Counter(each.o for each in found)
    # O has a1 and one more mark: c3 is X's, so b2's neighbours are as likely as any other free cell.
    assert len(counts) == 6 and max(counts.values()) < 2.2 * min(counts.values())


def test_a_belief_depends_on_what_was_seen_alone():
    game = load("phantom")
    believed = []
    for line in ("b2 a1", "b2 c3", "b2 b2 c3"):  # in the last, O tries the centre first, which X does not see
        course = [game.initial()]
        for name in line.split():
            state = course[-1]
            course.append(game.result(state, next(a for a in legal(game, state) if game.action_name(state, a) == name)))
        belief = Belief(game, 0)
        believed += [belief.states(course[-1], course[:-1]) for _ in range(2)]
    assert all(each == believed[0] for each in believed)


@pytest.mark.parametrize(
    "players", [["ismcts:simulations=30", "random:seed=1"], ["random:seed=1", "pimc:simulations=2"]]
)
@pytest.mark.parametrize("spec", ["kuhn", "phantom", "goofspiel:cards=5,hidden=true"])
def test_games_are_played_to_their_end(spec, players):
    game = load(spec)
    if game.axes.simultaneous and "pimc:simulations=2" in players:
        with pytest.raises(UnfitError, match=r"pimc needs players who take turns, .* use ismcts, or solve it"):
            list(play_game(game, [make(each) for each in players], seed=2))
        return
    turns = list(play_game(game, [make(each) for each in players], seed=2))
    assert game.is_terminal(turns[-1].after)


@pytest.mark.parametrize("native", [pytest.param(True, marks=pytest.mark.native), False])
def test_who_acts_at_once_with_another_uses_what_it_knows(native):
    """The other has bid 1 or 2 of the cards 1 to 5, which wins nothing either way, and holds the rest."""
    game = load("goofspiel:cards=5,hidden=true")
    first = game.initial()
    for seat in (0, 1):
        answers = []
        for unseen in (0, 1):
            bid = joint(4, unseen) if seat == 0 else joint(unseen, 4)
            for more in ({"belief": Belief(game, seat), "history": [first]}, {}):
                found = analyse(game, game.result(first, bid), simulations=80, native=native, **more)
                answers.append((bool(more), found.strategies[seat]))
                assert len(found.strategies[1 - seat]) == (0 if more else 4)
        assert answers[0] == answers[2] and answers[1] == answers[3]
        assert set(answers[0][1]) == {0, 1, 2, 3} and sum(answers[0][1].values()) == pytest.approx(1)


def test_a_choice_made_at_once_is_a_good_one():
    game = load("goofspiel:cards=2,hidden=true,points=true")  # only the higher card wins the prize of 2
    found = analyse(game, simulations=2000)
    assert all(mix[1] > 0.8 for mix in found.strategies) and found.action == joint(1, 1)


def test_a_sure_winner_is_found():
    game = Kuhn()
    found = analyse(game, game.read("K J check bet"), simulations=200)
    assert game.action_name(game.read("K J check bet"), found.action) == "call" and found.value > 1.9
    assert found.guesses[0].name == "player 2" and set(found.guesses[0].odds) == {"J", "Q"}


@dataclass(frozen=True)
class Liar(Kuhn):
    """Imagines that the player holds another card."""

    def imagine(self, state, player, seed):
        return self.read("J Q") if player == 0 else self.read("Q J")


def test_bad_input_gets_one_sentence():
    game = Kuhn()
    with pytest.raises(GameError, match=r"Liar.imagine gives a state that player 1 can tell apart"):
        analyse(Liar(), Liar().read("K J"), simulations=10)
    impossible = game.initial()._replace(cards=(1, 1), dealt=2, acted=1, bettor=1, callers=2)
    with pytest.raises(GameError, match="random games led to no state that looks like this one to player 2"):
        analyse(game, impossible, simulations=10)
    with pytest.raises(SpecError, match="number of simulations to search is 0"):
        analyse(game, game.read("K J"), simulations=0)
    with pytest.raises(SpecError, match="Chance acts in this position of Kuhn"):
        analyse(game)
    with pytest.raises(SpecError, match="observer of ismcts is 'both'"):
        Recipe(observer="both")
    with pytest.raises(UnfitError, match="pvs would use what players cannot see"):
        analyse(game, game.read("K J"), algorithm="pvs")
    with pytest.raises(UnfitError, match="in Connect everything is seen; use mcts"):
        analyse(load("connect4"), algorithm="ismcts")
    with pytest.raises(SpecError, match="Only pimc runs another search"):
        analyse(game, game.read("K J"), below="expectiminimax")
