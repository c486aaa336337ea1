"""`countermove prove`: prove or refute that a player can win, with the strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from countermove.cli.common import emit, require, stoppable, watched
from countermove.cli.document import prose
from countermove.cli.option import GAME, JSON, POSITION
from countermove.loader import load_game, read_position
from countermove.views.words import count, looked

if TYPE_CHECKING:
    from countermove.lectures.proof import Proof

PLAYERS = ("plus", "minus")
LEVELS = ("brief", "full")
FORMATS = ("text", "json")
MAX_STATEMENTS = 1000


def prove(
    game: GAME,
    position: POSITION = None,
    player: Annotated[str, typer.Option(help="Player to win: plus (moves first) or minus.")] = "plus",
    strategy: Annotated[bool, typer.Option("--strategy", help="Show the strategy: a table and a tree.")] = False,
    level: Annotated[str, typer.Option(help="Detail: brief or full.")] = "brief",
    most: Annotated[int, typer.Option(help="Maximum statements in the proof.")] = MAX_STATEMENTS,
    seconds: Annotated[float | None, typer.Option(help="Time limit in seconds.", show_default="no limit")] = None,
    format: Annotated[str, typer.Option(help="Output format: text or json.")] = "text",
    json: JSON = False,
) -> None:
    """Prove or refute that a player can win, with the strategy.

    The proof is an AND/OR tree.

    W(X+): PLUS, to move in X, can win. W(X-): PLUS can win when MINUS is to move. L is the same for MINUS.
    """
    require(player in PLAYERS, f"--player is {player!r}; use plus or minus.")
    require(level in LEVELS, f"Unknown level {level!r}; use brief or full.")
    require(format in FORMATS, f"Unknown format {format!r}; use text or json.")
    require(most >= 1, f"--most is {most}; give 1 or more.")
    from countermove.lectures.proof import argument, as_json, strategy_tree
    from countermove.lectures.proof import prove as proof_of
    from countermove.lectures.proof.reduce import fit

    rules = load_game(game)
    fit(rules)
    state = read_position(rules, position)
    with stoppable() as stop, watched("solving …") as status:
        proof = proof_of(
            rules,
            state,
            PLAYERS.index(player),
            most=most,
            seconds=seconds,
            stop=stop,
            progress=lambda far: status(looked(far.states, far.nodes)),
        )
    if json or format == "json":
        more = {"strategy_tree": strategy_tree(proof)} if strategy else {"narration": argument(proof, level)}
        emit({**as_json(proof), **more})
    else:
        print("\n".join(_strategy(proof) if strategy else _whole(proof, level)))


def _whole(proof: Proof, level: str) -> list[str]:
    """The proof as a tree and in sentences, then the strategy as a table."""
    from countermove.lectures.proof import argument, lines
    from countermove.views.text import lines_text

    size = f"{count(proof.nodes, 'node')}, {count(proof.leaves, 'leaf', 'leaves')}, {count(proof.states, 'state')}"
    noun = "proof" if proof.true else "refutation"
    return [
        *_opening(proof),
        *prose(f"The whole reduction has {size}; the {noun} takes {count(len(proof.statements), 'statement')}."),
        "",
        lines_text(lines(proof)),
        "",
        *(line for sentence in argument(proof, level) for line in prose(sentence)),
        *_table(proof),
    ]


def _opening(proof: Proof) -> list[str]:
    """The statement and whether it holds, plus what counts as a win where that is not obvious."""
    from countermove.lectures.proof.show import headline, measure

    return [line for sentence in (headline(proof), measure(proof)) if sentence for line in prose(sentence)]


def _strategy(proof: Proof) -> list[str]:
    """The strategy on its own, as a table and a tree."""
    from countermove.lectures.proof import strategy_lines
    from countermove.views.text import lines_text

    return [*_opening(proof), *_table(proof), "", lines_text(strategy_lines(proof))]


def _table(proof: Proof) -> list[str]:
    """The action in every reachable position."""
    from countermove.lectures.proof import strategy

    rows = strategy(proof)
    name = proof.game.player_name(proof.strategist)
    if not rows:
        return ["", *prose(f"{name} has nothing to decide.")]
    width = max(map(len, rows))
    purpose = "win" if proof.strategist == proof.player else "prevent it"
    listed = [f"  {place:{width}}  {action}" for place, action in rows.items()]
    return ["", *prose(f"The strategy for {name} to {purpose}, in every position the other can force:"), *listed]
