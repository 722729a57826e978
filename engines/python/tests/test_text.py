import pickle

import pyarrow
import pytest

from percodec import SETS, PercentEncodeSet, PercentEncodingError, percent_decode, percent_encode, query_param


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
    with pytest.raises(PercentEncodingError, match='lone surrogate ".u.D800." at 1') as caught:
        query_param("x", "é\ud800")
    assert (caught.value.code, caught.value.byte_offset, caught.value.index, caught.value.length) == ("lone-surrogate", 2, 1, 1)


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
        (lambda: percent_decode("a", except_="/"), "no set is named '/': .*PercentEncodeSet.encoding"),
        (lambda: PercentEncodeSet.encoding("é"), "ASCII characters"),
        (lambda: PercentEncodeSet.keeping("", non_ascii="some"), "non_ascii is 'all' or 'none'"),
        (lambda: query_param("a", "b", source="url"), "source is 'uri' or 'form'"),
    ],
)
def test_wrong_options_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_other_types_are_refused():
    with pytest.raises(TypeError, match="not list; percodec.polars"):
        percent_decode(["a"])


def test_wrong_sets_are_refused():
    with pytest.raises(TypeError, match="set is the name of a set or a PercentEncodeSet, not bytes"):
        percent_encode("a", b"/")
    with pytest.raises(TypeError, match="except_ is the name"):
        percent_decode("a", except_=["/"])


def test_escapes_of_a_set_stay():
    slash = PercentEncodeSet.encoding("/%")
    assert percent_decode("a%2Fb%2f%25%41%C3%A9", except_=slash) == "a%2Fb%2f%25Aé"
    assert percent_decode(b"%2F%2B+", except_=slash, plus="space") == b"%2F+ "
    assert percent_decode(pyarrow.array(["%2F%41", "%zz"]), except_=slash).field("value").to_pylist() == ["%2FA", None]
    assert percent_decode("%22%2F", except_="whatwg-path") == "%22/"


def test_own_sets():
    component = SETS["rfc3986-component"]
    assert percent_encode("a/b c", component.remove("/")) == "a/b%20c"
    assert percent_encode("a/b ~é", PercentEncodeSet.encoding(" ~")) == "a/b%20%7Eé"
    assert percent_encode("a b é", PercentEncodeSet.keeping("", space_as_plus=True)) == "a+b+%C3%A9"
    assert percent_encode("a b", PercentEncodeSet.keeping("", space_as_plus=True).remove(" ")) == "a b"
    assert percent_encode("a b", SETS["whatwg-form"].remove(" ").union(PercentEncodeSet.encoding(" "))) == "a%20b"
    assert percent_encode("a-b", component.add("-")) == "a%2Db"
    assert percent_encode("é\ue000\u0085", PercentEncodeSet.encoding("", non_ascii="iri")) == "é%EE%80%80%C2%85"
    assert percent_encode("é\ue000\u0085", PercentEncodeSet.encoding("", non_ascii="iri-query")) == "é\ue000%C2%85"
    assert percent_encode("'/é", SETS["whatwg-path"].union(PercentEncodeSet.encoding("'"))) == "%27/%C3%A9"
    assert percent_encode(pyarrow.array(["a/b"]), component.remove("/")).field("value").to_pylist() == ["a/b"]
    assert pickle.loads(pickle.dumps(component)) == component == PercentEncodeSet.keeping("-._~")


EDGES = [0x80, 0x9F, 0xA0, 0xD7FF, 0xE000, 0xF8FF, 0xF900, 0xFDCF, 0xFDD0, 0xFDEF, 0xFDF0, 0xFFEF, 0xFFF0, 0xFFFF, 0x10000] + [
    0x1FFFD, 0x1FFFE, 0x1FFFF, 0xDFFFD, 0xE0000, 0xE0FFF, 0xE1000, 0xEFFFD, 0xEFFFE, 0xF0000, 0xFFFFD, 0xFFFFE, 0x10FFFD, 0x10FFFF
]  # fmt: skip


def test_a_set_has_what_encoding_changes():
    assert len(SETS) > 50
    rules = [PercentEncodeSet.keeping("", non_ascii=rule) for rule in ("all", "none", "iri", "iri-query")]
    for chosen in [*SETS.values(), *rules, *(one.complement() for one in rules)]:
        for code in [*range(0x80), *EDGES]:
            changes = percent_encode(chr(code), chosen) != chr(code)
            assert chosen.has(code) == chosen.has(chr(code)) == (chr(code) in chosen) == changes, (chosen, hex(code))
            assert chosen.complement().has(code) != changes
    assert SETS["all"].has(0xD800) and not SETS["rfc3987-path"].complement().has(0xD800)


def test_what_a_set_says_of_itself():
    form = SETS["whatwg-form"]
    assert (form.name, form.source) == ("whatwg-form", "https://url.spec.whatwg.org/#application-x-www-form-urlencoded-percent-encode-set")
    assert form.kept == "*-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
    assert sorted(form.kept + form.encoded) == [chr(code) for code in range(0x80)]
    assert (form.space_as_plus, form.reversible, form.remove("+").reversible, form.remove("%").reversible) == (True, True, False, False)
    assert form.non_ascii == ("ucschar", "iprivate", "other")
    assert SETS["rfc3987-query"].non_ascii == ("other",)
    assert form.complement().space_as_plus is False
    slug = PercentEncodeSet.keeping("-_").named("house-slug", "https://example.com/style#slugs")
    assert (slug.name, slug.source, slug == PercentEncodeSet.keeping("-_")) == ("house-slug", "https://example.com/style#slugs", True)
    assert (slug.add("-").name, slug.complement().name, PercentEncodeSet.encoding("").source) == (None, None, None)
    assert pickle.loads(pickle.dumps(slug)).name == "house-slug"


@pytest.mark.parametrize("wrong", ["", "ab", -1, 0x110000, 1.5, None, True])
def test_has_refuses_what_is_not_a_character(wrong):
    with pytest.raises(TypeError, match="has takes one character or a code point"):
        SETS["all"].has(wrong)


def test_a_name_of_a_set_is_a_string():
    with pytest.raises(TypeError, match="the source of a set is a string, not NoneType"):
        SETS["all"].named("all", None)
