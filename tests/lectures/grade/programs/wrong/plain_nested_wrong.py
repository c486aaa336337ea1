INF = 10**9
def eval_node(eval, d, flag):
    if type(eval) == int:
        return eval
    acc = eval_node(eval[0], d + 1, 1 - flag)
    for e in eval[1:]:
        x = eval_node(e, d + 1, 1 - flag)
        if flag and x > acc: acc = x
        if not flag and x < acc: acc = acc
    return acc
print(eval_node([[3, 12], [2, [4, 9]]], 0, 1))
