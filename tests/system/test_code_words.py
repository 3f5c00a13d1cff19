"""Code words: who needs one, how it may be typed, and how slowly it can be guessed."""

from pathlib import Path

import pytest
from support.attack.tables import begin_game, person, play_out
from support.attack.wire import Opener, Wire, settings, wires
from support.server.running import Inside, inside

from opera_protocol.wire.messages import Create, Enter, Kick, Leave, Rematch, Sit
from opera_server.tables.code_words import GUESSES_AT_ONCE

CODE = "Ária Déjà"


async def a_table(host: Wire, **chosen: object) -> str:
    table: str = (await host.result(Create, settings=settings(seats=3, code=CODE, **chosen), name="Host"))["table"]
    return table


@pytest.mark.parametrize("typed", [CODE, "aria deja", "ARIA DÉJA", "a\u0301ria de\u0301ja\u0300"])
async def test_case_and_accents_of_a_code_word_do_not_matter(here: Inside, opened: Opener, typed: str) -> None:
    """As people hear a word, so they type it."""
    table = await a_table(await person(opened))
    guest = await person(opened)
    await guest.enter(table, code=typed)
    await guest.result(Sit, table=table, name="Guest", code=typed)


async def test_another_word_is_refused(here: Inside, opened: Opener) -> None:
    """Blanks and letters count, and no word at all is wrong."""
    table = await a_table(await person(opened))
    guest = await person(opened)
    for wrong in ("", "aria", "ariadeja", "aria dejas"):
        assert await guest.code(Sit, table=table, name="Guest", code=wrong) == "wrong_code_word"


async def test_who_gave_the_seat_up_needs_no_code_word_again(here: Inside, opened: Opener) -> None:
    """A guest who left, and the host who left; not who was sent away."""
    host, guest, kicked = [await person(opened) for _ in range(3)]
    table = await a_table(host)
    for wire, name in ((guest, "Guest"), (kicked, "Kicked")):
        await wire.result(Sit, table=table, name=name, code=CODE)
    for wire, name in ((guest, "Guest"), (host, "Host")):
        await wire.result(Leave, table=table)
        await wire.enter(table)
        await wire.result(Sit, table=table, name=name)
    seat = here.room(table).table.seat_of(kicked.identity.public_key)
    assert seat is not None
    await host.result(Kick, table=table, seat=seat)
    assert await kicked.code(Sit, table=table, name="Kicked") == "wrong_code_word"


async def test_that_is_remembered_over_a_restart(tmp_path: Path) -> None:
    """Who sat at a table is in its journal."""
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        host, guest = await person(opened), await person(opened)
        table = await a_table(host)
        await guest.result(Sit, table=table, name="Guest", code=CODE)
        await guest.result(Leave, table=table)
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        again = await person(opened, identity=guest.identity)
        await again.enter(table)
        await again.result(Sit, table=table, name="Guest")


async def test_a_rematch_needs_no_code_word_from_those_who_sat_there(here: Inside, opened: Opener) -> None:
    """Whoever of them asks second or third sits down without it; a stranger does not."""
    players = [await person(opened) for _ in range(3)]
    table = await begin_game(players, code=CODE, game="turandot")
    await play_out(here, table, players)
    again = {(await wire.result(Rematch, table=table, name=f"Player {n}"))["table"] for n, wire in enumerate(players)}
    (rematch,) = again
    for number, wire in enumerate(players):
        await wire.enter(rematch)
        assert (await wire.result(Sit, table=rematch, name=f"Player {number}"))["seat"] == number
    stranger = await person(opened)
    assert await stranger.code(Enter, room=rematch, attachment=stranger.attachment) == "wrong_code_word"


async def test_a_rematch_keeps_its_seats_for_two_minutes(here: Inside, opened: Opener) -> None:
    """A stranger gets none of them, named or not, until the time is over; who sat there gets the own one."""
    time = here.stop_time()
    players = [await person(opened) for _ in range(3)]
    table = await begin_game(players, game="turandot")
    await play_out(here, table, players)
    rematch = (await players[0].result(Rematch, table=table, name="Player 0"))["table"]
    stranger = await person(opened)
    for seat in (None, 1, 2):
        assert await stranger.code(Sit, table=rematch, name="Stranger", seat=seat) == "seat_kept"
    assert (await players[1].result(Sit, table=rematch, name="Player 1"))["seat"] == 1
    time.pass_by(119)
    assert await stranger.code(Sit, table=rematch, name="Stranger") == "seat_kept"
    time.pass_by(1)
    assert (await stranger.result(Sit, table=rematch, name="Stranger"))["seat"] == 2


async def test_a_rematch_keeps_its_seats_no_longer_if_the_clock_is_set_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        players = [await person(opened) for _ in range(2)]
        table = await begin_game(players, game="turandot")
        await play_out(here, table, players)
        rematch = (await players[0].result(Rematch, table=table, name="Player 0"))["table"]
    clock = [1_000]
    monkeypatch.setattr("opera_server.server.now_ms", lambda: clock[0])
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        stranger = await person(opened)
        assert await stranger.code(Sit, table=rematch, name="Stranger") == "seat_kept"
        clock[0] += 120_000
        assert (await stranger.result(Sit, table=rematch, name="Stranger"))["seat"] == 1


async def test_code_words_cannot_be_tried_quickly(here: Inside, opened: Opener) -> None:
    """Also not from this machine, with any number of keys; other tables and those who sit there are not slowed."""
    host = await person(opened)
    tables = [await a_table(host), await a_table(host)]
    keys = [await person(opened) for _ in range(3)]
    codes = [await keys[number % 3].code(Sit, table=tables[0], name="Guest", code=str(number)) for number in range(50)]
    assert codes == ["wrong_code_word"] * GUESSES_AT_ONCE + ["too_many_guesses"] * (50 - GUESSES_AT_ONCE)
    assert await keys[0].code(Sit, table=tables[0], name="Guest", code=CODE) == "too_many_guesses"
    assert await keys[0].code(Enter, room=tables[0], attachment=keys[0].attachment, code=CODE) == "too_many_guesses"
    await keys[0].result(Sit, table=tables[1], name="Guest", code=CODE)
    await host.enter(tables[0])


async def test_a_name_that_looks_like_another_is_refused(here: Inside, opened: Opener) -> None:
    """Letters of another script, another case, a missing accent; for people and for bots' names."""
    host, guest = await person(opened), await person(opened)
    created = await host.result(Create, settings=settings(seats=4, bots=("random",)), name="Player 0")
    table = created["table"]
    for name in ("Player 0", "Рlaуer 0", "player O", "PLAYER 0", "Rossini", "Rossìni"):
        assert await guest.code(Sit, table=table, name=name) == "name_taken"
    await guest.result(Sit, table=table, name="Player 1")
