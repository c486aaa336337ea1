"""The page with the stepper: complete in itself, and its steps are the events."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser

import pytest

from countermove.games.tree import Tree
from countermove.textbook import alphabeta, trace
from countermove.views import draw
from countermove.views.html import stepper_js

QUIZ = Tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]])


def page(**more):
    return draw(QUIZ, alphabeta(QUIZ), **more).html


def steps(text):
    return json.loads(re.search(r'<script type="application/json" id="steps">(.*?)</script>', text, re.S)[1])


def test_there_is_a_step_for_every_event_with_its_sentence(search):
    game, narration = search
    events, _ = trace(narration)
    told = steps(draw(game, events).html)
    assert [(step["kind"], step["node"]) for step in told] == [(event.kind, event.node) for event in events]
    assert all(step["say"].strip() for step in told)


def test_the_page_asks_for_nothing_else():
    class Reader(HTMLParser):
        def handle_starttag(self, tag, attributes):
            assert tag not in ("link", "iframe", "img", "base")
            assert not {"src", "href"} & {name for name, _ in attributes}

    Reader().feed(page())
    assert set(re.findall(r"https?://[^\"' )]+", page())) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"@import|url\(|fetch\(|import\(", page())


def test_names_cannot_end_the_script():
    game = Tree({"children": [[1, 2], [0, 9]], "actions": ["</script>", "<!--"], "name": "<script>"})
    text = draw(game, alphabeta(game)).html
    assert text.count("</script>") == 2
    assert "</script>" in json.dumps(steps(text))


def test_steps_show_what_a_node_holds_by_then():
    told = steps(page())
    update = next(step for step in told if step["kind"] == "update" and step["node"] == 0)
    assert (update["value"], update["window"]) == ("≥ 10", "(10, +∞)")


SCRIPT = """
import {{ known, next, within, command, parents, fold, closed }} from "{module}";
const steps = {steps};
const last = steps.length - 1;
const out = {{
  cuts: [next(steps, 0, "cut"), next(steps, last, "cut"), next(steps, last, "cut", -1)].map((at) => steps[at].kind),
  within: [within(steps, -5), within(steps, 1e9), within(steps, "2"), within(steps, "x")],
  keys: ["ArrowRight", "ArrowLeft", "Home", "End", " ", "q"].map((key) => command(key, steps, 3)),
  start: [...known(steps, 0)].length,
  end: [...known(steps, last)].every(([, node]) => node.done && !node.open),
  cut: [...known(steps, last)].filter(([, node]) => node.cut).map(([number]) => number),
  root: known(steps, last).get(0).value,
  parents: Object.fromEntries(parents(steps)),
  folds: [fold(parents(steps), new Set([1, 0]), 3), fold(parents(steps), new Set([1]), 1)],
  rows: [5, 15, 25, 35].map(closed([[10, 20], [20, 30]], [[0, 12], [30, 40]])),
}};
console.log(JSON.stringify(out));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_stepper_knows_every_moment_of_the_search(tmp_path):
    module = tmp_path / "stepper.mjs"
    module.write_text(stepper_js(), encoding="utf-8")
    events, _ = trace(alphabeta(QUIZ))
    script = tmp_path / "try.mjs"
    script.write_text(SCRIPT.format(module=module.as_uri(), steps=json.dumps(steps(page()))), encoding="utf-8")
    done = subprocess.run(["node", str(script)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    last = len(events) - 1
    by_path = {event.path: event.node for event in events}
    assert json.loads(done.stdout) == {
        "cuts": ["cut", "exit", "cut"],
        "within": [0, last, 2, 0],
        "keys": [4, 2, 0, last, "play", None],
        "start": 1,
        "end": True,
        "cut": [event.node for event in events if event.kind == "cut"],
        "root": "10",
        "parents": {str(e.node): by_path[e.path[:-1]] for e in events if e.kind == "enter" and e.path},
        "folds": [0, None],
        "rows": [5, 12, 12, 17],
    }


CLICKS = """
<script type="module">
const press = (name) => document.querySelector(`.cm-stepper .${name}`).click();
const said = [];
const tell = () => said.push(document.querySelector(".sentence").textContent);
tell();
press("forward"); press("forward"); press("back"); tell();
press("cut"); tell();
const key = new KeyboardEvent("keydown", { key: "End", bubbles: true });
document.querySelector("main").dispatchEvent(key); tell();
document.title = JSON.stringify(said);
</script></body>
"""


FOLDS = """
<script type="module">
const node = (number) => document.querySelector(`svg .node[data-node="${number}"]`);
const shown = () => [...document.querySelectorAll("svg .node:not(.away)")].length;
const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const seen = [shown()];
node(1).dispatchEvent(new MouseEvent("click", { bubbles: true }));
seen.push(shown(), node(1).querySelector(".folded-away").textContent, node(1).getAttribute("aria-expanded"));
node(0).focus(); press("ArrowDown"); press("Enter");
seen.push(shown(), node(1).querySelector(".folded-away"), document.activeElement.dataset.node);
press("ArrowUp"); press("Enter");
seen.push(shown(), node(0).querySelector(".folded-away").textContent);
seen.push(document.querySelector("svg").getAttribute("height"));
document.title = JSON.stringify(seen);
</script></body>
"""


def titled(tmp_path, text):
    """What the scripts of a page leave in its title."""
    path = tmp_path / "tree.html"
    path.write_text(text, encoding="utf-8")
    line = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}",
            "--dump-dom", path.as_uri()]  # fmt: skip
    done = subprocess.run(line, capture_output=True, text=True, timeout=120)
    title = re.search(r"<title>(\[.*?\])</title>", done.stdout)
    assert title, done.stderr[-1000:]
    return json.loads(title[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))


