"""Make the character profiles by which ``clss corpus stats`` suspects a wrong language.

python examples/libreoffice/profiles.py PACKAGES_DIRECTORY

Reads LibreOffice's help in every language whose Debian package is in the directory, and writes
``clss/text/character_profiles.json``: the commonest trigrams of each language's words.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from pages import read_help

from clss.text.language_guess import PROFILES, is_plain, trigrams
from clss.text.tokens import make_tokenizer

KEPT = 500
OTHER_SCRIPTS = frozenset({"el", "hi", "ko", "ru"})


def profile(package: Path, lang: str) -> dict[str, int]:
    """Count the trigrams of the words of a language, every word once."""
    tokenize = make_tokenizer("words", lang)
    counts: Counter[str] = Counter()
    for page in read_help(package).values():
        for text in page.values():
            # what is capitalised is often the name of a program, the same in all languages
            counts.update(word for word in tokenize(text) if word == word.lower())
    words = [word for word, number in counts.items() if number >= 3 and is_plain(word)]
    if lang in OTHER_SCRIPTS:
        words = [word for word in words if not word.isascii()]  # what was left in English
    found = Counter(trigram for word in words for trigram in trigrams(word))
    return {trigram: 1 + 9999 * n // found.total() for trigram, n in found.most_common(KEPT)}


def main() -> int:
    folder = Path(sys.argv[1])
    profiles = {}
    for package in sorted(folder.glob("libreoffice-help-*.deb")):
        name = package.name.split("_")[0].removeprefix("libreoffice-help-")
        lang = {"en-us": "en", "pt-br": "pt"}.get(name, name)
        # the Vietnamese help is for the most part not translated
        if len(lang) == 2 and name not in ("pt", "vi"):
            found = profile(package, lang)
            if len(found) == KEPT:
                profiles[lang] = found
    text = json.dumps(profiles, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    PROFILES.write_text(text.replace("},", "},\n") + "\n", encoding="utf-8")
    print(f"{len(profiles)} languages: {' '.join(profiles)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
