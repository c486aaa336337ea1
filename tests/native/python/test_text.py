"""Strings."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain import Table, check, compiled, either
from samples import ANY, INTS, SMALL, TEXTS

pytestmark = pytest.mark.native

texts = Table()


@texts(TEXTS)
def letter_cases(s):
    return s.upper(), s.lower(), s.swapcase(), s.title(), s.capitalize()


@texts([*TEXTS, "ß", "Straße", "ÀÉ", "Ωμέγα", "١٢", "½", "日本", "ǅ", "İ", "ﬃ", "\u00a0", "\u2003", "²", "ſ", "Ⅷ", "ª"])
def unicode_cases(s):
    return s.upper(), s.lower(), s.swapcase(), s.isupper(), s.islower()


@texts([*TEXTS, "ß", "ÀÉ", "١٢", "½", "日本", "ǅ", "\u00a0", "\u2003 ", "²", "Ⅷ", "ª", "\x1c", "\x85", "A1", " \t\n"])
def character_classes(s):
    return (
        s.isalpha(),
        s.isdigit(),
        s.isalnum(),
        s.isspace(),
        s.isupper(),
        s.islower(),
        s.isnumeric(),
        s.isdecimal(),
        s.isascii(),
    )


@texts(TEXTS, TEXTS)
def finding(s, t):
    return s.find(t), s.rfind(t), t in s, s.count(t), s.startswith(t), s.endswith(t)


@texts(TEXTS, ["a", "bc", ""], ANY, ANY)
def finding_from(s, t, a, b):
    return s.find(t, a), s.find(t, a, b), s.rfind(t, a, b), s.count(t, a, b), s.startswith(t, a)


@texts(TEXTS, ["a", "bc", "X", ""])
def index_in_a_text(s, t):
    return s.index(t)


@texts(TEXTS, ["a", "bc", "X", ""])
def last_index_in_a_text(s, t):
    return s.rindex(t)


@texts(TEXTS)
def starts(s):
    return (
        s.startswith("a"),
        s.startswith(("X", "ab")),
        s.endswith("c"),
        s.startswith(""),
        s.endswith(("", "x")),
        s.count("a"),
        s.count("ab"),
    )


@texts(TEXTS, ["a", "ab", "", "."], ["", "b", "xyz"])
def replacing(s, a, b):
    return (
        s.replace(a, b),
        s.replace("a", b),
        s.replace("a", "é"),
        s.replace("a", ""),
        s.replace("a", "bb", 1),
        s.replace(a, b, 2),
    )


@texts(TEXTS, [0, 3, 8])
def padding(s, n):
    return s.ljust(n), s.rjust(n, "."), s.center(n), s.center(n, "*"), s.zfill(n), s.ljust(5, "-")


@texts(["", "5", "-5", "+5", "--5", "a"], [0, 1, 2, 5])
def zero_fill(s, n):
    return s.zfill(n)


@texts([*TEXTS, " \t x\n", "xxaxx", "\u2003a\u00a0"])
def stripping(s):
    return (
        s.strip(),
        s.lstrip(),
        s.rstrip(),
        s.strip("ax"),
        s.lstrip("x"),
        s.rstrip("c"),
        s.removeprefix("ab"),
        s.removesuffix("bc"),
    )


@texts([*TEXTS, "a,b,,c", ",", " a  b "])
def splitting(s):
    return (
        s.split(","),
        s.split(),
        s.split("b"),
        [part + "!" for part in s.split(",")],
        s.split(",", 1),
        s.partition(","),
        "a\nb".splitlines(),
    )


@texts(TEXTS, TEXTS)
def joining(s, t):
    return (
        s.join([t, "x", t]),
        "".join([s, t]),
        ", ".join((s, t)),
        "-".join(s),
        s.join([]),
        "".join(reversed(s)),
        s.join(t),
    )


@texts(TEXTS, SMALL)
def rows_of_text(s, n):
    return (
        [s[i : i + 3] for i in range(0, len(s), 3)],
        s[:n] + "X" + s[n + 1 :],
        s[n:] + s[:n],
        "".join(c if i != n else "_" for i, c in enumerate(s)),
    )


@texts(TEXTS)
def texts_as_lists(s):
    board = list(s)
    if board:
        board[0] = "Z"
        board[-1] += "!"
    board = "".join(board)
    return board, s, sorted(s), s[::-1], s == s[::-1], tuple(s), len(s)


@texts(TEXTS, INTS)
def formatted(s, n):
    return f"{s}{n}", f"{s}:{n > 0}", f"<{s}>", "%" + s, str(s), f"{n}{n}"


@texts(TEXTS)
def translated(s):
    swap = {"X": "O", "O": "X"}
    return "".join(swap.get(c, c) for c in s), s.translate(str.maketrans("XO", "OX"))


@texts(["abc", "äbc", "XO."], SMALL)
def characters_held(s, i):
    c = s[i]
    d = c
    t = s.replace(c, "?")
    return c, d, t, c == d, c + d, c * 2, c in "abc", ord(c), c < "b"


@pytest.mark.parametrize("case", texts, ids=str)
def test_strings_behave_as_in_python(case):
    case.check()


def of_texts(s, t):
    return (
        s + t, s < t, s == t, s in t, s.find(t), s.count(t), s.startswith(t), s.upper(), s.lower(), s[::-1], sorted(s),
        s.split(","), s.replace(t, "-"), s.strip(), set(s) & set(t), s.isalpha(), s.isdigit(), s.isupper(), s[1:3], list(s),
    )  # fmt: skip


def test_strings_of_any_characters_are_those_of_python():
    native = compiled(of_texts, either("", "abc"), either("", "abc"))
    texts = st.text(st.characters(exclude_characters="Σ", exclude_categories=["Cs"]), max_size=6)
    part = st.sampled_from(["", "a", "b", ",", "ab", "é"])

    @settings(max_examples=300, deadline=None, database=None)
    @given(texts | st.text("ab,X1 é", max_size=8), part)
    def holds(s, t):
        check(of_texts, native, [(s, t)])

    holds()
