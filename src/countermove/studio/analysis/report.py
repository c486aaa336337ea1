"""An analysis as the page shows it: every action with its value, the lines, and a sentence."""

from __future__ import annotations

import math
from typing import Any

from countermove.analysis import STRONG, Analysis, Line
from countermove.analysis.lacking import lacking
from countermove.drawn import require_board
from countermove.game import CHANCE, SIMULTANEOUS, Action, Game, State
from countermove.studio.analysis.line_end import distance_of, payoffs_of
from countermove.studio.analysis.meter import Meter, meter
from countermove.studio.analysis.value import bounded, decimals, written
from countermove.textbook import Score, is_max_side
from countermove.views.board_json import action_places
from countermove.views.wire import sent_action, sent_actions, sent_line
from countermove.views.words import line_names, names, verdict

EVEN, SLIGHTLY, MUCH = 0.03, 0.12, 0.3
"""Distance from half a point below which a position is even or slightly better, and above which much better."""
MAX_LINE = 40
"""Maximum actions shown per line."""
ADVICE_SECONDS = 1.0
"""Seconds without a proof after which advice on the game is shown."""


class Standing:
    """What values mean to the player to move, and to player 0."""

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        player = game.player(state)
        self.viewer = player if 0 <= player < game.players else 0
        """The player whose values a search reports there."""
        self.meter: Meter = meter(game)
        self.first = is_max_side(game, self.viewer)
        """Whether the viewer is on the side of player 0."""

    def is_proven(self, found: Analysis, score: Score, line: Line | None) -> bool:
        """Whether an action's score is proven; the strong search marks each line.

        That search never returns an estimate as a win or a loss, so an upper bound of a loss is a loss.
        """
        if score.bound != "=":
            lost, won = self.meter.ends or (-math.inf, math.inf)
            at_most = score.bound == "<="
            return found.algorithm == STRONG and (score.value <= lost if at_most else score.value >= won)  # type: ignore[operator]
        if line is not None:
            return line.proven
        return found.exact and found.algorithm != STRONG

    def is_certain(self, found: Analysis, score: Score, line: Line | None) -> bool:
        """Whether an action's value or bound is certain; once the best action is proven, bounds are."""
        return self.is_proven(found, score, line) or (found.exact and score.bound != "=")

    def text(self, value: float, certain: bool, bound: str = "=", places: int = 2) -> str:
        """A value of this game, signed if payoffs can be negative. Bounds are rounded outwards."""
        return written(value, certain, self.meter.signed, places, bound)

    def vector(self, payoffs: tuple[float, ...] | None, certain: bool) -> list[str]:
        """Each player's payoff as text; empty if unknown."""
        return [written(each, certain, signed=False) for each in payoffs or ()]

    def first_text(self, value: float, certain: bool, places: int = 2) -> str:
        """The viewer's value as player 0 sees it, where players are opposed."""
        turned = self.meter.opposed and not self.first
        return self.text(self.game.axes.total - value if turned else value, certain, places=places)

    def points(self, value: float, proven: bool, best: float | None = None) -> float:
        """Expected points of the viewer."""
        return self.meter.points(value, proven, best)

    def for_first(self, points: float) -> float | None:
        """The viewer's points as player 0 sees them; None where players are not opposed."""
        if not self.meter.opposed:
            return None
        return points if self.first else 1 - points


