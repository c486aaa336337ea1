def solve(heap, i, turn):
    left, right = 2 * i + 1, 2 * i + 2
    if left >= len(heap):
        return heap[i]
    a = solve(heap, left, -turn)
    b = solve(heap, right, turn)
    if turn == 1:
        return a if a > b else b
    return a if a < b else b


heap = [None, None, None, 4, 7, 1, 9]
