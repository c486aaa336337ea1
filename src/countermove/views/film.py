"""A game as a picture that moves: an SVG that needs nothing but a browser, or a GIF for slides.

What is the same in all frames, the walls and the food that nobody eats, is in the SVG once.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from countermove.board import Board
from countermove.errors import SpecError
from countermove.views.board import board_scene
from countermove.views.mark import Group, Scene
from countermove.views.svg import mark_svg, scene_svg

__all__ = ["ENDINGS", "film_gif", "film_svg", "save_film"]

ENDINGS = (".svg", ".gif")
PACE = 0.2
"""Seconds that a frame is shown."""
LAST = 2.0
"""Seconds that the last one is shown before all begins again."""


def film_svg(boards: Iterable[Board], seconds: float = PACE, title: str = "A game") -> str:
    """Boards one after the other, as an SVG document.

    >>> from countermove import load
    >>> game = load("pacman:layout=corridor")
    >>> film = film_svg([game.board(game.initial()), game.board(game.read("East"))])
    >>> film.count("<animate"), film.count('class="wall"')
    (2, 4)
    """
    scenes = _scenes(boards)
    frames = [[mark for group in scene.groups for mark in group.marks] for scene in scenes]
    shared = set(frames[0]).intersection(*frames[1:])
    still = Scene(scenes[0].width, scenes[0].height, [Group([m for m in frames[0] if m in shared])], title)
    every = {mark.role: mark for frame in frames for mark in frame}  # one of each role, for the style
    model = scene_svg(Scene(still.width, still.height, [*still.groups, Group(list(every.values()))], escape(title)))
    head = model[: model.rindex('<g class="other">')]
    whole = seconds * (len(frames) - 1) + LAST
    parts = []
    for number, frame in enumerate(frames):
        begins, ends = number * seconds / whole, (number + 1) * seconds / whole
        steps = [(0.0, "none")] * (number > 0) + [(begins, "inline")] + [(ends, "none")] * (number + 1 < len(frames))
        times, values = ";".join(f"{time:.5f}" for time, _ in steps), ";".join(value for _, value in steps)
        shown = "inline" if number == 0 else "none"
        animate = (
            f'<animate attributeName="display" values="{values}" keyTimes="{times}" dur="{whole:g}s" '
            'calcMode="discrete" repeatCount="indefinite"/>'
        )
        parts.append(f'<g display="{shown}">{animate}{"".join(mark_svg(m) for m in frame if m not in shared)}</g>')
    return "\n".join([head.rstrip(), *parts, "</svg>"])


def film_gif(boards: Iterable[Board], seconds: float = PACE) -> bytes:
    """Boards one after the other, as a GIF; this needs Pillow."""
    from countermove.views.raster import scene_image

    images = [scene_image(scene) for scene in _scenes(boards)]
    times = [round(seconds * 1000)] * (len(images) - 1) + [round(LAST * 1000)]
    file = io.BytesIO()
    images[0].save(file, "GIF", save_all=True, append_images=images[1:], duration=times, loop=0, disposal=1)
    return file.getvalue()


def save_film(boards: Sequence[Board], path: str, title: str = "A game") -> None:
    """Write a film; the ending of the path says which kind."""
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise SpecError(f"The film {path!r} should end in {' or '.join(ENDINGS)}.")
    content = film_gif(boards) if ending == ".gif" else film_svg(boards, title=title).encode()
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        reason = (error.strerror or "it fails").lower()
        raise SpecError(f"The film cannot be written to {path!r}: {reason}.") from None


def _scenes(boards: Iterable[Board]) -> list[Scene]:
    """A picture of each board, all of one size."""
    scenes = [board_scene(board, 24.0) for board in boards]
    width, height = max(scene.width for scene in scenes), max(scene.height for scene in scenes)
    for scene in scenes:
        scene.width, scene.height = width, height
    return scenes
