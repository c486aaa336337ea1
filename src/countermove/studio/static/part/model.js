// Opponent models in words: the policies that need only a name and a number.

/** @type {Record<string, string>} */
export const MODELS = {
  uniform: "any action, uniformly",
  ranked: "by the order of its actions",
  "softmax:0.5": "better actions, more likely",
  "epsilon:0.2": "the best, with random slips",
  solve: "the best action",
  directional: "like a directional ghost",
};
