"""Describe what changed between two documents as a small document, and apply such a change.

A document is a map with text keys, a list, a text, an integer (of msgpack's range), a boolean or nil.
Booleans are no integers (true is not 1) and the order of a map's keys means nothing. `diff(a, b)` is a change such that
`patch(a, diff(a, b)) == b`. A change describes what becomes of one value, the old one:

    text, integer, boolean, nil   this is the new value, whatever the old one was
    {}                            the old value stays as it is
    {key: change, ...}            the old value is a map: each named key's value changes so, the others stay;
                                  a key the old map lacks is added (its change is then a scalar or [value])
    [value]                       this is the new value, whatever the old one was (a list or map as it stands)
    []                            the key is removed; allowed only as the change of a key that the map has
    [edit, edit, ...]             the old value is a list: the edits apply one after the other, each to the
                                  list that the edits before it left; always two elements or more

The elements of an edit stand in the array of edits itself, without brackets of their own, and its first
integer tells the two sorts apart:

    p, change                     p >= 0: the item at position p (the first is 0) changes so; never by []
    p, n, [value, ...]            p < 0: at position -1 - p, n items are removed and these values put there

Examples:

    {"points": 5, "halls": ["verdi", null]}  ->  {"points": 6, "halls": ["verdi", "mozart"]}
    {"points": 6, "halls": [1, "mozart"]}

    {"stock": ["bizet"], "bids": {"0": 3}}  ->  {"stock": ["bizet", "verdi"], "bids": {"1": 3}}
    {"stock": [-2, 0, ["verdi"]], "bids": [{"1": 3}]}

A diff that breaks this description or names what the old document lacks is refused with `PatchError`; the
document is not changed by that. Nothing in a diff can make a document grow by more than its own size.
"""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from opera_protocol.wire.codec import offence
from opera_protocol.wire.errors import PatchError

Document: TypeAlias = dict[str, Any] | list[Any] | msgspec.Struct | str | int | None
Change: TypeAlias = Document

_SCALARS: Final[frozenset[type]] = frozenset({str, int, bool, type(None)})
_LISTS: Final[frozenset[type]] = frozenset({list, tuple})
_SAME: Final[dict[str, Any]] = {}
_ABSENT: Final[Any] = object()
_FEW_ELEMENTS: Final = 8
_SHORT: Final = 16
"""The length of a shorter array takes one byte, and so do positions in it."""
_MOST_COMPARISONS: Final = 4096
_values_of: Final = msgspec.structs.astuple
_packed: Final = msgspec.msgpack.Encoder().encode
_canonical: Final = msgspec.msgpack.Encoder(order="deterministic").encode


def diff(old: Document, new: Document) -> Change:
    """Compute the change that turns the old document into the new one; it shares parts of the new one.

    A tuple in a document counts as the list that it becomes on the wire, a struct as the map. What is the same object
    in both documents is not compared.
    """
    change: Change = _change(old, new)
    return change


def patch(old: Document, change: Change) -> Document:
    """Apply a change and return the new document; the old one stays as it was and shares what did not change."""
    try:
        new: Document = _patched(old, change)
    except RecursionError as error:
        raise PatchError("too_deep") from error
    return new


def _change(old: Any, new: Any) -> Any:
    """Compute the change of one value, `_SAME` if there is none; at most a byte longer than the new value."""
    kind = type(new)
    if kind in _SCALARS:
        return _SAME if kind is type(old) and old == new else new
    if kind is dict and type(old) is dict:
        return _map_change(old, new)
    if kind in _LISTS and type(old) in _LISTS:
        return _list_change(old, new)
    if isinstance(new, msgspec.Struct) and kind is type(old) and not new.__struct_config__.array_like:
        return _SAME if old == new else _struct_change(old, new)
    before, after = _plain(old), _plain(new)
    return _whole(after) if before is old and after is new else _change(before, after)


def _struct_change(old: msgspec.Struct, new: msgspec.Struct) -> Any:
    """Compute the change of a struct's map; the maps themselves are made only if they are needed.

    Equal values of a field are the same, since its type is: it never holds true here and 1 there.
    """
    form = _wire_form(type(new))
    changes: dict[str, Any] = {}
    excess = 0
    for name, before, after in zip(form.names, _values_of(old), _values_of(new), strict=True):
        if before is after or before == after:
            continue
        if name in form.may_be_absent and (form.is_absent(name, before) or form.is_absent(name, after)):
            return _map_change(_plain(old), _plain(new))
        change = _change(before, after)
        if change is not _SAME:
            changes[name] = change
            excess += _excess(change, after)
    if not changes:
        return _SAME
    return changes if _is_map_shorter(excess, form.size - len(changes)) else _shortest(changes, [_plain(new)])


