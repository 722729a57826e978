import pickle

import pytest

import percodec
from percodec import PercentEncodingError, percent_decode, percent_encode, query_param


def test_strings_and_bytes_keep_their_type():
    assert percent_decode("caf%C3%A9+") == "café+"
    assert percent_decode(b"caf%C3%A9+", plus="space") == "café ".encode()
    assert percent_decode(b"%FF", invalid_utf8="allow") == b"\xff"
    assert percent_encode("a/é") == "a%2F%C3%A9"
    assert percent_encode("a b", "whatwg-form") == "a+b"
    assert query_param("/?a=1&q=x+y#q=2", "q") == "x y"
    assert query_param("a=1&q=x?", "q", source="form") == "x?"
    assert query_param("/?a=1", "q") is None
    assert query_param("/?a=1", "a" * 2000) is None


@pytest.mark.parametrize(
    "data, code, byte_offset, index, length, message",
    [
        ("é100%zz", "malformed-escape", 5, 4, 1, 'Cannot percent-decode: malformed escape "%zz" at 4'),
        ("é%", "truncated-escape", 2, 1, 1, 'Cannot percent-decode: truncated escape "%" at 1'),
        ("%C0%AF", "overlong-utf8", 0, 0, 6, 'Cannot percent-decode: overlong UTF-8 "%C0%AF" at 0'),
        (b"a\xff", "invalid-utf8", 1, 1, 1, 'Cannot percent-decode: invalid UTF-8 "\\xFF" at 1'),
    ],
)
def test_errors_name_the_reason_and_the_place(data, code, byte_offset, index, length, message):
    with pytest.raises(PercentEncodingError) as caught:
        percent_decode(data)
    error = caught.value
    assert (error.code, error.byte_offset, error.index, error.length, str(error)) == (code, byte_offset, index, length, message)
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.code, copy.index, str(copy)) == (code, index, message)


def test_halves_of_surrogate_pairs():
    assert percent_decode("\ud800%41") == "\ud800A"
    with pytest.raises(PercentEncodingError, match='percent-encode: lone surrogate ".u.D800." at 1'):
        percent_encode("é\ud800")


def test_policies():
    assert percent_decode("%zz%FF", malformed="keep", invalid_utf8="replace") == "%zz\ufffd"
    assert percent_decode("%zz%FF", malformed="drop", invalid_utf8="drop") == "zz"
    assert percent_decode("%u0041", percent_u=True) == "A"


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: percent_decode("a", malformed="skip"), "malformed is 'throw' or 'keep'"),
        (lambda: percent_decode("a", invalid_utf8="allow"), "for bytes and binary columns"),
        (lambda: percent_encode("a", "rfc"), "no set is named 'rfc'"),
        (lambda: query_param("a", "b", source="url"), "source is 'uri' or 'form'"),
    ],
)
def test_wrong_options_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_other_types_are_refused():
    with pytest.raises(TypeError, match="not list; percodec.polars"):
        percent_decode(["a"])


def test_every_set_encodes():
    assert len(percodec.SETS) > 50
    for name in percodec.SETS:
        assert percent_encode("abc", name) in ("abc", "%61%62%63")
