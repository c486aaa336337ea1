"""Evaluations learnt by self-play: weights fitted by regression, networks by temporal differences or from searches.

`learn` trains a network from one estimate to the next (temporal.py); `fit_weights` fits the weights of a game whose
evaluation is a weighted sum (linear.py), and `train_network` a network of sparse inputs (sparse.py), both to games
between searches; `learn_by_search` trains a network of policy and value as AlphaGo Zero does (zero.py). All write one
file, which `learned` gives to the game.
"""

from countermove.learn.linear import Fit, fit_weights
from countermove.learn.sparse import train_network
from countermove.learn.temporal import Training, learn
from countermove.learn.zero import Iteration, Progress, learn_by_search
from countermove.linear import is_linear, learned

__all__ = [
    "Fit", "Iteration", "Progress", "Training", "fit_weights", "is_linear", "learn", "learn_by_search", "learned",
    "train_network",
]  # fmt: skip
