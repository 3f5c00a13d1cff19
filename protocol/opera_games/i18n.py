"""Mark texts for translators; marked texts are translated where they are shown."""


def N_(text: str) -> str:  # noqa: N802 - the name that gettext's tools look for
    """Mark a text."""
    return text


def NN_(singular: str, plural: str) -> tuple[str, str]:  # noqa: N802 - as above
    """Mark a text that depends on a number."""
    return singular, plural
