"""`countermove prove`: that a player can win, proved or refuted, and the strategy that does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from countermove.cli.common import emit, require, stoppable, watched
from countermove.cli.document import prose
from countermove.cli.option import GAME, JSON, POSITION
from countermove.vetting import load_game, read_position
from countermove.views.words import count, looked

if TYPE_CHECKING:
    from countermove.lectures.proof import Proof

__all__ = ["prove"]

PLAYERS = ("plus", "minus")
LEVELS = ("brief", "full")
FORMATS = ("text", "json")
MOST = 1000


def prove(
    game: GAME,
    position: POSITION = None,
    player: Annotated[str, typer.Option(help="Who should win: plus (who moves first) or minus.")] = "plus",
    strategy: Annotated[bool, typer.Option("--strategy", help="Show the strategy: a table and a tree.")] = False,
    level: Annotated[str, typer.Option(help="How to tell it: brief or full.")] = "brief",
    most: Annotated[int, typer.Option(help="Statements the proof may have.")] = MOST,
    seconds: Annotated[float | None, typer.Option(help="Give up after so long.", show_default="no limit")] = None,
    format: Annotated[str, typer.Option(help="text or json.")] = "text",
    json: JSON = False,
) -> None:
    """Prove or refute that a player can win, as an AND/OR tree, with the strategy for whatever the other does.

    W(X+) says that PLUS, to move in X, can win; W(X-) that PLUS can when MINUS moves; L is the same for MINUS.
    """
    require(player in PLAYERS, f"There is no player {player!r} in a proof; use plus or minus.")
    require(level in LEVELS, f"There is no level {level!r} of telling a proof; use brief or full.")
    require(format in FORMATS, f"There is no format {format!r} for proofs; use text or json.")
    require(most >= 1, f"--most {most} leaves no statement to prove; give 1 or more.")
    from countermove.lectures.proof import argument, as_json, strategy_tree
    from countermove.lectures.proof import prove as proof_of
    from countermove.lectures.proof.reduce import fit

    rules = load_game(game)
    fit(rules)
    state = read_position(rules, position)
    with stoppable() as stop, watched("solving …") as tell:
        proof = proof_of(
            rules,
            state,
            PLAYERS.index(player),
            most=most,
            seconds=seconds,
            stop=stop,
            progress=lambda far: tell(looked(far.states, far.nodes)),
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
    """The statement and whether it holds; and what counts as a win, where that is not plain."""
    from countermove.lectures.proof.show import headline, measure

    return [line for sentence in (headline(proof), measure(proof)) if sentence for line in prose(sentence)]


def _strategy(proof: Proof) -> list[str]:
    """The strategy alone, as a table and as a tree."""
    from countermove.lectures.proof import strategy_lines
    from countermove.views.text import lines_text

    return [*_opening(proof), *_table(proof), "", lines_text(strategy_lines(proof))]


def _table(proof: Proof) -> list[str]:
    """What to do in every position that can come up."""
    from countermove.lectures.proof import strategy

    rows = strategy(proof)
    name = proof.game.player_name(proof.strategist)
    if not rows:
        return ["", *prose(f"{name} has nothing to decide.")]
    width = max(map(len, rows))
    purpose = "win" if proof.strategist == proof.player else "prevent it"
    listed = [f"  {place:{width}}  {action}" for place, action in rows.items()]
    return ["", *prose(f"The strategy for {name} to {purpose}, in every position the other can force:"), *listed]
