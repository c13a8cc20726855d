"""Frames per second of ALE, picture included, measured as `lab bench` does: the fastest of five runs of 2,000 frames."""

import time

import ale_py
import ale_py.roms
import numpy

FRAMES = 2000

ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)
for game in ["alien", "ms_pacman", "space_invaders"]:
    ale = ale_py.ALEInterface()
    ale.setFloat("repeat_action_probability", 0.0)
    ale.setInt("frame_skip", 1)
    ale.loadROM(ale_py.roms.get_rom_path(game))
    picture = numpy.zeros((210, 160), numpy.uint8)
    fastest = 0
    for _ in range(5):
        ale.reset_game()
        spent = 0
        for frame in range(FRAMES):
            start = time.perf_counter()
            ale.act(frame // 8 % 18)
            ale.getScreen(picture)
            spent += time.perf_counter() - start
            if ale.game_over():
                ale.reset_game()
        fastest = max(fastest, FRAMES / spent)
    print(f"{game}: {fastest:.0f} frames per second in ALE")
