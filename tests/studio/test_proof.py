"""Saved proofs in the browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from countermove import load
from countermove.solve.proof import prove

pytestmark = pytest.mark.slow


def test_a_proof_is_a_tree_that_unfolds_and_is_searched_on(
    run_studio: Callable[..., str], page: Page, tmp_path: Path
) -> None:
    game, path = load("checkers:size=4,quiet_moves=0"), tmp_path / "proof.npz"
    prove(game, nodes=40, memory=1, save=path)
    page.goto(f"{run_studio('--proof', f'checkers:size=4,quiet_moves=0={path}')}#/proof")
    tree = page.get_by_role("region", name="Tree")
    expect(tree.get_by_role("button", name="Fold Can Black win?")).to_be_visible()
    expect(tree.locator(".proof-branch .proof-branch")).to_have_count(3)
    first = tree.locator(".proof-children .proof-name").first
    action = first.locator("span").nth(1).inner_text()
    tree.get_by_role("button", name=f"Unfold {action}").click()
    expect(tree.locator(".proof-branch .proof-branch .proof-branch").first).to_be_visible()
    first.click()
    expect(page.get_by_text("White to move").first).to_be_visible()
    page.get_by_role("button", name="Search 30 seconds more").click()
    questions = page.get_by_role("group", name="Questions")
    for name in ("Can Black win? no", "Can White win? no"):
        expect(questions.get_by_role("button", name=name)).to_be_visible()
