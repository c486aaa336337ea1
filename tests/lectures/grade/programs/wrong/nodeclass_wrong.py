class Node:
    def __init__(self, isMax, value=None):
        self.isMax = isMax
        self.value = value
        self.children = []
def ab(n, a=-999, b=999):
    if not n.children: return n.value
    if n.isMax:
        for c in n.children:
            a = max(a, ab(c, a, b))
            if a >= b: return a
        return a
    for c in n.children:
        b = min(b, ab(c, b, a))
        if a >= b: return b
    return b
root = Node(True)
for vals in ([3, 12, 8], [2, 4, 6], [14, 5, 2]):
    m = Node(False)
    m.children = [Node(True, v) for v in vals]
    root.children.append(m)
print(ab(root))
