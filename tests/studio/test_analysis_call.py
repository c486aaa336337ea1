"""The calls behind the board: live analysis, computers at the table, reviews, reasons, and games as files."""

from __future__ import annotations

import dataclasses
import itertools
import json
import math
import random
import re
from typing import Any

import pytest
from asking import SHELF, Alone, ask

from countermove.analysis import COMPILING, Analysis
from countermove.errors import CountermoveError
from countermove.game import action_named
from countermove.studio.analysis import loss
from countermove.studio.analysis import meter as meters
from countermove.studio.analysis.live import _News, deeper
from countermove.studio.analysis.meter import Meter, meter
from countermove.studio.analysis.report import Standing
from countermove.studio.web.shape import RefusedError
from countermove.textbook import Score


def actions(name: str, words: str) -> list[int]:
    game = SHELF.game(name)
    state, found = game.initial(), []
    for word in words.split():
        found.append(action_named(game, state, word))
        state = game.result(state, found[-1])
    return found


# Analysis.


@pytest.mark.native
def test_every_action_of_a_solved_position_has_its_value_and_how_soon_it_wins() -> None:
    told = ask("analyse", game="tictactoe", actions=actions("tictactoe", "a1 b1"), lines=7, seconds=5.0)
    values = {worth["name"]: worth for worth in told["values"].values()}
    assert told["exact"] and told["verdict"] == "X wins in 5"
    assert values["a3"] | {"outcome": "win", "distance": 5, "bound": "=", "words": "wins in 5"} == values["a3"]
    assert len(values) == 7 and {worth["bound"] for worth in values.values()} == {"="}
    assert all(worth["share"] == {"win": 1.0, "draw": 0.5, "loss": 0.0}[worth["outcome"]] for worth in values.values())


@pytest.mark.native
def test_values_are_for_who_acts_and_the_bar_is_for_player_0() -> None:
    told = ask("analyse", game="tictactoe", actions=actions("tictactoe", "a1 b1 b2"), lines=6, seconds=5.0)
    assert told["player"] == 1 and told["value"] == -1.0 and told["points"] == 0.0 and told["first"] == 1.0


@pytest.mark.native
def test_progress_is_told_and_never_gets_less_deep() -> None:
    turn = Alone()
    ask("analyse", turn, game="connect4:opening=false", seconds=0.7)
    depths = [data["depth"] for kind, data in turn.told if kind == "progress"]
    assert depths and depths == sorted(depths)


def test_what_the_textbook_found_is_told_until_the_compiled_search_is_as_deep() -> None:
    told: list[Analysis] = []
    news = _News(told.append, Analysis(), 0.0, 0)
    at = {depth: Analysis(0, values={0: Score(0.0)}, depth=depth, native=depth != 6) for depth in (2, 6, 7)}
    at[6] = dataclasses.replace(at[6], note=COMPILING)
    for depth in (6, 2, 7):
        news.progress(at[depth])
        news.last = -math.inf  # whatever the clock says
        news.watch(100, 1.0)
    sooner = Analysis(0, values={0: Score(1.0)}, depth=3, exact=True, timed=True)
    news.progress(sooner)
    news.last = -math.inf
    news.watch(200, 2.0)
    assert [(each.depth, each.native) for each in told[:3]] == [(6, False), (6, False), (7, True)]
    assert told[0].note and not told[1].note
    assert len(told) == 4 and told[3].exact and told[3].depth == 7


@pytest.mark.native
def test_a_search_that_lets_others_go_first_in_every_slice_ends_as_deep_as_it_was_asked_for() -> None:
    turn = Alone(hurried=True)
    told = ask("analyse", turn, game="tictactoe", depth=9)
    assert told["exact"] and told["value"] == 0.0


@pytest.mark.native
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_any_algorithm_that_fits_can_be_asked_for(algorithm: str) -> None:
    told = ask("analyse", game="tictactoe", actions=actions("tictactoe", "a1 b1"), algorithm=algorithm, depth=7)
    assert told["algorithm"] == algorithm and told["value"] == 1.0 and told["exact"]


