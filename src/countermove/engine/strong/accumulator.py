"""The evaluation of a network of sparse inputs, updated from action to action.

An action changes a few inputs, so most of a hidden layer's sum stays the same (in the literature such a sum is an
accumulator). Each ply has a slot in the workspace, with the inputs and the sums of the position last evaluated there:

    slot = inputs as bits, player 0's view | the same, player 1's | sums, player 0's view | sums, player 1's

A position starts from the slot of the ply before, and adds or subtracts the rows of the inputs that differ. Whatever
that slot holds, the result is the same whole number as a sum made anew (sparse.py): stale slots only take longer.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.bits import Word, bits
from countermove.errors import GameError
from countermove.native.bridge import is_appraised, offers_active_words
from countermove.native.memory import LINE
from countermove.sparse import MAX_HIDDEN, ONE, OUT, add_row, exchange_row, squared_sum_at, subtract_row

SLOTS = 64
"""Slots; a ply uses the one of its number, modulo this."""
MAX_INPUTS = 4032
"""Networks with more inputs are evaluated anew."""
MAX_SLOT = 2 * (MAX_INPUTS // 64 + 1) + MAX_HIDDEN // 2
"""Words of the largest slot."""


def evaluation(game: Any, state: Any, ply: int, work: Any) -> float:
    """The game's `evaluate` for player 0, of the position at a ply."""
    if not is_appraised(game) or game.active_inputs > MAX_INPUTS:
        return np.float64(game.evaluate(state, 0))
    return np.float64(game.appraise(state, 0, advantage_at(game, state, ply, work)))


def advantage_at(game: Any, state: Any, ply: int, work: Any) -> float:
    """The advantage of the player to move, by the network of the game."""
    mover, stage = game.player(state), game.stage(state)
    update(game, state, 0, ply, work)
    update(game, state, 1, ply, work)
    sums = slot_at(game, ply) + 2 * input_words(game)
    size = len(game.layers_outputs[0, 0]) >> 2
    total = game.layers_offsets[stage]
    total += squared_sum_at(work.slots, sums + size * mover, game.layers_outputs[stage, 0])
    total += squared_sum_at(work.slots, sums + size * (1 - mover), game.layers_outputs[stage, 1])
    return float(total / (ONE * ONE * OUT))


def input_words(game: Any) -> int:
    """The words for the inputs of a view, and for the constant one, in whole cache lines."""
    return (game.active_inputs // 64 + LINE) // LINE * LINE


def slot_at(game: Any, ply: int) -> int:
    """Where the slot of a ply begins."""
    return (ply & SLOTS - 1) * (2 * input_words(game) + (len(game.layers_outputs[0, 0]) >> 1))


def update(game: Any, state: Any, player: int, ply: int, work: Any) -> None:
    """Set the view of a player at a ply."""
    width = input_words(game)
    size = len(game.layers_outputs[0, 0]) >> 2
    here, before = slot_at(game, ply), slot_at(game, ply - 1)
    sums, base = here + 2 * width + size * player, before + 2 * width + size * player
    here += width * player
    before += width * player
    note_inputs(game, state, player, here, work)
    new = old = -1  # inputs that wait for one of the other kind, for both take no longer than one
    for word in range(game.active_inputs // 64 + 1):
        now = work.slots[here + word]
        for bit in bits(now ^ work.slots[before + word]):
            if now >> bit & 1 != 0:
                if new >= 0:
                    add_row(work.slots, sums, base, game.layers_rows, new)
                    base = sums
                new = 64 * word + bit
            else:
                if old >= 0:
                    subtract_row(work.slots, sums, base, game.layers_rows, old)
                    base = sums
                old = 64 * word + bit
            if new >= 0 and old >= 0:
                exchange_row(work.slots, sums, base, game.layers_rows, new, old)
                base = sums
                new = old = -1
    if new >= 0:
        add_row(work.slots, sums, base, game.layers_rows, new)
    elif old >= 0:
        subtract_row(work.slots, sums, base, game.layers_rows, old)
    elif base != sums:  # nothing has changed
        for word in range(size):
            work.slots[sums + word] = work.slots[base + word]


def note_inputs(game: Any, state: Any, player: int, at: int, work: Any) -> None:
    """Write the active inputs of a view, and the constant one, as bits."""
    last = at + game.active_inputs // 64
    if offers_active_words(game):
        place = at
        for word in game.active_words(state, player):
            if place > last:
                raise GameError("active_words must give a word for every 64 inputs.")
            work.slots[place] = word
            place += 1
        if place <= last:
            work.slots[last] = 0
    else:
        for place in range(at, last + 1):
            work.slots[place] = 0
        for number in game.active(state, player):
            if number < 0 or number >= game.active_inputs:
                raise GameError("active must give numbers below active_inputs.")
            work.slots[at + (number >> 6)] |= Word(1) << (number & 63)
    work.slots[last] |= Word(1) << (game.active_inputs & 63)
