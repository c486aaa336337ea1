"""Matches and tournaments: who plays whom, from where, and that nothing else decides the result."""

from __future__ import annotations

import dataclasses
import json
import random
import threading
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermove import load, registry
from countermove.arena import (
    Conditions,
    Opening,
    Plan,
    Played,
    Progress,
    Sprt,
    hold,
    match_score,
    openings,
    places,
    read_openings,
    usual_plies,
)
from countermove.arena.ledger import Made, opened
from countermove.arena.pgn import pgn_of
from countermove.arena.standing import comparisons, first_score
from countermove.errors import CountermoveError, SpecError
from countermove.players import Record

STARTS = tuple(Opening(actions=(first, second)) for first in ("b2", "a1", "b1") for second in ("c3", "a2"))
MATCH = Plan("tictactoe", ("reflex", "random"), 2, 6, STARTS, seed=3)
GAME = load("tictactoe")


# Schedules.


@pytest.mark.parametrize(("entrants", "width"), [(2, 2), (3, 2), (5, 2), (2, 3), (3, 3), (4, 3), (2, 4)])
def test_everyone_has_every_seat_equally_often(entrants, width):
    plan = Plan("any", tuple(f"p{number}" for number in range(entrants)), width, 1)
    seats = Counter((player, seat) for number in range(plan.games) for seat, player in enumerate(plan.seats(number)))
    assert len(seats) == entrants * width
    assert len(set(seats.values())) == 1


@pytest.mark.parametrize(("entrants", "width"), [(2, 2), (4, 2), (4, 3)])
def test_everyone_meets_everyone_equally_often(entrants, width):
    plan = Plan("any", tuple("abcd"[:entrants]), width, 1)
    met = Counter()
    for number in range(plan.games):
        met.update(frozenset((each.first, each.second)) for each in comparisons(plan, drawn(plan, number)))
    assert len(met) == entrants * (entrants - 1) // 2
    assert len(set(met.values())) == 1


def drawn(plan, number):
    return Played(number, Record("any", tuple(plan.players[each] for each in plan.seats(number))))


def test_in_a_gauntlet_only_the_first_player_meets_the_others():
    plan = Plan("tictactoe", ("a", "b", "c", "d"), 2, 5, gauntlet=True)
    assert plan.games == 30
    assert all(0 in plan.seats(number) for number in range(plan.games))


def test_every_opening_is_played_from_both_seats_with_the_same_dice():
    tasks = list(MATCH.tasks(GAME))
    for first, second in zip(tasks[::2], tasks[1::2]):
        assert first.players == second.players[::-1] == MATCH.players
        assert (first.opening, first.seed) == (second.opening, second.seed)
    assert len({task.opening for task in tasks}) == MATCH.rounds


def test_in_a_game_for_three_a_score_is_the_mean_of_comparisons():
    plan = Plan("tictactoe3", ("a", "b"), 3, 1)
    assert plan.seats(0) == (0, 0, 1)
    record = Record("tictactoe3", ("a", "a", "b"), result=(1.0, 0.0, 0.0))
    assert first_score(plan, Played(0, record)) == 0.75  # better than b, and as good
    assert sum(first_score(plan, drawn(plan, number)) for number in range(plan.games)) == plan.games / 2


def test_a_player_alone_has_nobody_to_meet():
    with pytest.raises(SpecError, match="needs two players"):
        Plan("tictactoe", ("random",), 2, 1)


# Openings.


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "nim", "breakthrough", "tictactoe3"])
def test_random_openings_are_distinct_and_unfinished(name):
    game = load(name)
    found = [opening for opening, _ in zip(openings(game, (), 2, 1), range(6))]
    assert len(set(found)) == 6
    for each in found:
        state = game.initial()
        for word in each.actions:
            state = game.result(state, {game.action_name(state, a): a for a in game.actions(state)}[word])
        assert not game.is_terminal(state)


def test_openings_depend_on_the_seed_alone():
    def first(seed):
        return [opening for opening, _ in zip(openings(GAME, (), 2, seed), range(5))]

    assert first(1) == first(1) != first(2)


