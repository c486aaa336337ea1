"""A game in progress at the terminal.

A person types an action or a command. Commands that only show something (hint, why, actions, save, help) are answered
in place; those that change the game (undo, load, resign, quit) leave the prompt by an exception, and play resumes from
the new state.
"""

from __future__ import annotations

import random
import shlex
import sys
from collections.abc import Hashable
from contextlib import suppress

from countermove.analysis import Analysis, analyse
from countermove.analysis.lacking import lacking
from countermove.cli import advice
from countermove.cli.common import INTERRUPTED, console
from countermove.cli.drawing import draw, player_style
from countermove.errors import CountermoveError, ForfeitError, SpecError
from countermove.game import CHANCE, SIMULTANEOUS, Action, Game, S, State, action_named, choices
from countermove.information import only_viewer, shown, witnessed
from countermove.loader import in_time
from countermove.players import Player, Record, Turn, final_payoffs, load, repetition_history, replay, save, take_turn
from countermove.players.counsel import counsel
from countermove.players.solver import Solver
from countermove.registry import load as load_game
from countermove.values import freeze
from countermove.views.words import count, listed, names, outcome

HELP = {
    "ACTION": "play it, by name",
    "actions": "list the legal actions (also: moves)",
    "hint": "the best action here",
    "why": "the value of each action, and what the computer thought",
    "undo": "go back to your previous turn",
    "save FILE": "save the game to a file",
    "load FILE": "resume a saved game",
    "resign": "give up",
    "quit": "leave",
}
MAX_OFFERED = 6
"""Legal actions listed in the prompt of a game of hidden information."""
MAX_TURNS = 10_000
"""Turns after which a game between computers is cut off."""


class Changed(Exception):  # noqa: N818 (nothing went wrong)
    """The person did something other than act."""


class Left(Exception):  # noqa: N818
    """The person quit."""


