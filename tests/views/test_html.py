"""The page of a tree: complete in itself, its steps are the events, and it works from a file, in a browser."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser

import pytest

from countermove.games.tree import Tree
from countermove.textbook import alphabeta, trace
from countermove.views import draw
from countermove.views.bundle import bundle
from countermove.views.widget import StepWidget

QUIZ = Tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]])
BROWSER = shutil.which("chromium")


def page(**more):
    return draw(QUIZ, alphabeta(QUIZ), **more).html


def data(text):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1])


def test_there_is_a_step_for_every_event_with_its_sentence(search):
    game, narration = search
    events, _ = trace(narration)
    told = data(draw(game, events).html)["steps"]
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


def test_the_policy_of_the_page_lets_its_own_script_run_and_no_other():
    script = re.search(r'<script type="module">(.*?)</script>', page(), re.S)[1]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'" in page()


def test_names_cannot_end_the_script():
    game = Tree({"children": [[1, 2], [0, 9]], "actions": ["</script>", "<!--"], "name": "<script>"})
    text = draw(game, alphabeta(game)).html
    assert text.count("</script>") == 2
    assert "</script>" in json.dumps(data(text))


def test_steps_show_what_a_node_holds_by_then():
    told = data(page())["steps"]
    update = next(step for step in told if step["kind"] == "update" and step["node"] == 0)
    assert (update["value"], update["window"]) == ("≥ 10", "(10, +∞)")


def test_without_scripts_the_page_shows_the_picture():
    shown = re.search(r"<noscript>(.*?)</noscript>", page(), re.S)[1]
    assert '<svg xmlns="http://www.w3.org/2000/svg" class="cm"' in shown
    assert "alphabeta: value 10, action Left" in shown


def test_a_large_tree_stays_a_file_that_can_be_sent(large):
    game = Tree(large)
    assert len(draw(game, alphabeta(game)).html.encode()) < 2_000_000


# The modules, run by themselves.

SCRIPT = """
{modules}
const model = makeModel({tree});
const last = model.steps.length - 1;
const walk = makeWalk(model);
const known = () => JSON.stringify(model.parts.map((part) => part.known));
const moments = [];
for (let at = 0; at <= last; at += 1) {{
  walk.go(at);
  moments.push(known());
}}
const back = [];
for (let at = last; at >= 0; at -= 1) {{
  walk.go(at);
  back.unshift(known());
}}
const jumps = [5, last, 0, 9].every((at) => {{
  walk.go(at);
  return known() === moments[at];
}});
walk.go(3);
const step = [...walk.go(4)].map((part) => part.id);
walk.go(last);
const b = model.byId.get(1);
b.folded = true;
const out = {{
  back: JSON.stringify(back) === JSON.stringify(moments),
  jumps,
  step,
  cuts: model.cuts.map((at) => model.steps[at].kind),
  within: [within(model, -5), within(model, Infinity), within(model, "2"), within(model, "x")],
  shown: inView(model).length,
  below: [model.root.below, b.below],
  stand: standIn(model.byNumber.get(3)).id,
  root: model.root.known,
}};
console.log(JSON.stringify(out));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_walk_knows_every_moment_of_the_search_forwards_and_backwards(tmp_path):
    tree = data(page())
    script = tmp_path / "try.mjs"
    script.write_text(SCRIPT.format(modules=bundle("tree-model"), tree=json.dumps(tree)), encoding="utf-8")
    done = subprocess.run(["node", str(script)], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    steps = tree["steps"]
    place = {node["number"]: node["id"] for node in tree["nodes"] if "number" in node}
    assert json.loads(done.stdout) == {
        "back": True,
        "jumps": True,
        "step": [place[steps[4]["node"]]],
        "cuts": [step["kind"] for step in steps if step["kind"] == "cut"],
        "within": [0, len(steps) - 1, 2, 0],
        "shown": len(tree["nodes"]) - 6,  # two MAX nodes and four leaves, one of which was pruned
        "below": [10, 5],
        "stand": 1,
        "root": {"seen": True, "open": False, "value": "10", "window": "(−∞, +∞)", "cut": False, "visits": 0},
    }


def test_joined_modules_import_and_export_nothing():
    assert not re.search(r"^\s*(import|export)\b", bundle("tree-widget"), re.M)


# The page and the widget in a browser.

CLICKS = """
const press = (name) => document.querySelector(`.cm-tree button.${name}`).click();
const said = [];
const tell = () => said.push(document.querySelector(".sentence").textContent);
tell();
press("forward"); press("forward"); press("back"); tell();
press("nextCut"); tell();
document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true })); tell();
document.title = JSON.stringify(said);
"""
FOLDS = """
const node = (name) => document.querySelector(`svg.picture .node[aria-label^="${name}, "]`);
const shown = () => document.querySelectorAll("svg.picture .node").length;
const stage = document.querySelector(".scroll");
const press = (key) => stage.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const click = (name) => {
  const box = node(name).getBoundingClientRect();
  const at = { clientX: (box.left + box.right) / 2, clientY: (box.top + box.bottom) / 2, bubbles: true };
  node(name).dispatchEvent(new MouseEvent("click", at));
};
const seen = [shown()];
click("b");
seen.push(shown(), node("b").querySelector(".more").textContent, node("b").getAttribute("aria-expanded"));
stage.focus();
press("Home"); press(DOWN); press("Enter");
seen.push(shown(), node("b").querySelector(".more"), node("b").getAttribute("aria-expanded"));
press(UP); press("Enter");
seen.push(shown(), node("a").querySelector(".more").textContent);
document.title = JSON.stringify(seen);
"""


def titled(tmp_path, text):
    """What the scripts of a page leave in its title."""
    path = tmp_path / "tree.html"
    path.write_text(text, encoding="utf-8")
    line = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}",
            "--dump-dom", path.as_uri()]  # fmt: skip
    done = subprocess.run(line, capture_output=True, text=True, timeout=600)
    title = re.search(r"<title>(\[.*?\])</title>", done.stdout)
    assert title, done.stderr[-1000:]
    return json.loads(title[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))


