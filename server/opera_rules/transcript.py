"""The transcript of a game: a public file format of JSON lines that other programs can read and check.

`Recorder` makes the lines while a game is played. `read` takes lines from any source, trusted or not; `moments` of the
`Transcript` that it returns replays the game from its seed and stops at the first line that does not follow.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, NamedTuple, Never

import msgspec

from opera_games.catalog import GAMES
from opera_rules.api import Action, AnyRules, Event, Map, Seat, Step, rules_of, to_map
from opera_rules.editions import built_in, edition_from, is_built_in
from opera_rules.json_lines import decoded, encoded, require_same
from opera_rules.refusals import Refused

FORMAT = 2
FORMATS = (1, FORMAT)
"""The formats that can be read: in format 1 nothing was ever taken back."""
LONGEST_LINE = 1_000_000
"""Bytes; the first line can hold a whole edition."""
LARGEST = 32_000_000
"""Bytes of a whole transcript; long games have less than one million."""
LONGEST_NAME = 40
LONGEST_ID = 16
SEED = re.compile(r"[0-9a-f]{64}")


class Origin(msgspec.Struct, frozen=True):
    """The table whose first actions a game has repeated, and the one whose start made the shuffle."""

    table: str
    actions: int
    dealt_at: str


class Amends(NamedTuple):
    """What was not played straight on: how many actions were taken back, and where the game goes on from."""

    taken_back: int = 0
    origin: Origin | None = None

    def fields(self) -> Map:
        """Return the fields of the last line; nothing is said where nothing happened."""
        taken_back = {"taken_back": self.taken_back} if self.taken_back else {}
        return {**taken_back, **({"from": to_map(self.origin)} if self.origin else {})}


STRAIGHT_ON = Amends()


def start_fields(
    game: str, written: int, version: int, options: Mapping[str, Any], names: Sequence[str], data_file: Map | None
) -> Map:
    """Return the fields of the first line, without the state that the game begins with."""
    line = {
        "type": "start",
        "game": game,
        "format": written,
        "rules": version,
        "options": options,
        "players": list(names),
    }
    return line if data_file is None else {**line, "edition": data_file}


class Recorder:
    """Makes a game's lines: one for its beginning, one for every action, one for its end.

    `version` is that of the rules, where it is not this program's: a game of earlier rules is written as it was then.
    """

    def __init__(
        self,
        rules: AnyRules,
        names: Sequence[str],
        options: Mapping[str, Any],
        edition: Any,
        written: int = FORMAT,
        amends: Amends = STRAIGHT_ON,
        version: int | None = None,
    ) -> None:
        self.rules = rules
        self.format = written
        self.version = rules.VERSION if version is None else version
        self.amends = amends
        self.names = names
        self.options = options
        self.data_file: Map | None = None if is_built_in(rules.NAME, edition) else edition.source
        """The edition, where it is not the built-in one."""
        self.actions = 0

    def start(self, step: Step[Any]) -> bytes:
        """Write the line of a new game."""
        options = self.rules.read_options(self.options)
        line = start_fields(self.rules.NAME, self.format, self.version, options, self.names, self.data_file)
        return encoded({**line, "state": self.rules.write_state(step.game)})

    def action(self, seat: Seat, action: Action, step: Step[Any]) -> bytes:
        """Write the line of an action that was carried out, with what it led to."""
        self.actions += 1
        return encoded(
            {
                "type": "action",
                "n": self.actions,
                "seat": seat,
                "action": self.rules.write_action(action),
                "events": to_map(step.events),
                "state": self.rules.write_state(step.game),
            }
        )

    def end(self, game: Any, shuffle: Map) -> bytes:
        """Write the line of a game that is over; `shuffle` holds the seed and how it came about."""
        return encoded({"type": "end", **(self.rules.outcome(game) or {}), **self.amends.fields(), "shuffle": shuffle})

    def abandoned(self, shuffle: Map) -> bytes:
        """Write the line of a game that nobody will finish."""
        return encoded({"type": "end", "abandoned": True, **self.amends.fields(), "shuffle": shuffle})


class Moment(NamedTuple):
    """A state of a replayed game and what led to it; nobody acted before the first one."""

    line: int
    seat: Seat | None
    action: Action | None
    game: Any
    events: tuple[Event, ...]


class Summary(NamedTuple):
    """A transcript that passed the check, in short; `outcome` is as in its last line, None for an abandoned game."""

    game: str
    names: tuple[str, ...]
    outcome: Map | None
    actions: int
    amends: Amends = STRAIGHT_ON


class Transcript(NamedTuple):
    """A transcript whose first and last line were read; `moments` replays the game and checks the lines between."""

    rules: AnyRules
    names: tuple[str, ...]
    options: Map
    edition: Any
    is_abandoned: bool
    shuffle: Map
    lines: tuple[bytes, ...]
    end: int
    """The index of the end line."""
    format: int = FORMAT
    amends: Amends = STRAIGHT_ON

    @property
    def actions(self) -> int:
        return self.end - 1

    def moments(self) -> Iterator[Moment]:
        """Replay the game from its seed and compare each state with its line, at the end also the outcome."""
        recorder = Recorder(self.rules, self.names, self.options, self.edition, self.format, self.amends)
        step = self._begin()
        self._check_start(recorder.start(step))
        yield Moment(1, None, None, *step)
        for number, line in enumerate(self.lines[1 : self.end], start=2):
            seat, action, step = self._act(step.game, line, number)
            require_same(line, recorder.action(seat, action, step), number)
            yield Moment(number, seat, action, *step)
        self._check_end(recorder, step.game)

    def _check_start(self, expected: bytes) -> None:
        try:
            require_same(self.lines[0], expected, 1, given="options")
        except Refused:
            if "lesson" in self.shuffle:
                raise Refused("transcript_of_lesson") from None
            raise

    def _begin(self) -> Step[Any]:
        seed = bytes.fromhex(self.shuffle["seed"])
        try:
            return self.rules.new_game(len(self.names), self.options, self.edition, seed)
        except Refused as refusal:
            _pass_on(refusal, 1)

    def _act(self, game: Any, line: bytes, number: int) -> tuple[Seat, Action, Step[Any]]:
        fields = decoded(line, number)
        if fields.get("type") != "action":
            raise Refused("transcript_no_action", line=number)
        seat = fields.get("seat")
        if type(seat) is not int:
            raise Refused("transcript_bad_field", line=number, field="seat")
        try:
            action = self.rules.read_action(fields.get("action"))
            return seat, action, self.rules.apply(game, seat, action)
        except Refused as refusal:
            _pass_on(refusal, number)

    def _check_end(self, recorder: Recorder, game: Any) -> None:
        number = self.end + 1
        is_over = self.rules.outcome(game) is not None
        if is_over and self.is_abandoned:
            raise Refused("transcript_line_differs", line=number, field="abandoned")
        if not is_over and not self.is_abandoned:
            raise Refused("transcript_not_over", line=number)
        expected = recorder.end(game, self.shuffle) if is_over else recorder.abandoned(self.shuffle)
        require_same(self.lines[self.end], expected, number)
        if len(self.lines) > number:
            raise Refused("transcript_goes_on", line=number + 1)


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream, none of them longer than `read` would take."""
    while line := stream.readline(LONGEST_LINE + 2):
        yield line


