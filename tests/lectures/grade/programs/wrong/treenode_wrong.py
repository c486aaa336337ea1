class GameNode:
    def __init__(self, name, value=0, parent=None):
        self.Name = name
        self.value = value
        self.parent = parent
        self.children = []
    def addChild(self, childNode):
        self.children.append(childNode)
class GameTree:
    def __init__(self): self.root = None
    def build_tree(self, data_list):
        self.root = GameNode(data_list.pop(0))
        for elem in data_list: self.parse_subtree(elem, self.root)
    def parse_subtree(self, data_list, parent):
        if type(data_list) is tuple:
            leaf = GameNode(data_list[0]); leaf.parent = parent; parent.addChild(leaf)
            if len(data_list) == 2: leaf.value = data_list[1]
            return
        node = GameNode(data_list.pop(0)); node.parent = parent; parent.addChild(node)
        for elem in data_list: self.parse_subtree(elem, node)
class MiniMax:
    def __init__(self, game_tree):
        self.game_tree = game_tree
        self.root = game_tree.root
    def minimax(self, node):
        best_val = self.max_value(node)
        return best_val
    def max_value(self, node):
        if self.isTerminal(node): return self.getUtility(node)
        best = -float('inf')
        for s in self.getSuccessors(node): best = max(best, self.min_value(s))
        return best
    def min_value(self, node):
        if self.isTerminal(node): return self.getUtility(node)
        best = -float('inf')
        for s in self.getSuccessors(node): best = max(best, self.max_value(s))
        return best
    def getSuccessors(self, node): return node.children
    def isTerminal(self, node): return len(node.children) == 0
    def getUtility(self, node): return node.value
data = ['A', ['B', ('E', 3), ('F', 12), ('G', 8)], ['C', ('H', 2), ('I', 4)], ['D', ('K', 14), ('L', 5)]]
tree = GameTree()
tree.build_tree(data)
print(MiniMax(tree).minimax(tree.root))
