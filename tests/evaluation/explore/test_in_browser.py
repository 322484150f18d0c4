"""The report and the local page in a real browser: what a person does with them."""

from __future__ import annotations

from threading import Thread

import pytest
from browser import browser, requests, serious_faults
from looked_at import SCRIPT

from evaluation.explore.models import Models
from evaluation.explore.server import ExploreServer
from evaluation.report.page import report
from evaluation.report.view import RunView

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def page(run_dir, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(report(RunView.open(run_dir)), "utf-8")
    return path.as_uri()


def column(driver, place):
    return driver.execute_script(
        "return [...document.querySelector('table.results').tBodies[0].rows]"
        f".map((row) => row.cells[{place}].textContent)"
    )


def wait(driver, condition):
    from selenium.webdriver.support.ui import WebDriverWait

    return WebDriverWait(driver, 20).until(lambda d: d.execute_script(f"return {condition}"))


def test_a_report_sorts_filters_tells_details_and_fetches_nothing(page):
    with browser() as driver:
        driver.get(page)
        assert "broken" not in driver.title
        # sorting by score, down and up, and by name
        head = "document.querySelectorAll('table.results thead .sort')"
        driver.execute_script(f"{head}[1].click()")
        scores = [float(text[:5]) for text in column(driver, 1)]
        assert scores == sorted(scores, reverse=True)
        driver.execute_script(f"{head}[1].click()")
        assert [float(text[:5]) for text in column(driver, 1)] == sorted(scores)
        sorted_by = (
            "document.querySelector('table.results th[aria-sort]').getAttribute('aria-sort')"
        )
        assert driver.execute_script(f"return {sorted_by}") == "ascending"
        # details by focus, and gone with Escape
        driver.execute_script("document.querySelector('table.results .detail').focus()")
        tip = wait(driver, "!document.getElementById('tip').hidden && tip.textContent")
        assert "task:ble" in tip
        from selenium.webdriver.common.keys import Keys

        driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        assert wait(driver, "document.getElementById('tip').hidden")
        # details by hover
        from selenium.webdriver import ActionChains
        from selenium.webdriver.common.by import By

        square = driver.find_element(By.CSS_SELECTOR, "table.matrix td[data-detail]")
        driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", square)
        ActionChains(driver).move_to_element(square).perform()
        assert "against" in wait(
            driver, "!document.getElementById('tip').hidden && tip.textContent"
        )
        # the matrix by arrow keys
        driver.execute_script("arguments[0].focus()", square)
        square.send_keys(Keys.ARROW_DOWN)
        moved = "document.activeElement.parentElement.sectionRowIndex"
        assert driver.execute_script(f"return {moved}") == 2  # the diagonal is passed over
        # differences: a search that finds nothing, then all
        count = "document.querySelector('[data-count]').textContent"
        driver.execute_script(
            "const s = document.querySelector('[data-part=second]'); s.value = 'LSA, dim=2, nn';"
            "s.dispatchEvent(new Event('input', {bubbles: true}))"
        )
        every = driver.execute_script(f"return {count}")
        search = driver.find_element(By.CSS_SELECTOR, "[data-part=search]")
        search.send_keys("zzz")
        assert driver.execute_script(f"return {count}") == "0 items differ."
        search.clear()
        search.send_keys(" ")
        assert driver.execute_script(f"return {count}") == every != "0 items differ."
        assert not [e for e in driver.get_log("browser") if e["level"] == "SEVERE"]
        assert {address.partition(":")[0] for address in requests(driver)} == {"file"}


def test_a_report_is_dark_where_the_system_is_and_fits_a_phone(page):
    color = "getComputedStyle(document.body).backgroundColor"
    with browser(390, 844, dark=True) as driver:
        driver.get(page)
        assert driver.execute_script(f"return {color}") == "rgb(20, 24, 29)"
        assert driver.execute_script("return document.documentElement.scrollWidth") <= 390
        driver.execute_script("document.getElementById('theme').click()")
        assert driver.execute_script(f"return {color}") == "rgb(255, 255, 255)"


@pytest.mark.parametrize("dark", [False, True])
def test_a_report_has_no_serious_fault_of_accessibility(page, dark):
    with browser(dark=dark) as driver:
        driver.get(page)
        assert serious_faults(driver) == []


@pytest.fixture(scope="module")
def address(run_dir):
    with ExploreServer(Models(RunView.open(run_dir))) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.url
        server.shutdown()
        thread.join()


def test_the_local_page_answers_words_sentences_and_rows(address):
    from selenium.webdriver.common.by import By

    with browser() as driver:
        driver.get(address)
        wait(driver, "document.getElementById('difference-status').textContent")
        driver.find_element(By.ID, "word").send_keys(SCRIPT)
        driver.find_element(By.CSS_SELECTOR, "#word-form .go").click()
        wait(driver, "document.querySelectorAll('#columns section').length === 3")
        assert driver.find_elements(By.CSS_SELECTOR, "#columns li")
        assert not driver.find_elements(By.CSS_SELECTOR, "#columns img, #columns script")
        driver.find_element(By.ID, "sentence").send_keys("s03 s04 s05")
        driver.find_element(By.CSS_SELECTOR, "#sentence-form .go").click()
        driver.find_elements(By.CSS_SELECTOR, "#words button")[0].click()
        wait(driver, "document.querySelectorAll('#candidates li').length === 8")
        listed = "[...document.querySelectorAll('#candidates li')].map((x) => x.textContent).join()"
        before = driver.execute_script(f"return {listed}")
        move = "const w = document.getElementById('weight'); w.value = 20;"
        driver.execute_script(f"{move} w.dispatchEvent(new Event('input'))")
        assert driver.execute_script(f"return {listed}") != before
        assert not [e for e in driver.get_log("browser") if e["level"] == "SEVERE"]
        assert all(one.startswith(address) for one in requests(driver) if "favicon" not in one)
        assert "broken" not in driver.title
        assert serious_faults(driver) == []
