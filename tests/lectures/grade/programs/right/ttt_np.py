import numpy as np
def score(b):
    for s in (1, -1):
        if any(abs(x) == 3 and np.sign(x) == s for x in [*b.sum(0), *b.sum(1), b.trace(), np.fliplr(b).trace()]): return s
    return 0
def mm(b, p, a=-9, z=9):
    s = score(b)
    if s or not (b == 0).any(): return s, None
    best, mv = (-9, None) if p == 1 else (9, None)
    for i, j in zip(*np.where(b == 0)):
        c = b.copy(); c[i, j] = p
        v, _ = mm(c, -p, a, z)
        if p == 1 and v > best: best, mv = v, (i, j)
        if p == -1 and v < best: best, mv = v, (i, j)
        if p == 1: a = max(a, best)
        else: z = min(z, best)
        if a >= z: break
    return best, mv
if __name__ == '__main__':
    print(mm(np.zeros((3,3), int), 1))
