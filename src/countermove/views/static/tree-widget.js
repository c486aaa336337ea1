// The tree as a notebook widget (views/widget.py): `at` and `playing` are shared with Python.
import { mountTree } from "./tree.js";

/** @param {{model: any, el: HTMLElement}} given  from anywidget */
export function render({ model, el }) {
  const box = document.createElement("div");
  el.append(box);
  /** @param {string} name @param {unknown} value */
  const share = (name, value) => {
    if (model.get(name) === value) return;
    model.set(name, value);
    model.save_changes();
  };
  const view = mountTree(box, JSON.parse(model.get("tree")), {
    at: model.get("at"),
    controls: true,
    changed: (at) => share("at", at),
    played: (on) => share("playing", on),
  });
  if (model.get("playing")) view.play(true);
  model.on("change:at", () => view.go(model.get("at")));
  model.on("change:playing", () => view.play(model.get("playing")));
  return () => view.destroy();
}
