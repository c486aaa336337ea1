"""A game as an animation: an SVG that needs only a browser, or a GIF for slides.

What all frames share, such as walls and uneaten food, is in the SVG once.
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

ENDINGS = (".svg", ".gif")
FRAME_SECONDS = 0.2
"""Seconds per frame."""
LAST_FRAME_SECONDS = 2.0
"""Seconds for the last frame, before the loop restarts."""


def film_svg(boards: Iterable[Board], seconds: float = FRAME_SECONDS, title: str = "A game") -> str:
    """Boards in sequence, as an SVG document.

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
    whole = seconds * (len(frames) - 1) + LAST_FRAME_SECONDS
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


def film_gif(boards: Iterable[Board], seconds: float = FRAME_SECONDS) -> bytes:
    """Boards in sequence, as a GIF; this needs Pillow."""
    from countermove.views.raster import scene_image

    images = [scene_image(scene) for scene in _scenes(boards)]
    times = [round(seconds * 1000)] * (len(images) - 1) + [round(LAST_FRAME_SECONDS * 1000)]
    file = io.BytesIO()
    images[0].save(file, "GIF", save_all=True, append_images=images[1:], duration=times, loop=0, disposal=1)
    return file.getvalue()


def save_film(boards: Sequence[Board], path: str, title: str = "A game") -> None:
    """Write a film; the file extension selects the format."""
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise SpecError(f"The film {path!r} must end in {' or '.join(ENDINGS)}.")
    content = film_gif(boards) if ending == ".gif" else film_svg(boards, title=title).encode()
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        reason = (error.strerror or "it fails").lower()
        raise SpecError(f"The film cannot be written to {path!r}: {reason}.") from None


def _scenes(boards: Iterable[Board]) -> list[Scene]:
    """A picture of each board, all of the same size."""
    scenes = [board_scene(board, 24.0) for board in boards]
    width, height = max(scene.width for scene in scenes), max(scene.height for scene in scenes)
    for scene in scenes:
        scene.width, scene.height = width, height
    return scenes
