"""The transcript of a finished game, as the server has it."""

from opera_tui.local.transcripts import content_of, file_name
from opera_tui.session.session import Session


async def transcript(session: Session, table_id: str) -> tuple[str, bytes]:
    """Return the transcript of a game, and what its file is called."""
    content = content_of(await session.client.transcript(table_id))
    return file_name(session.client.room(table_id).view.head.name, table_id), content
