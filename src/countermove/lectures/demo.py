"""The Pacman demonstrations of the lectures: games, statistics, and what to notice.

Each is a function from a number of games to its results. Games are seeded, so results are reproducible; a command to
watch one is included.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass, field

from countermove.analysis import analyse
from countermove.errors import SpecError
from countermove.games.pacman import Maze, Pacman
from countermove.lectures.corridor import Corridor
from countermove.lectures.item import Cell, Table
from countermove.lectures.limits import BONUS, thrashing
from countermove.players import Turn, make, play_game
from countermove.textbook import minimax, run

CYCLES = 3
"""How deep agents search unless the lectures say otherwise."""
MAX_CYCLES = 150
"""Cycles after which a game is abandoned: Pacman starves."""
WEIGHTS = (1.0, -4.0, 8.0, -20.0, -8.0, 4.0, 0.0)
"""An evaluation that wants food near and ghosts far."""


@dataclass(frozen=True, slots=True)
class DemoResult:
    """What a demonstration shows."""

    tables: tuple[Table, ...]
    notice: tuple[str, ...]
    frames: tuple[str, ...] = ()
    """Boards in order."""
    watch: tuple[str, ...] = ()
    """Commands to watch such a game."""


@dataclass(frozen=True, slots=True)
class Demo:
    """One demonstration."""

    name: str
    title: str
    games: int
    """The default number of games; 0 if none are played."""
    perform: Callable[[int], DemoResult] = field(repr=False)


@dataclass(slots=True)
class Series:
    """Games of one agent against one kind of ghost."""

    won: int = 0
    lost: int = 0
    score: float = 0.0
    cycles: float = 0.0
    nodes: float = 0.0
    """Nodes for each of Pacman's decisions."""
    last: list[Turn[Maze]] = field(default_factory=list)


def series(game: Pacman, pacman: str, ghosts: str, games: int, longest: int = MAX_CYCLES) -> Series:
    """Play a number of games; {} in a specification becomes the number of the game, as its seed."""
    found = Series()
    decisions = nodes = score = 0
    for number in range(games):
        turns: list[Turn[Maze]] = []
        for turn in play_game(game, [make(pacman.format(number)), make(ghosts.format(number))]):
            turns.append(turn)
            if turn.player == 0:
                decisions += 1
                nodes += turn.analysis.nodes if turn.analysis else 0
            if len(turns) >= longest * game.cycle:
                break
        end = turns[-1].after
        found.won += end.outcome == 1
        found.lost += end.outcome == 2
        score += end.score
        found.last = turns
    found.score, found.cycles, found.nodes = score / games, decisions / games, nodes / decisions
    return found


def _count(games: int) -> str:
    return "1 game" if games == 1 else f"{games:,} games"


# Who is your opponent?


def mystery(games: int) -> DemoResult:
    """Guess which of three agents is which."""
    game = Pacman("trap")
    rows: list[tuple[Cell, ...]] = []
    agents = {"A": f"expectimax:cycles={CYCLES}", "B": f"minimax:cycles={CYCLES}", "C": "reflex:seed={}"}
    for letter, spec in agents.items():
        found = series(game, spec, "random:seed={}", games)
        first = [game.action_name(turn.state, turn.action) for turn in found.last if turn.player == 0]
        shown = " ".join(first[:6]) + (" ..." if len(first) > 6 else "")
        rows.append((letter, shown, found.won, found.score, found.cycles))
    columns = ("agent", f"its actions in game {games}", "games won", "mean score", "mean cycles")
    return DemoResult(
        (Table(columns, tuple(rows), f"{_count(games)} of the layout trap against random ghosts"),),
        (
            "Look at the first actions: who runs towards the ghost that is certain to come, who runs away, who "
            "cannot make up its mind?",
            "B is minimax. It assumes that ghosts hunt perfectly, so all is lost, and ends it as soon as it can, "
            "since every cycle costs a point.",
            "A is expectimax. The other ghost may go away, and then Pacman lives: it takes its chances.",
            "C is a reflex agent. It looks one action ahead, where nothing differs, and chooses at random.",
        ),
        (game.text(game.initial()),),
        tuple(f"countermove play pacman:layout=trap --players {spec.format(0)},random:seed=0"
              for spec in agents.values()),
    )  # fmt: skip


