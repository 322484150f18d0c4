"""A headless browser for tests, if this machine has one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest


@contextmanager
def browser(width: int = 1200, height: int = 900, dark: bool = False) -> Iterator[Any]:
    """Give a driver of Debian's chromium, or skip the test with the reason."""
    selenium = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    binary, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if binary is None or driver is None:
        pytest.skip("chromium and chromium-driver are not installed")
    options = selenium.ChromeOptions()
    options.binary_location = binary
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    made = selenium.Chrome(options=options, service=selenium.ChromeService(driver))
    try:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        made.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        made.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        yield made
    finally:
        made.quit()


def requests(driver: Any) -> list[str]:
    """Return the addresses that the page asked for."""
    import json

    found = []
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            found.append(message["params"]["request"]["url"])
    return found


def serious_faults(driver: Any) -> list[str]:
    """Return what axe-core finds serious or worse, or skip if it is not installed."""
    places = [Path(p) / "axe-core" / "axe.min.js" for p in NODE_MODULES]
    script = next((place for place in places if place.exists()), None)
    if script is None:
        pytest.skip("axe-core is not installed (npm install -g axe-core)")
    driver.execute_script(script.read_text("utf-8"))
    found = driver.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "axe.run().then((r) => done(r.violations.map((v) => [v.id, v.impact, v.nodes[0].html])));"
    )
    return [f"{name}: {html}" for name, impact, html in found if impact in ("serious", "critical")]


#: Where npm puts packages, globally and in a checkout.
NODE_MODULES = (
    "/usr/local/lib/node_modules",
    "/usr/lib/node_modules",
    "/usr/share/nodejs",
    str(Path(__file__).parents[3] / "node_modules"),
)
