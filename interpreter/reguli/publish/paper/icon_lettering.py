"""Icons in lines of text, as they are drawn for Typst."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reguli.publish.document.page_units import to_plain_data
from reguli.publish.layouts.piece_layout import IconPicture, VisualTheme, readable_text_colour
from reguli.publish.pictures.map_marks import assign_neutral_icons, mark_letter
from reguli.source.frozen_values import FrozenValue, frozen_class


@frozen_class
class IconLettering(FrozenValue):
    """The text of sides with the icons in it, which a theme may draw; what nobody drew is a neutral mark with a letter."""

    look: VisualTheme
    icons: Mapping[str, IconPicture]

    def ink(self, icon: IconPicture) -> str:
        """Return the colour of letters on an icon."""
        return readable_text_colour(icon.colour, self.look)

    def plain(self, part: object) -> Any:
        """Return a part of a side as plain data with its icons drawn."""
        return self.drawn(to_plain_data(part))

    def drawn(self, data: Any) -> Any:
        """Return plain data with the icon of each run of text drawn."""
        match data:
            case [str(text), bool(held), str(name)]:
                given = self.icons.get(name)
                icon = given or assign_neutral_icons((name,))[name]
                letter = "" if given is not None else mark_letter(text)
                return [text, held, {"svg": icon.svg, "ink": self.ink(icon), "letter": letter}]
            case list():
                return [self.drawn(one) for one in data]
            case dict():
                return {key: self.drawn(one) for key, one in data.items()}
            case _:
                return data