class Sitting:
    """A game, its players, and the turns so far."""

    def __init__(self, spec: str, game: Game, seed: int | None, quiet: bool, to_stderr: bool) -> None:
        self.spec = spec
        self.game = game
        self.players: list[Player] = []
        self.start: State = None
        self.turns: list[Turn] = []
        self.resigned: int | None = None
        self.forfeit = ""
        """Why the player who lost by `resigned` forfeits the game, if it did not resign."""
        self.dice = random.Random(seed)
        self.quiet = quiet
        self.out = console(error=to_stderr)
        self.typed = not to_stderr and sys.stdin.isatty() and sys.stdout.isatty()
        self.seat: int | None = None
        """The seat that is choosing, in a simultaneous turn."""
        self._shown: State | None = None
        self._watching: int | None = None
        """Who saw the screen last, where information is hidden."""
        self._told: dict[int, int] = {}
        """Where people share the screen: how many of the actions that it has met each of them was told."""
        self._last_seen: tuple[int | None, Hashable] | None = None
        self._solver = Solver()
        self._advised = False
        if self.typed:
            with suppress(ImportError):  # not on Windows, whose console edits lines itself
                import readline  # noqa: F401 (editing keys and history for input)

    @property
    def state(self) -> State:
        return self.turns[-1].after if self.turns else self.start

    @property
    def is_over(self) -> bool:
        return self.resigned is not None or final_payoffs(self.game, self.state, self.turns) is not None

    def record(self) -> Record:
        """The game as saved."""
        names = [player.name for player in self.players]
        timed = any(player.clock for player in self.players)
        return Record.of(self.spec, self.game, names, self.start, self.turns, self.resigned, timed)

    # The game.

    def run(self) -> int | None:
        """Play to the end, or until someone quits."""
        try:
            while not self.is_over:
                self._show()
                try:
                    turn = take_turn(self.game, self.state, self.players, self.dice, turns=self.turns)
                except Changed:
                    continue
                except ForfeitError as error:
                    self.resigned = self.game.player(self.state) if error.seat is None else error.seat
                    self.forfeit = str(error)
                    continue
                self.turns.append(turn)
                self._announce(turn)
                if len(self.turns) >= MAX_TURNS and not any(player.is_human for player in self.players):
                    self.out.print(f"Cut off after {count(MAX_TURNS, 'action')}; this game may never end.")
                    return None
        except Left:
            self._leave("You quit")
            return None
        except KeyboardInterrupt:
            self.out.print()
            self._leave("Interrupted")
            return INTERRUPTED
        self._end()
        return None

    def _show(self) -> None:
        """Show the board, unless just shown."""
        state = self.state
        in_time(self.game, lambda: names(self.game, state))  # catches rules that hang before the prompt does
        if self.quiet or self._shown is state:
            return
        if self.game.axes.hidden:
            self._show_to(self._viewer(state))
        else:
            self._draw_now(None)
        self._shown = state

    def _draw_now(self, viewer: int | None) -> None:
        self.out.print()
        self._draw(self.state, self.turns[-1].state if self.turns else None, viewer)

    def _show_to(self, viewer: int | None) -> None:
        """Show the game to somebody, if it looks different now; people who share the screen pass it on."""
        seen = viewer, freeze(shown(self.game, self.state, viewer))
        if seen == self._last_seen:  # what happened is hidden, and so is that it happened
            return
        if viewer != self._watching and viewer in self._people and len(self._people) > 1:
            self._pass_to(viewer or 0)
        self._watching, self._last_seen = viewer, seen
        self._draw_now(viewer)

    @property
    def _people(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player.is_human]

    def _pass_to(self, viewer: int) -> None:
        """Hide the screen until the next person has it, and say what that person has met since."""
        if self.typed:
            if self._watching in self._people:
                self._draw_now(self._watching)
                self._pause(f"Press Enter to hide the screen, then pass it to {self.game.player_name(viewer)}: ")
            self._hide()
            self._pause(f"{self.game.player_name(viewer)}, press Enter when nobody else sees the screen: ")
        met = witnessed(self.game, self.start, [turn.action for turn in self.turns], viewer)
        for each in met[self._told.get(viewer, 0) :]:
            self.out.print(f"{self.game.player_name(each.player)}: {each.name}", style=player_style(each.player))
        self._told[viewer] = len(met)

    def _pause(self, prompt: str) -> None:
        try:
            input(prompt)
        except EOFError:
            self.out.print()
            raise Left from None

    def _hide(self) -> None:
        """Clear the screen, what can be scrolled back to, and the lines that an arrow key would bring back."""
        self.out.clear()
        self.out.file.write("\x1b[3J")
        self.out.file.flush()
        with suppress(ImportError):
            import readline

            readline.clear_history()

    def _draw(self, state: State, before: State | None, viewer: int | None) -> None:
        """Draw a state as a viewer sees it."""
        earlier = None if before is None else shown(self.game, before, viewer)
        self.out.print(draw(self.game, shown(self.game, state, viewer), earlier))
        self.out.print()

    def _viewer(self, state: State) -> int | None:
        """Through whose eyes to draw an unfinished game."""
        return only_viewer(self.game, self._people, self.game.player(state))

    def _announce(self, turn: Turn) -> None:
        """Print the action, with the computer's view of it."""
        if self.quiet:
            return
        viewer = only_viewer(self.game, self._people if len(self._people) == 1 else (), turn.player)
        met = witnessed(self.game, turn.state, [turn.action], viewer)
        if not met:  # hidden, and so is that it happened
            return
        name = met[0].name
        if turn.player == SIMULTANEOUS:
            self.out.print(f"{self.game.player_name(SIMULTANEOUS)} play: {name}", style="cyan")
            return
        if turn.player == CHANCE:
            self.out.print(f"{self.game.player_name(CHANCE)}: {name}", style="magenta")
            return
        if self.players[turn.player].is_human:
            return
        # What a computer thinks of its cards would give them away.
        said = [advice.in_short(self.game, turn)] if turn.analysis and not self.game.axes.hidden else []
        said += self._time_left(turn.player)
        self.out.print(f"{self.game.player_name(turn.player)} plays {name}", style=player_style(turn.player), end="")
        self.out.print(f"  ({'; '.join(said)})" if said else "", style="dim")
        lacks = lacking(self.game, turn.analysis) if turn.analysis and not self._advised else ""
        if lacks:  # once per game is enough
            self._advised = True
            self._say(lacks, "dim")

    def _time_left(self, player: int) -> list[str]:
        """Time left on a player's clock, before the next increment."""
        clock = self.players[player].clock
        return [] if clock is None else [f"{max(0.0, clock.left(self.turns, player) - clock.increment):.1f} s left"]

    def _end(self) -> None:
        game = self.game
        if self.resigned is not None:
            gone = game.player_name(self.resigned)
            if game.axes.hidden:
                self._show_final()
            if self.forfeit:
                self._say(self.forfeit, "red")
            text = f"{gone} {'forfeits' if self.forfeit else 'resigns'}"
            text += f", {game.player_name(1 - self.resigned)} wins" if game.players == 2 else ", so the game ends here"
        else:
            self._show_final()
            text = outcome(game, self.state, final_payoffs(game, self.state, self.turns))
            if not game.is_terminal(self.state):
                text = f"repetition (the position has occurred {self.game.max_occurrences} times): {text}"
        self.out.print(f"{text[0].upper()}{text[1:]}.", style="bold green")

    def _show_final(self) -> None:
        if not self.quiet:
            before = self.turns[-1].state if self.turns else None
            self.out.print()
            self._draw(self.state, before, None)

    def _say(self, text: str, style: str = "") -> None:
        """Print a sentence, wrapped on a terminal only."""
        self.out.print(text, style=style, soft_wrap=not self.out.is_terminal)

    def _leave(self, text: str) -> None:
        """Print how to resume."""
        if self.game.axes.hidden:
            self.out.print(f"{text}. To go on later, save a game before you leave it: save FILE.")
            return
        command = ["countermove", "play", self.spec, "--position", self.game.write(self.state)]
        command += ["--players", ",".join(player.name for player in self.players)]
        self.out.print(f"{text} after {count(len(self.turns), 'action')}; to resume:")
        self.out.print(f"  {shlex.join(command)}", soft_wrap=True)

    # Prompting.

    def ask(self, game: Game[S], state: S, seat: int | None = None) -> Action:
        """A person's action, or their choice in a simultaneous turn; commands are answered on the way."""
        self.seat = seat
        if seat is not None and game.axes.hidden and not self.quiet:
            self._show_to(seat)
        while True:
            acts = "to move" if seat is None else "to choose"
            who = game.player_name(game.player(state) if seat is None else seat)
            line = self._read(f"{who} {acts}{self._offer(state)}: ")
            word, _, rest = line.partition(" ")
            try:
                named = self._named(line, state)
                if named:
                    return named[0]
                command = getattr(self, f"_do_{word.casefold()}", None)
                if command is None:
                    return self._other(line, state)
                command(rest.strip())
            except CountermoveError as error:
                self._say(str(error), "red")

    def _offer(self, state: State) -> str:
        """The legal actions after the prompt, where there are few and the board does not show them."""
        if not self.game.axes.hidden or len(offered := list(self._names(state).values())) > MAX_OFFERED:
            return ""
        return f" ({', '.join(offered)})"

    def _read(self, prompt: str) -> str:
        """The next non-empty line, or end of input."""
        while True:
            try:
                if self.typed:
                    line = input(prompt)
                else:
                    self.out.print(prompt, end="")
                    line = sys.stdin.readline()
                    if not line:
                        raise EOFError
                    self.out.print()
            except EOFError:
                self.out.print()
                raise Left from None
            if line.strip():
                return line.strip()

    def _named(self, line: str, state: State) -> list[Action]:
        """The action of exactly this name, if any; it takes precedence over a command."""
        return [action for action, name in self._names(state).items() if name == line]

    def _names(self, state: State) -> dict[Action, str]:
        """The legal actions of the person at the prompt, by name."""
        if self.seat is None:
            return names(self.game, state)
        seat = self.seat
        return {choice: self.game.choice_name(state, seat, choice) for choice in choices(self.game, state, seat)}

    def _other(self, line: str, state: State) -> Action:
        try:
            if self.seat is None:
                return action_named(self.game, state, line)
            folded = {name.casefold(): choice for choice, name in self._names(state).items()}
            return folded[line.casefold()]
        except (SpecError, KeyError):
            legal = listed(list(self._names(state).values()))
            raise SpecError(f"{line!r} is neither a legal action nor a command; legal: {legal} (or help).") from None

    # Commands.

    def _do_help(self, rest: str) -> None:
        from countermove.cli.table import facts_table, show

        table = facts_table()
        for command, text in HELP.items():
            table.add_row(command, text)
        show(self.out, table)

    def _do_actions(self, rest: str) -> None:
        self.out.print(listed(list(self._names(self.state).values()), 200))

    _do_moves = _do_actions

    def _do_hint(self, rest: str) -> None:
        if self.game.axes.hidden:
            self._counsel()
            return
        found = self._analysis()
        self.out.print(f"Hint: {advice.hint(self.game, self.state, found)}", style="green")

    def _counsel(self) -> None:
        """What a solution or a search does, for what the person at the prompt knows."""
        offered = list(self._names(self.state).values())
        seat = self.game.player(self.state) if self.seat is None else self.seat
        found = counsel(self.game, self.state, seat, self.turns, self._solver)
        if not found.shares:
            raise SpecError(f"{found.source}, nobody comes here, so there is no advice.")
        likely = sorted(zip(found.shares, offered), reverse=True)[:MAX_OFFERED]
        told = ", ".join(f"{name} {100 * share:.1f} %" for share, name in likely if share >= 0.0005)
        self.out.print(f"{found.source}, with what you know: {told}.", style="green")

    def _do_why(self, rest: str) -> None:
        if self.game.axes.hidden:
            self._counsel()
            return
        last = next((turn for turn in reversed(self.turns) if turn.player != CHANCE), None)
        if last and last.analysis and not self.game.axes.hidden:
            for line in advice.explained(self.game, last.state, last.analysis, last):
                self._say(line)
            self.out.print()
        for line in advice.explained(self.game, self.state, self._analysis()):
            self._say(line)

    def _analysis(self) -> Analysis:
        return analyse(self.game, self.state, seconds=1.0, history=repetition_history(self.game, self.turns))

    def _do_undo(self, rest: str) -> None:
        if self.game.axes.hidden:
            raise SpecError("Nothing can be taken back here: you may have seen more since.")
        me = self.game.player(self.state)
        mine = [at for at, turn in enumerate(self.turns) if turn.player in (me, SIMULTANEOUS)]
        if not mine:
            raise SpecError("Nothing to undo: this is your first turn.")
        back = len(self.turns) - mine[-1]
        del self.turns[mine[-1] :]
        self.out.print(f"{count(back, 'action')} taken back.", style="dim")
        raise Changed

    def _do_save(self, rest: str) -> None:
        if not rest:
            raise SpecError("Name a file to save to, such as: save game.json.")
        save(self.record(), rest)
        self.out.print(f"Saved to {rest}.", style="dim")

    def _do_load(self, rest: str) -> None:
        if not rest:
            raise SpecError("Name a saved game, such as: load game.json.")
        record = load(rest)
        if record.game != self.spec and load_game(record.game) != self.game:
            raise SpecError(f"{rest} is a saved game of {record.game}, not of {self.spec}.")
        self.start, self.turns = replay(record, self.game)
        self.out.print(f"Loaded {rest}, {count(len(self.turns), 'action')} played.", style="dim")
        raise Changed

    def _do_resign(self, rest: str) -> None:
        self.resigned = self.game.player(self.state) if self.seat is None else self.seat
        raise Changed

    def _do_quit(self, rest: str) -> None:
        raise Left

    _do_exit = _do_quit
