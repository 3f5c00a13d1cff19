"""What is known of a proposal for the player's decision: whether it is on its way, and what is told of it."""

from collections.abc import Sequence

from opera_tui.proposals import Proposal


class Hint:
    """One proposal at a time: asked for, awaited, and kept to be told again."""

    def __init__(self) -> None:
        self.wordings: Sequence[str] = ()
        """What is told of it now, from the longest wording to the shortest; empty when it is not shown."""
        self._awaited: int | None = None
        self._is_overtaken = False
        """Whether the player has gone on preparing since it was asked for."""
        self._proposal: Proposal | None = None

    def ask(self, decision: int) -> None:
        self._awaited, self._is_overtaken = decision, False

    def is_awaited_for(self, decision: int | None) -> bool:
        return decision is not None and self._awaited == decision

    def proposal_for(self, decision: int) -> Proposal | None:
        """What came for this decision before."""
        is_known = self._proposal is not None and self._proposal.decision == decision
        return self._proposal if is_known else None

    def take(self, proposal: Proposal) -> bool:
        """Keep what came; whether it may be prepared, for it must change nothing that the player has gone on with."""
        self._awaited, self._proposal = None, proposal
        return not self._is_overtaken

    def give_up(self) -> None:
        """None will come."""
        self._awaited = None

    def put_away(self) -> None:
        """The player goes on."""
        self.wordings, self._is_overtaken = (), True
