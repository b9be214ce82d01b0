"""The host of the tables of one ruleset: requests as plain documents in, answers as plain documents out.

A host reads and writes nothing but the ruleset. It keeps no record: its server records moves and gives them back when a
table is opened again. The web server runs hosts in processes of their own; a page may run one in a worker of the browser.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from reguli.app.game_sessions import TablePosition, begin_game, bind_ruleset_bots
from reguli.app.loading import open_playable
from reguli.app.printing.print_requests import PrintOrder
from reguli.app.printing.product_output import face_data, render_print_order
from reguli.engine.notation import Plain, element_text
from reguli.pipeline import LoadedRuleset
from reguli.play.bot_policies import available_bots
from reguli.shipped_files import shipped_folder, shipped_rulesets
from reguli.source.diagnostic import Trouble
from reguli.source.source_excerpt import Sources
from reguli.web.game_table import GameTable, Seat, Viewer, finding_lines
from reguli.web.messages import Document, Request, TableError, listed, mapping, option_values, whole
from reguli.web.page_texts import asked_language, game_document, name_document
from reguli.words.catalogue.interface_texts import InterfaceTexts, load_interface_texts
from reguli.words.grammar.languages import language_codes

PRODUCTS: Final = {"book": "book", "card": "reference"}
"""What a page may ask to be printed, and what that is called where it is printed."""


class TableHost:
    """The tables of one ruleset in this process."""

    def __init__(self, ruleset: str) -> None:
        """Store the name or path of the ruleset; it is read when it is needed."""
        self.ruleset = ruleset
        self._tables: dict[str, GameTable] = {}
        self._words: dict[str, InterfaceTexts] = {}
        self._rules: dict[frozenset[tuple[str, str | bool]], LoadedRuleset] = {}
        """The shipped ruleset by its options; another one is read for each table anew, since somebody may be changing it."""
        self.answers: dict[str, Callable[[Request], Plain]] = {
            "name": self._name,
            "game": self._game,
            "open": self._open,
            "drop": self._drop,
            "document": self._document,
            "states": self._states,
            "apply": self._apply,
            "bot": self._bot,
            "preview": self._preview,
            "why": self._why,
            "look": self._look,
            "steps": self._steps,
            "hint": self._hint,
            "trace": self._trace,
            "undo": self._undo,
            "answer": self._answer,
            "seat": self._seat,
            "branch": self._branch,
            "page": self._page,
            "turn": self._turn,
        }

    def answer(self, request: Request) -> Document:
        """Return the answer to a request: ``{"ok": true, "result": …}`` or ``{"ok": false, "error": …}``."""
        answer = self.answers.get(str(request.get("op")), _unknown)
        try:
            return {"ok": True, "result": answer(request)}
        except TableError as refused:
            return {"ok": False, "error": refused.to_json()}
        except Trouble as trouble:
            lines = finding_lines(trouble.findings, trouble.sources or Sources(), self.language(request).code)
            return {"ok": False, "error": TableError("rules", lines).to_json()}

    # -- opening -----------------------------------------------------------------------------------------------

    def _name(self, request: Request) -> Plain:
        """Return what the list of games shows of the game."""
        return name_document(self.ruleset)

    def _game(self, request: Request) -> Plain:
        """Return what the lobby shows of the game when it is chosen."""
        return game_document(self.ruleset, self.language(request))

    def _open(self, request: Request) -> Plain:
        """Begin a game, or one that was recorded, unless it is open already; return the digest of its rules, and how many moves they allow."""
        name, order = str(request["table"]), mapping(request["order"])
        if name in self._tables and request.get("again") is not True:
            return None
        options = option_values(order["options"])
        rules = self._rules if self.ruleset in shipped_rulesets() else {}
        loaded = rules.get(key := frozenset(options.items())) or open_playable(self.ruleset, options)
        rules[key] = loaded
        standing = begin_game(loaded, whole(order["players"]), whole(order["seed"]))
        table = self._table(loaded, standing, [_read_seat(one) for one in listed(request["seats"])])
        held = table.restore([mapping(one) for one in listed(request["moves"])], loose=request.get("loose") is True)
        self._tables[name] = table
        return {"digest": standing.playthrough.program.ruleset.digest, "held": held}

    def _table(self, loaded: LoadedRuleset, standing: TablePosition, seats: list[Seat]) -> GameTable:
        program = standing.playthrough.program
        codes, typed = language_codes(), [element_text(program, "player", seat) for seat in range(program.players)]
        names = {typed[at]: dict.fromkeys(codes, seat.name) for at, seat in enumerate(seats) if seat.name}
        bots = available_bots(program, bind_ruleset_bots(loaded, program))
        if any(seat.bot is not None and seat.bot not in bots.listed for seat in seats):
            raise TableError("input")
        return GameTable(replace(standing, names=names), seats, bots)

    def _drop(self, request: Request) -> Plain:
        """Forget a table; its records are not touched."""
        self._tables.pop(str(request["table"]), None)
        return None

    def _find(self, request: Request) -> GameTable:
        table = self._tables.get(str(request.get("table")))
        if table is None:
            raise TableError("gone")
        return table

    def _viewer(self, request: Request) -> Viewer:
        """Return the seat of a request (None: a watcher); ``actor`` stands for the seat that has to decide."""
        seat = request.get("seat")
        if seat == "actor":
            playthrough = self._find(request).playthrough
            return None if playthrough.over else playthrough.actor
        return None if seat is None else whole(seat)

    def _acting(self, request: Request) -> int:
        return whole(self._viewer(request))

    def language(self, request: Request) -> InterfaceTexts:
        """Return the texts in the language of a request. Raises ``TableError``."""
        code = asked_language(request)
        if code not in self._words:
            self._words[code] = load_interface_texts(code, shipped_folder("locales"))
        return self._words[code]

    # -- what is shown -----------------------------------------------------------------------------------------

    def _document(self, request: Request) -> Plain:
        return self._find(request).document(self._viewer(request), self.language(request))

    def _states(self, request: Request) -> Plain:
        """Return the states for several viewers: ``views`` lists a seat (or null), a language, and the first step of the log to send (null: its end)."""
        table, found = self._find(request), list[Plain]()
        for view in listed(request["views"]):
            viewer, lang, since = listed(view)
            seat, words = self._viewer({**request, "seat": viewer}), self.language({"lang": lang})
            found.append(table.state(seat, words, None if since is None else whole(since)))
        return found

    def _look(self, request: Request) -> Plain:
        return self._find(request).look(self._viewer(request), whole(request.get("at")), self.language(request))

    def _steps(self, request: Request) -> Plain:
        """Return the steps of the log before one."""
        return self._find(request).steps(self._viewer(request), whole(request.get("to")), self.language(request).code)

    def _page(self, request: Request) -> Plain:
        """Return the rulebook or the card as a page, or the faces of all pieces as JSON."""
        code, loaded = self.language(request).code, self.printable(request)
        if request.get("product") == "faces":
            return json.dumps(face_data(loaded, code), ensure_ascii=False, separators=(",", ":"))
        order = PrintOrder(product=PRODUCTS[str(request["product"])], languages=(code,), formats=("html",), draft=True)
        return render_print_order(loaded, order).text

    def printable(self, request: Request) -> LoadedRuleset:
        """Return the rules to print, with the options of a request."""
        return open_playable(self.ruleset, option_values(request["options"]))

    def _turn(self, request: Request) -> Plain:
        """Return the seat that has to decide (null when the game is over), and whether a player may see what others may not."""
        return {"seat": self._viewer({**request, "seat": "actor"}), "private": self._find(request).has_private_views}

    # -- moves -------------------------------------------------------------------------------------------------

    def _apply(self, request: Request) -> Plain:
        table = self._find(request)
        data = {"option": request.get("option"), "arguments": request.get("arguments", {})}
        return table.apply(self._acting(request), whole(request.get("at")), data, self.language(request).code)

    def _preview(self, request: Request) -> Plain:
        """Return what a move would change of what its player has."""
        data = {"option": request.get("option"), "arguments": request.get("arguments", {})}
        code = self.language(request).code
        return self._find(request).preview(self._acting(request), whole(request.get("at")), data, code)

    def _bot(self, request: Request) -> Plain:
        return self._find(request).play_bot()

    def _why(self, request: Request) -> Plain:
        code = self.language(request).code
        return {"reasons": [*self._find(request).why(self._acting(request), whole(request.get("at")), request, code)]}

    def _hint(self, request: Request) -> Plain:
        """Return what the bot of the ruleset would choose, or a search where there is none."""
        code, table = self.language(request).code, self._find(request)
        return table.hint(self._acting(request), whole(request.get("at")), table.bots.adviser, code)

    def _trace(self, request: Request) -> Plain:
        """Return where a value of the position comes from (``path``), or what is printed of an element (``kind``, ``element``)."""
        table, code = self._find(request), self.language(request).code
        if "path" in request:
            return table.trace_value(self._viewer(request), str(request["path"]), code)
        return table.trace_element(str(request.get("kind")), str(request.get("element")), code)

    def _undo(self, request: Request) -> Plain:
        return self._taken_back(request, self._find(request).ask_undo(self._acting(request), whole(request.get("at"))))

    def _answer(self, request: Request) -> Plain:
        agreed = self._find(request).answer_undo(self._acting(request), agree=request.get("agree") is True)
        return self._taken_back(request, agreed)

    def _taken_back(self, request: Request, to: int | None) -> Plain:
        if to is not None:
            self._find(request).take_back(to)
        return {"to": to}

    def _seat(self, request: Request) -> Plain:
        """Set who plays a seat: a bot, or a person again."""
        table, bot = self._find(request), request.get("bot")
        if bot is not None and str(bot) not in table.bots.listed:
            raise TableError("input")
        table.seats[self._acting(request)].bot = None if bot is None else str(bot)
        return None

    def _branch(self, request: Request) -> Plain:
        """Open a private copy of a table, in which chance to come is not that of the table; refused where somebody has secrets."""
        table = self._find(request)
        if table.has_secrets:
            raise TableError("secrets")
        copy, at = table.standing.playthrough.branch(), whole(request.get("at"))
        copy.chance = replace(copy.chance, seed=whole(request["seed"]))
        seats = [replace(seat, bot=None) for seat in table.seats]
        standing = replace(table.standing, playthrough=copy, restored=None)
        branch = GameTable(standing, seats, table.bots, begun=at)
        branch.take_back(at)
        self._tables[str(request["branch"])] = branch
        return None


def _unknown(request: Request) -> Plain:
    raise TableError("input", str(request.get("op")))


def _read_seat(value: object) -> Seat:
    seat = mapping(value)
    bot = seat.get("bot")
    return Seat(str(seat.get("name", "")), None if bot is None else str(bot))