def tried(text, script):
    """The page with one more script, which its policy is made to allow."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = text.replace("script-src '", f"script-src 'sha256-{digest}' '", 1)
    return allowed.replace("</body>", f'<script type="module">{script}</script></body>')


@pytest.mark.skipif(BROWSER is None, reason="needs chromium")
def test_the_page_is_clicked_through_in_a_browser(tmp_path):
    told = data(page())["steps"]
    cut = next(step for step in told if step["kind"] == "cut")
    expected = [told[0]["say"], told[1]["say"], cut["say"], told[-1]["say"]]
    assert titled(tmp_path, tried(page(), CLICKS)) == expected


@pytest.mark.skipif(BROWSER is None, reason="needs chromium")
@pytest.mark.parametrize(
    ("direction", "down", "up"), [("down", "ArrowDown", "ArrowUp"), ("right", "ArrowRight", "ArrowLeft")]
)
def test_a_node_folds_by_click_and_by_keyboard_and_says_how_much_is_below(tmp_path, direction, down, up):
    script = FOLDS.replace("DOWN", json.dumps(down)).replace("UP", json.dumps(up))
    whole, *seen = titled(tmp_path, tried(page(direction=direction), script))
    below = 5 + 1  # five nodes that were entered, one that was pruned
    assert seen == [whole - below, "… 5 more", "false", whole, None, "true", 1, "… 10 more"]


def test_what_is_not_shown_names_the_node_it_is_below():
    assert '<g class="node" data-more="' in draw(QUIZ, alphabeta(QUIZ), most=4).svg


WIDGET = """<!DOCTYPE html><title></title><div id="el"></div><script type="module">
{js}
const values = {{ tree: {tree}, at: 0, playing: false }};
const told = {{}};
const model = {{
  get: (name) => values[name],
  set: (name, value) => {{ values[name] = value; }},
  save_changes: () => {{}},
  on: (event, act) => {{ told[event] = act; }},
}};
const send = (name, value) => {{ values[name] = value; told[`change:${{name}}`](); }};
const close = render({{ model, el: document.getElementById("el") }});
const press = (name) => document.querySelector(`.cm-tree button.${{name}}`).click();
const count = () => document.querySelector(".count").textContent;
const seen = [];
press("forward"); press("forward"); press("back"); seen.push(values.at);
send("at", 7); seen.push(count());
press("play"); seen.push(values.playing); press("play"); seen.push(values.playing);
send("playing", true); seen.push(document.querySelector("button.play").textContent);
press("last"); seen.push(values.playing, values.at);
close(); seen.push(document.querySelector(".cm-tree"));
document.title = JSON.stringify(seen);
</script>"""


@pytest.mark.skipif(BROWSER is None, reason="needs chromium")
def test_the_widget_and_python_share_the_step_and_whether_it_plays(tmp_path):
    drawing = draw(QUIZ, alphabeta(QUIZ))
    told = json.dumps(drawing.widget().tree).replace("<", "\\u003c")
    text = WIDGET.format(js=StepWidget._esm.removesuffix("export default { render };\n"), tree=told)
    last = len(drawing.steps) - 1
    expected = [1, f"Step 8 of {last + 1}", True, False, "⏸ Pause", False, last, None]
    assert titled(tmp_path, text) == expected
