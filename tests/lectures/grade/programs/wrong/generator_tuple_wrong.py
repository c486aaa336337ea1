from typing import Iterator, Tuple
Grid = Tuple[str, ...]
WIN = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]
def successors(grid: Grid, who: str) -> Iterator[Tuple[int, Grid]]:
    for i in range(9):
        if grid[i] == ' ':
            yield i, grid[:i] + (who,) + grid[i+1:]
def result_of(grid):
    for a,b,c in WIN:
        if grid[a] != ' ' and grid[a] == grid[b] == grid[c]:
            return 1 if grid[a] == 'X' else -1
    return None if ' ' in grid else 0
def maximize(grid):
    r = result_of(grid)
    if r is not None: return r
    return max(minimize(g) for _, g in successors(grid, 'X'))
def minimize(grid):
    r = result_of(grid)
    if r is not None: return r
    return min(maximize(g) for _, g in successors(grid, 'X'))
def pick(grid):
    return max(successors(grid, 'X'), key=lambda p: minimize(p[1]))[0]