class _WireForm(NamedTuple):
    """How a type of structs becomes a map."""

    names: tuple[str, ...]
    """The keys of its fields."""
    tag: dict[str, Any]
    may_be_absent: dict[str, Any]
    """The fields that are left out when they have their default."""
    size: int
    """How many keys it has at least."""

    def is_absent(self, name: str, value: Any) -> bool:
        return value is self.may_be_absent[name]


@cache
def _wire_form(kind: type[msgspec.Struct]) -> _WireForm:
    config = kind.__struct_config__
    tag = {} if config.tag_field is None else {config.tag_field: config.tag}
    names, defaults = kind.__struct_encode_fields__, kind.__struct_defaults__
    with_default = zip(names[len(names) - len(defaults) :], defaults, strict=True)
    may_be_absent = {name: value for name, value in with_default if config.omit_defaults or value is msgspec.UNSET}
    return _WireForm(names, tag, may_be_absent, len(names) - len(may_be_absent))


def _plain(value: Any) -> Any:
    """Turn a struct or named tuple into the map or list that it becomes on the wire, but not its values."""
    if not isinstance(value, msgspec.Struct):
        return tuple(value) if isinstance(value, tuple) else value
    if value.__struct_config__.array_like:
        return _values_of(value)
    form = _wire_form(type(value))
    fields = dict(zip(form.names, _values_of(value), strict=True))
    for name, default in form.may_be_absent.items():
        if fields[name] is default:
            del fields[name]
    return {**form.tag, **fields}


def _whole(new: Any) -> Any:
    """Write the change that replaces any value by this one."""
    if type(new) in _SCALARS:
        return new
    if type(new) is dict or type(new) in _LISTS:
        return [new]
    raise TypeError(f"no part of a document: {type(new).__name__}")


def _map_change(old: dict[str, Any], new: dict[str, Any]) -> Any:
    changes: dict[str, Any] = {}
    excess = 0
    for key, value in new.items():
        before = old.get(key, _ABSENT)
        if before is value:
            continue
        change = _change(before, value)
        if change is not _SAME:
            changes[key] = change
            excess += _excess(change, value)
    if old.keys() != new.keys():
        changes.update((key, []) for key in old if key not in new)
        return _shortest(changes, [new])
    if not changes:
        return _SAME
    return changes if _is_map_shorter(excess, len(new) - len(changes)) else _shortest(changes, [new])


def _excess(change: Any, new: Any) -> int:
    """Return by how many bytes a change is longer than its new value at the most; it is -1 if it is surely shorter.

    A scalar is its own change, and other changes take a byte more at the most. Of a map in which half of the keys stay
    at least, each change takes a byte more at the most, and each key that is left out saves two.
    """
    kind = type(change)
    if kind is dict:
        return -1 if 2 * len(change) <= _size(new) and [] not in change.values() else 1
    return 1 if kind in _LISTS else 0


def _size(new: Any) -> int:
    """Count the keys of a map, or those that a struct has at least."""
    return _wire_form(type(new)).size if isinstance(new, msgspec.Struct) else len(new)


def _is_map_shorter(excess: int, left_out: int) -> bool:
    """Say whether the changes of a map's keys are surely no longer than the whole map.

    They are longer than their values by `excess`; each key that is left out saves two bytes at least, and the whole
    map needs an array around it.
    """
    return excess <= 2 * left_out + 1


