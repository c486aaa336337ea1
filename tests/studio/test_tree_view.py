"""The tree view by itself, in a page that has nothing else: what a page of the studio can rely on.

The page is served with the studio's policy, so that what the policy forbids fails here.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from countermove import load
from countermove.game import Game
from countermove.games.tree import Tree
from countermove.studio.guard import POLICY
from countermove.textbook import alphabeta, expectiminimax, minimax
from countermove.views import draw

pytestmark = pytest.mark.slow

QUIZ = Tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]])
SHELL = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Tree</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/static/studio.css"><link rel="stylesheet" href="/views/board.css">
<link rel="stylesheet" href="/views/tree.css"></head>
<body><main><h1>Tree</h1><div id="tree"></div></main></body></html>"""
MOUNT = """async ([tree, options]) => {
  const { mountTree } = await import("/views/tree.js");
  const element = document.getElementById("tree");
  element.style.height = "600px";
  window.told = { changed: [], hovered: [], selected: [], played: [] };
  window.view = mountTree(element, tree, {
    ...options,
    changed: (at) => told.changed.push(at),
    hovered: (id) => told.hovered.push(id),
    selected: (id) => { told.selected.push(id); },
    played: (on) => told.played.push(on),
  });
}"""

Mount = Callable[..., Page]


def tree_of(game: Game, search: Any, **more: Any) -> dict[str, Any]:
    return draw(game, search, **more).tree


def full(size: int, seed: int = 3) -> list[Any]:
    """A tree of about as many nodes, as nested lists."""
    rng = random.Random(seed)
    root: list[Any] = []
    waiting, nodes = [root], 1
    while nodes < size:
        node = waiting.pop(0)
        for _ in range(rng.randint(2, 4)):
            node.append([])
            waiting.append(node[-1])
            nodes += 1

    def leaves(node: list[Any]) -> Any:
        return [leaves(child) for child in node] if node else rng.randint(-99, 99)

    filled: list[Any] = leaves(root)
    return filled


@pytest.fixture
def mount(studio: str, page: Page) -> Mount:
    """Shows a tree in an empty page of the studio, and gives the page."""

    def shown(tree: dict[str, Any], **options: Any) -> Page:
        address = f"{studio}/static/tree-view-test.html"

        headers = {"content-type": "text/html", "content-security-policy": POLICY}
        page.route(address, lambda route: route.fulfill(body=SHELL, headers=headers))
        page.goto(address)
        page.evaluate(MOUNT, [tree, options])
        return page

    return shown


def item(page: Page, name: str) -> Any:
    """The node of a lecture tree by its name."""
    return page.locator(f'[role=treeitem][aria-label^="{name}, "]')


def test_a_step_shows_what_the_search_knows_and_no_more(mount: Mount) -> None:
    page = mount(tree_of(QUIZ, alphabeta(QUIZ)), controls=True)
    expect(page.locator(".sentence")).to_contain_text("a (MAX) is the root")
    expect(item(page, "g")).to_have_attribute("aria-label", "g, MAX, by Right, not searched yet")
    expect(item(page, "k")).to_have_attribute("aria-label", "k, leaf, by Right, payoff 8, not searched yet")
    page.get_by_role("button", name="To the next cut").click()
    expect(page.locator(".sentence")).to_contain_text("k is skipped")
    expect(item(page, "e")).to_have_attribute(
        "aria-label", "e, MAX, by Right, value at least 100, window (minus infinity, 10), cut, being searched"
    )
    expect(item(page, "k")).to_have_attribute("aria-label", "k, leaf, by Right, pruned")
    expect(item(page, "g")).to_have_attribute("aria-label", "g, MAX, by Right, not searched yet")
    page.get_by_role("button", name="To the next cut").click()
    expect(item(page, "g")).to_have_attribute("aria-label", "g, MAX, by Right, pruned")
    page.get_by_role("button", name="To the end").click()
    expect(item(page, "a")).to_have_attribute(
        "aria-label", "a, MAX, value 10, window (minus infinity, infinity), best play"
    )
    expect(page.locator(".summary")).to_have_text("alphabeta: value 10, action Left; 11 nodes.")
    page.get_by_role("button", name="To the previous cut").click()
    expect(item(page, "g")).to_have_attribute("aria-label", "g, MAX, by Right, pruned")
    expect(item(page, "a")).not_to_have_attribute("aria-label", "best play")


