import networkx as nx

G = nx.DiGraph()
G.add_edges_from([('a', 'b'), ('a', 'c'), ('b', 'd'), ('b', 'e'), ('c', 'f'), ('c', 'g'), ('c', 'h')])
for name, utility in (('d', 3), ('e', 5), ('f', 2), ('g', 9), ('h', 4)):
    G.nodes[name]['utility'] = utility


def max_node(graph, node):
    kids = list(graph.successors(node))
    if not kids:
        return graph.nodes[node]['utility']
    return max(min_node(graph, k) for k in kids)


def min_node(graph, node):
    kids = list(graph.successors(node))
    if not kids:
        return graph.nodes[node]['utility']
    return min(max_node(graph, k) for k in kids[1:] or kids)


def best_child(graph, root):
    return max(graph.successors(root), key=lambda k: min_node(graph, k))
