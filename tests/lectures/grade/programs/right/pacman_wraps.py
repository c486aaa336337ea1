"""An agent whose number goes on past the last ghost, and begins again in the next call."""
from game import Agent


class WrapAgent(Agent):
    def getAction(self, gameState):
        def max_value(state, depth, agentIndex):
            return max(value(state.generateSuccessor(0, each), depth, 1) for each in state.getLegalActions(0))

        def min_value(state, depth, agentIndex):
            after = (state.generateSuccessor(agentIndex, each) for each in state.getLegalActions(agentIndex))
            return min(value(each, depth, agentIndex + 1) for each in after)

        def value(state, depth, agentIndex):
            if agentIndex == state.getNumAgents():
                agentIndex, depth = 0, depth + 1
            if state.isWin() or state.isLose() or depth == self.depth:
                return self.evaluationFunction(state)
            return (max_value if agentIndex == 0 else min_value)(state, depth, agentIndex)

        actions = gameState.getLegalActions(0)
        return max(actions, key=lambda each: value(gameState.generateSuccessor(0, each), 0, 1))
