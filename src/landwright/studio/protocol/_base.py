"""What every message is made of."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

PATH = Annotated[str, Field(max_length=240)]
ID = Annotated[str, Field(max_length=64)]
INDEX = Annotated[int, Field(ge=0, le=10_000)]


class Said(BaseModel):
    """What a page says: nothing unknown, nothing infinite."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Told(BaseModel):
    """What the server tells."""

    model_config = ConfigDict(extra="forbid", frozen=True)
