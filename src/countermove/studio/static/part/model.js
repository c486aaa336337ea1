// How an opponent may be taken to act, in words: the policies that need nothing but a name and a number.

/** @type {Record<string, string>} */
export const MODELS = {
  uniform: "any action, each as likely",
  ranked: "by the order of its actions",
  "softmax:0.5": "better actions, more likely",
  "epsilon:0.2": "the best, with slips",
  solve: "the best action",
  directional: "a ghost's way",
};