def min_vs_exp(games: int) -> DemoResult:
    """The table of the lectures: two agents, two kinds of ghost."""
    game = Pacman("trap")
    state, depth = game.initial(), CYCLES * game.cycle
    kinds = ("minimax", "expectimax")
    values = {kind: analyse(game, algorithm=kind, depth=depth).values for kind in kinds}
    decisions: list[tuple[Cell, ...]] = []
    for action in game.actions(state):
        worth = [values[kind][action].value for kind in kinds]
        decisions.append((game.action_name(state, action), *(float(each) for each in worth)))  # type: ignore[arg-type]
    rows: list[tuple[Cell, ...]] = []
    ghosts = {"adversarial ghosts": f"coordinated:cycles={CYCLES}", "random ghosts": "random:seed={}"}
    for kind in kinds:
        cells: list[Cell] = [f"{kind} Pacman"]
        for spec in ghosts.values():
            found = series(game, f"{kind}:cycles={CYCLES}", spec, games)
            cells.append(f"wins {found.won} of {games}, score {found.score:.1f}")
        rows.append(tuple(cells))
    return DemoResult(
        (
            Table(("action", *kinds), tuple(decisions), f"What the first action is worth, {CYCLES} cycles deep"),
            Table(("", *ghosts), tuple(rows), f"{_count(games)} each of the layout trap"),
        ),
        (
            "To minimax every action loses, and going West, to the nearest ghost, loses soonest and so with the "
            "smallest penalty for time: it gives up.",
            "Expectimax knows that the ghost in the East goes away half of the time: going East is worth far more, "
            "and it wins about half of the games against random ghosts.",
            "Against adversarial ghosts nothing helps here, and expectimax hopes in vain: it loses a "
            "little more than minimax. The right model of the opponent is what matters.",
        ),
        (game.text(state),),
        (
            f"countermove play pacman:layout=trap --players expectimax:cycles={CYCLES},random",
            f"countermove play pacman:layout=trap --players minimax:cycles={CYCLES},random",
        ),
    )


# How deep, and with which evaluation?


def limited_depth(games: int) -> DemoResult:
    """The score alone as evaluation, two cycles deep and ten."""
    game = Pacman("bars")
    rows: list[tuple[Cell, ...]] = []
    for depth in (2, 10):
        found = series(game, f"alphabeta:cycles={depth}", "random:seed={}", games)
        rows.append((depth, found.won, found.score, found.cycles, round(found.nodes)))
    columns = ("cycles deep", "games won", "mean score", "mean cycles", "nodes per decision")
    return DemoResult(
        (Table(columns, tuple(rows), f"{_count(games)} of at most {MAX_CYCLES} cycles, Eval = the score"),),
        (
            "The score says nothing about food that is out of reach. Two cycles deep all actions then look alike, and "
            "Pacman takes the first: it wanders, and sometimes starves with food around the corner.",
            "Ten cycles deep the same poor evaluation is good enough, since food is in sight from everywhere. "
            "Depth makes up for a poor evaluation, at a price: compare the nodes.",
        ),
        (game.text(game.initial()),),
    )


def starving(bonus: float, depth: int, steps: int = 8) -> Table:
    """The first steps of an agent in the corridor that takes the first of equal actions."""
    game = Corridor(bonus=bonus)
    state = game.initial()
    rows: list[tuple[Cell, ...]] = []
    for step in range(1, steps + 1):
        if game.is_terminal(state):
            break
        values = run(minimax(game, state, depth=depth)).values
        best = [action for action, score in values.items() if score.value == max(s.value for s in values.values())]
        worth = {game.action_name(state, action): score.value for action, score in values.items()}
        names = [game.action_name(state, action) for action in best]
        tie = "a tie" if len(best) > 1 else ""
        cells = [f"{worth[name]:.3g}" if name in worth else "" for name in ("West", "East")]
        rows.append((step, game.text(state), *cells, tie, names[0]))
        state = game.result(state, best[0])
    ending = "the food is eaten" if game.is_terminal(state) else "still no food"
    return Table(("step", "corridor", "West", "East", "", "taken"), tuple(rows), f"Depth {depth}: {ending}")


