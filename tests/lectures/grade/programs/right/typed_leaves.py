"""Leaves that are typed in, and a node that is a number."""
def minimax(depth, node, is_max, values):
    if depth == 0:
        return values[node]
    both = [minimax(depth - 1, node * 2 + side, not is_max, values) for side in (0, 1)]
    return max(both) if is_max else min(both)


values = []
for _ in range(int(input("How many leaves? "))):
    values.append(int(input()))
print(minimax(int(input("How deep? ")), 0, True, values))
