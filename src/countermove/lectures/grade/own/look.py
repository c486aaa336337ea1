"""How a position looks: as the program prints it, or as its board is."""

from __future__ import annotations

import contextlib
import io
import re

from countermove.lectures.grade.own.grid import Grid
from countermove.lectures.grade.own.load import Late
from countermove.lectures.grade.own.stage import Moment, Stage
from countermove.lectures.grade.own.survey import Survey

SHOWS = re.compile(r"print|display|show|draw|render|pretty|output|dump", re.IGNORECASE)


class Look:
    """Shows positions."""

    stage: Stage
    survey: Survey
    given: dict[str, str]
    grid: Grid | None

    def _text(self, moment: Moment) -> str:
        """The position as the program prints it, or as its board is."""
        for printed in (self._printed(moment), self._drawn(moment)):
            if printed:
                return printed
        parts = {name: value for name, value in moment.arguments.items() if name not in self.stage.slots}
        return ", ".join(f"{name} = {value!r}" for name, value in parts.items())[:300]

    def _printed(self, moment: Moment) -> str:
        names = [name for name, each in self.survey.functions.items() if SHOWS.search(each.short) and not each.nested]
        if "show" in self.given:
            names = [name for name in self.survey.functions if name.endswith(self.given["show"])]
        moment = moment.copy()
        states = [value for name, value in moment.arguments.items() if name not in self.stage.slots]
        for state in states:
            if hasattr(state, "__dict__") and {"__str__", "__repr__"} & {
                name for cls in type(state).__mro__[:-1] for name in vars(cls)
            }:
                with contextlib.suppress(Exception, Late):
                    return str(state)[:400]
        for name in names:
            each = self.survey.functions[name]
            out = io.StringIO()
            with contextlib.suppress(Exception, Late, SystemExit), contextlib.redirect_stdout(out):
                for variable, value in moment.variables.items():
                    if "." not in variable:
                        self.stage.space[variable] = value
                if each.owner:
                    owner = next(
                        (state for state in states if each.owner in [cls.__name__ for cls in type(state).__mro__]), None
                    )
                    if owner is None or each.required > 0:
                        continue
                    getattr(owner, each.short)()
                elif each.required <= 1 and self.stage.space.get(name):
                    self.stage.space[name](*([states[0]] if each.parameters and states else []))
            text = "\n".join(line.rstrip() for line in out.getvalue().splitlines()).strip("\n")
            if 3 <= len(text) <= 600:
                return text
        return ""

    def _drawn(self, moment: Moment) -> str:
        if self.grid is None:
            return ""
        try:
            value = self.grid.raw(moment)
        except (KeyError, AttributeError):
            return ""
        if hasattr(value, "tolist"):
            value = value.tolist()
        rows = value if isinstance(value, (list, tuple)) and value and isinstance(value[0], (list, tuple)) else None
        if rows is None:
            cells = self.grid.cells(moment)
            if len(cells) != 9:
                return ""
            rows = [cells[0:3], cells[3:6], cells[6:9]]
        return "\n".join(
            " ".join("." if cell in (" ", "", None, 0) else str(getattr(cell, "name", cell)) for cell in row)
            for row in rows
        )