@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs chromium")
def test_the_page_is_clicked_through_in_a_browser(tmp_path):
    told = steps(page())
    cut = next(step for step in told if step["kind"] == "cut")
    expected = [told[0]["say"], told[1]["say"], cut["say"], told[-1]["say"]]
    assert titled(tmp_path, page().replace("</body>", CLICKS)) == expected


@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs chromium")
@pytest.mark.parametrize("direction", ["down", "right"])
def test_a_node_folds_by_click_and_by_keyboard_and_says_how_much_is_below(tmp_path, direction):
    text = page(direction=direction)
    whole, *seen, height = titled(tmp_path, text.replace("</body>", FOLDS))
    below = 5 + 1  # five nodes that were entered, one that was pruned
    assert seen == [whole - below, "… 5 more", "false", whole, None, "1", 1, "… 10 more"]
    high = re.search(r'<svg [^>]*height="([\d.]+)"', text)[1]
    assert (float(height) < float(high)) is (direction == "right")


def test_what_is_not_shown_names_the_node_it_is_below():
    assert '<g class="node" data-more="' in draw(QUIZ, alphabeta(QUIZ), most=4).svg


WIDGET = """<!DOCTYPE html><title></title><div id="el"></div><script type="module">
{js}
const values = {{ svg: {svg}, steps: {steps}, at: 0, playing: false }};
const told = {{}};
const model = {{
  get: (name) => values[name],
  set: (name, value) => {{ values[name] = value; }},
  save_changes: () => {{}},
  on: (event, act) => {{ told[event] = act; }},
}};
const send = (name, value) => {{ values[name] = value; told[`change:${{name}}`](); }};
render({{ model, el: document.getElementById("el") }});
const press = (name) => document.querySelector(`.cm-stepper button.${{name}}`).click();
const count = () => document.querySelector(".count").textContent;
const seen = [];
press("forward"); press("forward"); press("back"); seen.push(values.at);
send("at", 7); seen.push(count());
press("play"); seen.push(values.playing); press("play"); seen.push(values.playing);
send("playing", true); seen.push(document.querySelector("button.play").textContent);
press("end"); seen.push(values.playing, values.at);
document.title = JSON.stringify(seen);
</script>"""


@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs chromium")
def test_the_widget_and_python_share_the_step_and_whether_it_plays(tmp_path):
    drawing = draw(QUIZ, alphabeta(QUIZ))
    told = json.dumps(json.dumps(drawing.steps)).replace("<", "\\u003c")
    text = WIDGET.format(js=stepper_js(), svg=json.dumps(drawing.svg).replace("<", "\\u003c"), steps=told)
    last = len(drawing.steps) - 1
    expected = [1, f"Step 8 of {last + 1}", True, False, "⏸ Pause", False, last]
    assert titled(tmp_path, text) == expected
