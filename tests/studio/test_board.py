"""Boards: every style played by mouse, by keyboard and by dragging, with a board alone on the page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from countermove import registry

pytestmark = pytest.mark.slow

MOVING = ".W./BBB/W.B/WB.BBW/.WW/B../B.W 0 W"
PASSING = "XXO-XXOOOXOOXXXX O"
ALONE = """async ({game, start, actions, values}) => {
  const {mountBoard} = await import("/views/board.js");
  const {ask} = await import("/static/api.js");
  document.getElementById("app").replaceChildren();
  const main = document.getElementById("app").appendChild(document.createElement("main"));
  Object.assign(main.style, {width: "560px", margin: "20px"});
  const table = (window.table = {actions: actions ?? [], hovered: null});
  table.show = async () => {
    const here = (table.position = await ask("position", {game, start, actions: table.actions}));
    const {board, legal, players, player, over} = here;
    const last = table.actions.at(-1) ?? null;
    table.view.show(board, {legal, values, last, interactive: !over, names: players, player});
    main.dataset.played = here.played.map((each) => each.name).join(" ");
    main.dataset.over = over;
  };
  table.view = mountBoard(main, {
    act: (action) => { table.actions.push(action); table.show(); },
    hover: (action) => { table.hovered = action; },
    label: "Board",
  });
  await table.show();
}"""


@pytest.fixture
def alone(studio: str, page: Page) -> Any:
    """Open a page with nothing on it but the board of a game, on which each action is played."""

    def opened(game: str, **more: Any) -> None:
        page.goto(f"{studio}#/nothing")
        page.evaluate(ALONE, {"game": game, **more})

    return opened


def place(page: Page, name: str) -> Locator:
    """A place of the board, by the beginning of what a screen reader says."""
    return page.get_by_role("gridcell", name=re.compile(rf"^{re.escape(name)},"))


def expect_played(page: Page, *names: str | re.Pattern[str]) -> None:
    """Wait until these actions have been played."""
    parts = [each.pattern if isinstance(each, re.Pattern) else re.escape(each) for each in names]
    expect(page.locator("main")).to_have_attribute("data-played", re.compile(f"^{' '.join(parts)}$"))


def drag(page: Page, one: Locator, other: Locator) -> None:
    """Press on one place, move to another, let go."""
    (start, end) = (each.bounding_box() for each in (one, other))
    assert start
    assert end
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 3, end["y"] + end["height"] / 3, steps=4)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=2)
    page.mouse.up()


def test_a_cell_is_clicked_and_says_what_stands_there(alone: Any, page: Page) -> None:
    alone("tictactoe")
    place(page, "b2").click()
    expect(page.get_by_role("gridcell", name="b2, X", exact=True)).to_be_visible()
    expect(page.get_by_role("gridcell", name="a1, empty, legal", exact=True)).to_be_visible()
    place(page, "b2").click(force=True)  # taken: nothing happens
    place(page, "a1").click()
    expect(place(page, "a1")).to_have_accessible_name("a1, O")
    expect_played(page, "b2", "a1")


def test_a_whole_game_by_keyboard(alone: Any, page: Page) -> None:
    alone("tictactoe")
    page.keyboard.press("Tab")
    expect(place(page, "a3")).to_be_focused()
    turns = ("Enter", "ArrowDown Enter", "ArrowUp ArrowRight Enter", "ArrowDown Enter", "ArrowUp ArrowRight Space")
    names = ("a3", "a2", "b3", "b2", "c3")
    for at, keys in enumerate(turns):
        for key in keys.split():
            page.keyboard.press(key)
        expect_played(page, *names[: at + 1])
    expect(place(page, "b3")).to_have_accessible_name("b3, X, marked")
    expect(place(page, "c3")).to_be_focused()


def test_what_is_played_is_said(alone: Any, page: Page) -> None:
    alone("tictactoe")
    place(page, "c1").click()
    expect(page.locator("[aria-live]")).to_have_text("Played: c1.")


def test_what_was_played_is_not_said_any_more_elsewhere(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/game/tictactoe")
    place(page, "c1").click()
    expect(page.locator(".board-view > [aria-live]")).to_have_text("Played: c1.")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".board-view > [aria-live]")).to_have_text("")


def test_values_are_said_and_drawn(alone: Any, page: Page) -> None:
    known = {"best": False, "proven": True, "distance": None, "bound": "="}
    win = known | {"text": "+1", "best": True, "outcome": "win", "share": 1, "distance": 5}
    loss = known | {"text": "−1", "outcome": "loss", "share": 0}
    guess = known | {"text": "+0.25", "proven": False, "outcome": "", "share": None, "bound": ">="}
    alone("tictactoe", values={"0": win, "1": loss, "2": guess})
    expect(place(page, "a3")).to_have_accessible_name("a3, empty, legal: win in 5, best")
    expect(place(page, "b3")).to_have_accessible_name("b3, empty, legal: −1")
    expect(place(page, "c3")).to_have_accessible_name("c3, empty, legal: at least +0.25")
    for text in ("W5", "−1", "≥+0.25"):
        expect(page.get_by_text(text, exact=True)).to_be_visible()
    chips = page.locator(".board-picture .chip")
    assert [chip.get_attribute("class") for chip in chips.all()] == [
        "chip up proven best",
        "chip down proven",
        "chip bound",
    ]


ROOM = """(chip) => {
  const [text, border] = [chip.querySelector("text").getBBox(), chip.querySelector("rect").getBBox()];
  return Math.min(text.x - border.x, border.x + border.width - text.x - text.width);
}"""
"""How far the number of a chip is from its border."""


@pytest.mark.parametrize(("game", "least"), [("connect4", 6), ("pig", 5)])
def test_numbers_keep_clear_of_the_border_of_their_chip(alone: Any, page: Page, game: str, least: float) -> None:
    known = {"text": "", "best": True, "proven": True, "outcome": "", "share": 1, "distance": None, "bound": "="}
    won = [known | {"outcome": "win", "distance": distance} for distance in (1, 27, 127)]
    told = [known | {"text": text} for text in ("0", "+0.25", "−1,234")]
    for worth in (*won, *told, known | {"text": "−0.25", "bound": "<="}):
        alone(game, values={"0": worth, "1": worth})
        assert page.locator(".chip").first.evaluate(ROOM) >= least, worth


def test_a_piece_is_worth_its_best_action_and_then_each_target_its_own(alone: Any, page: Page) -> None:
    alone("hexapawn", start="BBB/.W./W.W B")
    actions = page.evaluate("Object.fromEntries(table.position.legal.map((each) => [each.name, each.action]))")
    even = {"best": False, "outcome": "", "distance": None, "bound": "="}
    values = {
        actions["a3-a2"]: {**even, "text": "-2", "share": 0.1},
        actions["a3xb2"]: {**even, "text": "+3", "share": 0.9},
    }
    alone("hexapawn", start="BBB/.W./W.W B", values={str(action): worth for action, worth in values.items()})
    expect(place(page, "a3")).to_have_accessible_name("a3, Black, legal: +3")
    place(page, "a3").click()
    expect(place(page, "a2")).to_have_accessible_name("a2, empty, legal: -2")
    expect(place(page, "b2")).to_have_accessible_name("b2, White, legal: +3")


def test_columns_are_clicked_anywhere(alone: Any, page: Page) -> None:
    alone("connect4")
    place(page, "column 4, row 6").click()
    expect(place(page, "column 4, row 1")).to_have_accessible_name("column 4, row 1, X, column 4 is legal")
    place(page, "column 4, row 1").click()
    expect(place(page, "column 4, row 2")).to_have_accessible_name("column 4, row 2, O, column 4 is legal")
    expect_played(page, "4", "4")


def test_hovering_a_column_tells_the_page(alone: Any, page: Page) -> None:
    alone("connect4")
    place(page, "column 2, row 3").hover()
    assert page.evaluate("table.hovered") == 1


def test_columns_by_keyboard(alone: Any, page: Page) -> None:
    alone("connect4")
    page.keyboard.press("Tab")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(place(page, "column 7, row 1")).to_have_accessible_name("column 7, row 1, X, column 7 is legal")


def test_from_and_to_are_clicked(alone: Any, page: Page) -> None:
    alone("hexapawn")
    place(page, "b1").click()
    expect(place(page, "b1")).to_have_accessible_name("b1, White, chosen")
    expect(place(page, "b2")).to_have_accessible_name("b2, empty, legal")
    expect(place(page, "a2")).to_have_accessible_name("a2, empty")
    place(page, "b2").click()
    expect(place(page, "b2")).to_have_accessible_name("b2, White")
    expect_played(page, "b1-b2")


def test_another_piece_can_be_chosen_instead(alone: Any, page: Page) -> None:
    alone("hexapawn")
    place(page, "b1").click()
    place(page, "a1").click()
    place(page, "a2").click()
    expect_played(page, "a1-a2")


def test_escape_takes_back_a_click(alone: Any, page: Page) -> None:
    alone("hexapawn")
    page.keyboard.press("Tab")
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(place(page, "a1")).to_have_accessible_name("a1, White, chosen")
    page.keyboard.press("Escape")
    expect(place(page, "a1")).to_have_accessible_name("a1, White, legal")
    for key in ("Enter", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect_played(page, "a1-a2")


def test_a_pawn_is_dragged(alone: Any, page: Page) -> None:
    alone("breakthrough")
    drag(page, place(page, "c2"), place(page, "d3"))
    expect(place(page, "d3")).to_have_accessible_name("d3, White")
    expect_played(page, "c2-d3")


def test_a_piece_that_is_dropped_elsewhere_goes_back(alone: Any, page: Page) -> None:
    alone("breakthrough")
    drag(page, place(page, "c2"), place(page, "h5"))
    expect(place(page, "c2")).to_have_accessible_name("c2, White, legal")
    expect_played(page)


def test_a_pawn_is_dragged_with_a_finger(alone: Any, page: Page) -> None:
    alone("hexapawn")
    (start, end) = (place(page, name).bounding_box() for name in ("b1", "b2"))
    assert start
    assert end
    finger = page.context.new_cdp_session(page)
    spots = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (start, end)]
    half = ((spots[0][0] + spots[1][0]) / 2, (spots[0][1] + spots[1][1]) / 2)
    finger.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": spots[0][0], "y": spots[0][1]}]}
    )
    for x, y in (half, spots[1]):
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(place(page, "b2")).to_have_accessible_name("b2, White")


def test_men_are_placed_on_points_and_a_mill_takes_one(alone: Any, page: Page) -> None:
    alone("morris")
    for name in ("a7", "d6", "d7", "f6"):
        place(page, name).click()
        expect(place(page, name)).to_have_accessible_name(re.compile(rf"^{name}, (White|Black)"))
    place(page, "g7").click()
    expect(place(page, "g7")).to_have_accessible_name("g7, empty, chosen")
    expect(place(page, "d6")).to_have_accessible_name("d6, Black, legal")
    place(page, "d6").click()
    expect(place(page, "d6")).to_have_accessible_name("d6, empty, legal")
    expect_played(page, "a7", "d6", "d7", "f6", "g7xd6")


def test_a_click_beside_the_men_to_take_keeps_the_mill(alone: Any, page: Page) -> None:
    alone("morris")
    for name in ("a7", "a1", "d7", "d1"):
        place(page, name).click()
        expect(place(page, name)).to_have_accessible_name(re.compile(rf"^{name}, (White|Black)"))
    place(page, "g7").click()
    expect(page.get_by_text("Capture one of the highlighted men; Escape undoes.")).to_be_visible()
    place(page, "g1").click(force=True)
    expect(page.locator("p.board-status")).to_have_text("Not there. Capture one of the highlighted men; Escape undoes.")
    expect(place(page, "g7")).to_have_accessible_name("g7, empty, chosen")
    place(page, "g7").click()  # takes it back
    expect(place(page, "g7")).to_have_accessible_name("g7, empty, legal")
    place(page, "g7").click()
    place(page, "a1").click()
    expect_played(page, "a7", "a1", "d7", "d1", "g7xa1")


def test_a_man_on_points_is_dragged(alone: Any, page: Page) -> None:
    alone("morris", start=MOVING)
    drag(page, place(page, "d7"), place(page, "a7"))
    expect(place(page, "a7")).to_have_accessible_name(re.compile("^a7, White"))
    expect_played(page, "d7-a7")


def test_counters_are_taken_from_a_pile(alone: Any, page: Page) -> None:
    alone("nim")
    place(page, "pile b, counter 3 of 4").click()
    expect(page.get_by_role("gridcell", name=re.compile("^pile b"))).to_have_count(2)


def test_counters_are_taken_by_keyboard(alone: Any, page: Page) -> None:
    alone("nim")
    page.keyboard.press("Tab")
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("gridcell", name=re.compile("^pile b"))).to_have_count(1)


def test_choices_are_buttons(alone: Any, page: Page) -> None:
    alone("pig")
    page.get_by_role("button", name="roll").click()
    page.get_by_role("button", name=re.compile("^4")).click()
    page.get_by_role("button", name="hold").focus()
    page.keyboard.press("Enter")
    expect_played(page, "roll", "4", "hold")


def test_a_pass_has_a_button(alone: Any, page: Page) -> None:
    alone("othello:size=4", start=PASSING)
    page.get_by_role("button", name="pass").click()
    expect_played(page, "pass")


def test_arrows_slide_tiles(alone: Any, page: Page) -> None:
    alone("twentyfortyeight", start="2,.,4,./.,.,.,./.,2,.,./.,.,.,. 0 0")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    expect_played(page, "left")


def test_a_stroke_slides_tiles(alone: Any, page: Page) -> None:
    alone("twentyfortyeight", start="2,.,4,./.,.,.,./.,2,.,./.,.,.,. 0 0")
    drag(page, place(page, "row 2, column 2"), place(page, "row 4, column 2"))
    expect_played(page, "down")


def test_arrows_move_pacman(alone: Any, page: Page) -> None:
    alone("pacman")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect_played(page, "East")


def test_checkers_are_moved_step_by_step_in_any_order(alone: Any, page: Page) -> None:
    alone("backgammon", actions=[31])
    expect(place(page, "point 8")).to_have_accessible_name("point 8, 3 White, legal")
    for name in ("point 6", "point 5"):
        place(page, name).click()
    expect(place(page, "point 6")).to_have_accessible_name(re.compile("^point 6, 4 White"))
    expect(place(page, "point 5")).to_have_accessible_name(re.compile("^point 5, 1 White, moved here"))
    for name in ("point 8", "point 5"):
        place(page, name).click()
    expect_played(page, "3-1", re.compile(r"(8/5\+6/5|6/5\+8/5)"))


def test_checkers_are_dragged(alone: Any, page: Page) -> None:
    alone("backgammon", actions=[31])
    drag(page, place(page, "point 8"), place(page, "point 5"))
    expect(page.get_by_text("Escape undoes")).to_be_visible()
    drag(page, place(page, "point 6"), place(page, "point 5"))
    expect_played(page, "3-1", re.compile(r"(8/5\+6/5|6/5\+8/5)"))


ANIMATED = """() => {
  window.animated = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    window.animated.push([this.parentNode.dataset.key, frames.map((each) => each.transform), options.duration]);
    return animate.call(this, frames, options);
  };
}"""


def test_a_capture_is_clicked_by_the_numbers_and_animated_jump_by_jump(alone: Any, page: Page) -> None:
    alone("checkers", start="B:W7,16,K32:B2")
    page.evaluate(ANIMATED)
    expect(place(page, "square 32")).to_have_accessible_name("square 32, king of White")
    expect(place(page, "square 2")).to_have_accessible_name("square 2, man of Black, legal")
    assert page.locator(".board-picture text.number").all_text_contents() == [str(each) for each in range(1, 33)]
    for name in ("square 2", "square 11", "square 20"):
        place(page, name).click()
    expect_played(page, "2x20")
    ((where, frames, duration),) = page.evaluate("window.animated")
    assert where == "4,7"
    assert frames == ["translate(-400px, -400px)", "translate(-200px, -200px)", "translate(0px, 0px)"]
    assert duration == 440


def test_dice_are_buttons(alone: Any, page: Page) -> None:
    alone("backgammon")
    page.get_by_role("button", name=re.compile("^3-1")).click()
    expect(page.get_by_text("White plays 3-1")).to_be_visible()


OFFERED = """async () => {
  const {offer} = await import("/views/offer.js");
  const {plan, split} = await import("/views/plan.js");
  const {board, legal} = table.position;
  const names = new Map(legal.map((each) => [each.action, each.name]));
  const {places, ways, buttons} = offer(board, legal, plan(board, split(board, names).rows, true).spots);
  const all = [...places.values(), ...ways.map((way) => way.action), ...buttons.map((each) => each.action)];
  return legal.every((each) => all.includes(each.action));
}"""


def test_every_legal_action_is_offered_somewhere(alone: Any, page: Page) -> None:
    for game in (name for name in registry.BUILT_IN if not registry.load(name).axes.hidden):
        alone(game)
        for _ in range(3):
            assert page.evaluate(OFFERED), game
            if not page.evaluate("table.position.over"):
                page.evaluate("(table.actions.push(table.position.legal.at(-1).action), table.show())")


def test_nothing_jumps_when_values_come(alone: Any, page: Page) -> None:
    alone("connect4")
    before = page.get_by_role("grid").bounding_box(), page.locator("main").bounding_box()
    worth = {"text": "+0.5", "best": True, "proven": False, "outcome": "", "share": 0.8, "distance": None, "bound": "="}
    page.evaluate(
        """(worth) => {
          const {board, legal} = table.position;
          table.view.show(board, {legal, values: {3: worth}, interactive: true});
        }""",
        worth,
    )
    expect(place(page, "column 4, row 1")).to_have_accessible_name(re.compile("best"))
    assert (page.get_by_role("grid").bounding_box(), page.locator("main").bounding_box()) == before
