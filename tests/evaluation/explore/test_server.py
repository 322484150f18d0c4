"""The local page: who is answered, what is answered, and what is not."""

from __future__ import annotations

import http.client
import json
from threading import Thread
from urllib.parse import urlencode

import pytest
from looked_at import SCRIPT

from evaluation.explore.models import Models
from evaluation.explore.server import ExploreServer
from evaluation.report.view import RunView


@pytest.fixture(scope="module")
def server(run_dir):
    models = Models(RunView.open(run_dir))
    models.prepare("nn")
    models.prepare()
    with ExploreServer(models) as running:
        thread = Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def request(server, path, method="GET", **headers):
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    try:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, dict(answer.headers), answer.read()
    finally:
        connection.close()


def ask(server, question, **fields):
    path = f"/{server.token}/ask/{question}?{urlencode(fields, doseq=True)}"
    status, _, body = request(server, path)
    return status, json.loads(body)


def test_the_page_and_its_files_are_served_with_a_strict_policy(server):
    for name, kind in (("", "text/html"), ("explore.js", "text/javascript"), ("report.css", "css")):
        status, headers, body = request(server, f"/{server.token}/{name}")
        assert status == 200 and kind in headers["Content-Type"] and body
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["Referrer-Policy"] == "no-referrer"
    assert server.server_address[0] == "127.0.0.1"


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/wrong/",
        "/TOKEN",
        "/TOKEN/../TOKEN/",
        "/TOKEN/../../../../etc/passwd",
        "/TOKEN/%2e%2e/%2e%2e/etc/passwd",
        "/TOKEN//etc/passwd",
        "/TOKEN/ask/",
        "/TOKEN/ask/__class__",
    ],
)
def test_no_path_of_a_request_is_opened(server, path):
    status, _, body = request(server, path.replace("TOKEN", server.token))
    assert status == 404 and json.loads(body) == {"error": "no such page"}


def test_another_host_or_page_or_method_is_refused(server):
    path = f"/{server.token}/"
    assert request(server, path, Host="evil.example")[0] == 421
    assert request(server, path, Host=f"evil.example:{server.server_port}")[0] == 421
    assert request(server, path, **{"Sec-Fetch-Site": "cross-site"})[0] == 403
    assert request(server, path, Host=f"localhost:{server.server_port}")[0] == 200
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        assert request(server, path, method)[0] == 501


def test_neighbours_are_those_of_the_space(server):
    labels = ["Counts", "LSA, dim=8"]
    status, found = ask(
        server,
        "neighbors",
        word="s03",
        lang="s",
        into="t",
        retrieval="csls",
        top=4,
        model=labels,
    )
    assert status == 200 and found["right"] == ["t03"]
    assert [column["model"] for column in found["columns"]] == labels
    space = server.models.space("LSA, dim=8")
    expected = space.neighbors("s03", "s", "t", 4, retrieval="csls")
    got = [(a["word"], a["lang"], a["score"]) for a in found["columns"][1]["answers"]]
    assert got == [(n.word, n.lang, pytest.approx(n.score)) for n in expected]


def test_both_languages_answer(server):
    _, found = ask(
        server, "neighbors", word=SCRIPT, lang="s", into="both", top=6, model="LSA, dim=8"
    )
    space = server.models.space("LSA, dim=8")
    expected = space.neighbors(SCRIPT, "s", "both", 6)
    assert [(a["word"], a["lang"]) for a in found["columns"][0]["answers"]] == [
        (n.word, n.lang) for n in expected
    ]


def test_a_sentence_moves_the_candidates(server):
    status, found = ask(
        server, "context", sentence="s03 s04 unknown", position=0, model="LSA, dim=8", context="add"
    )
    assert status == 200 and found["word"] == "s03" and found["context"] == ["s04"]
    assert len(found["scores"]) == len(found["weights"]) == 21
    assert found["scores"][0] != found["scores"][-1]
    plain = [n.word for n in server.models.space("LSA, dim=8").neighbors("s03", "s", "t", 8)]
    assert found["candidates"] == plain


def test_differences_and_completions(server):
    status, found = ask(
        server, "differences", task="ble", pair="s-t", first="Counts", second="LSA, dim=2, nn"
    )
    assert status == 200 and found["b"] == len(found["only_first"])
    assert ask(server, "words", start="s0", lang="s", model="Counts")[1]["words"]


@pytest.mark.parametrize(
    ("question", "fields"),
    [
        ("neighbors", {}),
        ("neighbors", {"word": "s03", "lang": "s", "into": "t"}),
        ("neighbors", {"word": "x" * 5000, "lang": "s", "into": "t", "model": "Counts"}),
        ("neighbors", {"word": "s03", "lang": "s", "into": "t", "model": "Counts", "top": "9999"}),
        ("context", {"sentence": "s03", "position": "7", "model": "Counts"}),
        ("context", {"sentence": "", "position": "0", "model": "Counts"}),
        ("context", {"sentence": "s03 s04", "position": "0", "model": "None"}),
        ("differences", {"task": "ble", "pair": "s-t", "first": "Counts", "second": "x"}),
        ("words", {"start": "s"}),
    ],
)
def test_bad_questions_get_one_sentence(server, question, fields):
    status, found = ask(server, question, **fields)
    assert status == 400 and set(found) == {"error"} and "\n" not in found["error"]


def test_an_unknown_word_is_told_per_model(server):
    status, found = ask(server, "neighbors", word="s0x", lang="s", into="t", model="Counts")
    assert status == 200 and "s0x" in found["columns"][0]["error"]
