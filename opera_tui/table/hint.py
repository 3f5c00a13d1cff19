"""The proposal of a strong bot for the player's decision: whether it is on its way, and what is shown of it."""

from collections.abc import Sequence

from opera_tui.table.proposals import Proposal


class Hint:
    """One proposal at a time: asked for, awaited, and kept to be shown again."""

    def __init__(self) -> None:
        self.wordings: Sequence[str] = ()
        """What is shown of it now, from the longest wording to the shortest; empty when it is not shown."""
        self._awaited: int | None = None
        self._is_overtaken = False
        """Whether the player has gone on preparing since it was asked for."""
        self._proposal: Proposal | None = None

    def ask(self, decision: int) -> None:
        self._awaited, self._is_overtaken = decision, False

    def is_awaited_for(self, decision: int | None) -> bool:
        return decision is not None and self._awaited == decision

    def proposal_for(self, decision: int) -> Proposal | None:
        """Return the proposal that came for this decision before."""
        is_known = self._proposal is not None and self._proposal.decision == decision
        return self._proposal if is_known else None

    def take(self, proposal: Proposal) -> bool:
        """Keep a proposal and return whether it may be prepared: it must not undo what the player did meanwhile."""
        self._awaited, self._proposal = None, proposal
        return not self._is_overtaken

    def give_up(self) -> None:
        """Stop waiting: no proposal will come."""
        self._awaited = None

    def put_away(self) -> None:
        """Hide the proposal, since the player goes on."""
        self.wordings, self._is_overtaken = (), True
