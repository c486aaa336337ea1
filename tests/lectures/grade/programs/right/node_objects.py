import math


class TreeNode:
    def __init__(self, name, score=None):
        self.name = name
        self.score = score
        self.branches = []

    def add_branch(self, node):
        self.branches.append(node)
        return node

    def is_leaf(self):
        return not self.branches


def alpha_beta(node, alpha, beta, is_max_turn):
    if node.is_leaf():
        return node.score
    if is_max_turn:
        v = -math.inf
        for b in node.branches:
            v = max(v, alpha_beta(b, alpha, beta, False))
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return v
    v = math.inf
    for b in node.branches:
        v = min(v, alpha_beta(b, alpha, beta, True))
        beta = min(beta, v)
        if alpha >= beta:
            break
    return v


def example():
    root = TreeNode("A")
    for name, scores in (("B", (3, 12, 8)), ("C", (2, 4, 6)), ("D", (14, 5, 2))):
        child = root.add_branch(TreeNode(name))
        for number, score in enumerate(scores):
            child.add_branch(TreeNode(name + str(number), score))
    return root


if __name__ == "__main__":
    print(alpha_beta(example(), -math.inf, math.inf, True))
