"""Any text as LaTeX that compiles with every engine and without further packages."""

from __future__ import annotations

import unicodedata

# In OT1, the default encoding, < > | " print as other characters, so they go through math or \char.
# [ and * would be taken as arguments of the \\ that ends the row before.
SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    '"': r"{\char34}",
    "`": r"{\char96}",
    "*": "{*}",
    "[": "{[}",
    "]": "{]}",
    "\n": " ",
    "\t": " ",
    "\r": " ",
    "\u00a0": "~",
    "–": "--",
    "—": "---",
    "…": r"\ldots{}",
    "‘": "`",
    "’": "'",
    "“": "``",
    "”": "''",
    "±": r"$\pm$",
    "×": r"$\times$",
    "÷": r"$\div$",
    "−": "$-$",
    "·": r"$\cdot$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "≠": r"$\neq$",
    "≈": r"$\approx$",
    "∞": r"$\infty$",
    "→": r"$\rightarrow$",
    "←": r"$\leftarrow$",
    "↔": r"$\leftrightarrow$",
    "∈": r"$\in$",
    "∑": r"$\sum$",
    "∏": r"$\prod$",
    "°": r"$^{\circ}$",
    "¹": "$^{1}$",
    "²": "$^{2}$",
    "³": "$^{3}$",
    "†": r"\dag{}",
    "▼": r"$\dagger$",  # the mark of a worse row, as papers print it
    "‡": r"\ddag{}",
    "§": r"\S{}",
    "¶": r"\P{}",
    "ß": r"\ss{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "œ": r"\oe{}",
    "Œ": r"\OE{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    "å": r"\aa{}",
    "Å": r"\AA{}",
    "ı": r"\i{}",
    "¡": "!`",
    "¿": "?`",
    "£": r"\pounds{}",
    "©": r"\copyright{}",
}

ACCENTS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "=",
    "\u0306": "u",
    "\u0307": ".",
    "\u0308": '"',
    "\u030a": "r",
    "\u030b": "H",
    "\u030c": "v",
    "\u0323": "d",
    "\u0327": "c",
    "\u0331": "b",
}

GREEK = {
    "α": "alpha",
    "β": "beta",
    "γ": "gamma",
    "δ": "delta",
    "ε": "epsilon",
    "ζ": "zeta",
    "η": "eta",
    "θ": "theta",
    "ι": "iota",
    "κ": "kappa",
    "λ": "lambda",
    "μ": "mu",
    "ν": "nu",
    "ξ": "xi",
    "π": "pi",
    "ρ": "rho",
    "σ": "sigma",
    "τ": "tau",
    "υ": "upsilon",
    "φ": "phi",
    "χ": "chi",
    "ψ": "psi",
    "ω": "omega",
    "Γ": "Gamma",
    "Δ": "Delta",
    "Θ": "Theta",
    "Λ": "Lambda",
    "Ξ": "Xi",
    "Π": "Pi",
    "Σ": "Sigma",
    "Υ": "Upsilon",
    "Φ": "Phi",
    "Ψ": "Psi",
    "Ω": "Omega",
    "µ": "mu",
}

# pdfTeX stops at a character that its fonts lack; there the code point is printed instead
UNICODE_MACRO = (
    r"\DeclareRobustCommand{\clssunicode}[2]{\ifdefined\XeTeXversion#2\else"
    r"\ifdefined\directlua#2\else{[}U+#1{]}\fi\fi}"
)


def escape_latex(text: str) -> str:
    r"""Escape a text for LaTeX.

    Examples
    --------
    >>> print(escape_latex("A & B_1 100%"))
    A \& B\_1 100\%
    >>> print(escape_latex("señal ≥ λ"))
    se\~{n}al $\geq$ $\lambda$
    """
    parts: list[str] = []
    last = ""
    for character in unicodedata.normalize("NFC", text):
        # TeX joins runs of hyphens to dashes and pairs of quotes to double quotes
        joined = character == last and character in "-'"
        parts.append(("{}" if joined else "") + _escape_character(character))
        last = character
    return "".join(parts)


def _escape_character(character: str) -> str:
    if character in SPECIAL:
        return SPECIAL[character]
    if " " <= character <= "~":
        return character
    if character in GREEK:
        return f"$\\{GREEK[character]}$"
    parts = unicodedata.normalize("NFD", character)
    base, marks = parts[0], parts[1:]
    if base.isascii() and base.isalpha() and marks in ACCENTS:
        letter = f"\\{base}" if base in "ij" and marks not in "\u0323\u0327\u0331" else base
        return f"\\{ACCENTS[marks]}{{{letter}}}"
    if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn"):
        return ""  # invisible, or no character at all
    return f"\\clssunicode{{{ord(character):04X}}}{{{character}}}"
