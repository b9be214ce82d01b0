"""Bots of a ruleset in generated code make the moves that they make beside it."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest
from interpreter_pairs import FOLDERS, loaded_whole, ruleset

from reguli.app.game_sessions import bind_ruleset_bots
from reguli.compile.codegen.codegen_context import CodegenContext
from reguli.compile.codegen.playout_codegen import write_playout_functions
from reguli.compile.python.python_module import SILENT, PythonModule
from reguli.compile.runtime.games.playout_loop import PREFERRING
from reguli.engine.gameplay.playthrough import start_playthrough
from reguli.ir.executable_program import build_program, make_executable
from reguli.play.bot_policies import Bot, compile_preferences

MOVES = 60
WITH_BOTS = [folder for folder in FOLDERS if (folder / "bots.yaml").exists()]


@pytest.mark.parametrize("many", [False, True], ids=["few", "many"])
@pytest.mark.parametrize("folder", WITH_BOTS, ids=lambda folder: folder.name)
def test_a_bot_makes_the_moves_that_it_makes_beside_generated_code(folder: Path, many: bool) -> None:
    players = ruleset(folder).players[many]
    program = make_executable(build_program(ruleset(folder, players), players))
    own = bind_ruleset_bots(loaded_whole(folder), program)
    making = CodegenContext(program)
    write_playout_functions(making, (), own)
    module = PythonModule(making.functions, making.areas, width=program.width, numbers=count(1), telling=SILENT)
    begun, choose, go_on = (module.take(name) for name in ("begin_by_seed", "choose", "go_on"))
    slots = [0] * program.width
    for number, bound in enumerate(own):
        bot: Bot = compile_preferences(program, bound)
        playthrough = start_playthrough(program, 3)
        module.area("bots")[: program.players] = [PREFERRING + number] * program.players
        begun(slots, [], 3)
        for _ in range(MOVES):
            assert slots[: program.saved] == playthrough.slots[: program.saved]
            if playthrough.over:
                break
            playthrough.apply(bot.choose(playthrough))
            choose(slots, [])
            go_on(slots, [])
