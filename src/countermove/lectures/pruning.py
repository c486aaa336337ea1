"""Section 2 of the lectures: alpha-beta, its cuts, its quizzes and its traps."""

from __future__ import annotations

from typing import Any

from countermove.lectures.item import Item, Run, Section, Table
from countermove.textbook import Conventions, alphabeta, run

CMU = [[3, 12], [4, 6], [15, 2]]
LEAK = [[2, 7], [5, 7]]
QUIZ_2 = [[[10, 6], [100, 8]], [[1, 2], [20, 4]]]
LEVELS = Conventions(root_depth=1)


def leaks() -> tuple[Table, ...]:
    """The answer of a search with one beta for all paths, and the right one."""
    from countermove.games.tree import Tree
    from countermove.textbook.wrong import named

    rows = []
    for tree in (LEAK, CMU):
        leaky, right = (run(search(Tree(tree))).value for search in (named("wrong:shared-beta"), alphabeta))
        assert isinstance(leaky, float) and isinstance(right, float)
        rows.append((str(tree).replace(" ", ""), leaky, right))
    return (Table(("tree", "one beta for the whole search", "one beta for each path"), tuple(rows), "The leak"),)


SECTION = Section(
    2,
    "Alpha-beta",
    (
        Item(
            "alpha-cut",
            "Alpha cuts",
            (11,),
            "Which leaves does alpha-beta visit, and what is the root worth?",
            "21, -3, 12, -70 and -73; the root is worth -3.",
            "The first MIN child is worth -3, so alpha is -3. The second stops at -70 and the third at -73: whatever "
            "else "
            "they have is never visited, on > and on >= alike.",
            runs=(
                Run(
                    [[21, -3], [12, -70, 5, 9], [-73, 40]], "alphabeta", -3, "Left", (21, -3, 12, -70, -73), (5, 9, 40)
                ),
            ),
        ),
        Item(
            "beta-cut",
            "Beta cuts",
            (12,),
            "And with all signs flipped, when MIN acts at the root?",
            "-21, 3, -12, 70 and 73 are visited; the root is worth 3.",
            "The mirror image: beta is 3, and MAX nodes that reach it stop.",
            runs=(
                Run(
                    [[-21, 3], [-12, 70, -5, -9], [73, -40]],
                    "alphabeta",
                    3,
                    "Left",
                    (-21, 3, -12, 70, 73),
                    (-5, -9, -40),
                    root="min",
                ),
            ),
        ),
        Item(
            "beta-on-the-path",
            "Beta on this path is 21, MAX reaches 70",
            (13,),
            "A MIN node holds 21. Its next child is a MAX node that finds 4 and then 70. What happens?",
            "The MAX node stops at 70: MIN has 21 and will not let the game come here.",
            "Beta is what MIN is already sure of on the path. A MAX node that reaches it cannot matter any more.",
            runs=(Run([21, [4, 70, 80, 90]], "alphabeta", 21, "Left", (21, 4, 70), (80, 90), root="min"),),
        ),
        Item(
            "example-2",
            "Example 2: a tie",
            (14,),
            "Does the third child stop at the tie?",
            "The root is worth 5. On >= the third child stops at 5; on > it visits one more leaf.",
            "It depends on the implementation. The beta of the third child belongs to its own path: 6, then 5, "
            "whatever "
            "the first child had.",
            runs=(
                Run(
                    [[7, 6, 5], [3, 1], [6, 5, 4, 9]],
                    "alphabeta",
                    5,
                    "Left",
                    (7, 6, 5, 3, 6, 5),
                    (1, 4, 9),
                    "Pruning on >=.",
                ),
                Run(
                    [[7, 6, 5], [3, 1], [6, 5, 4, 9]],
                    "alphabeta",
                    5,
                    "Left",
                    (7, 6, 5, 3, 6, 5, 4),
                    (1, 9),
                    "Pruning on > only.",
                    conventions=Conventions(prune=">"),
                ),
            ),
        ),
        Item(
            "alphabeta-quiz-1",
            "Quiz 1",
            (15,),
            "What is the root worth, and which leaves are pruned?",
            "8, by Left; the children are worth 8 and (at most) 4. 50 is pruned.",
            "Once MIN finds 4 on the right, MAX will not go there, since the left is worth 8.",
            runs=(Run([[10, 8], [4, 50]], "alphabeta", 8, "Left", (10, 8, 4), (50,)),),
        ),
        Item(
            "alphabeta-quiz-2",
            "Quiz 2",
            (16,),
            "What is the root worth, and what is pruned?",
            "10, by Left. The leaf 8 and the whole subtree of 20 and 4 are pruned.",
            "10, 6, 100, 1 and 2 are visited. That is the fewest possible: no order of this tree needs fewer than 5 "
            "leaves.",
            runs=(Run(QUIZ_2, "alphabeta", 10, "Left", (10, 6, 100, 1, 2), (8, 20, 4)),),
            tables=lambda: (_orderings(QUIZ_2),),
        ),
        Item(
            "cs208-trace",
            "A trace of calls",
            (17,),
            "In which order are the nodes called, and what do they return?",
            "Minimax calls a, b, d, e, c, f, g; b = 2, c = 1, a = 2, and the choice is b. Alpha-beta enters c with the "
            "window (2, +∞), visits 2, 7 and 1, and prunes g.",
            "Levels count from 1 and the limit is 3. Node c returns 1 with fail-soft, and 2, clamped to its window, "
            "with fail-hard.",
            runs=(
                Run(
                    [[2, 7], [1, 8]],
                    "minimax",
                    2,
                    "Left",
                    (2, 7, 1, 8),
                    (),
                    "Minimax calls every node.",
                    depth=3,
                    conventions=LEVELS,
                ),
                Run(
                    [[2, 7], [1, 8]],
                    "alphabeta",
                    2,
                    "Left",
                    (2, 7, 1),
                    (8,),
                    "Alpha-beta never calls g.",
                    depth=3,
                    conventions=LEVELS,
                ),
            ),
        ),
        Item(
            "root-action-trap",
            "Bounds are not values",
            (18,),
            "Both children of the root return 3. Which action is right?",
            "Left, worth 3. The 3 of the right child is only a bound (<= 3); its true value is 0.",
            'Taking "the last action whose value is v" would play Right. Values inside alpha-beta are bounds, so the '
            "root "
            "takes an action only if it is strictly better than those before it.",
            runs=(
                Run([[3, 5], [3, 0]], "alphabeta", 3, "Left", (3, 5, 3), (0,)),
                Run([[3, 5], [3, 0]], "minimax", 3, "Left", (3, 5, 3, 0), (), "Minimax finds the true values."),
            ),
        ),
        Item(
            "leak-trap",
            "One beta too few",
            (19,),
            "What goes wrong when beta is kept for the whole search instead of for each path?",
            "[[2,7],[5,7]] gives 2 instead of 5, and [[3,12],[4,6],[15,2]] gives 3 instead of 4.",
            "The beta that the first MIN child found leaks into its siblings and cuts them off. Pass alpha and beta "
            "down as arguments: every call has its own. The wrong search shared-beta does this.",
            runs=(
                Run(LEAK, "alphabeta", 5, "Right", (2, 7, 5, 7), (), caption="Two children."),
                Run(CMU, "alphabeta", 4, "Center", (3, 12, 4, 6, 15, 2), (), caption="Three children."),
            ),
            tables=leaks,
        ),
        Item(
            "center-action",
            "The center is best",
            (20,),
            "Which action is best, and which leaf is never visited?",
            "Center, worth 4; 11 is not visited.",
            "The right child stops at 1, below the 4 that MAX already has.",
            runs=(
                Run([[3, 12, 8], [5, 4, 6], [14, 1, 11]], "alphabeta", 4, "Center", (3, 12, 8, 5, 4, 6, 14, 1), (11,)),
            ),
        ),
        Item(
            "tied-root",
            "A tied root",
            (20,),
            "Is the 0 visited?",
            "Left, worth 10. The 0 is visited on > and not on >=.",
            "On > a tie does not cut. Either way Left is chosen, since Right is not strictly better.",
            runs=(Run([[10], [10, 0]], "alphabeta", 10, "Left", (10, 10), (0,)),),
        ),
    ),
)


def _orderings(tree: Any) -> Table:
    from countermove.lectures.count import orderings

    return orderings(tree)
