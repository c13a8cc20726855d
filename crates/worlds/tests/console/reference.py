"""Runs a list of actions in ALE: reference.py GAME ACTIONS, one action per line, one frame each.

Prints one line for the start and one per frame: the RAM in hexadecimal, the CRC-32 of the palette indices of the
picture, the score so far, and "over" when the game has ended, after which it is reset.
"""

import sys
import zlib

import ale_py
import ale_py.roms

ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)
ale = ale_py.ALEInterface()
ale.setFloat("repeat_action_probability", 0.0)
ale.setInt("frame_skip", 1)
ale.loadROM(ale_py.roms.get_rom_path(sys.argv[1]))
ale.reset_game()

score = 0


def line():
    picture = zlib.crc32(ale.getScreen().tobytes())
    return f"{bytes(ale.getRAM()).hex()} {picture:08x} {score}"


print(line())
with open(sys.argv[2]) as actions:
    for action in actions:
        score += ale.act(int(action))
        if ale.game_over():
            print(line(), "over")
            ale.reset_game()
            score = 0
        else:
            print(line())
