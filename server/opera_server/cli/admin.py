"""The commands `admin ...`: tell the server that is running with a data folder what to do."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

DataOption = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="DIR", envvar="OPERA_DATA", help="The server's data folder; without it the usual one."
    ),
]
TableArgument = Annotated[str, typer.Argument(metavar="TABLE", help="A table's id, or its name if it is the only one.")]
KeyArgument = Annotated[
    str, typer.Argument(metavar="KEY", help="A player's fingerprint, as `admin players` shows it, or public key.")
]

app = typer.Typer(help="Tell the server that is running with a data folder what to do.", no_args_is_help=True)


@app.command(help="List the tables that are open or running.")
def tables(data: DataOption = None) -> None:
    columns = ("id", "state", "game", "name", "players", "watching")
    _show_rows(_asked(data, "tables"), columns, nothing="There is no table.")


@app.command(help="List who is connected. With names, fingerprints and addresses.")
def players(data: DataOption = None) -> None:
    columns = ("fingerprint", "names", "address", "tables")
    _show_rows(_asked(data, "players"), columns, nothing="Nobody is connected.")


@app.command(help="End a table without a result. Its transcript can still be exported.")
def close(table: TableArgument, data: DataOption = None) -> None:
    _asked(data, "close", table=table)
    typer.echo("The table is closed.")


@app.command(help="Keep a player's key out, from now on and after a restart.")
def ban(key: KeyArgument, data: DataOption = None) -> None:
    _asked(data, "ban", key=key)
    typer.echo("This key is kept out.")


@app.command(help="Let a player's key in. Lifts a ban, and lists the key where access is listed.")
def allow(key: KeyArgument, data: DataOption = None) -> None:
    _asked(data, "allow", key=key)
    typer.echo("This key is let in.")


@app.command(help="Show a line to everyone who is connected.")
def notice(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="One line of plain text.")], data: DataOption = None
) -> None:
    _asked(data, "notice", text=text)
    typer.echo("The notice is sent.")


@app.command(help="Stop the server; games are kept.")
def stop(data: DataOption = None) -> None:
    _asked(data, "stop")
    typer.echo("The server is stopping.")


def chosen_folder(data: Path | None) -> Path:
    """Return the data folder of the option, or the usual one."""
    from opera_server.config.data_folder import default_folder  # noqa: PLC0415

    return data if data is not None else default_folder()


def _asked(data: Path | None, do: str, **parameters: str) -> Any:
    from opera_server.operate.admin import ask_server  # noqa: PLC0415

    return ask_server(chosen_folder(data), do, **parameters)


def _show_rows(rows: Sequence[dict[str, Any]], columns: Sequence[str], nothing: str) -> None:
    """Print a table; what people wrote is made harmless for the terminal."""
    from opera_lab.text_tables import table  # noqa: PLC0415

    lines = table([list(columns), *([_cell(row.get(column)) for column in columns] for row in rows)], numbers=False)
    typer.echo("\n".join(lines) if rows else nothing)


def _cell(value: object) -> str:
    from opera_protocol.texts.format import plain  # noqa: PLC0415

    if isinstance(value, list):
        return ", ".join(_cell(entry) for entry in value) or "–"
    return plain(str(value)) if value not in (None, "") else "–"