def test_payoffs_are_hidden_where_the_page_says_so(mount: Mount) -> None:
    page = mount(tree_of(QUIZ, alphabeta(QUIZ)), payoffs=False)
    expect(item(page, "k")).to_have_attribute("aria-label", "k, leaf, by Right, not searched yet")
    expect(item(page, "k").locator(".value")).to_have_text("")


def test_keys_step_play_and_jump_to_cuts(mount: Mount) -> None:
    page = mount(tree_of(QUIZ, alphabeta(QUIZ)), controls=True)
    page.evaluate("view.focus()")
    count = page.locator(".count")
    for key, told in (
        ("ArrowRight", "Step 2 of 31"), ("ArrowRight", "Step 3 of 31"), ("ArrowLeft", "Step 2 of 31"),
        ("c", "Step 15 of 31"), ("End", "Step 31 of 31"), ("Shift+C", "Step 29 of 31"), ("Home", "Step 1 of 31"),
    ):  # fmt: skip
        page.keyboard.press(key)
        expect(count).to_have_text(told)
    page.get_by_label("Speed").select_option("Very fast")
    page.evaluate("view.focus()")
    page.keyboard.press("Space")
    expect(count).to_have_text("Step 31 of 31")
    assert page.evaluate("told.played") == [True, False]
    page.get_by_label("Step", exact=True).fill("4")
    expect(count).to_have_text("Step 5 of 31")


