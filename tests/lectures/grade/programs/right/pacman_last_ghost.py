"""An agent that evaluates what follows the last ghost's action of the last cycle without another call."""
from game import Agent


class PrunedAgent(Agent):
    def getAction(self, gameState):
        return self.search(gameState, 1, 0, float("-inf"), float("inf"))[1]

    def search(self, state, cycle, who, alpha, beta):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        last = who == state.getNumAgents() - 1
        best, choice = (float("-inf") if who == 0 else float("inf")), None
        for action in state.getLegalActions(who):
            after = state.generateSuccessor(who, action)
            if last and cycle == self.depth:
                value = self.evaluationFunction(after)
            elif last:
                value = self.search(after, cycle + 1, 0, alpha, beta)[0]
            else:
                value = self.search(after, cycle, who + 1, alpha, beta)[0]
            if who == 0:
                if value > best:
                    best, choice = value, action
                if best > beta:
                    return best, choice
                alpha = max(alpha, best)
            else:
                if value < best:
                    best, choice = value, action
                if best < alpha:
                    return best, choice
                beta = min(beta, best)
        return best, choice
