"""Games of hidden information against OpenSpiel: the same play-outs, the same information."""

from __future__ import annotations

import random

import pytest

from countermove import load
from countermove.game import CHANCE, SIMULTANEOUS, legal
from countermove.information import Knowledge
from countermove.values import joint

pyspiel = pytest.importorskip("pyspiel")


PAIRS = {
    "kuhn": "kuhn_poker",
    "kuhn:players=3": "kuhn_poker(players=3)",
    "leduc": "leduc_poker",
    "liarsdice": "liars_dice",
    "liarsdice:sides=4": "liars_dice(dice_sides=4)",
    "liarsdice:dice=2,sides=3": "liars_dice(numdice=2,dice_sides=3)",
    "phantom": "phantom_ttt",
    "goofspiel:cards=4,hidden=true": "goofspiel(num_cards=4,imp_info=True,points_order=descending)",
    "battleships:rows=2,cols=3,fleet=(2,1),shots=3": "battleship(board_width=3,board_height=2,ship_sizes=[2;1],"
    "ship_values=[1;1],num_shots=3,allow_repeated_shots=False,loss_multiplier=1.0)",
}


def translated(game, state, other, lots):
    """A random action here, and its number there."""
    player = game.player(state)
    if player == SIMULTANEOUS:
        first, second = (lots.choice(other.legal_actions(seat)) for seat in (0, 1))
        return joint(first, second), [first, second]
    action = lots.choice(legal(game, state))
    if type(game).__name__ == "LiarsDice" and player == CHANCE:
        return action, action - 1
    return action, action


@pytest.mark.parametrize("spec", [spec for spec in PAIRS if not spec.startswith("battleships")])
def test_random_games_agree_with_openspiel(spec):
    game, rival = load(spec), pyspiel.load_game(PAIRS[spec])
    lots = random.Random(spec)
    information = [{} for _ in range(game.players)]
    for _ in range(120):
        known, other = Knowledge(game), rival.new_initial_state()
        while not game.is_terminal(known.state):
            if len(legal(game, known.state)) == 1 and other.is_terminal():  # OpenSpiel plays the last cards by itself
                known.add(legal(game, known.state)[0])
                break
            assert not other.is_terminal()
            state = known.state
            player = game.player(state)
            offset = 1 if type(game).__name__ == "LiarsDice" and player == CHANCE else 0
            if player == SIMULTANEOUS:
                assert other.is_simultaneous_node()
            else:
                ours = [action - offset for action in legal(game, state)]
                assert other.current_player() == (pyspiel.PlayerId.CHANCE if player == CHANCE else player)
                assert sorted(ours) == sorted(other.legal_actions())
            if player >= 0:
                theirs = other.information_state_string(player)
                assert information[player].setdefault(theirs, known.keys[player]) == known.keys[player]
            action, number = translated(game, state, other, lots)
            known.add(action)
            other.apply_actions(number) if player == SIMULTANEOUS else other.apply_action(number)
        assert other.is_terminal()
        assert list(other.returns()) == [game.utility(known.state, player) for player in range(game.players)]
    for keys in information:
        assert len(set(keys.values())) == len(keys)


@pytest.mark.parametrize("wild", [True, False])
def test_a_bid_holds_if_enough_dice_show_its_face(wild):
    game, lots = load(f"liarsdice:dice=3,sides=4,wild={wild}"), random.Random(2)
    for _ in range(200):
        faces = [lots.randint(1, 4) for _ in range(6)]
        state = game.initial()
        for face in faces:
            state = game.result(state, face)
        while not game.is_terminal(state):
            state = game.result(state, lots.choice(legal(game, state)))
        number, face = divmod(state.bid, 4)
        shown = sum(each == face + 1 or (wild and each == 4) for each in faces)
        bidder = 1 - state.mover
        assert game.utility(state, bidder) == (1 if shown > number else -1)