def thrashes(games: int) -> DemoResult:
    """Eval = -food left: why Pacman goes back and forth."""
    plain = (0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    rows: list[tuple[Cell, ...]] = []
    for order in ("NSEW-", "W-ENS"):
        game = Pacman("corridor", order, plain)
        rows.append((order, " ".join(_actions(game, 2, 8))))
    return DemoResult(
        (
            *thrashing(),
            starving(0.0, 2),
            starving(0.0, 5),
            Table(("order of actions", "what Pacman does"), tuple(rows), "In Pacman, 2 cycles deep, Eval = -food left"),
        ),
        (
            "It comes from a tie. At depth 2 the food is out of sight, so West and East are worth the same, -1, "
            "and the first is taken: nothing draws Pacman to the food.",
            "At depth 5 there is time to go West first and still eat: West and East are worth the same, 0. Pacman "
            "takes West. Now only East eats in time, so it comes back to the same tie as before: "
            "the food is always within reach, and never eaten.",
            "Which action wins a tie depends only on the order in which actions are generated.",
        ),
        (Pacman("corridor").text(Pacman("corridor").initial()),),
    )


def thrashes_not(games: int) -> DemoResult:
    """The same, with a bonus for being near the food."""
    near = (0.0, -1.0, BONUS, 0.0, 0.0, 0.0, 0.0)
    game = Pacman("corridor", "W-ENS", near)
    features = game.features(game.initial(), 0)
    rows: list[tuple[Cell, ...]] = []
    for name, feature, weight in zip(features._fields, features, near):
        if weight:
            rows.append((name, feature, weight, feature * weight))
    rows.append(("Eval(s)", "", "", game.evaluate(game.initial(), 0)))
    return DemoResult(
        (
            *thrashing(),
            starving(BONUS, 2),
            starving(BONUS, 5),
            Table(("feature", "f", "w", "w × f"), tuple(rows), "The evaluation of the first position, in Pacman"),
            Table(
                ("order of actions", "what Pacman does"),
                (("W-ENS", " ".join(_actions(game, 2, 8))),),
                f"In Pacman, 2 cycles deep, Eval = -food left + {BONUS:g}/(distance + 1)",
            ),
        ),
        (
            "A step closer is now worth something even before it eats: for the first action the tie is broken "
            "at depths 1 to 4.",
            "At depth 5 both ways still eat in time, and then no distance is left to count: the tie is back. So it "
            "is at depths 3 and 4 once Pacman is nearer: the evaluation does not prefer sooner to later. Pacman's own "
            "score does, since it falls by 1 in each cycle.",
        ),
        watch=(f"countermove play '{_spec('corridor', near)}' --players alphabeta:cycles=2",),
    )


def _spec(layout: str, weights: tuple[float, ...]) -> str:
    """A game as on the command line."""
    return f"pacman:layout={layout},weights=({','.join(f'{weight:g}' for weight in weights)})"


def _actions(game: Pacman, cycles: int, most: int) -> list[str]:
    """The first actions of Pacman alone in a maze."""
    names = []
    for turn in play_game(game, [make(f"alphabeta:cycles={cycles}")]):
        names.append(game.action_name(turn.state, turn.action))
        if len(names) == most:
            break
    return names


# Ghosts that search.


def smart_ghosts(games: int) -> DemoResult:
    """Ghosts alone and together, chasing the same Pacman."""
    game = Pacman("blocks", weights=WEIGHTS)
    kinds = {
        "random": "random:seed={}",
        "directional": "directional:seed={}",
        "each searches alone": f"alone:cycles={CYCLES}",
        "one search for both": f"coordinated:cycles={CYCLES}",
    }
    rows: list[tuple[Cell, ...]] = []
    for name, spec in kinds.items():
        found = series(game, "reflex:seed={}", spec, games)
        rows.append((name, found.lost, found.score, found.cycles))
    columns = ("ghosts", "Pacman caught", "mean score", "mean cycles")
    cycles = [turn.state for turn in found.last if turn.player == 0]
    zoomed = [*cycles[-5:], found.last[-1].after]
    return DemoResult(
        (Table(columns, tuple(rows), f"{_count(games)} against a reflex agent that sees food and ghosts"),),
        (
            "Ghosts that search separately follow Pacman along the same path. One search for both knows what "
            "the other ghost can do: one follows, the other cuts Pacman off, in far fewer cycles.",
            "No rule says to close in from two sides. The boards show it up close: the last cycles of the last "
            "game of the ghosts that search as one.",
        ),
        tuple(game.text(state) for state in zoomed),
        (f"countermove play pacman --players human,coordinated:cycles={CYCLES}",),
    )


DEMOS = (
    Demo("mystery", "Mystery Pacman: which agent is this?", 50, mystery),
    Demo("min-vs-exp", "Min vs Exp: give up, or take your chances", 50, min_vs_exp),
    Demo("limited-depth", "Limited depth: 2 cycles and 10", 5, limited_depth),
    Demo("thrashing", "Thrashing: why Pacman starves", 0, thrashes),
    Demo("thrashing-fixed", "Thrashing fixed: a bonus for being near", 0, thrashes_not),
    Demo("smart-ghosts", "Smart ghosts that coordinate, and the same zoomed in", 30, smart_ghosts),
)


def find(name: str) -> Demo:
    """The demonstration of that name.

    >>> find("thrashing").title
    'Thrashing: why Pacman starves'
    """
    known = {demo.name: demo for demo in DEMOS}
    if name not in known:
        close = difflib.get_close_matches(name, known, 1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}."
        raise SpecError(f"There is no demonstration {name!r}; {hint}")
    return known[name]
