"""Games of hidden information: the tree unrolled, regrets minimised on it, or sampled where it does not fit."""