def read(lines: Iterable[bytes | str]) -> Transcript:
    """Read a transcript to be replayed; refuse one whose first or last line cannot be understood."""
    kept = _limited(lines)
    if not kept:
        raise Refused("transcript_no_start")
    start = decoded(kept[0], 1)
    rules = _rules(start)
    names, options, edition = _names(start), _options(rules, start), _edition(rules, start)
    end, last = _end(kept)
    shuffle, written = _shuffle(last, end), _version(start, "format")
    amends = _amends(last, end) if written >= FORMAT else STRAIGHT_ON
    return Transcript(
        rules, names, options, edition, last.get("abandoned") is True, shuffle, kept, end, written, amends
    )


def replay(lines: Iterable[bytes | str]) -> Summary:
    """Check a whole transcript; refuse the first line that does not follow from the one before."""
    transcript = read(lines)
    game = None
    for moment in transcript.moments():
        game = moment.game
    outcome = transcript.rules.outcome(game)
    return Summary(transcript.rules.NAME, transcript.names, outcome, transcript.actions, transcript.amends)


def _limited(lines: Iterable[bytes | str]) -> tuple[bytes, ...]:
    """Return all lines as bytes, within the limits: the seed is in the last line, so all are needed before a check."""
    kept: list[bytes] = []
    bytes_left = LARGEST
    for number, line in enumerate(lines, start=1):
        content = line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line
        content = content.removesuffix(b"\n")
        if len(content) > LONGEST_LINE:
            raise Refused("transcript_line_too_long", line=number, highest=LONGEST_LINE)
        bytes_left -= len(content) + 1
        if bytes_left < 0:
            raise Refused("transcript_too_large", highest=LARGEST)
        kept.append(content)
    return tuple(kept)


