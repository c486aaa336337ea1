import operator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermove.bits import Word, bits, bswap, highest, lowest, popcount, rotl, shl, shr

words = st.one_of(
    st.integers(-(2**63), 2**63 - 1),
    st.sampled_from([0, 1, -1, 2**63 - 1, -(2**63), 2**62, 1 << 32]),
    st.integers(-9, 9),
)
shifts = st.integers(0, 63)


def machine(operation, *values):
    """What 64-bit signed arithmetic makes of it; arrays wrap where NumPy's numbers would warn."""
    with np.errstate(all="ignore"):
        return int(operation(*(np.array([value], np.int64) for value in values))[0])


BINARY = [operator.add, operator.sub, operator.mul, operator.and_, operator.or_, operator.xor]


@pytest.mark.parametrize("operation", BINARY)
@given(a=words, b=words)
def test_a_word_wraps_as_the_machine_does(operation, a, b):
    expected = machine(operation, a, b)
    for answer in (operation(Word(a), Word(b)), operation(Word(a), b), operation(a, Word(b))):
        assert answer == expected
        assert type(answer) is Word


@pytest.mark.parametrize("operation", [operator.lshift, operator.rshift])
@given(a=words, n=shifts)
def test_a_word_shifts_as_the_machine_does(operation, a, n):
    assert operation(Word(a), n) == machine(operation, a, n)
    assert type(operation(Word(a), n)) is Word


@given(a=words, n=shifts)
def test_a_word_takes_the_ints_of_numpy(a, n):
    for answer, expected in ((Word(a) << np.int64(n), Word(a) << n), (Word(a) | np.int64(n), Word(a) | n)):
        assert answer == expected
        assert type(answer) is Word
    assert type(Word(a) + 0.5) is float


@pytest.mark.parametrize("operation", [operator.floordiv, operator.mod])
@given(a=words, b=words.filter(bool))
def test_a_word_divides_as_the_machine_does(operation, a, b):
    assert operation(Word(a), b) == operation(Word(a), Word(b)) == machine(operation, a, b)


@pytest.mark.parametrize("operation", [operator.neg, operator.invert, operator.abs, operator.pos])
@given(a=words)
def test_one_word_alone_wraps_too(operation, a):
    assert operation(Word(a)) == machine(operation, a)
    assert type(operation(Word(a))) is Word


@given(a=st.integers())
def test_any_int_becomes_its_low_64_bits(a):
    assert int(Word(a)) & (1 << 64) - 1 == a & (1 << 64) - 1
    assert -(2**63) <= Word(a) < 2**63


def test_a_word_is_an_int_in_every_other_way():
    assert Word(5) == 5 and hash(Word(5)) == hash(5) and str(Word(5)) == "5" and repr(Word(5)) == "Word(5)"
    assert Word(1) + 0.5 == 1.5
    assert [10, 20][Word(1)] == 20
    with pytest.raises(TypeError):
        Word(1) + "1"


def digits(a):
    """The bits of a word as text, bit 63 first."""
    return f"{a & (1 << 64) - 1:064b}"


@given(a=words)
def test_counting_and_finding_bits_agrees_with_the_written_number(a):
    written = digits(a)
    assert popcount(a) == written.count("1")
    assert lowest(a) == (63 - written.rindex("1") if a else 64)
    assert highest(a) == (63 - written.index("1") if a else -1)
    assert list(bits(a)) == [n for n in range(64) if written[63 - n] == "1"]


@given(a=words, n=st.integers(0, 70))
def test_shifts_fill_with_zeros(a, n):
    written = digits(a)
    assert digits(shl(a, n)) == (written + "0" * n)[-64:]
    assert digits(shr(a, n)) == ("0" * n + written)[:64]


@given(a=words, n=st.integers(0, 200))
def test_turning_loses_nothing(a, n):
    turn = n % 64
    written = digits(a)
    assert digits(rotl(a, n)) == written[turn:] + written[:turn]


@given(a=words)
def test_bytes_turn_round_and_back(a):
    assert bswap(bswap(a)) == a
    assert bswap(a) == machine(lambda x: x.byteswap(), a)


@given(a=words, n=shifts)
def test_a_word_stays_a_word_and_an_int_an_int(a, n):
    for function in (lambda x: shl(x, n), lambda x: shr(x, n), lambda x: rotl(x, n), bswap):
        assert type(function(Word(a))) is Word
        assert type(function(a)) is int
        assert function(Word(a)) == function(a)