def _list_change(old: Sequence[Any], new: Sequence[Any]) -> Any:
    if len(old) != len(new):
        return _shortest(_aligned_edits(old, new), [new]) if old and new else [new]
    edits: list[Any] = []
    excess = 0
    for position, (before, after) in enumerate(zip(old, new, strict=True)):
        if before is after:
            continue
        change = _change(before, after)
        if change is not _SAME:
            edits += (position, change)
            excess += _excess(change, after)
    if not edits:
        return _SAME
    if len(edits) > _FEW_ELEMENTS and _have_moved(edits[::2], old, new):
        return _shortest(edits, _aligned_edits(old, new), [new])
    return edits if _are_edits_shorter(excess, len(edits) // 2, len(new)) else _shortest(edits, [new])


def _are_edits_shorter(excess: int, edits: int, size: int) -> bool:
    """Say whether the edits of a short list are surely no longer than the whole list.

    They are longer than their values by `excess`, and by a byte each for their positions; each item that is left out
    saves a byte at least, and the whole list needs an array around it.
    """
    return max(size, 2 * edits) < _SHORT and excess + edits <= size - edits + 1


def _have_moved(positions: list[int], old: Sequence[Any], new: Sequence[Any]) -> bool:
    """Say whether one of the changed items stood at another of these positions before."""
    before = {_canonical(old[position]) for position in positions}
    return any(_canonical(new[position]) in before for position in positions)


def _aligned_edits(old: Sequence[Any], new: Sequence[Any]) -> list[Any]:
    """List edits that keep the items which moved because others were inserted or removed."""
    before, after = [_canonical(item) for item in old], [_canonical(item) for item in new]
    head = _common_length(before, after)
    tail = _common_length(before[head:][::-1], after[head:][::-1])
    edits: list[Any] = []
    for old_from, old_to, new_from, new_to in _differing_ranges(
        before[head : len(before) - tail], after[head : len(after) - tail]
    ):
        edits += _replacement(
            old[head + old_from : head + old_to], new[head + new_from : head + new_to], head + new_from
        )
    return edits


def _common_length(first: list[bytes], second: list[bytes]) -> int:
    """Count the equal items at the start of two lists."""
    length = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        length += 1
    return length


def _differing_ranges(before: list[bytes], after: list[bytes]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the ranges (from, to) of both lists between the items they have in common."""
    if len(before) * len(after) > _MOST_COMPARISONS or set(before).isdisjoint(after):
        yield 0, len(before), 0, len(after)
        return
    for tag, *stretch in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            old_from, old_to, new_from, new_to = stretch
            yield old_from, old_to, new_from, new_to


def _replacement(old: Sequence[Any], new: Sequence[Any], position: int) -> list[Any]:
    """List edits that turn one range of a list, now at this position, into another."""
    edits: list[Any] = []
    for offset, (before, after) in enumerate(zip(old, new, strict=False)):
        change = _change(before, after)
        if change is not _SAME:
            edits += (position + offset, change)
    if len(old) != len(new):
        shared = min(len(old), len(new))
        edits += (-1 - position - shared, len(old) - shared, new[shared:])
    return edits


def _shortest(*changes: Any) -> Any:
    """Choose the change with the fewest bytes, the first of equals."""
    return min(changes, key=lambda change: len(_packed(change)))


def _patched(old: Any, change: Any) -> Any:
    kind = type(change)
    if kind in _SCALARS:
        return change
    if kind is dict:
        return _patched_map(old, change)
    if kind is not list:
        raise PatchError("forbidden_type")
    if not change:
        raise PatchError("bad_removal")
    if len(change) == 1:
        return _checked(change[0])
    return _patched_list(old, change)


def _patched_map(old: Any, changes: dict[str, Any]) -> Any:
    if not changes and old is not _ABSENT:
        return old
    if type(old) is not dict:
        raise PatchError("not_a_map")
    new = old.copy()
    for key, change in changes.items():
        if type(key) is not str:
            raise PatchError("forbidden_type")
        if type(change) is list and not change:
            if new.pop(key, _ABSENT) is _ABSENT:
                raise PatchError("absent_key")
        else:
            new[key] = _patched(new.get(key, _ABSENT), change)
    return new


def _patched_list(old: Any, edits: list[Any]) -> list[Any]:
    if type(old) is not list:
        raise PatchError("not_a_list")
    new = old.copy()
    elements = iter(edits)
    for position in elements:
        if type(position) is not int:
            raise PatchError("bad_edit")
        if position < 0:
            _splice(new, -1 - position, next(elements, None), next(elements, None))
        elif position < len(new):
            new[position] = _patched(new[position], next(elements, []))
        else:
            raise PatchError("no_such_item")
    return new


def _splice(items: list[Any], position: int, removed: Any, inserted: Any) -> None:
    if type(removed) is not int or removed < 0 or type(inserted) is not list:
        raise PatchError("bad_edit")
    if position + removed > len(items):
        raise PatchError("no_such_item")
    items[position : position + removed] = _checked(inserted)


def _checked(value: Any) -> Any:
    wrong = offence(value, _SCALARS)
    if wrong:
        raise PatchError(wrong)
    return value