@pytest.mark.native
def test_lopsided_openings_are_left_out():
    found = [opening for opening, _ in zip(openings(GAME, (), 3, 1), range(20))]
    values = Counter(abs(perfect(each)) for each in found)
    assert values[0] == 20


def perfect(opening):
    from countermove import solve

    return solve(GAME, GAME.read(" ".join(map(str, opening.actions)))).value


def test_when_openings_run_out_they_repeat():
    game = load("nim:piles=(1,2)")
    found = [opening for opening, _ in zip(openings(game, (), 1, 1), range(12))]
    assert 1 <= len(set(found)) <= 3


def test_games_of_chance_begin_at_the_start():
    assert usual_plies(load("pig")) == usual_plies(load("goofspiel")) == 0
    assert 0 < usual_plies(load("nim")) < 5


def test_too_many_plies_are_refused():
    with pytest.raises(SpecError, match="is over within 40 random plies"):
        next(openings(GAME, (), 40, 1))


def test_a_file_has_positions_actions_and_comments(tmp_path):
    file = tmp_path / "openings.epd"
    start = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"
    file.write_text(f'# a comment\n{start} bm Nf3; id "1";\n\n{start} 0 2\n1. e4 e5\n', encoding="utf-8")
    found = read_openings(load("chess"), file)
    assert len(found) == 3
    assert {" ".join(each.start.split()[:4]) for each in found} == {start}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("b2 a1\nb2 b2\n", "Line 2 of .*'b2', which is not legal"),
        ("", "has no openings"),
        ("a1 b1 a2 b2 a3\n", "Line 1 of .* is a finished game"),
    ],
)
def test_a_wrong_file_of_openings_is_explained(tmp_path, text, sentence):
    file = tmp_path / "openings.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SpecError, match=sentence):
        read_openings(GAME, file)
    with pytest.raises(SpecError, match="cannot be read"):
        read_openings(GAME, tmp_path / "nowhere")


