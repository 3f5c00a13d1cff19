"""What visitors send is cut to what can do no harm before anything is begun for it."""

from pathlib import Path

import pytest

from opera_doors.kept_settings import KeptSettings
from opera_doors.limits import Pace, Places, network_of
from opera_doors.setup import MOST_SETTINGS, read_word
from opera_doors.visits import MOST_COLUMNS, MOST_ROWS, sane_size
from opera_doors.wishes import USUAL_TERMINAL, Wish, name_of, variables_of, wish_of

ESCAPES = ("\x1b]0;owned\x07", "\x1b[2J", "a\x00b", "\u202eabc", "x" * 5000, "../../etc/passwd", "a b;c")


@pytest.mark.parametrize("hostile", ESCAPES)
def test_terminal_and_environment_hold_nothing_but_words_of_ours(hostile: str) -> None:
    asked = dict.fromkeys(("LANG", "LC_ALL", "LC_MESSAGES", "LD_PRELOAD", "PYTHONSTARTUP", "COLORTERM"), hostile)
    assert variables_of(hostile, asked) == {"TERM": USUAL_TERMINAL}
    assert variables_of("xterm", {"LANG": "de_DE.UTF-8", "NO_COLOR": hostile}) == {
        "TERM": "xterm",
        "LANG": "de_DE.UTF-8",
        "NO_COLOR": "1",
    }


@pytest.mark.parametrize("hostile", ESCAPES)
def test_commands_and_names_hold_no_escapes(hostile: str) -> None:
    assert wish_of(hostile) is None
    wish = wish_of(f"watch {hostile}")
    assert wish is None or wish.word.isprintable()
    assert name_of(hostile).isprintable()
    assert len(name_of(hostile)) <= 12


def test_the_commands_of_visitors() -> None:
    assert wish_of(None) == wish_of("") == Wish()
    assert wish_of("watch La Scala") == Wish("watch", "La Scala")
    assert wish_of("join Fenice") == Wish("join", "Fenice")
    assert wish_of("rules turandot") == Wish("rules", "turandot")
    for refused in ("rules ../x", "scp -t /", "join", "sh", "-c ls", "internal-sftp"):
        assert wish_of(refused) is None


def test_sizes_are_cut() -> None:
    assert sane_size(0, 0) == (80, 24)
    assert sane_size(2**31, 2**31) == (MOST_COLUMNS, MOST_ROWS)
    assert sane_size(-5, 1) == (1, 1)


def test_places_are_limited_for_each_holder_and_in_all() -> None:
    places = Places(3, 1, 2)
    assert places.take("a", "here")
    assert not places.take("a", "there")
    assert places.take("b", "here")
    assert not places.take("c", "here")
    assert places.take("c", "there")
    assert not places.take("d", "elsewhere")
    places.give_back("a", "here")
    assert places.take("d", "here")


def test_new_connections_are_paced_for_each_address() -> None:
    now = [0.0]
    pace = Pace(rate=2, burst=3, clock=lambda: now[0])
    assert [pace.allows("a") for _ in range(4)] == [True, True, True, False]
    assert pace.allows("b")
    now[0] = 0.5
    assert [pace.allows("a") for _ in range(2)] == [True, False]


def test_a_network_counts_as_one_address() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1")
    assert network_of("::ffff:192.0.2.1") == "192.0.2.1"


def test_settings_have_a_size(tmp_path: Path) -> None:
    kept = KeptSettings(tmp_path)
    kept.keep(b"k", "x" * MOST_SETTINGS)
    kept.keep(b"l", "x" * (MOST_SETTINGS + 1))
    assert len(kept.of(b"k")) == MOST_SETTINGS
    assert kept.of(b"l") == ""
    assert read_word(b'{"type":"keep","settings":"' + b"x" * (MOST_SETTINGS + 1) + b'"}') is None
    assert read_word(b"[" * 100_000) is None