@pytest.mark.parametrize(
    "spec", ["rows=3,cols=3", "rows=3,cols=4", "rows=2,cols=3,abrupt=true", "rows=4,cols=4,abrupt=true"]
)
def test_dark_hex_agrees_with_openspiel(spec):
    game = load(f"darkhex:{spec}")
    version = "adh" if game.abrupt else "cdh"
    rival = pyspiel.load_game(f"dark_hex(num_rows={game.rows},num_cols={game.cols},gameversion={version})")
    lots = random.Random(1)
    information: list[dict[str, int]] = [{}, {}]
    for _ in range(40):
        known, other = Knowledge(game), rival.new_initial_state()
        while not game.is_terminal(known.state):
            player = game.player(known.state)
            assert other.current_player() == player and sorted(other.legal_actions()) == legal(game, known.state)
            # Theirs contains the number of actions so far, which would tell how often the other tried in vain.
            theirs = "".join(line for line in other.information_state_string(player).split("\n") if not line.isdigit())
            assert information[player].setdefault(theirs, known.keys[player]) == known.keys[player]
            action = lots.choice(legal(game, known.state))
            known.add(action)
            other.apply_action(action)
        assert other.is_terminal()
        assert list(other.returns()) == [game.utility(known.state, player) for player in (0, 1)]
    for keys in information:
        assert len(set(keys.values())) == len(keys)


def test_battleships_agrees_with_openspiel():
    spec = "battleships:rows=2,cols=3,fleet=(2,1),shots=3"
    game, rival = load(spec), pyspiel.load_game(PAIRS[spec])
    lots = random.Random(1)
    for _ in range(100):
        # Place the ships here first, then there in the order that OpenSpiel asks for.
        state, other = game.initial(), rival.new_initial_state()
        while state.placed < 2 * game.ships:
            state = game.result(state, lots.choice(legal(game, state)))
        ships = [list(state.ships[: game.ships]), list(state.ships[game.ships :])]
        while ships[0] or ships[1]:
            player = other.current_player()
            names = {other.action_to_string(player, each): each for each in other.legal_actions()}
            code = ships[player].pop(0)
            size = game.fleet[game.ships - len(ships[player]) - 1]
            way = ("horizontally", "vertically")[code % 2] if size > 1 else "horizontally"
            sign = f"{way} with top-left corner in ({code // 2 // game.cols}, {code // 2 % game.cols})"
            other.apply_action(next(number for name, number in names.items() if sign in name))
        while not game.is_terminal(state):
            assert other.current_player() == game.player(state)
            action = lots.choice(legal(game, state))
            names = {other.action_to_string(game.player(state), each): each for each in other.legal_actions()}
            assert len(names) == len(legal(game, state))
            sign = f"shoot at ({action // game.cols}, {action % game.cols})"
            other.apply_action(next(number for name, number in names.items() if sign in name))
            state = game.result(state, action)
        assert other.is_terminal()
        assert list(other.returns()) == [game.utility(state, player) for player in (0, 1)]


def test_limit_holdem_agrees_with_openspiel():
    rival = pyspiel.load_game(
        "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=1 2,firstPlayer=1 2 2 2,raiseSize=2 2 4 4,"
        "maxRaises=3 4 4 4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack=1000 1000)"
    )
    game, lots = load("holdem"), random.Random(5)
    for _ in range(40):
        state, other = game.initial(), rival.new_initial_state()
        while not game.is_terminal(state):
            if game.player(state) == CHANCE:
                assert other.is_chance_node()
                action = number = lots.choice(legal(game, state))
            else:
                assert other.current_player() == game.player(state)
                assert len(other.legal_actions()) == len(legal(game, state))
                action = number = lots.choice(legal(game, state))
            state = game.result(state, action)
            other.apply_action(number)
        assert other.is_terminal()
        assert list(other.returns()) == [game.utility(state, player) for player in (0, 1)]
