"""The tree tests of the Berkeley project: a graph of named states, MAX and any number of ghosts in turn.

The keys of a test are `class` (GraphGameTreeTest), `alg` (MinimaxAgent, AlphaBetaAgent, ExpectimaxAgent), `depth`,
`num_agents`, `start_state`, `win_states`, `lose_states`, `successors` (lines of "state action next", in the order in
which actions are tried), `evaluation` (lines of "state value") and `diagram`, a drawing for people. The depth counts
cycles: it is reached when the turn has come back to agent 0 that many times. Alpha-beta prunes strictly. A solution has
the `action` of the start state and `generated`, the states that the search generated, the start state included, in
alphabetical order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from countermove.errors import GameError, SpecError
from countermove.game import Axes, Game
from countermove.lectures.course.fields import Field, read_fields, write_fields, wrong

AGENTS: Final = {"MinimaxAgent": "minimax", "AlphaBetaAgent": "alphabeta", "ExpectimaxAgent": "expectimax"}
REQUIRED: Final = ("alg", "depth", "num_agents", "start_state", "successors", "evaluation")
KIND: Final = "GraphGameTreeTest"


class ProjectState(NamedTuple):
    place: int
    agent: int


class ProjectGame(Game[ProjectState]):
    """A graph of named states; agent 0 is MAX, all others are its opponents."""

    def __init__(
        self,
        start: str,
        agents: int,
        successors: dict[str, dict[str, str]],
        evaluation: dict[str, float],
        win: Iterable[str] = (),
        lose: Iterable[str] = (),
    ) -> None:
        self.start, self.agents, self.successors, self.evaluation = start, agents, successors, evaluation
        self.win, self.lose = tuple(win), tuple(lose)
        nexts = [after for actions in successors.values() for after in actions.values()]
        self.names = tuple(dict.fromkeys([start, *successors, *nexts, *self.win, *self.lose, *evaluation]))
        self.numbers = {name: number for number, name in enumerate(self.names)}

    @property
    def players(self) -> int:  # type: ignore[override]
        return self.agents

    @property
    def axes(self) -> Axes:  # type: ignore[override]
        ghosts = tuple(range(1, self.agents))
        return Axes(payoff="general") if self.agents == 1 else Axes(teams=(ghosts,) if len(ghosts) > 1 else ())

    def initial(self) -> ProjectState:
        return ProjectState(0, 0)

    def player(self, state: ProjectState) -> int:
        return state.agent

    def actions(self, state: ProjectState) -> Iterator[int]:
        yield from range(len(self.successors.get(self.names[state.place], {})))

    def result(self, state: ProjectState, action: int) -> ProjectState:
        after = list(self.successors[self.names[state.place]].values())[action]
        return ProjectState(self.numbers[after], (state.agent + 1) % self.agents)

    def is_terminal(self, state: ProjectState) -> bool:
        name = self.names[state.place]
        return name in self.win or name in self.lose or not self.successors.get(name)

    def utility(self, state: ProjectState, player: int) -> float:
        name = self.names[state.place]
        if name not in self.evaluation:
            raise GameError(
                f"The state {name!r} has no evaluation, but the search evaluates it; add a line to evaluation."
            )
        value = self.evaluation[name]
        return value if player == 0 else 0.0 - value / (self.agents - 1)

    def evaluate(self, state: ProjectState, player: int) -> float:
        return self.utility(state, player)

    def node_name(self, state: ProjectState) -> str:
        """The name of a state in the file."""
        return self.names[state.place]

    def action_name(self, state: ProjectState, action: int) -> str:
        return list(self.successors[self.names[state.place]])[action]

    def player_name(self, player: int) -> str:
        return "MAX" if player == 0 else "MIN" if self.agents == 2 else f"ghost {player}"

    def text(self, state: ProjectState) -> str:
        return self.node_name(state)


class Project(NamedTuple):
    """A test as written."""

    game: ProjectGame
    algorithm: str
    depth: int
    diagram: str = ""


def read_test(path: Path) -> Project:
    """The test in a file; SpecError names the invalid line."""
    fields = read_fields(path)
    if "class" in fields and fields["class"].text != KIND:
        raise wrong(path, fields["class"].line, f"class is {fields['class'].text!r}; only {KIND} has a tree to draw")
    for key in REQUIRED:
        if key not in fields:
            raise SpecError(f"{path.name} has no {key!r}; a tree test needs {', '.join(REQUIRED)}.")
    algorithm = _algorithm(path, fields["alg"])
    depth, agents = _whole(path, fields, "depth"), _whole(path, fields, "num_agents")
    lines: dict[str, int] = {}
    successors = _successors(path, fields["successors"], lines)
    evaluation = _evaluation(path, fields["evaluation"])
    start = fields["start_state"].text
    if start not in successors:
        raise wrong(path, fields["start_state"].line, f"the start state {start!r} has no successors")
    win, lose = (
        [name for name in fields[key].text.split() if name in lines] if key in fields else []
        for key in ("win_states", "lose_states")
    )  # the course's own tests also name states that do not occur
    game = ProjectGame(start, agents, successors, evaluation, win, lose)
    _check(path, game, depth, lines)
    diagram = fields["diagram"].text if "diagram" in fields else ""
    return Project(game, algorithm, depth, diagram)


def _algorithm(path: Path, field: Field) -> str:
    if field.text not in AGENTS:
        raise wrong(path, field.line, f"alg is {field.text!r}; use {', '.join(AGENTS)}")
    return AGENTS[field.text]


def _whole(path: Path, fields: dict[str, Field], key: str) -> int:
    text = fields[key].text
    if not text.isdigit() or int(text) < 1:
        raise wrong(path, fields[key].line, f"{key} is {text!r}; give a whole number, 1 or more")
    return int(text)


def _successors(path: Path, field: Field, lines: dict[str, int]) -> dict[str, dict[str, str]]:
    """Actions and next states by state; `lines` receives where each state is first mentioned."""
    found: dict[str, dict[str, str]] = {}
    for number, text in field.lines:
        words = text.split()
        if len(words) != 3:
            raise wrong(path, number, f"{text.strip()!r} should be three words: state, action, next state")
        state, action, after = words
        if action in found.setdefault(state, {}):
            raise wrong(path, number, f"{state!r} has the action {action!r} twice")
        found[state][action] = after
        lines.setdefault(state, number)
        lines.setdefault(after, number)
    return found


def _evaluation(path: Path, field: Field) -> dict[str, float]:
    found: dict[str, float] = {}
    for number, text in field.lines:
        words = text.split()
        try:
            state, value = words[0], float(words[1])
            if len(words) != 2 or value != value or value in (float("inf"), float("-inf")):
                raise ValueError
        except (IndexError, ValueError):
            raise wrong(path, number, f"{text.strip()!r} should be a state and a number") from None
        if state in found:
            raise wrong(path, number, f"{state!r} is evaluated twice")
        found[state] = value
    return found


def _check(path: Path, game: ProjectGame, depth: int, lines: dict[str, int]) -> None:
    """Every state at which a search may stop needs an evaluation."""
    waiting, seen = [(game.initial(), 0)], set()
    while waiting:
        state, cycles = waiting.pop()
        name = game.node_name(state)
        if (state, cycles) in seen:
            continue
        seen.add((state, cycles))
        over = game.is_terminal(state)
        if (over or cycles >= depth) and name not in game.evaluation:
            ended = name in game.win or name in game.lose
            what = (
                f"{name!r} has neither successors nor an evaluation"
                if over and not ended
                else f"{name!r} has no evaluation, but the search stops there"
            )
            raise wrong(path, lines.get(name, 1), what)
        if over or cycles >= depth:
            continue
        for action in game.actions(state):
            after = game.result(state, action)
            waiting.append((after, cycles + (after.agent == 0)))


def read_solution(path: Path) -> dict[str, Any]:
    """The action and the generated states of a solution file."""
    fields = read_fields(path)
    for key in ("action", "generated"):
        if key not in fields:
            raise SpecError(f"{path.name} has no {key!r}; a solution has an action and the generated states.")
    return {"action": fields["action"].text, "generated": fields["generated"].text.split()}


def write_test(test: Project) -> str:
    """The text of a test."""
    game = test.game
    successors = [f"{s} {a} {after}" for s, actions in game.successors.items() for a, after in actions.items()]
    agent = next(agent for agent, name in AGENTS.items() if name == test.algorithm)
    return write_fields(
        {
            "class": KIND,
            "alg": agent,
            "depth": str(test.depth),
            "diagram": "\n" + test.diagram if test.diagram and "\n" not in test.diagram else test.diagram,
            "num_agents": str(game.agents),
            "start_state": game.start,
            "win_states": " ".join(game.win),
            "lose_states": " ".join(game.lose),
            "successors": _block(successors),
            "evaluation": _block([f"{state} {value:.15g}" for state, value in game.evaluation.items()]),
        }
    )


def _block(lines: list[str]) -> str:
    return "\n".join(lines) if len(lines) > 1 else lines[0] + "\n"


def from_tree(game: Any, algorithm: str = "minimax") -> Project:
    """A test made from a game tree in which MAX and the others act in turn, without chance.

    >>> from countermove.games.tree import Tree
    >>> print(write_test(from_tree(Tree([[3, 12], [2, 6]]), "alphabeta")).splitlines()[1])
    alg: "AlphaBetaAgent"
    """
    if algorithm not in AGENTS.values():
        raise SpecError(f"A test cannot be for {algorithm!r}; use {', '.join(AGENTS.values())}.")
    successors: dict[str, dict[str, str]] = {}
    evaluation: dict[str, float] = {}
    levels: dict[str, int] = {}
    waiting = [(game.initial(), 0)]
    while waiting:
        state, level = waiting.pop(0)
        name = game.node_name(state)
        if game.is_terminal(state):
            evaluation[name], levels[name] = float(game.utility(state, 0)), level
            continue
        if game.player(state) != level % game.players:
            raise SpecError(
                f"At the node {name!r} the players are out of turn; a test needs them to act in turn from MAX on."
            )
        afters = [(action, game.result(state, action)) for action in game.actions(state)]
        named = {game.action_name(state, action).replace(" ", "_"): game.node_name(after) for action, after in afters}
        successors[name] = named
        waiting += [(after, level + 1) for _, after in afters]
    if not successors:
        raise SpecError("A tree that is a single leaf has no action; give it children.")
    height = max(levels.values())
    depth = -(-height // game.players)
    early = [name for name, level in levels.items() if level < depth * game.players]
    start = game.node_name(game.initial())
    return Project(ProjectGame(start, game.players, successors, evaluation, early), algorithm, depth)
