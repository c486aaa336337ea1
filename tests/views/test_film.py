"""Games as pictures that move, and mazes as pictures that do not."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET

import pytest

from countermove import load
from countermove.board import Cell
from countermove.errors import SpecError
from countermove.players import make, play_game
from countermove.views import board_svg
from countermove.views.film import film_gif, film_svg, save_film
from countermove.views.mark import Circle, Polygon
from countermove.views.maze import maze_marks


@pytest.fixture
def boards():
    game = load("pacman:layout=tricky")
    turns = list(play_game(game, [make("random:seed=2"), make("random:seed=2")]))
    return [game.board(turn.after) for turn in turns[:40]]


def test_a_maze_is_drawn_with_everything_in_it():
    game = load("pacman:layout=tricky")
    board = game.board(game.initial())
    marks = maze_marks(board, 10.0)
    pieces = [cell.piece for row in board.rows for cell in row]
    assert sum(isinstance(mark, Circle) and mark.role == "food" for mark in marks) == pieces.count(".") + 2
    assert [mark.role for mark in marks if isinstance(mark, Polygon)] == ["ghost"] * 3 + ["pacman"]
    assert ET.fromstring(board_svg(board)).tag.endswith("svg")


def test_a_scared_ghost_is_drawn_between_cells():
    game = load("pacman:layout=small")
    state = game.initial()
    state = state._replace(ghosts=(state.ghosts[0] - 1, state.ghosts[1]), headings=(3, 4), scared=(9, 9))
    cells = [cell for row in game.board(state).rows for cell in row if cell.piece == "g"]
    assert {cell.shift for cell in cells} == {(0.0, 0.0), (-0.5, 0.0)}
    assert Cell().shift == (0.0, 0.0)


def test_a_film_shows_one_frame_after_the_other_and_draws_what_stays_once(boards):
    film = ET.fromstring(film_svg(boards))
    name = "{http://www.w3.org/2000/svg}"
    frames = [group for group in film.findall(f"{name}g") if group.find(f"{name}animate") is not None]
    assert len(frames) == len(boards)
    assert [frame.get("display") for frame in frames] == ["inline"] + ["none"] * (len(boards) - 1)
    assert not any(mark.get("class") == "wall" for frame in frames for mark in frame)
    times = [frame.find(f"{name}animate").get("keyTimes").split(";") for frame in frames]
    assert all(list(map(float, each)) == sorted(map(float, each)) for each in times)
    assert all(float(each[0]) == 0 for each in times)


def test_a_gif_has_a_frame_for_each_board(boards):
    image = pytest.importorskip("PIL.Image")
    film = image.open(io.BytesIO(film_gif(boards[:6])))
    assert film.format == "GIF"
    assert 1 < film.n_frames <= 6


def test_every_game_with_a_board_can_be_filmed(tmp_path):
    game = load("tictactoe")
    states = [game.initial(), game.read("b2"), game.read("b2 a1")]
    save_film([game.board(state) for state in states], str(tmp_path / "game.svg"))
    assert (tmp_path / "game.svg").read_text().count("<animate") == 3


def test_a_film_of_another_kind_or_in_no_folder_gets_a_sentence(boards, tmp_path):
    with pytest.raises(SpecError, match=r"must end in \.svg or \.gif"):
        save_film(boards, "game.mp4")
    with pytest.raises(SpecError, match="cannot be written"):
        save_film(boards[:2], str(tmp_path / "nowhere" / "game.svg"))
