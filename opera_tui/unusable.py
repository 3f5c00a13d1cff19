"""What ends the program before or instead of its screens."""


class Unusable(Exception):  # noqa: N818 - it is what the user reads
    """A sentence that says why the program cannot run here."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