def _rules(start: Map) -> AnyRules:
    """Return the rules of the game, if this program has the same ones as the transcript's writer."""
    if start.get("type") != "start":
        raise Refused("transcript_no_start")
    written = _version(start, "format")
    if written not in FORMATS:
        raise Refused("transcript_other_format", format=written, expected=FORMAT)
    game = start.get("game")
    if game not in GAMES:
        raise Refused("transcript_bad_field", line=1, field="game")
    rules = rules_of(game)
    version = _version(start, "rules")
    if version != rules.VERSION:
        raise Refused("transcript_other_rules", game=game, rules=version, expected=rules.VERSION)
    return rules


def _version(start: Map, field: str) -> int:
    version = start.get(field)
    if type(version) is not int:
        raise Refused("transcript_bad_field", line=1, field=field)
    return version


def _names(start: Map) -> tuple[str, ...]:
    """Refuse names that a terminal could act on, since they will be shown."""
    names = start.get("players")
    if not isinstance(names, list) or not all(_is_name(name) for name in names):
        raise Refused("transcript_bad_field", line=1, field="players")
    return tuple(names)


def _is_name(name: object) -> bool:
    return isinstance(name, str) and 0 < len(name) <= LONGEST_NAME and name.isprintable()


def _options(rules: AnyRules, start: Map) -> Map:
    options = start.get("options")
    if not isinstance(options, dict):
        raise Refused("transcript_bad_field", line=1, field="options")
    try:
        return rules.read_options(options)
    except Refused as refusal:
        _pass_on(refusal, 1)


def _edition(rules: AnyRules, start: Map) -> Any:
    """Return the built-in edition, or the one that the first line carries, which must then be another one."""
    if "edition" not in start:
        return built_in(rules.NAME)
    source = start["edition"]
    if not isinstance(source, dict) or source.get("game") != rules.NAME:
        raise Refused("transcript_bad_field", line=1, field="edition")
    try:
        return edition_from(source).edition
    except Refused as refusal:
        _pass_on(refusal, 1)


def _end(lines: Sequence[bytes]) -> tuple[int, Map]:
    """Find the end line and its fields; if there is none, refuse the first broken line."""
    for place, line in enumerate(lines):
        if _is_end(line):
            return place, decoded(line, place + 1)
    for number, line in enumerate(lines, start=1):
        decoded(line, number)
    raise Refused("transcript_unfinished", lines=len(lines))


class _Kind(msgspec.Struct):
    type: str


def _is_end(line: bytes) -> bool:
    try:
        return msgspec.json.decode(line, type=_Kind).type == "end"
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def _shuffle(last: Map, end: int) -> Map:
    shuffle = last.get("shuffle")
    if not isinstance(shuffle, dict):
        raise Refused("transcript_bad_field", line=end + 1, field="shuffle")
    seed = shuffle.get("seed")
    if not isinstance(seed, str) or not SEED.fullmatch(seed):
        raise Refused("transcript_bad_field", line=end + 1, field="shuffle.seed")
    return shuffle


def _amends(last: Map, end: int) -> Amends:
    """Read what was taken back and where the game goes on from: ids are shown, so they must be plain."""
    taken_back, origin = last.get("taken_back", 0), None
    if type(taken_back) is not int or taken_back < 0:
        raise Refused("transcript_bad_field", line=end + 1, field="taken_back")
    if "from" in last:
        try:
            origin = msgspec.convert(last["from"], Origin)
        except msgspec.ValidationError:
            raise Refused("transcript_bad_field", line=end + 1, field="from") from None
        if not all(_is_id(name) for name in (origin.table, origin.dealt_at)) or origin.actions not in range(end):
            raise Refused("transcript_bad_field", line=end + 1, field="from")
    return Amends(taken_back, origin)


def _is_id(name: str) -> bool:
    return 0 < len(name) <= LONGEST_ID and name.isascii() and name.isalnum()


def _pass_on(refusal: Refused, line: int) -> Never:
    """Raise a refusal of the rules as one of this line."""
    raise Refused("transcript_line_refused", line=line, reason=refusal.code) from refusal
