"""Quiz sessions and the hunt for a mistake, as a student takes them."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from countermove.lectures.mistake import make_hunt
from countermove.lectures.quiz import make_quiz
from countermove.views.typeset import typeset

SEED = 7


def test_a_session_with_a_right_a_wrong_and_a_skipped_answer(studio: str, page: Page) -> None:
    made = make_quiz(SEED, questions=3, kinds=["count", "values"])
    page.goto(f"{studio}#/quiz?seed={SEED}&questions=3&kinds=count,values")
    first, second, _ = made.questions
    expect(page.get_by_text(typeset(first.prompt))).to_be_visible()
    page.get_by_label("Your answer").fill(first.answer)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status", name="Score")).to_have_text("Score 1 of 1")
    expect(page.get_by_text("Right, ")).to_be_visible()
    page.get_by_role("button", name="Next question").click()
    expect(page.get_by_text(typeset(second.prompt))).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text(typeset(second.hint))).to_be_visible()
    page.get_by_label("Your answer").fill(" ".join("0" for _ in second.nodes))
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("The answer is")).to_be_visible()
    page.get_by_role("button", name="One step back").click()
    expect(page.get_by_text(re.compile(r"Step \d+ of"))).to_be_visible()
    page.get_by_role("button", name="Next question").click()
    page.get_by_role("button", name="Skip").click()
    page.get_by_role("button", name="See the score").click()
    summary = page.get_by_role("region", name="Summary")
    expect(summary).to_contain_text("You got 1 of 3 right")
    expect(summary).to_contain_text("– skipped")
    summary.get_by_role("button", name="Same questions again").click()
    expect(page.get_by_text(typeset(first.prompt))).to_be_visible()


def test_the_form_makes_a_quiz_that_can_be_shared(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/quiz")
    page.get_by_label("The leaves that alpha-beta prunes").check()
    page.get_by_role("combobox", name="Questions", exact=True).select_option("3")
    page.get_by_label("Depth").select_option("2")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Question 1 of 3")).to_be_visible()
    prompt = page.locator(".predict-prompt").inner_text()
    assert "kinds=pruned" in page.url and "seed=" in page.url
    page.reload()
    expect(page.get_by_text(prompt)).to_be_visible()


def test_wishes_that_contradict_each_other_are_a_sentence(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/quiz?seed=1&kinds=window&algorithm=minimax")
    expect(page.get_by_role("alert")).to_contain_text("does not fit the algorithm minimax")
    page.wrong.clear()  # type: ignore[attr-defined]  # the browser tells of the answer 400
    page.get_by_role("link", name="Other settings").click()
    expect(page.get_by_role("button", name="Start")).to_be_visible()


def test_an_answer_that_cannot_be_read_is_asked_for_again(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/quiz?seed={SEED}&questions=1&kinds=count")
    page.get_by_label("Your answer").fill("many")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("'many' is not a count")
    expect(page.get_by_role("status", name="Score")).to_have_text("Score 0 of 0")
    page.wrong.clear()  # type: ignore[attr-defined]


def test_the_first_wrong_step_is_found(studio: str, page: Page) -> None:
    hunt = make_hunt(3, "alphabeta")
    page.goto(f"{studio}#/quiz?mode=wrong&seed=3&algorithm=alphabeta")
    expect(page.get_by_text(f"Step 1 of {hunt.steps}")).to_be_visible()
    for step in range(hunt.step):
        page.get_by_role("button", name="One step forward").click()
        expect(page.get_by_text(f"Step {step + 2} of {hunt.steps}")).to_be_visible()
    page.get_by_role("button", name="This is the first wrong step").click()
    expect(page.get_by_text("Right, this is the first wrong step.")).to_be_visible()
    expect(page.get_by_text(typeset(str(hunt.divergence)))).to_be_visible()
    page.get_by_role("button", name="Show the right search").click()
    expect(page.get_by_role("status", name="Score")).to_have_text("Found 1 of 1")
    page.get_by_role("button", name="Next mistake").click()
    expect(page.get_by_role("button", name="This is the first wrong step")).to_be_visible()


def test_the_mistake_is_named_and_the_wrong_name_explained(studio: str, page: Page) -> None:
    hunt = make_hunt(5, "minimax")
    other = next(choice for choice in hunt.choices if choice is not hunt.variant)
    page.goto(f"{studio}#/quiz?mode=wrong&seed=5&algorithm=minimax")
    page.get_by_label(typeset(other.mistake)).check()
    page.get_by_role("button", name="That is the mistake").click()
    expect(page.get_by_text("That is another mistake.")).to_be_visible()
    expect(page.get_by_text(typeset(hunt.variant.hint))).to_be_visible()


def test_a_session_outlives_a_reload_another_tab_and_looking_back(studio: str, page: Page) -> None:
    made = make_quiz(SEED, questions=2, kinds=["count", "values"])
    address = f"{studio}#/quiz?seed={SEED}&questions=2&kinds=count,values"
    page.goto(address)
    page.get_by_label("Your answer").fill(made.questions[0].answer)
    page.get_by_role("button", name="Check").dblclick()
    page.get_by_role("button", name="Next question").click()
    page.get_by_label("Your answer").fill("b=")
    page.reload()
    expect(page.get_by_text(typeset(made.questions[1].prompt))).to_be_visible()
    expect(page.get_by_label("Your answer")).to_have_value("b=")
    expect(page.get_by_role("status", name="Score")).to_have_text("Score 1 of 1")
    other = page.context.new_page()
    other.goto(address)
    other.get_by_role("button", name="Skip").click()
    expect(other.get_by_role("status", name="Score")).to_have_text("Score 1 of 2")
    other.close()
    page.get_by_role("button", name="Question 1: right").click()
    expect(page.get_by_text(f"Your answer: {made.questions[0].answer}")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Next question").click()
    expect(page.get_by_label("Your answer")).to_have_value("b=")
    page.get_by_label("Your answer").fill(made.questions[1].answer)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="See the score").click()
    expect(page.get_by_role("region", name="Summary")).to_contain_text("You got 2 of 2 right")


def test_a_mistake_that_was_found_is_not_counted_again(studio: str, page: Page) -> None:
    page.goto(f"{studio}#/quiz?mode=wrong&seed=5&algorithm=minimax")
    page.get_by_label(typeset(make_hunt(5, "minimax").variant.mistake)).check()
    page.get_by_role("button", name="That is the mistake").dblclick()
    expect(page.get_by_role("status", name="Score")).to_have_text("Found 1 of 1")
    page.reload()
    expect(page.get_by_role("button", name="Next mistake")).to_be_visible()
    expect(page.get_by_role("status", name="Score")).to_have_text("Found 1 of 1")
