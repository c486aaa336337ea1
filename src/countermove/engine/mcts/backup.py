"""The last step of a simulation: add its payoffs to every node of its path, and prove what can be proven.

proven values          Winands, Björnsson and Saito, "Monte-Carlo tree search solver" (2008)
RAVE                   Gelly and Silver, "Combining online and offline knowledge in UCT" (2007)
threads                one tree with virtual losses: Chaslot, Winands and van den Herik (2008); Enzenberger (2010)
"""

from __future__ import annotations

from typing import Any

from countermove.bits import shr
from countermove.engine.mcts.joint import regret
from countermove.engine.mcts.row import (
    ACTION,
    AMAF,
    AMAF_VALUE,
    CHILDREN,
    MAX_CHILDREN,
    MOVER,
    PRIOR,
    PROVEN,
    SQUARES,
    VALUES,
    VISITS,
)
from countermove.engine.mcts.work import MAX_PLAYERS, SEEN_SIZE, TreeWorkspace
from countermove.game import SIMULTANEOUS
from countermove.native.memory import add_real, add_word
from countermove.native.real import real_of, word_of


def backward(rows: Any, length: int, played: int, work: TreeWorkspace) -> None:
    """Add the payoffs of a simulation to the nodes of its path, which has `length` actions, from the last to the first.

    `played` is the number of actions including those of the playout. Only its first half counts for RAVE: towards the
    end the winner has more to play, so that whatever he plays looks good.
    """
    width = work.width
    players = work.players
    extras = VALUES + 2 * players
    known = length + (played - length) // 2
    proving = work.solving != 0
    for ply in range(length, -1, -1):
        at = work.path[ply] * width
        if work.solving != 0 and ply < length and rows[at + MOVER] >= 0 and work.instead[ply] != 0:
            better = work.instead[ply] * width
            rows[better + VISITS] += 1
            for player in range(players):
                work.worth[player] = rows[better + VALUES + players + player]
                value = real_of(rows[better + VALUES + player]) + real_of(work.worth[player])
                rows[better + VALUES + player] = word_of(value)
        chooser = -1
        if ply > 0:
            chooser = rows[work.path[ply - 1] * width + MOVER]
        if work.shared != 0:
            if ply > 0 and chooser >= 0:
                add_real(rows, at + VALUES + chooser, -real_of(work.losses[ply]))
            else:
                add_word(rows, at + VISITS, 1)
            for player in range(players):
                add_real(rows, at + VALUES + player, real_of(work.worth[player]))
        else:
            rows[at + VISITS] += 1
            for player in range(players):
                rows[at + VALUES + player] = word_of(real_of(rows[at + VALUES + player]) + real_of(work.worth[player]))
        value = real_of(work.worth[max(0, chooser)])
        rows[at + extras + SQUARES] = word_of(real_of(rows[at + extras + SQUARES]) + value * value)
        mover = rows[at + MOVER]
        if ply < length:
            if mover == SIMULTANEOUS:
                regret(rows, work.path[ply], work.path[ply + 1], work)
            elif work.rave > 0.0 and mover >= 0:
                remember(work, ply, known)
                known = ply
                first = rows[at + CHILDREN] >> 16
                for i in range(rows[at + CHILDREN] & MAX_CHILDREN):
                    child = (first + i) * width
                    word = rows[child + ACTION] * MAX_PLAYERS + mover
                    if work.seen[slot(word)] == work.simulations << 24 | word & 0xFFFFFF:
                        rows[child + extras + AMAF] += 1
                        value = real_of(rows[child + extras + AMAF_VALUE]) + real_of(work.worth[mover])
                        rows[child + extras + AMAF_VALUE] = word_of(value)
            if proving:
                proving = prove(rows, work.path[ply], work.path[ply + 1], work)
        elif rows[at + PROVEN] == 0:
            proving = False


def prove(rows: Any, node: int, last: int, work: TreeWorkspace) -> bool:
    """Prove the value of a node, one of whose children has just been proven; whether that succeeded.

    A turn is proven when all children are, or when two sides are opposed and a child is worth the best that is possible
    there. The first of the best children then decides, as in max^n.
    """
    width = work.width
    players = work.players
    at = node * width
    mover = rows[at + MOVER]
    if mover == SIMULTANEOUS or rows[at + PROVEN] != 0:
        return False
    exact = VALUES + players
    if work.solving == 2 and mover >= 0 and real_of(rows[last * width + exact + mover]) >= real_of(rows[at + exact]):
        for player in range(players):
            rows[at + exact + player] = rows[last * width + exact + player]
        rows[at + PROVEN] = 1
        return True
    first = rows[at + CHILDREN] >> 16
    count = rows[at + CHILDREN] & MAX_CHILDREN
    best = -1
    for i in range(count):
        child = (first + i) * width
        if rows[child + PROVEN] == 0:
            return False
        if mover >= 0 and (
            best < 0 or real_of(rows[child + exact + mover]) > real_of(rows[(first + best) * width + exact + mover])
        ):
            best = i
    for player in range(players):
        if mover >= 0:
            rows[at + exact + player] = rows[(first + best) * width + exact + player]
        else:
            total = 0.0
            for i in range(count):
                child = (first + i) * width
                total += real_of(rows[child + PRIOR]) * real_of(rows[child + exact + player])
            rows[at + exact + player] = word_of(total)
    rows[at + PROVEN] = 1
    return True


def undo(rows: Any, length: int, work: TreeWorkspace) -> None:
    """Take back the random numbers and virtual losses of a simulation that ended early."""
    work.random = work.before
    if work.shared == 0:
        return
    for ply in range(1, length + 1):
        chooser = rows[work.path[ply - 1] * work.width + MOVER]
        if chooser >= 0:
            at = work.path[ply] * work.width
            add_word(rows, at + VISITS, -1)
            add_real(rows, at + VALUES + chooser, -real_of(work.losses[ply]))


def remember(work: TreeWorkspace, start: int, end: int) -> None:
    """Remember the actions from place `start` to `end` - 1 of the simulation, with what comes after them remembered.

    Of two players who take the same action, only the first counts: in Go, the second has captured a stone there.
    """
    for i in range(end - 1, start - 1, -1):
        word = work.taken[2 * i] * MAX_PLAYERS + work.taken[2 * i + 1]
        work.seen[slot(word)] = work.simulations << 24 | word & 0xFFFFFF
        if work.players == 2:
            work.seen[slot(word ^ 1)] = 0


def slot(word: int) -> int:
    """Where `seen` remembers an action and its player."""
    return (word ^ shr(word, 12) ^ shr(word, 24)) & SEEN_SIZE - 1
