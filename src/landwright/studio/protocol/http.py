"""Bodies of HTTP requests and answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from landwright.studio.protocol._base import ID, INDEX, Said, Told


class ExportRequest(Said):
    """POST ``/api/export``: a kind of output, ``"recipe"``, or ``"all"`` for what ``landwright build`` gives, as a zip."""

    kind: ID
    options: dict[str, Any] = Field({})
    output: INDEX | None = Field(None, description="Take the recipe's output of this position instead of `options`.")
    name: Annotated[str, Field(max_length=240)] | None = Field(None, description="File name; chosen when left out.")


class ExportStarted(Told):
    """Answer to POST ``/api/export``."""

    job: int
    name: str = Field(description="Of the file that GET /api/export/{job} gives; a zip when there is more than one.")


class ExportState(Told):
    """Answer 202 of GET ``/api/export/{job}`` while it runs; the file itself comes with 200."""

    job: int
    fraction: float


class Opened(Told):
    """Answer to POST ``/api/open?session=...&name=...`` (body: the file's bytes); a ``document`` message follows."""

    name: str
    kind: Literal["recipe", "heightmap"]


class Refused(Told):
    """The body of every answer from 400 on."""

    error: str
