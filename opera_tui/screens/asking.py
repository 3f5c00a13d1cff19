"""What the boxes of a table ask of the server, and the server's answers."""

from abc import abstractmethod
from collections.abc import Sequence

from textual import work
from textual.screen import Screen

from opera_protocol.client import ClientError
from opera_protocol.texts import sentence
from opera_tui.boxes import AskLayout, AskPreviews, AskProposal, Box, Effect, Send
from opera_tui.i18n import translations
from opera_tui.session import Session
from opera_tui.table_model import TableModel


class AskingScreen(Screen[None]):
    """A table's screen, as far as it sends and asks; while an answer is awaited every key works."""

    session: Session
    model: TableModel
    table_id: str

    @abstractmethod
    def paint(self) -> None:
        """Bring every part up to date."""

    def carry_out(self, effects: Sequence[Effect]) -> None:
        """Send and ask what a box wants."""
        box = self.model.asking
        for effect in effects:
            if isinstance(effect, Send) and self.model.decision is not None:
                self._send(effect, self.model.decision)
            elif isinstance(effect, AskPreviews) and box is not None:
                self._preview(effect, box)
            elif isinstance(effect, AskLayout) and box is not None:
                self._arrange(effect, box)
            elif isinstance(effect, AskProposal):
                self._propose(effect.decision)

    @work(exclusive=True, group="send")
    async def _send(self, effect: Send, decision: int) -> None:
        """Send the answer; a refusal is a sentence, and what was prepared stays."""
        self.model.is_sending = True
        self.paint()
        try:
            await self.session.client.act(self.table_id, decision, dict(effect.action))
        except ClientError as error:
            self.model.notice = sentence(error.code, error.parameters, translations())
        self.model.is_sending = False
        self.paint()

    @work(exclusive=True, group="preview")
    async def _preview(self, effect: AskPreviews, box: Box) -> None:
        try:
            answer = await self.session.client.preview(self.table_id, [dict(action) for action in effect.actions])
        except ClientError:
            return
        box.take_previews(answer["previews"])
        self.paint()

    @work(exclusive=True, group="preview")
    async def _arrange(self, effect: AskLayout, box: Box) -> None:
        try:
            answer = await self.session.client.arrange(self.table_id, tuple(effect.buy), effect.goal)
        except ClientError:
            return
        self.carry_out(box.take_layout(answer["layout"]))
        self.paint()

    @work(exclusive=True, group="propose")
    async def _propose(self, decision: int) -> None:
        """An answer that comes after the decision is dropped."""
        try:
            answer = await self.session.client.propose(self.table_id, decision)
        except ClientError as error:
            self.model.take_no_proposal(decision, sentence(error.code, error.parameters, translations()))
        else:
            self.model.take_proposal(decision, answer)
        self.paint()
