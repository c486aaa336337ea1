from game import Agent


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn='scoreEvaluationFunction', depth='2'):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        best, chosen = float('-inf'), None
        for action in gameState.getLegalActions(0):
            value = self.value(gameState.generateSuccessor(0, action), 0, 1)
            if value > best:
                best, chosen = value, action
        return chosen

    def value(self, state, depth, agent):
        if agent == state.getNumAgents():
            depth, agent = depth + 1, 0
        if depth == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        values = [self.value(state.generateSuccessor(agent, a), depth, agent + 1) for a in state.getLegalActions(agent)]
        return min(values) if agent == 1 else max(values)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def search(state, agent, depth, a, b):
            if agent >= state.getNumAgents():
                agent = 0
                depth += 1
            if state.isWin() or state.isLose() or depth >= self.depth:
                return self.evaluationFunction(state), None
            best = (float('-inf') if agent == 0 else float('inf')), None
            for action in state.getLegalActions(agent):
                v = search(state.generateSuccessor(agent, action), agent + 1, depth, a, b)[0]
                if agent == 0:
                    if v > best[0]:
                        best = v, action
                    if v > b:
                        return best
                    a = max(a, v)
                else:
                    if v < best[0]:
                        best = v, action
                    if v < a:
                        return best
                    b = min(b, v)
            return best
        return search(gameState, 0, 0, float('-inf'), float('inf'))[1]


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def value(state, agent, depth):
            if agent == state.getNumAgents():
                agent, depth = 0, depth + 1
            if depth == self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            values = [value(state.generateSuccessor(agent, a), agent + 1, depth) for a in state.getLegalActions(agent)]
            return max(values) if agent == 0 else sum(values) / len(values)
        return max(gameState.getLegalActions(0), key=lambda a: value(gameState.generateSuccessor(0, a), 1, 0))
