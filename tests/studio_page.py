"""A page of the studio, in the words of a person who uses it."""

from __future__ import annotations

from playwright.sync_api import ConsoleMessage, Page


class StudioPage:
    """The page, and what went wrong in it.

    Parameters
    ----------
    page : Page
        Of Playwright.
    origin : str
        The studio's address.
    query : str
        Appended, ``?...``.
    """

    def __init__(self, page: Page, origin: str, query: str = "") -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._console)
        page.goto(f"{origin}/{query}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(message.text)
