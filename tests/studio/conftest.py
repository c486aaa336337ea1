"""The studio as a person meets it: the real command in a process of its own, and a real browser without a window.

The browser is Chromium, of the system where there is one. Where there is none it is installed: Debian's package where
that is possible, else the build that Playwright brings. What a page shows when its test has failed is kept in
`artefacts/studio`; with COUNTERMOVE_SCREENSHOTS=1, what every page shows at the end of its test.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from serving import running, started

ROOT = Path(__file__).resolve().parents[2]
SCREENSHOTS = ROOT / "artefacts" / "studio"
FAILED = pytest.StashKey[bool]()
expect.set_options(timeout=120_000)  # machines that test much at once are slow
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
UNUSED = [
    # The address bar's suggestions are two pages, loaded with every window, that take longer than one of the studio's.
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    # What Playwright switches off. Of several lists the browser reads the last.
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay", "MediaRouter",
    "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]  # fmt: skip
"""Features of the browser that no test needs."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test in a browser may try again: a machine that is busy enough can be too slow for any patience."""
    for item in items:
        if "page" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=2))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """Lets the page know whether its test has failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


def chromium() -> str | None:
    """The path of a browser; None for the one that Playwright has installed."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found:
        return found
    if shutil.which("apt-get"):
        rights = [] if os.geteuid() == 0 else ["sudo", "-n"]
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for arguments in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
            subprocess.run([*rights, "apt-get", "-q", *arguments], env=environment, stdout=sys.stderr)
        if found := shutil.which("chromium"):
            return found
    subprocess.run([sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"], check=True)
    return None


@pytest.fixture(scope="session")
def playwright_loop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """A browser for all tests of a process, and Playwright's event loop, which would be in the way of other tests."""
    lock = tmp_path_factory.getbasetemp().parent / "chromium.lock"  # one process installs, the others wait
    with open(lock, "w") as file:
        if os.name == "posix":
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        path = chromium()
    playwright = sync_playwright().start()
    loop = asyncio.get_running_loop()
    switches = ["--no-sandbox", f"--disable-features={','.join(UNUSED)}"]
    launched = playwright.chromium.launch(executable_path=path, args=switches)
    asyncio._set_running_loop(None)
    yield launched, loop
    asyncio._set_running_loop(loop)
    playwright.stop()


@pytest.fixture
def browser(playwright_loop: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """The browser. Playwright's loop counts as running during a test that uses it, and at no other time."""
    launched, loop = playwright_loop
    asyncio._set_running_loop(loop)
    yield launched
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def studio() -> Iterator[str]:
    """The address of a studio, one for each process of tests."""
    with running() as address:
        yield address


@pytest.fixture
def run_studio() -> Iterator[Callable[..., str]]:
    """Opens a studio with arguments of a test and gives its address. Ask for it before the page: then it ends later."""
    with ExitStack() as open_ones:
        yield lambda *arguments: open_ones.enter_context(running(*arguments))


class Mortal:
    """A studio that can be stopped and started again, at the same address."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._open = ExitStack()
        self.start()

    def start(self) -> None:
        self.process, self.address = self._open.enter_context(started("--port", str(self.port)))

    def stop(self) -> None:
        self._open.close()


@pytest.fixture
def mortal() -> Iterator[Mortal]:
    studio = Mortal()
    yield studio
    studio.stop()


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page whose errors are failures, and that asks nobody but the studio."""
    context = browser.new_context(viewport={"width": 1366, "height": 900}, accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(120_000)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("request", lambda asked: wrong.append(asked.url) if not re.match(LOCAL, asked.url) else None)
    page.wrong = wrong  # type: ignore[attr-defined]  # a test that provokes an error clears it
    yield page
    if request.node.stash.get(FAILED, True) or os.environ.get("COUNTERMOVE_SCREENSHOTS"):
        shoot(page, request.node.name)
    context.close()
    assert not wrong, wrong


LOCAL = r"(http://127\.0\.0\.1:\d+/|data:|blob:)"


def shoot(page: Page, name: str) -> None:
    """Keep what is to be seen now."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{re.sub(r'[^a-z0-9]+', '-', name.lower())}.png")