def test_the_arrows_go_from_node_to_node_and_enter_folds(mount: Mount) -> None:
    page = mount(tree_of(QUIZ, alphabeta(QUIZ)), at=1000)
    page.keyboard.press("Tab")
    tree = page.get_by_role("tree", name="Search tree")
    expect(tree).to_be_focused()
    for key in ("ArrowDown", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    focused = page.locator(f"#{tree.get_attribute('aria-activedescendant')}")
    expect(focused).to_have_attribute("aria-label", "f, MAX, by Left, value 2, window (10, infinity)")
    expect(page.locator(".tip")).to_have_text("f MAX by Left  2  (10, +∞)")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(item(page, "c")).to_have_attribute("aria-expanded", "false")
    expect(item(page, "c").locator(".more")).to_have_text("… 3 more")
    expect(item(page, "f")).to_have_count(0)
    assert page.evaluate("[told.hovered.at(-1), told.selected]") == [2, [2]]
    page.keyboard.press("Enter")
    expect(item(page, "f")).to_have_count(1)
    page.keyboard.press("Home")
    expect(item(page, "a")).to_have_attribute("id", tree.get_attribute("aria-activedescendant") or "")


def test_a_step_inside_a_folded_node_is_shown_at_that_node(mount: Mount) -> None:
    page = mount(tree_of(QUIZ, alphabeta(QUIZ)), at=4)
    expect(item(page, "h")).to_have_attribute("aria-current", "step")
    item(page, "b").click()
    expect(item(page, "b")).to_have_attribute("aria-current", "step")
    item(page, "b").click()
    expect(item(page, "h")).to_have_attribute("aria-current", "step")


def test_pointing_at_a_pruned_branch_tells_why_and_only_once_it_is_cut(mount: Mount) -> None:
    page = mount(tree_of(QUIZ, alphabeta(QUIZ)), at=0)
    item(page, "k").hover()
    expect(page.locator(".tip")).to_have_text("k by Right  8")
    page.mouse.move(2, 2)
    page.evaluate("view.go(Infinity)")
    item(page, "k").hover()
    expect(page.locator(".tip")).to_contain_text("e (MAX) holds 100, at least beta 10 from d: k is skipped.")
    assert page.evaluate("told.hovered.filter((id) => id === null).length") == 1


def test_lighting_a_subtree_dims_the_rest(mount: Mount) -> None:
    page = mount(tree_of(QUIZ, alphabeta(QUIZ)))
    page.evaluate("view.light([1])")
    lit = page.locator(".node:not(.dim)")
    assert sorted(lit.evaluate_all("all => all.map((each) => each.getAttribute('aria-label')[0])")) == list("abdehijk")
    page.evaluate("view.light(null)")
    expect(page.locator(".dim")).to_have_count(0)


def test_zoom_by_buttons_keys_and_wheel(mount: Mount) -> None:
    page = mount(tree_of(QUIZ, alphabeta(QUIZ)))

    def width() -> float:
        return float(page.locator("svg.picture").get_attribute("width") or 0)

    whole = width()
    page.get_by_role("button", name="Zoom in").click()
    expect(page.locator("svg.picture")).not_to_have_attribute("width", str(whole))
    assert width() > whole
    page.get_by_role("button", name="Show all").click()
    page.locator(".scroll").hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.wait_for_timeout(100)
    assert width() > whole


def test_boards_stand_in_the_nodes_of_small_trees(mount: Mount) -> None:
    game = load("tictactoe")
    page = mount(tree_of(game, minimax(game, depth=1)))
    expect(page.locator(".node .board-picture")).to_have_count(10)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_a_tree(mount: Mount, theme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    chances = [{"children": [12, 8, 4], "chances": [0.25, 0.25, 0.5]}, [{"children": [8, 6], "chances": [0.5, 0.5]}, 7]]
    game = Tree(chances)
    large = tree_of(Tree(full(600)), minimax(Tree(full(600))))
    page = mount(tree_of(game, expectiminimax(game)), controls=True, at=9)
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    for _ in range(2):
        found = Axe().run(page).response["violations"]
        assert not [each["id"] for each in found if each["impact"] in ("serious", "critical")]
        page.evaluate("tree => view.show(tree)", large)


def test_another_tree_takes_the_place_of_the_first(mount: Mount) -> None:
    page = mount(tree_of(QUIZ, alphabeta(QUIZ)), controls=True, at=20)
    other = Tree([[3, 12], [2, 4]])
    page.evaluate("tree => view.show(tree, {at: 3})", tree_of(other, minimax(other)))
    expect(page.locator(".count")).to_contain_text("Step 4 of")
    expect(page.get_by_role("treeitem")).to_have_count(7)
    page.evaluate("view.show({nodes: [], steps: []})")
    expect(page.locator(".count")).to_have_text("No steps")
    page.evaluate("view.destroy()")
    expect(page.locator(".cm-tree")).to_have_count(0)


PLAYED = """() => new Promise((done) => {
  const frames = [];
  let last = null;
  const from = view.at;
  told.changed.length = 0;
  view.speed(0);
  view.play(true);
  const tick = (time) => {
    if (last !== null) frames.push(time - last);
    last = time;
    if (view.playing) requestAnimationFrame(tick);
    else done({ frames: frames.length, seconds: frames.reduce((sum, each) => sum + each, 0) / 1000, from });
  };
  requestAnimationFrame(tick);
})"""


@pytest.mark.slow
def test_a_tree_of_five_thousand_nodes_is_stepped_through_frame_by_frame(mount: Mount) -> None:
    game = Tree(full(5000))
    tree = tree_of(game, minimax(game), most=6000)
    assert len(tree["nodes"]) >= 5000
    page = mount(tree, controls=True)
    page.get_by_role("button", name="Unfold all").click()
    expect(page.locator("canvas.picture")).to_be_visible()
    page.evaluate("view.speed(0.2); view.play(true)")  # the whole search, many steps a frame
    expect(page.get_by_role("button", name="Play or pause")).to_have_text("▶ Play")
    assert page.evaluate("view.at") == len(tree["steps"]) - 1
    rates = []
    for zoom in ("near", "all"):
        if zoom == "all":
            page.get_by_role("button", name="Show all").click()
        page.evaluate("view.go(view.length - 200)")
        seen = page.evaluate(PLAYED)
        assert page.evaluate("told.changed") == list(range(len(tree["steps"]) - 199, len(tree["steps"])))
        rates.append(seen["frames"] / seen["seconds"])
    print("frames a second, near and of the whole tree:", [round(rate, 1) for rate in rates])
    if os.environ.get("COUNTERMOVE_LONG") == "1":
        assert min(rates) > 30


def test_of_a_large_tree_the_top_is_shown_and_steps_open_the_way_to_their_node(mount: Mount) -> None:
    game = Tree(full(1000))
    tree = tree_of(game, minimax(game))
    page = mount(tree, at=100_000)
    items = page.get_by_role("treeitem")
    first = items.count()
    assert 30 < first <= 60
    expect(page.get_by_role("treeitem", expanded=False).first.locator(".more")).to_have_text(re.compile(r"… \d+ more"))
    page.evaluate("view.go(8)")
    current = page.locator("[aria-current=step]")
    deep = next(node["id"] for node in tree["nodes"] if node.get("number") == tree["steps"][8]["node"])
    expect(current).to_have_attribute("id", re.compile(f"-{deep}$"))
    expect(current).to_be_in_viewport()
    page.evaluate("view.go(Infinity)")
    expect(items).to_have_count(first)
    page.get_by_role("treeitem", expanded=False).first.click()
    expect(items).not_to_have_count(first)
    page.get_by_role("button", name="Unfold all").click()
    expect(page.locator("canvas.picture")).to_be_visible()
    page.get_by_role("button", name="Fold", exact=True).click()
    expect(items).to_have_count(first)


def test_a_large_tree_has_its_colours_when_the_theme_changed_before_it_was_unfolded(mount: Mount) -> None:
    game = Tree(full(600))
    page = mount(tree_of(game, minimax(game)), at=100_000)
    page.emulate_media(color_scheme="dark")
    page.get_by_role("button", name="Unfold all").click()
    page.wait_for_function("""() => {
      const canvas = document.querySelector("canvas.picture");
      if (!canvas?.width) return false;
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.some((red, at) => at % 4 === 0 && data[at + 3] === 255 && Math.abs(red - data[at + 2]) > 60);
    }""")


@pytest.mark.parametrize("game", [QUIZ, Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), Tree([3, 12])])
def test_on_a_phone_words_can_be_read_and_what_is_too_wide_grows_to_the_right(mount: Mount, game: Tree) -> None:
    tree = tree_of(game, alphabeta(game))
    mount(tree, at=100_000).set_viewport_size({"width": 360, "height": 740})
    page = mount(tree, at=100_000)
    boxes = page.locator(".node text").evaluate_all(
        "all => all.filter((each) => each.textContent).map((each) => "
        "parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a)"
    )
    assert min(boxes) > 8.9
    scroll = page.locator(".scroll")
    if scroll.evaluate("each => each.scrollWidth > each.clientWidth"):
        second = page.locator("[aria-level='2']")
        level = second.evaluate_all("all => all.map((each) => each.getBoundingClientRect().x)")
        assert max(level) - min(level) < 10  # one below the other


def test_a_node_of_a_large_tree_is_folded_by_click_and_told_to_screen_readers(mount: Mount) -> None:
    game = Tree(full(1000))
    page = mount(tree_of(game, minimax(game)), at=100_000)
    page.get_by_role("button", name="Unfold all").click()
    expect(page.locator("canvas.picture")).to_be_visible()
    page.locator(".scroll").focus()
    expect(page.get_by_role("treeitem")).to_have_count(1)
    expect(page.get_by_role("treeitem")).to_have_attribute("aria-level", "1")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("treeitem")).to_have_attribute("aria-level", "2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("treeitem")).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator("svg.picture")).to_be_visible()  # few are left in view
    expect(page.get_by_role("treeitem")).to_have_count(1)
