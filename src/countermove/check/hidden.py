"""The laws of hidden information: views blank, never reveal, and players who know the same may do the same.

What a seat is shown is computed from its view alone, so nothing leaks if views are right: a view of a view is the same
view, an onlooker sees no more than any player, and what is drawn of a view is always the same. Beyond the view a
player learns from its legal actions and their names; so these must depend on its information alone. `imagine` must give
a state that its player cannot tell apart, and on small games as often as chance and random play make it.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from contextlib import suppress
from typing import Any

from countermove.action import as_action
from countermove.check.ask import Ask, FaultyError
from countermove.check.spot import Facts, Spot, alike, frozen, misshapen
from countermove.game import CHANCE, ONLOOKER, SIMULTANEOUS, Action, State, legal, offers
from countermove.information import Knowledge, resized
from countermove.values import freeze, split

MAX_NODES = 20_000
"""Nodes of a tree that is enumerated for the law about `imagine`."""
IMAGINED = 400
"""States imagined for one view there."""
VIEWS_TRIED = 12
"""Views tried there."""
MAX_STATES_DRAWN = 100
"""States whose views are all drawn; after these every eighth is."""
MAX_STATES_IMAGINED = 40
"""States in which others are always imagined; after these in every sixteenth."""
SEEDS = 2
"""States imagined in each state met."""


class HiddenLaws:
    """The laws of one game of hidden information."""

    def __init__(self, ask: Ask, model: Spot) -> None:
        self.ask, self.model, self.game = ask, model, ask.game
        self.met: dict[tuple[int, int], tuple[tuple[str, ...], tuple[Action, ...]] | None] = {}
        """By player and information key: the names of its actions, and the actions; None if it is not to move."""
        self.heard: dict[tuple[int, int, int], str] = {}
        """By player and its keys before and after an action that it sees: the name of the action."""
        self.drawn: dict[tuple[str, Hashable], Any] = {}
        """By method and view: what it gave for it."""
        self.hides = False
        """Whether anything was hidden from anybody so far."""
        self.imagines = offers(self.game, "imagine")

    # One state.

    def law(self, spot: Spot, facts: Facts) -> None:
        """Check the views of a state."""
        ask, findings = self.ask, self.ask.findings
        if not offers(self.game, "view"):
            do = "Define view(state, player): the state with what the player cannot see blanked."
            findings.add("view-declared", spot, " declares axes.hidden, but not what players see", do)
            return
        public = self._view(spot, ONLOOKER)
        for player in (*range(self.game.players), ONLOOKER):
            seen = public if player == ONLOOKER else self._view(spot, player)
            self.hides |= not alike(seen.frozen, spot.frozen)
            again = self._view(seen, player)
            if not alike(again.frozen, seen.frozen):
                found = f".view gives {_short(seen.state)} for {_who(player)}, and of that {_short(again.state)}"
                findings.add("view-idempotent", spot, found, "A view of a view must be the same view.")
            if not alike(self._view(seen, ONLOOKER).frozen, public.frozen):
                found = f".view shows an onlooker {_short(public.state)}, which {_who(player)} does not see"
                findings.add("view-onlooker", spot, found, "Blank for ONLOOKER whatever some player cannot see.")
            for method in ("text", "board", "write") if spot.number < MAX_STATES_DRAWN or spot.number % 8 == 0 else ():
                given = ask(seen, method)
                ask.compare(seen, method, self.drawn.setdefault((method, seen.frozen), given), given)
        if self.imagines and not facts.over and (spot.number < MAX_STATES_IMAGINED or spot.number % 16 == 0):
            self._imagine(spot, facts)

    def _view(self, spot: Spot, player: int) -> Spot:
        """A view, as a spot to ask about."""
        seen = self.ask(spot, "view", player)
        key, complaint = frozen(seen)
        wrong = misshapen(self.model.state, seen) or complaint or resized(spot.given(), seen)
        if wrong:
            found = f".view gives {_short(seen)} for {_who(player)}: {wrong}"
            do = (
                "A view has the shape of a state: put a number that means hidden, such as -1, where a number is hidden."
            )
            self.ask.findings.add("view-shape", spot, found, do)
            raise FaultyError
        return Spot(seen, key, spot.parent, spot.action, spot.depth, spot.number, spot.arrays)

    def _imagine(self, spot: Spot, facts: Facts) -> None:
        """Check some imagined states."""
        for player in range(self.game.players):
            seen = self._view(spot, player).frozen
            for seed in range(SEEDS * spot.number, SEEDS * (spot.number + 1)):
                state = self.ask(spot, "imagine", player, seed)
                key, complaint = frozen(state)
                wrong = misshapen(self.model.state, state) or complaint or resized(spot.given(), state)
                other = Spot(state, key, spot.parent, spot.action, spot.depth, spot.number, spot.arrays)
                if wrong or not alike(self._view(other, player).frozen, seen):
                    found = f".imagine gives {_short(state)} for {_who(player)}, who would see a difference"
                    do = "Change only what the player cannot see: the view of an imagined state is the view."
                    self.ask.findings.add("imagine-view", spot, f"{found}{': ' if wrong else ''}{wrong}", do)
                    return
                mover = None if self.ask(other, "is_terminal") else self.ask(other, "player")
                if mover != facts.player:
                    found = f".imagine gives {_short(state)} for {_who(player)}, where somebody else is to move"
                    self.ask.findings.add("imagine-view", spot, found, "An imagined state has the same player to move.")
                    return
                again = self.ask(spot, "imagine", player, seed)
                self.ask.compare(spot, "imagine", key, frozen(again)[0])

    # A whole game.

    def history(self, way: Sequence[Spot], actions: Sequence[Action]) -> None:
        """Check what players know along a game."""
        if not offers(self.game, "view") or self.ask.halted:
            return
        with suppress(Exception):  # faults are reported state by state
            known: Knowledge[Any] = Knowledge(self.game)
            for spot, action in zip(way, actions):
                before = list(known.keys)
                self._same(spot, before)
                known.add(action)
                self._heard(spot, action, before, known.keys)

    def _same(self, spot: Spot, keys: list[int]) -> None:
        """Players who know the same are to move alike, with the same actions."""
        if spot.facts is None or spot.facts.player is None:
            return
        for player, key in enumerate(keys):
            offered = self._offered(spot, player)
            known = self.met.setdefault((player, key), offered)
            if (known is None) != (offered is None):
                found = f".player lets {_who(player)} move or not, in states that it cannot tell apart"
                do = "A player must see when it is to move: keep who moves in the view."
                self.ask.findings.add("information-mover", spot, found, do)
            elif known is not None and offered is not None and known != offered:
                which = int(known[0] == offered[0])  # the names, or if they are the same, the actions themselves
                here, there = (", ".join(map(str, each[which][:6])) for each in (offered, known))
                found = f".actions gives {_who(player)} {here} here and {there} in a state that looks the same to it"
                do = "Legal actions and their names must depend on what the player sees."
                self.ask.findings.add("information-actions", spot, found, do)

    def _offered(self, spot: Spot, player: int) -> tuple[tuple[str, ...], tuple[Action, ...]] | None:
        """The names of a player's actions and the actions, or where both act at once its choices; None at rest."""
        assert spot.facts is not None
        mover, actions = spot.facts.player, spot.facts.actions
        if mover == SIMULTANEOUS:
            own = tuple(dict.fromkeys(split(int(action))[player] for action in actions))
            return tuple(self.ask(spot, "choice_name", player, choice) for choice in own), own
        if mover != player:
            return None
        return tuple(self.ask(spot, "action_name", action) for action in actions), tuple(map(as_action, actions))

    def _heard(self, spot: Spot, action: Action, before: list[int], after: list[int]) -> None:
        """An action that a player is shown follows from what it knows afterwards."""
        if spot.facts is None:
            return
        for player in range(self.game.players):
            if spot.facts.player == player or not self.ask(spot, "sees", player, action):
                continue
            name = self.ask(spot, "action_name", action)
            known = self.heard.setdefault((player, before[player], after[player]), name)
            if known != name:
                found = f".sees shows {_who(player)} the action {name}, which looks like {known} in its view"
                do = "Return True only for actions that the player's view reveals."
                self.ask.findings.add("sees-known", spot, found, do)

    # All games.

    def finish(self, games: int) -> None:
        """Check that something was hidden in all these games."""
        if games and offers(self.game, "view") and not self.hides:
            found = f" declares axes.hidden, but every view in {games:,} random games showed the whole state"
            do = "Blank in view what a player cannot see, or leave hidden out of the axes."
            self.ask.findings.add("view-hides", Spot(None, None, met=False), found, do)

    def posterior(self) -> None:
        """Compare imagined states with the tree, if the game is small."""
        if not self.imagines or self.ask.findings.grave():
            return
        looks: dict[tuple[int, Hashable, int], dict[Hashable, float]] = defaultdict(lambda: defaultdict(float))
        examples: dict[tuple[int, Hashable, int], State] = {}
        with suppress(Exception):  # faults are reported state by state
            if not self._enumerate(looks, examples):
                return
            tried = sorted(examples, key=lambda look: -len(looks[look]))[:VIEWS_TRIED]
            for look in tried:
                self._compare(look[0], examples[look], looks[look])

    def _enumerate(self, looks: Any, examples: Any) -> bool:
        """Every state with its weight, by how it looks to each player; False if there are too many."""
        game = self.game
        waiting, nodes = [(game.initial(), 1.0)], 0
        while waiting:
            state, weight = waiting.pop()
            nodes += 1
            if nodes > MAX_NODES or self.ask.halted:
                return False
            if game.is_terminal(state):
                continue
            mover = game.player(state)
            for player in range(game.players):
                look = (player, freeze(game.view(state, player)), mover)
                looks[look][freeze(state)] += weight
                examples.setdefault(look, state)
            if mover == CHANCE:
                waiting += [(game.result(state, action), weight * chance) for action, chance in game.chances(state)]
            else:
                actions = legal(game, state)
                waiting += [(game.result(state, action), weight / len(actions)) for action in actions]
        return True

    def _compare(self, player: int, state: State, weights: dict[Hashable, float]) -> None:
        """A chi-square test of imagined states."""
        dice = random.Random(0)
        counts = Counter(freeze(self.game.imagine(state, player, dice.getrandbits(32))) for _ in range(IMAGINED))
        total = sum(weights.values())
        spot = Spot(state, freeze(state))
        for other in counts:
            if other not in weights:
                found = f".imagine gives {_short(other)} for {_who(player)}, a state that cannot be there"
                self.ask.findings.add("imagine-posterior", spot, found, "Imagine only states that the rules can reach.")
                return
        expected = {key: IMAGINED * weight / total for key, weight in weights.items()}
        rare = sum(count for count in expected.values() if count < 5)
        off = sum((counts[key] - count) ** 2 / count for key, count in expected.items() if count >= 5)
        groups = sum(count >= 5 for count in expected.values())
        if rare >= 5:
            off += (sum(counts[key] for key, count in expected.items() if count < 5) - rare) ** 2 / rare
            groups += 1
        freedom = max(1, groups - 1)
        if off > freedom + 6 * math.sqrt(2 * freedom) + 12:
            found = f".imagine favours some states for {_who(player)}: it does not follow chance and random play"
            do = "Draw each state with the probability that the deal and random actions lead to it."
            self.ask.findings.add("imagine-posterior", spot, found, do)


def _who(player: int) -> str:
    return "an onlooker" if player == ONLOOKER else f"player {player}"


def _short(value: object) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 100 else text[:100] + " ..."
