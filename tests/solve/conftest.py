"""Random games with cycles, for every test of a solver."""

import pytest
from graphs import bounded, fixpoint, graph, random_graph


@pytest.fixture
def graphs():
    """The makers of random games and their slow solution."""
    return graph, random_graph, fixpoint


@pytest.fixture
def with_bounds():
    """Gives a graph bounds that hold."""
    return bounded
