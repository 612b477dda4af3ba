"""Numbers with a fraction that a person gives."""

from __future__ import annotations

import math
from typing import Any

import click


class NumberRange(click.FloatRange):
    """A number between two bounds; Click's own range lets `nan` through."""

    def convert(
        self,
        value: Any,  # noqa: ANN401 -- click's signature
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> float:
        """Return the number; anything else is a usage error (exit 2)."""
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value!r} is not a valid {self.name}.", param, ctx)
        return number