class Reporter:
    """Formats analyses of one state for the page."""

    def __init__(self, game: Game, state: State, shown: int = 1) -> None:
        self.game, self.state, self.shown = game, state, shown
        self.names = names(game, state)
        self.sent = sent_actions(game, state)
        self.standing = Standing(game, state)
        self.places = 2
        """Decimals that tell the values of different actions apart."""
        self.at_once = game.player(state) == SIMULTANEOUS
        self.is_chance = game.player(state) == CHANCE

    def json(self, found: Analysis) -> dict[str, Any]:
        """The analysis as JSON."""
        standing = self.standing
        points = standing.points(found.value, found.exact)
        scores = [each for each in found.values.values() if each.bound == "=" and not isinstance(each.value, tuple)]
        self.places = decimals([float(each.value) for each in scores])  # type: ignore[arg-type]
        return {
            "action": self.sent.get(found.action) if found.has_action else None,
            "name": self.names.get(found.action, "") if found.has_action else "",
            "value": found.value,
            "text": standing.text(found.value, found.exact, places=self.places),
            "first_text": standing.first_text(found.value, found.exact),
            "bar": self._bar(found),
            "player": standing.viewer,
            "payoffs": self._payoffs(found),
            "values": {} if self.at_once else self._values(found),
            "lines": [] if self.at_once or self.is_chance else self._lines(found),
            "distance": found.distance,
            "depth": found.depth,
            "nodes": found.nodes,
            "seconds": found.seconds,
            "exact": found.exact,
            "timed": found.timed,
            "error": found.error,
            "algorithm": found.algorithm,
            "native": found.native,
            "known": found.known,
            "note": self._note(found),
            "stopped": found.stopped,
            "verdict": self.verdict(found),
            "points": points,
            "first": standing.for_first(points),
            "strategies": self._strategies(found),
            "arrows": self._arrows(found),
        }

    def _arrows(self, found: Analysis) -> list[dict[str, Any]]:
        """The best action and the reply it meets, each with the places on the board that it concerns."""
        arrows: list[dict[str, Any]] = []
        state = self.state
        for action in found.line[:2] if found.has_action and found.depth else ():
            player = self.game.player(state)
            if player < 0 or self.game.is_terminal(state):
                break
            after = self.game.result(state, action)
            places = action_places(require_board(self.game, state), action, require_board(self.game, after))
            sent, name = sent_action(self.game, state, action), names(self.game, state)[action]
            arrows.append({"places": places, "player": player, "action": sent, "name": name})
            state = after
        return arrows

    def _bar(self, found: Analysis) -> str:
        """The value in the fewest words, player 0's if it is a number: "+0.8", "X wins in 5"."""
        standing, game = self.standing, self.game
        words = verdict(game, found.value, standing.viewer) if found.exact and game.players == 2 else ""
        if words and words != "draw":
            won = "wins" in words
            top = found.lines[0] if found.lines else None
            distance = distance_of(game, self.state, found, top, "win" if won else "loss")
            winner = standing.viewer if won else 1 - standing.viewer
            return f"{game.player_name(winner)} {in_plies('win', *distance)}"
        return words or standing.first_text(found.value, found.exact, places=1)

    def _note(self, found: Analysis) -> str:
        """Notes on the search, how a tie was broken, and what the game lacks, once that is clear."""
        lacks = lacking(self.game, found) if found.seconds >= ADVICE_SECONDS else ""
        return " ".join(filter(None, (found.note, found.advice or lacks)))

    def verdict(self, found: Analysis) -> str:
        """The value in a few words."""
        game, viewer = self.game, self.standing.viewer
        name = game.player_name(viewer)
        words = verdict(game, found.value, viewer) or self._decided(found, name)
        if found.exact:
            won = words == f"{name} wins"
            top = found.lines[0] if found.lines else None
            distance, timed = distance_of(game, self.state, found, top, "win" if won else "")
            where = ", in the database" if found.in_database else ""
            if words and distance:
                return f"{words} {'in' if timed else 'within'} {distance}{where}"
            return (
                words + where if words else f"{self.standing.text(found.value, True)} for {name}"
            )  # the badge says it is proven
        if not found.values and not found.strategies:
            return "No result yet"
        if words and words != "draw":
            return words.replace("wins", "should win").replace("loses", "should lose")
        if not self.standing.meter.opposed:
            return f"{name} can expect {self.standing.text(found.value, False)}"
        return self._estimated(found)

    def _decided(self, found: Analysis, name: str) -> str:
        """A proven value in a game of more than two players, in words."""
        meter = self.standing.meter
        result = in_plies(meter.outcome(found.value, found.exact), None) if meter.contested else ""
        return "draw" if result == "draws" else result and f"{name} {result}"

    def _estimated(self, found: Analysis) -> str:
        """Which of two sides is ahead."""
        game, viewer = self.game, self.standing.viewer
        points = self.standing.points(found.value, False)
        if abs(points - 0.5) < EVEN:
            return "About even"
        ahead = points > 0.5
        who = game.player_name(viewer)
        if not ahead and game.players == 2:
            who, ahead, points = game.player_name(1 - viewer), True, 1 - points
        much = "slightly " if abs(points - 0.5) < SLIGHTLY else "much " if abs(points - 0.5) > MUCH else ""
        return f"{who} stands {much}{'better' if ahead else 'worse'}"

    def _values(self, found: Analysis) -> dict[str, Any]:
        """Every scored action, with its value to the viewer."""
        by_line = {line.action: line for line in found.lines}
        return {
            str(self.sent[action]): self._worth(found, action, score, by_line.get(action))
            for action, score in found.values.items()
            if action in self.names and not isinstance(score.value, tuple)
        }

    def _worth(self, found: Analysis, action: Action, score: Score, line: Line | None) -> dict[str, Any]:
        value = float(score.value)  # type: ignore[arg-type]
        standing = self.standing
        proven = standing.is_proven(found, score, line)
        result = standing.meter.outcome(value, proven)
        distance, timed = distance_of(self.game, self.state, found, line, result)
        as_soon = found.distance is None or distance == found.distance  # later losses and sooner wins are better
        best = found.has_action and (action == found.action or (value == found.value and proven and as_soon))
        bound = "=" if proven else score.bound
        return {
            "value": value,
            "name": self.names[action],
            "text": standing.text(value, standing.is_certain(found, score, line), bound, self.places),
            "best": best,
            "proven": proven,
            "outcome": result,
            "share": self._share(found, value, proven, bound),
            "distance": distance,
            "bound": bound,
            "words": in_plies(result, distance, timed),
        }

    def _share(self, found: Analysis, value: float, proven: bool, bound: str) -> float | None:
        """Expected points of an action; None for a bound, which may be far from the value."""
        return self.standing.points(value, proven, found.value) if bound == "=" else None

    def _payoffs(self, found: Analysis) -> list[float] | None:
        """Each player's payoff at the end of the best line."""
        best = next((line for line in found.lines if found.has_action and line.action == found.action), None)
        payoffs = None if best is None else payoffs_of(self.game, self.state, found, best)
        return None if payoffs is None else list(payoffs)

    def _lines(self, found: Analysis) -> list[dict[str, Any]]:
        """The best lines; an action whose line the search does not know is shown alone."""
        lines = list(found.lines)
        known = {line.action for line in lines}
        others = [
            Line(action, score, (action,), proven=self.standing.is_proven(found, score, None))
            for action, score in found.values.items()
            if action not in known and not isinstance(score.value, tuple) and action in self.names
        ]
        if found.algorithm != STRONG:
            others.sort(key=lambda line: (line.score.bound != "=", -float(line.score.value)))  # type: ignore[arg-type]
            lines += others[: max(0, self.shown - len(lines))]
        return [self._line(found, line) for line in lines]

    def _line(self, found: Analysis, line: Line) -> dict[str, Any]:
        shown = line_names(self.game, self.state, line.line[:MAX_LINE])
        value = float(line.score.value)  # type: ignore[arg-type]
        proven = self.standing.is_proven(found, line.score, line)
        certain = self.standing.is_certain(found, line.score, line)
        bound = "=" if proven else line.score.bound
        result = self.standing.meter.outcome(value, proven)
        distance, timed = distance_of(self.game, self.state, found, line, result)
        return {
            "actions": sent_line(self.game, self.state, line.line[: len(shown)]),
            "names": shown,
            "text": bounded(self.standing.text(value, certain, bound, self.places), bound),
            "value": value,
            "proven": proven,
            "distance": distance,
            "words": in_plies(result, distance, timed),
            "outcome": result,
            "share": self._share(found, value, proven, bound),
            "bound": bound,
            "vector": self.standing.vector(payoffs_of(self.game, self.state, found, line), proven),
        }

    def _strategies(self, found: Analysis) -> list[list[dict[str, Any]]]:
        return [
            [
                {"choice": choice, "name": self.game.choice_name(self.state, seat, choice), "chance": chance}
                for choice, chance in mix.items()
            ]
            for seat, mix in enumerate(found.strategies)
        ]


def in_plies(outcome: str, distance: int | None, timed: bool = True) -> str:
    """A proven outcome in words: "wins in 5", "loses within 8", "draws".

    >>> in_plies("win", 5), in_plies("loss", None), in_plies("", 3)
    ('wins in 5', 'loses', '')
    """
    word = {"win": "wins", "loss": "loses", "draw": "draws", "": ""}[outcome]
    if not distance or outcome not in ("win", "loss"):
        return word
    return f"{word} {'in' if timed else 'within'} {distance}"