# The file.


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A match and its file."""
    file = tmp_path_factory.mktemp("match") / "match.jsonl"
    return hold(MATCH, GAME, file=file), file.read_bytes()


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_a_match_that_was_killed_at_any_byte_resumes_to_the_same_result(whole, tmp_path_factory, data):
    played, content = whole
    file = tmp_path_factory.mktemp("cut") / "match.jsonl"
    file.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    assert hold(MATCH, GAME, file=file) == played
    assert file.read_bytes() == content


def test_a_finished_match_is_not_played_again(whole, tmp_path):
    file = tmp_path / "match.jsonl"
    file.write_bytes(whole[1])
    assert hold(MATCH, GAME, file=file) == whole[0]
    assert file.read_bytes() == whole[1]


def test_a_match_can_be_made_longer_and_shorter(whole, tmp_path):
    file = tmp_path / "match.jsonl"
    file.write_bytes(whole[1])
    longer = hold(dataclasses.replace(MATCH, rounds=8), GAME, file=file)
    assert longer[:12] == whole[0]
    assert hold(dataclasses.replace(MATCH, rounds=2), GAME, file=file) == whole[0][:4]


@pytest.mark.parametrize(
    "other", [{"seed": 4}, {"players": ("random", "reflex")}, {"game": "connect4"}, {"openings": (Opening("b2"),)}]
)
def test_the_file_of_another_match_is_refused_and_kept(whole, tmp_path, other):
    file = tmp_path / "match.jsonl"
    file.write_bytes(whole[1])
    with pytest.raises(SpecError, match=f"is the file of another match: its {next(iter(other))} is "):
        hold(dataclasses.replace(MATCH, **other), GAME, file=file)
    assert file.read_bytes() == whole[1]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda lines: [b"hello", *lines[1:]], "Line 1 of .* is damaged"),
        (lambda lines: [b'{"countermove": 1}', *lines[1:]], "is not the file of a match"),
        (lambda lines: [lines[0].replace(b'"version": 2', b'"version": 9'), *lines[1:]], "another version"),
        (lambda lines: [*lines[:3], lines[3][:-20], *lines[4:]], "Line 4 of .* is damaged: it is not a JSON object"),
        (lambda lines: [*lines[:2], b"[1]", *lines[2:]], "Line 3 of .* is damaged"),
        (lambda lines: [*lines[:2], b'{"number": -1}', *lines[2:]], 'Line 3 of .*its "number" is -1'),
        (lambda lines: [*lines[:2], b'{"number": 1}', *lines[2:]], "is not a saved game"),
        (lambda lines: [lines[0], lines[1].replace(b'"number": 0', b'"number": 1')], "its players are not those"),
    ],
)
def test_a_damaged_file_is_refused_and_kept(whole, tmp_path, change, sentence):
    file = tmp_path / "match.jsonl"
    content = b"\n".join(change(whole[1].split(b"\n")[:-1])) + b"\n"
    file.write_bytes(content)
    with pytest.raises(SpecError, match=sentence):
        hold(MATCH, GAME, file=file)
    assert file.read_bytes() == content


@pytest.mark.parametrize("content", [b"some text", b"{", b"\0\0"])
def test_another_file_is_never_overwritten(tmp_path, content):
    file = tmp_path / "precious.txt"
    file.write_bytes(content)
    if content != b"{":  # the header may have been cut after its first letter
        with pytest.raises(SpecError, match="is not the file of a match"):
            hold(MATCH, GAME, file=file)
        assert file.read_bytes() == content


def test_two_matches_do_not_write_to_one_file(tmp_path):
    file = tmp_path / "match.jsonl"
    made = Made.of(GAME, {})
    with (
        opened(file, MATCH, made),
        pytest.raises(SpecError, match="Another match is writing"),
        opened(file, MATCH, made),
    ):
        pass


def test_a_file_of_another_version_of_the_code_is_continued_with_a_warning(whole, tmp_path):
    file, said = tmp_path / "match.jsonl", []
    header, *lines = whole[1].split(b"\n")
    code = json.loads(header)["code"]
    file.write_bytes(b"\n".join([header.replace(code.encode(), b"0.0.9 000000000000"), *lines]))
    hold(MATCH, GAME, file=file, warn=said.append)
    assert len(said) == 1 and "0.0.9 000000000000" in said[0] and code in said[0]
    file.write_bytes(whole[1])
    hold(MATCH, GAME, file=file, warn=said.append)
    assert len(said) == 1


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        ({"rules": "another"}, "rules of .* have changed"),
        ({"programs": {"x": "Fish 2"}}, "x was None, but now .*Fish 2"),
    ],
)
def test_a_file_of_other_rules_or_programs_is_refused(tmp_path, made, sentence):
    file, now = tmp_path / "match.jsonl", Made.of(GAME, {})
    with opened(file, MATCH, now):
        pass
    with pytest.raises(SpecError, match=sentence), opened(file, MATCH, dataclasses.replace(now, **made)):
        pass


@pytest.mark.parametrize("name", sorted(registry.BUILT_IN))
def test_the_rules_of_every_game_have_a_digest(name):
    assert len(Made.of(load(name if name != "tree" else "[[1,2],[3,4]]"), {}).rules) == 12


@pytest.mark.parametrize("path", ["/dev/null", "/nowhere/match.jsonl", "/"])
def test_a_file_that_cannot_be_written_is_explained(path):
    with pytest.raises(SpecError, match="The match cannot be saved in"):
        hold(MATCH, GAME, file=path)


# The whole.


def test_a_match_depends_on_its_plan_alone(whole):
    assert hold(MATCH, GAME) == whole[0]
    assert hold(dataclasses.replace(MATCH, seed=4), GAME) != whole[0]


def test_two_processes_play_the_same_match_as_one(whole, tmp_path):
    file = tmp_path / "match.jsonl"
    assert hold(MATCH, GAME, jobs=2, file=file) == whole[0]
    assert sorted(file.read_bytes().split(b"\n")) == sorted(whole[1].split(b"\n"))


def test_a_stopped_match_has_the_games_so_far():
    stop = threading.Event()

    def progress(played, test):
        if len(played) == 3:
            stop.set()

    assert [each.number for each in hold(MATCH, GAME, stop=stop, progress=progress)] == [0, 1, 2]


def test_an_sprt_ends_the_match_at_the_same_game_in_whatever_order_games_end():
    plan = dataclasses.replace(MATCH, players=("solve", "random"), rounds=100)
    sprt = Sprt(0, 300)
    played = hold(plan, GAME, sprt=sprt)
    assert len(played) < plan.games
    assert [each.number for each in played] == list(range(len(played)))
    lots, more = random.Random(1), hold(dataclasses.replace(plan, rounds=len(played) // 2 + 5), GAME)
    lots.shuffle(more)
    test = Progress(plan, sprt)
    for each in more:
        test.add(each)
    assert (test.verdict, test.rounds) == ("accepted", len(played) // 2)


def test_too_many_jobs_are_refused():
    with pytest.raises(SpecError, match="give at most"):
        hold(MATCH, GAME, jobs=1000)
    with pytest.raises(SpecError, match="of 200 threads each"):
        hold(dataclasses.replace(MATCH, players=("best:threads=200", "random")), GAME, jobs=2)


@pytest.mark.parametrize(("game", "sentence"), [("sliding", "has 1 player"), ("twentyfortyeight", "has 1 player")])
def test_games_without_opponents_are_refused(game, sentence):
    with pytest.raises(SpecError, match=sentence):
        hold(Plan(game, ("random", "random"), 1, 1), load(game))


def test_players_that_do_not_fit_are_refused_before_the_first_game(tmp_path):
    file = tmp_path / "match.jsonl"
    with pytest.raises(CountermoveError, match="directional plays ghosts"):
        hold(dataclasses.replace(MATCH, players=("directional", "random")), GAME, file=file)
    assert not file.exists()


def test_a_tournament_ranks_the_players():
    plan = Plan("tictactoe", ("random", "solve", "random:seed=1"), 2, 8, plies=2)
    played = hold(plan, GAME)
    ranked = places(plan, played)
    assert ranked[0].player == 1
    assert sum(each.points for each in ranked) == plan.games
    assert all(each.games == 32 for each in ranked)
    assert ranked[0].against[0][1] == 16
    assert ranked[0].rating.low > ranked[-1].rating.value


def test_the_games_of_chess_are_pgn():
    chess, pgn = pytest.importorskip("chess"), pytest.importorskip("chess.pgn")
    import io

    game = load("chess")
    plan = Plan("chess", ("random", "random:seed=2"), 2, 1, conditions=Conditions(max_plies=30))
    played = hold(plan, game)
    text = io.StringIO(pgn_of(game, played))
    for each in played:
        found = pgn.read_game(text)
        assert not found.errors
        assert len(list(found.mainline_moves())) == len(each.record.actions)
        assert found.headers["White"] == each.record.players[0]
    assert chess
    with pytest.raises(SpecError, match="PGN is for games of chess"):
        pgn_of(GAME, [])


def test_the_games_of_checkers_are_pdn():
    from countermove.games.checkers import pdn

    game = load("checkers")
    plan = Plan("checkers", ("random", "random:seed=2"), 2, 1, conditions=Conditions(max_plies=300))
    played = hold(plan, game)
    found = list(pdn.read_all(game, pgn_of(game, played)))
    assert len(found) == len(played) == 2
    for one, each in zip(found, played, strict=True):
        assert len(one.actions) == len(each.record.actions)
        assert (one.headers["Black"], one.headers["White"]) == each.record.players
        assert one.result == {1.0: "1-0", 0.0: "1/2-1/2", -1.0: "0-1"}[each.record.result[0]]
        assert one.comments.get(len(one.actions), "") == (each.record.reason or "")


def test_a_line_of_the_file_is_a_saved_game(whole):
    line = json.loads(whole[1].split(b"\n")[1])
    assert line["record"]["game"] == "tictactoe"
    assert match_score(MATCH, whole[0]).games == 12
