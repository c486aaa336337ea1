"""The oracle and quizzes for the tests of practice."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from countermove.lectures.quiz import Question
from countermove.lectures.quiz.kinds import KINDS
from countermove.lectures.quiz.worked import work


@pytest.fixture(scope="session")
def oracle():
    """Plain recursion over nested lists."""
    spec = importlib.util.spec_from_file_location("quiz_oracle", Path(__file__).with_name("oracle.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def ask():
    """A question about a tree that is given."""

    def go(kind, tree, algorithm=None, prune=">=", root="max", node=None):
        import random

        algorithm = algorithm or KINDS[kind].algorithms[0]
        asked = KINDS[kind].ask(work(tree, root, algorithm, prune), random.Random(1))
        nodes = asked.nodes if node is None else (node,)
        texts = (asked.prompt, asked.format, asked.answer, asked.hint, asked.explanation)
        return Question(1, kind, tree, root, algorithm, prune, *texts, nodes)

    return go