@pytest.mark.native
@pytest.mark.parametrize("name", ["tictactoe", "connect4", "othello", "pig", "tictactoe3"])
def test_a_value_is_written_one_way_wherever_it_stands(name: str) -> None:
    turn = Alone()
    told = ask("analyse", turn, game=name, lines=9, seconds=0.5)
    ask("review", turn, game=name, actions=[told["action"]], seconds=0.1)
    texts = [(each["text"], each["value"]) for each in (told, *told["values"].values(), *told["lines"])]
    texts += [(data["text"], data["value"]) for kind, data in turn.told if kind in ("progress", "position")]
    for text, value in texts:
        assert re.fullmatch(r"([≤≥] )?(0|0\.00|[+−]?[1-9]\d{0,2}(,\d{3})*|[+−]?\d{1,3}\.\d\d+|0\.0+)", text), text
        assert ("−" in text) == (value < 0 and not re.fullmatch("([≤≥] )?0.00", text)), (text, value)


@pytest.mark.native
def test_what_is_proven_is_whole_and_an_estimate_never_is() -> None:
    proven = ask("analyse", game="tictactoe", seconds=5.0)
    assert proven["text"] == "0" and {each["text"] for each in proven["values"].values()} == {"0"}
    guess = ask("analyse", game="connect4:opening=false", lines=7, depth=4)
    texts = {each["value"]: each["text"] for each in guess["values"].values()}
    assert len({len(text.split(".")[1]) for text in texts.values()}) == 1
    assert len(set(texts.values())) == len(texts)  # as many decimals as tell them apart


@pytest.mark.native
def test_the_bar_tells_the_value_of_player_0_also_where_payoffs_share_a_total() -> None:
    told = ask("analyse", game="tree:tree=[[(1,0),(0.25,0.75)],[(0.5,0.5)]]", actions=[0], lines=2, depth=3)
    assert told["player"] == 1 and told["text"] == "0.75" and told["first_text"] == "0.25"


def test_an_algorithm_that_does_not_fit_says_why() -> None:
    with pytest.raises(CountermoveError, match="does not handle the chance"):
        ask("analyse", game="pig", algorithm="minimax")


def test_where_both_act_at_once_strategies_are_told() -> None:
    told = ask("analyse", game="rps", seconds=1.0)
    assert [round(each["chance"], 3) for each in told["strategies"][0]] == [0.333] * 3
    assert told["values"] == {} and told["lines"] == []


def test_a_game_that_is_over_is_refused() -> None:
    with pytest.raises(RefusedError, match="X wins"):
        ask("analyse", game="tictactoe", actions=actions("tictactoe", "a1 a2 b1 b2 c1"))


def test_of_two_answers_the_proven_one_is_kept_then_the_deeper_one() -> None:
    values = {0: Score(0.0)}
    shallow, deep = Analysis(0, values=values, depth=3), Analysis(0, values=values, depth=9)
    within, timed = (Analysis(0, values=values, exact=True, timed=timed) for timed in (False, True))
    assert deeper(deep, shallow) is deep and deeper(shallow, deep) is deep and deeper(Analysis(), shallow) is shallow
    assert deeper(deep, within) is within and deeper(timed, within) is timed and deeper(within, timed) is timed


# Expected points.


def test_proven_results_are_whole_points_and_estimates_never_are() -> None:
    game = SHELF.game("tictactoe")
    assert [meter(game).points(value, proven=True) for value in (-1.0, 0.0, 1.0)] == [0.0, 0.5, 1.0]
    assert 0.85 < meter(game).points(1.0) < 0.95 and meter(game).points(0.0) == 0.5


@pytest.mark.parametrize("name", ["othello", "backgammon", "twentyfortyeight", "tictactoe3", "pacman", "goofspiel"])
def test_points_rise_with_the_value_and_stay_between_0_and_1(name: str) -> None:
    found: Meter = meter(SHELF.game(name))
    rising = [found.points(value, best=30.0) for value in (-30.0, -3.0, -0.5, 0.0, 0.5, 3.0, 30.0)]
    assert rising == sorted(rising) and all(0 <= each <= 1 for each in rising) and math.isfinite(found.spread)


