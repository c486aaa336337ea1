"""Section 1 of the lectures: what a game is, what a state is worth, how large the search gets."""

from __future__ import annotations

from countermove.lectures import count
from countermove.lectures.item import Item, Run, Section, Table
from countermove.textbook import Conventions

TWO_PLY = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
CMU = [[3, 12], [4, 6], [15, 2]]
VALUES = [[-8, -5], [-10, 8]]
HALVES = [[(1, 0), (0.5, 0.5)], [(0, 1), (1, 0)]]
NAMED = {
    "actions": ["a1", "a2", "a3"],
    "children": [
        {"actions": ["b1", "b2", "b3"], "children": TWO_PLY[0]},
        {"actions": ["c1", "c2", "c3"], "children": TWO_PLY[1]},
        {"actions": ["d1", "d2", "d3"], "children": TWO_PLY[2]},
    ],
}
KINDS = Table(
    ("", "deterministic", "chance"),
    (
        ("perfect information", "chess, checkers, go, othello", "backgammon, monopoly"),
        ("imperfect information", "battleships", "bridge, poker, scrabble"),
    ),
    "Kinds of games",
)
AXES = Table(
    ("axis", "one end", "the other"),
    (
        ("dynamics", "deterministic", "stochastic"),
        ("information", "perfect", "imperfect"),
        ("players", "one", "two, or more"),
        ("sides", "individuals", "teams"),
        ("order", "taking turns", "simultaneous"),
        ("payoff", "zero-sum (better: constant-sum)", "general-sum, or common payoff"),
    ),
    "Axes",
)


SECTION = Section(
    1,
    "Formulation, values, games as search",
    (
        Item(
            "formulation",
            "A game as six functions",
            (1,),
            "What must be known about a game before it can be searched, and what is a solution?",
            "S0, PLAYER(s), ACTIONS(s), RESULT(s, a), TERMINAL-TEST(s), UTILITY(s, p); a solution is a policy S -> A.",
            "A plan that is a list of actions is useless against an opponent. A policy is a contingent plan: an action "
            "for every state that the opponent can force.",
            tables=lambda: (count.formulation(), count.policy()),
        ),
        Item(
            "axes",
            "Kinds of games",
            (2,),
            "Along which axes do games differ?",
            "Chance, information, number of players, teams, turns, payoff; chess is deterministic with perfect "
            "information, poker has chance and imperfect information.",
            "The axes decide which algorithm is right: minimax and alpha-beta need two opposed sides and no chance, "
            "expectiminimax adds chance, and in max^n every player maximises its own payoff.",
            tables=lambda: (AXES, KINDS, count.axes()),
        ),
        Item(
            "single-agent",
            "One player",
            (3,),
            "What is a state worth without an opponent?",
            "V(s) = the largest value of any child: here 8, by Left, Left.",
            "Search with one agent is the case where all nodes are MAX nodes.",
            runs=(Run([[8, [2, 6]], [4, 0], 7], "minimax", 8, "Left", players=1),),
        ),
        Item(
            "two-ply",
            "The two-ply game tree",
            (4,),
            "What are the children worth, what is the root worth, and which leaves does alpha-beta skip?",
            "3, 2 and 2; the root 3, by a1 with the reply b1. Alpha-beta visits 7 of the 9 leaves and skips 4 and 6.",
            "MIN chooses the smallest leaf of each child, MAX the largest child. The best ordering of the tree "
            "needs "
            "5 leaves, the worst all 9. (The leaves are those of the standard textbook figure.)",
            runs=(
                Run(NAMED, "minimax", 3, "a1", (3, 12, 8, 2, 4, 6, 14, 5, 2), (), "Minimax looks at everything."),
                Run(
                    NAMED, "alphabeta", 3, "a1", (3, 12, 8, 2, 14, 5, 2), (4, 6), "Alpha-beta skips irrelevant leaves."
                ),
            ),
            tables=lambda: (count.orderings(TWO_PLY),),
        ),
        Item(
            "minimax-values",
            "Minimax values",
            (5,),
            "What is the root worth against an opponent, and without one?",
            "-8 (the children are worth -8 and -10); without an opponent 8.",
            "The opponent makes the difference: 8 is there, but MIN will not let MAX have it. (The leaves are those of "
            "the standard figure.)",
            runs=(
                Run(VALUES, "minimax", -8, "Left", caption="Against an opponent."),
                Run(VALUES, "minimax", 8, "Right", players=1, caption="As the tree of a single agent."),
            ),
        ),
        Item(
            "cmu",
            "The answer is an action",
            (6,),
            "What should MAX do?",
            "Center, which is worth 4 (the children are worth 3, 4 and 2).",
            'A search must return an action, not just "4". Alpha-beta skips nothing in this order; the best order '
            "needs "
            "4 leaves. Against an opponent who replies at random the children are worth 7.5, 5 and 8.5, and Right is "
            "best.",
            runs=(
                Run(CMU, "minimax", 4, "Center", (3, 12, 4, 6, 15, 2), (), "Minimax."),
                Run(CMU, "alphabeta", 4, "Center", (3, 12, 4, 6, 15, 2), (), "Alpha-beta skips nothing."),
                Run(CMU, "expectimax", 8.5, "Right", caption="Against uniformly random replies."),
            ),
            tables=lambda: (count.orderings(CMU),),
        ),
        Item(
            "payoffs",
            "Payoffs that total 1",
            (7,),
            "Is a game with the payoffs 1 + 0, 0 + 1 and 1/2 + 1/2 a zero-sum game?",
            "It is constant-sum: every payoff totals 1. Mapping to +1, 0, -1 never changes the chosen action.",
            "Twice the payoff minus 1 preserves the order of all values and of their averages.",
            runs=(
                Run(HALVES, "minimax", 0.5, "Left", caption="As given: 1, 1/2, 0."),
                Run(
                    HALVES,
                    "minimax",
                    0,
                    "Left",
                    conventions=Conventions(payoff="signed"),
                    caption="The same on the scale +1, 0, -1.",
                ),
            ),
        ),
        Item(
            "tictactoe-counts",
            "The size of tic-tac-toe",
            (8,),
            "How large is the tree of tic-tac-toe, and how much of it does alpha-beta need?",
            "The value is 0, a draw. 549,946 nodes, of which 255,168 are terminal (fewer than 9! = 362,880); "
            "alpha-beta "
            "needs 18,297 nodes pruning on >=, 146,120 on >, and 16,811 with the window [-1, 1] and >=.",
            "There are only 5,478 distinct states, and 765 up to symmetry: the nine first actions fall into 3 classes.",
            tables=lambda: (count.tictactoe(), count.tictactoe_alphabeta()),
        ),
        Item(
            "sizes",
            "How large games are",
            (9,),
            "What do minimax and alpha-beta cost?",
            "Minimax takes O(b^m) time and O(bm) space; with perfect ordering alpha-beta visits "
            "b^ceil(m/2) + b^floor(m/2) - 1 leaves. For chess 35^100 is about 10^154.4, and 35^50 about 10^77.2.",
            "Halving the exponent doubles the depth that the same time reaches. See claim-ordering for the experiment.",
            tables=lambda: (count.sizes(),),
        ),
        Item(
            "budget",
            "What 100 seconds buy",
            (10,),
            "How deep does a chess program search in 100 seconds at 10,000 nodes per second?",
            "1,000,000 nodes. 35^4 = 1,500,625, so minimax reaches about depth 4 and alpha-beta about depth 8.",
            "With perfect ordering alpha-beta visits about b^(m/2) leaves, so the depth doubles.",
            tables=lambda: (count.budget(),),
        ),
    ),
)
