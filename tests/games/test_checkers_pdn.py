"""Games of checkers in PDN, as other programs write them, and the tournament deck."""

import pytest

from countermove.errors import SpecError
from countermove.games.checkers import Checkers, pdn
from countermove.games.checkers.opening import ballots, deck

AMERICAN = Checkers()
INTERNATIONAL = Checkers("international")
RUSSIAN = Checkers("russian")
MATCH_OF_1847 = """[Event "Edinburgh 1847, game 3"]
[Black "Wyllie, J."]
[White "Anderson, A."]
[Result "0-1"]
1. 11-15 23-19 2. 9-14 27-23 3. 8-11 22-18 4. 15x22 25x18x9 5. 5x14 29-25 6. 6-9
25-22 7. 9-13 22-18 8. 1-5 18x9 9. 5x14 24-20 10. 4-8 23-18 11. 14x23 31-27 12.
13-17 21x14 13. 10x17 27x18 14. 7-10 26-22 15. 17x26 30x23 16. 2-6 32-27 17. 6-9
18-15 18. 11x18 23x14x5 0-1

[Event "Edinburgh 1847, game 4"]
[Black "Anderson, A."]
[White "Wyllie, J."]
[Result "1-0"]
1. 11-15 22-17 2. 8-11 23-19 3. 9-13 17-14 4. 10x17 21x14 5. 15-18 26-23 6.
13-17 19-15 7. 4-8 24-19 8. 6-9 28-24 9. 9-13 25-21 10. 17-22 30-25 11. 2-6
15-10 12. 6x15 19x10 13. 12-16 24-19 14. 16-20 32-28 15. 20-24 27x20 16. 18x27
25x18 17. 27-32 29-25 18. 13-17 25-22 19. 17x26 31x22 20. 32-27 19-15 21. 5-9
14x5 22. 7x14x23 15-10 23. 23-26 22-18 24. 27-23 18-14 25. 23-18 14-9 26. 18-14
9-6 27. 14x7 1-0
"""


def test_a_collection_is_read_and_its_results_name_the_first_player_first():
    white_won, black_won = pdn.read_all(AMERICAN, MATCH_OF_1847)
    assert (len(white_won.actions), white_won.result) == (36, "0-1")
    assert (len(black_won.actions), black_won.result) == (53, "1-0")
    assert AMERICAN.evaluate(white_won.end, 0) < -0.1
    assert AMERICAN.evaluate(black_won.end, 0) > 0.1


def test_a_russian_game_and_a_brazilian_capture_have_the_names_of_chess():
    text = (
        '[FEN "W:W21-32:B1-12."] 1. c3-d4 d6-e5 2. b2-c3 e7d6 3. e3-f4 b6-a5 4. f2-e3 c7-b6 5. c1-b2 b6-c5 6. d4:b6 *'
    )
    assert RUSSIAN.action_name(pdn.read(RUSSIAN, text.replace(" 6. d4:b6", "")).end, _last(RUSSIAN, text)) == "d4:b6"
    brazilian = Checkers("brazilian")
    assert (
        brazilian.action_name(pdn.read(brazilian, text.replace(" 6. d4:b6", "")).end, _last(brazilian, text)) == "d4xb6"
    )


def _last(game: Checkers, text: str) -> int:
    return pdn.read(game, text).actions[-1]


@pytest.mark.parametrize(
    ("text", "plies", "result"),
    [
        ('[Result "0-2"]\n1. 11-15 23-19 *', 2, "0-1"),
        ('[Result "1+ - 1-"]\n1. 11-15 23-19 *', 2, "*"),
        ("1. 11-15 23-19 0-0", 2, "*"),
        ("1. 11-15 23-19; the Whilter comes\n2. 7-11 1-0", 3, "1-0"),
        ("% made by hand\n[Event \"x\"]\n1. 11-15 23-19 2. 8-11 1/2-1/2\n% the end\n", 3, "1/2-1/2"),
        ("1. 11-15* 23-19(!) 2. ... 8-11!? $7 1-1", 3, "1/2-1/2"),
        ("\ufeff1.11-15 23-19 2.8-11 22-17", 4, "*"),
    ],
)  # fmt: skip
def test_what_other_programs_write_is_read(text, plies, result):
    (found,) = pdn.read_all(AMERICAN, text)
    assert (len(found.actions), found.result) == (plies, result)


def test_comments_of_both_kinds_are_kept():
    found = pdn.read(AMERICAN, "1. 11-15 {Old\nFaithful} ; a good move\n23-19 *")
    assert found.comments == {1: "Old Faithful a good move"}


def test_a_square_that_does_not_exist_is_named():
    with pytest.raises(SpecError, match="Move 1, 99-100 of Black, is not legal"):
        pdn.read(AMERICAN, "1. 99-100 *")


@pytest.mark.parametrize(
    ("game", "kind", "score"),
    [
        (AMERICAN, "21,B,8,8,N1,0", "1-0"),
        (INTERNATIONAL, "20,W,10,10,N2,0", "2-0"),
        (RUSSIAN, "25,W,8,8,A0,0", "1-0"),
        (Checkers("brazilian"), "26,W,8,8,A0,0", "1-0"),
    ],
)
def test_type_and_result_are_written_as_the_standard_has_them(game, kind, score):
    action = next(iter(game.actions(game.initial())))
    text = pdn.write(game, [action], result="1-0")
    assert f'[GameType "{kind}"]' in text
    assert f'[Result "{score}"]' in text
    assert text.rstrip().endswith(score)
    assert pdn.read(game, text).result == "1-0"


def test_the_tournament_deck_has_156_openings_that_differ():
    found = {AMERICAN.read(moves) for moves in deck()}
    assert len(found) == len(deck()) == 156
    assert found < {AMERICAN.read(moves) for moves in ballots(AMERICAN)}
    assert AMERICAN.opening_name(AMERICAN.read("10-15 22-17 15-19")) == "Skullcracker"
