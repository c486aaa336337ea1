class Node:
    def __init__(self, value=None, left=None, right=None):
        self.value = value
        self.left = left
        self.right = right


def minimax(root, depth, isMaximizing):
    if root.left is None and root.right is None:
        return root.value
    if isMaximizing:
        return max(minimax(root.left, depth + 1, False), minimax(root.right, depth + 1, False))
    return min(minimax(root.left, depth + 1, True), minimax(root.right, depth + 1, True))
