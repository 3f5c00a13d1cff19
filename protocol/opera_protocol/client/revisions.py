"""Which update follows which view: by the revisions before and after it, of both documents."""

from collections.abc import Mapping
from typing import Any

from opera_protocol.client.lines import OutOfStep
from opera_protocol.client.views import View
from opera_protocol.diff import Document, patch
from opera_protocol.messages import PrivateUpdate, Update


def next_view(view: View, update: Update, private: PrivateUpdate | None) -> View:
    """The view after an update; the same one if the update is older. Raises `OutOfStep` or `PatchError`."""
    if update.before < update.after <= view.revision:
        return view
    if update.before == view.revision:
        return _followed(view, update, private)
    if update.before == update.after < view.revision and _is_older(view, private):
        return view
    raise OutOfStep(view.room)


def _is_older(view: View, private: PrivateUpdate | None) -> bool:
    """Whether the view has the private part of an update that came before it."""
    return private is None or view.private is None or private.after <= view.private_revision


def _followed(view: View, update: Update, private: PrivateUpdate | None) -> View:
    public = _document(view, view.public, update.change)
    if public is None:
        raise OutOfStep(view.room)
    own, own_revision = _own(view, private, is_new=update.before < update.after)
    if update.after == view.revision and public is view.public and own is view.private:
        return view
    return View(view.room, public, update.after, own, own_revision)


def _own(view: View, private: PrivateUpdate | None, *, is_new: bool) -> tuple[Mapping[str, Any] | None, int]:
    """The seat's own document after its part of an update, with its revision."""
    known, revision = view.private, view.private_revision
    if private is None:
        return known, revision
    # Sitting down elsewhere changes the public document too: then the count begins anew.
    if private.before == 0 and (is_new or known is None):
        known = {}
    elif private.after <= revision:
        return known, revision
    elif known is None or private.before != revision:
        raise OutOfStep(view.room)
    document = _document(view, known, private.change)
    return document, private.after if document is not None else 0


def _document(view: View, known: Mapping[str, Any], change: Any) -> Mapping[str, Any] | None:
    """The next document; null means that there is none any more."""
    assert isinstance(known, dict)
    document: Document = patch(known, change)
    if document is not None and not isinstance(document, dict):
        raise OutOfStep(view.room)
    return document