def test_among_three_an_equal_share_is_even_and_all_or_nothing_is_won_or_lost() -> None:
    found = meter(SHELF.game("tictactoe3"))
    assert [round(found.points(value), 2) for value in (0.0, 1 / 6, 1 / 3, 2 / 3, 1.0)] == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert [found.outcome(value, True) for value in (0.0, 1 / 3, 0.5, 1.0)] == ["loss", "draw", "", "win"]
    assert found.outcome(1.0, False) == ""


def test_estimates_among_three_differ_in_shape() -> None:
    told = ask("analyse", game="tictactoe3", actions=actions("tictactoe3", "b2 c3 c2"), lines=13, depth=2)
    shares = [worth["share"] for worth in told["values"].values()]
    assert min(shares) < 0.4 < max(shares)  # below it a triangle points down: `direction` in worth.js


@pytest.mark.parametrize("name", ["othello", "backgammon", "twentyfortyeight"])
def test_what_a_value_means_does_not_depend_on_how_busy_the_machine_is(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = SHELF.game(name)
    slow = itertools.count(step=0.0005)
    first = meters._random_scores(game)
    monkeypatch.setattr(meters.time, "monotonic", lambda: next(slow))
    assert meters._random_scores(game) == first and len(first) > 1


def test_a_game_about_scores_is_not_taken_for_one_about_winning() -> None:
    assert meter(SHELF.game("pacman")).ends is None and not ask("seats", game="pacman")["winning"]
    assert ask("seats", game="connect4")["winning"]


def test_bounds_are_rounded_so_that_they_still_hold() -> None:
    game = SHELF.game("pig")
    standing = Standing(game, game.initial())
    assert [standing.text(0.5651, False, bound) for bound in ("=", "<=", ">=")] == ["0.57", "0.57", "0.56"]
    assert [standing.text(0.5621, False, bound) for bound in ("=", "<=", ">=")] == ["0.56", "0.57", "0.56"]


# Players.


@pytest.mark.parametrize("player", ["random", "reflex", "minimax:depth=2,native=no", "softmax:0.5", "uniform"])
def test_computers_act_legally(player: str) -> None:
    told = ask("act", game="tictactoe", actions=actions("tictactoe", "b2"), player=player, seed=1)
    assert told["action"] in {0, 1, 2, 3, 5, 6, 7, 8} and told["name"]


@pytest.mark.native
def test_a_game_is_solved_once_and_then_looked_up() -> None:
    small = "pig:target=20"
    assert ask("act", game=small, player="solve") | {"seconds": 0} == {
        "action": 1, "choice": None, "name": "roll", "seconds": 0, "note": "",
    }  # fmt: skip
    again = Alone()
    assert ask("act", again, game=small, player="solve")["name"] == "roll" and not again.told


def test_a_choice_at_once_is_told_for_its_seat() -> None:
    told = ask("act", game="rps", player="best:seconds=1", seat=1)
    assert told["choice"] in (0, 1, 2) and told["action"] is None


@pytest.mark.parametrize(
    "player",
    ["human", "record:file=a", "function:file=a.py:f", "pvs:seconds=61", "pvs:depth=65", "best:clock=60+1",
     "expectimax:depth=2,opponent=function:a.py:f", "expectimax:depth=2,opponent=epsilon:0.1,depth=9",
     "pvs:memory=9000", "best:seconds=nan"],
)  # fmt: skip
def test_players_that_read_files_or_spend_too_much_are_refused(player: str) -> None:
    with pytest.raises((RefusedError, CountermoveError)):
        ask("act", game="tictactoe", player=player)


def test_forms_are_told_who_can_play_and_who_cannot_and_why() -> None:
    told = ask("seats", game="pig")
    refused = {each["kind"]: each["refused"] for each in told["kinds"]}
    assert "use expectiminimax" in refused["minimax"] and refused["expectiminimax"] == ""
    assert "human" not in refused and "record" not in refused and "coordinated" not in refused
    assert told["opposed"] and told["chance"]


# Reviews and reasons.


@pytest.mark.native
def test_a_review_finds_the_planted_mistake() -> None:
    turn = Alone()
    told = ask("review", turn, game="tictactoe", actions=actions("tictactoe", "a1 b1 a3 a2"))
    positions = {data["at"]: data for kind, data in turn.told if kind == "position"}
    assert told["mistakes"] == [1] and len(positions) == 5
    assert positions[1]["class"] == "blunder" and positions[1]["loss"] == 0.5 and positions[1]["best_name"] == "b2"
    assert [each["class"] for at, each in sorted(positions.items())][2:] == ["best", "best", ""]
    turn = Alone()
    ask("review", turn, game="tictactoe", actions=actions("tictactoe", "a1 b1 a3 a2"), since=1)
    assert [data for kind, data in turn.told if kind == "position"][-1]["at"] == 1


@pytest.mark.native
def test_why_not_names_the_reply_and_what_would_have_been_better() -> None:
    after = actions("tictactoe", "a1 b2 c3")
    told = ask("why", game="tictactoe", actions=after, action=actions("tictactoe", "a1 b2 c3 a3")[-1])
    assert told["sentence"] == f"After a3 the reply c1 wins in 3; {told['best_name']} would have drawn."
    assert told["loss"] == 0.5 and not told["as_good"] and told["line"]["names"][0] == "c1"
    good = ask("why", game="tictactoe", actions=after, action=actions("tictactoe", "a1 b2 c3 b1")[-1])
    assert good["as_good"] and "as good as" in good["sentence"]


@pytest.mark.native
def test_games_with_dice_are_reviewed_by_who_chose() -> None:
    turn = Alone()
    ask("review", turn, game="pig", actions=actions("pig", "roll 3 hold"), seconds=0.2)
    classes = {data["at"]: data["class"] for kind, data in turn.told if kind == "position"}
    assert classes[1] == "" and classes[0] == "best" and classes[2] in ("good", "inaccuracy", "mistake")


def reviewed(name: str, played: list[int], seconds: float = 0.3, start: str | None = None) -> dict[int, dict[str, Any]]:
    turn = Alone()
    ask("review", turn, game=name, start=start, actions=played, seconds=seconds)
    return {data["at"]: data for kind, data in turn.told if kind == "position"}


@pytest.mark.native
@pytest.mark.parametrize("seed", range(3))
def test_in_a_game_of_scores_a_worse_result_is_a_blunder_and_what_was_lost_before_is_no_mistake(seed: int) -> None:
    game, rng = SHELF.game("othello:size=4"), random.Random(seed)
    state, played = game.initial(), []
    while not game.is_terminal(state):
        played.append(rng.choice(list(game.actions(state))))
        state = game.result(state, played[-1])
    told = reviewed("othello:size=4", played, seconds=5.0)  # each ends when it is proven
    state = game.initial()
    for ply, action in enumerate(played):
        sign = 1 if game.player(state) == 0 else -1
        now, then = sign * told[ply]["value"], sign * told[ply + 1]["value"]
        assert told[ply]["proven"] and now >= then
        if now == then:
            assert told[ply]["class"] == "best"
        elif (now > 0) - (now < 0) > (then > 0) - (then < 0):
            assert told[ply]["class"] == "blunder" and told[ply]["loss"] >= 0.5
        else:
            assert told[ply]["loss"] < 0.5
        state = game.result(state, action)


@pytest.mark.native
def test_a_proven_win_given_away_is_a_blunder_and_a_lost_game_goes_on_without_mistakes() -> None:
    told = reviewed("connect4", actions("connect4", "4 4 5 5 1 3 1"))
    assert told[4]["class"] == "blunder" and told[4]["best_name"] in ("3", "6")
    lost = reviewed("tictactoe", actions("tictactoe", "a1 b1 b2 c1 a3"))
    assert lost[1]["class"] == "blunder" and lost[3]["class"] == "best"


@pytest.mark.native
def test_dice_are_judged_by_exact_values_of_every_action() -> None:
    told = reviewed("pig", actions("pig", "hold"))
    assert told[0]["best_name"] == "roll" and told[0]["loss"] > 0.01
    why = ask("why", game="pig", action=actions("pig", "hold")[0], seconds=0.3)
    assert "≤" not in why["sentence"] and why["loss"] > 0.01


@pytest.mark.native
def test_among_three_a_win_not_taken_is_a_blunder_and_the_lost_are_not_blamed() -> None:
    told = reviewed("tictactoe3", actions("tictactoe3", "a1 a4 d4 b1 b4 d3 d1 c4"))
    assert told[6]["class"] == "blunder" and told[6]["best_name"] == "c1"
    assert told[7]["class"] == "best"


@pytest.mark.native
def test_the_average_of_dice_is_not_called_a_win() -> None:
    found = meter(SHELF.game("backgammon"))
    assert found.outcome(0.3, True) == "" and meter(SHELF.game("othello")).outcome(2.0, True) == "win"


def proven_or_not(value: float, proven: bool, points: float) -> Any:
    """A position of connect4 with X to act, weighed by hand."""
    place = SHELF.place({"game": "connect4", "start": None, "actions": []})
    found = Analysis(3, value, {3: Score(value)}, exact=proven, algorithm="pvs")
    return loss.Evaluated(place, found, value, points, points, proven)


def test_nobody_is_blamed_for_what_became_certain_only_later() -> None:
    lost, guessed = proven_or_not(-1.0, True, 0.0), proven_or_not(-1.0, False, 0.1)
    won, hoped, even = proven_or_not(1.0, True, 1.0), proven_or_not(1.0, False, 0.9), proven_or_not(0.0, False, 0.5)
    assert loss.loss_of(guessed, 0, lost) == 0.0 and loss.loss_of(won, 0, hoped) == 0.0
    assert loss.class_of(loss.loss_of(won, 0, even)) == "blunder"
    assert loss.class_of(loss.loss_of(even, 0, lost)) == "blunder"


def test_a_graph_after_a_proven_position_falls_by_what_was_given_away() -> None:
    won, hoped, even = proven_or_not(1.0, True, 1.0), proven_or_not(1.0, False, 0.9), proven_or_not(0.0, False, 0.5)
    lost, drawn = proven_or_not(-1.0, True, 0.0), proven_or_not(0.0, True, 0.5)
    for positions, losses in (
        ([won, hoped, even], [0.0, 0.4]), ([won, even], [0.4]), ([drawn, hoped, lost], [0.0, 0.9]),
        ([won, hoped, hoped, drawn], [0.0, 0.0, 0.4]),
    ):  # fmt: skip
        line, found = loss.settled(positions, [*losses, None])
        points = [each.points for each in line]
        for before, after, given in zip(points, points[1:], found, strict=False):
            assert before - after == pytest.approx(given)
        assert [each.points for each in line if each.proven] == [each.points for each in positions if each.proven]


def test_why_not_is_no_question_where_both_act_at_once() -> None:
    with pytest.raises(CountermoveError, match="at once"):
        ask("why", game="rps", action=0)


# Files.


def test_a_game_is_the_same_after_saving_and_reading() -> None:
    played = actions("nim:piles=(3,4,5)", "c2 a1")
    saved = ask("save", game="nim:piles=(3,4,5)", actions=played, players=["human", "best"])
    assert saved["record"]["actions"] == ["c2", "a1"]
    read = ask("record", text=json.dumps(saved["record"]))
    told = {"game": "nim:piles=(3,4,5)", "start": None, "actions": played, "players": ["human", "best"]}
    assert read == {**told, "variations": []}


@pytest.mark.parametrize(
    "text",
    ["", "nothing", "[]", "{}", '{"countermove": 9}', '{"countermove": 1, "game": "tictactoe", "actions": ["z9"]}',
     '{"countermove": 1, "game": "/etc/passwd.py", "actions": []}'],
)  # fmt: skip
def test_a_file_that_is_no_game_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises((RefusedError, CountermoveError)):
        ask("record", text=text)


def test_what_is_legal_of_a_line_is_kept() -> None:
    assert ask("follow", game="tictactoe", actions=[0, 1, 1, 2]) == {"actions": [0, 1], "cut": 2}


@pytest.mark.native
def test_the_points_of_a_review_are_those_of_its_graph() -> None:
    line = actions("connect4", "4 4 3 2 2 6 7 1 5 5 4")
    told = reviewed("connect4", line)
    for ply in range(len(line)):
        before, after = told[ply], told[ply + 1]
        fallen = before["first"] - after["first"] if ply % 2 == 0 else after["first"] - before["first"]
        assert before["loss"] == pytest.approx(max(0.0, fallen), abs=1e-9)
        assert fallen > -1e-9
