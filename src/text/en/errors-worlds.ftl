# Why a run has no demonstrations.
error-no-demonstrations = There are no demonstrations to learn from.
error-trajectory-shape = Trajectory { $index } has { $found } numbers where { $expected } were expected.
error-trajectory-style = Trajectory { $index } is labelled with style { $style }, but there are only { $styles }.
error-trajectory-action = Trajectory { $index } has a discrete action that is not exactly one of { $actions }.
error-no-real-paths = No real paths are loaded; load a file of tracking data, or choose the simulated ones.
error-model-foreign = This is not a model of movement of this version; make it again with “lab twin”.
error-model-damaged = The model of movement is damaged; copy or download it again.
error-no-own-recording = There are no plays of { $game } by you yet; play it here or load a recording of yours.
error-no-recording = The recording of { $game } ({ $file }) is not loaded.

# Why agents cannot play.
error-no-cartridge = Styles are not counted, because { $game } has no cartridge here and nobody can play it; drop your own ROM ({ $file }) on the page.

# Why a file cannot be used.
error-file-too-large = The file has { $found } MB, and at most { $most } MB are read.
error-file-no-reader = This is not tracking data: a world that reads files is needed.
error-file-unknown = This is not tracking data: a pack, a raw scene, SportVU JSON or an .npz is needed.
error-file-no-paths = There is no stretch of eight seconds with all ten players in one half.
error-scene-no-text = This is not tracking data: a text file is needed.
error-scene-players = This is not tracking data: a scene of ten players and a ball is needed.
error-scene-words = Line { $line }: “frame_id agent_id x y group” was expected, and there are { $words } words.
error-scene-numbers = Line { $line }: “frame_id agent_id x y” must be numbers.
error-sportvu = This is not a game as SportVU writes it: { $detail }.
error-archive-damaged = The archive cannot be read: it is cut short or damaged; copy it again.
error-archive-too-large = The archive cannot be read: what it holds is too large to be unpacked here.
error-archive-compression = The archive cannot be read: it is neither stored nor deflated; save it with numpy.savez_compressed.
error-archive-no-arrays = This is not tracking data: an array “xy_ft” (N, 25, 2) or “data” (N, T, 22) is needed.
error-array-foreign = The array “{ $name }” cannot be read: it is not a NumPy array.
error-array-header-truncated = The array “{ $name }” cannot be read: its header is cut short.
error-array-header-damaged = The array “{ $name }” cannot be read: its header is damaged.
error-array-fortran-order = The array “{ $name }” cannot be read: it is in Fortran order; save it with numpy.ascontiguousarray.
error-array-no-numbers = The array “{ $name }” cannot be read: it does not hold plain numbers.
error-array-too-large = The array “{ $name }” cannot be read: its shape is too large.
error-array-size = The array “{ $name }” cannot be read: its shape does not fit its size.
error-array-units = The array “{ $name }” cannot be read: some of its numbers are not feet on a court of 94 x 50.
error-array-shape = The array “{ $name }” cannot be read: its shape is { $found }, not { $expected }.
error-array-count = The array “{ $name }” cannot be read: it does not have one number for each of { $paths } paths.
error-array-frames = The array “{ $name }” cannot be read: a possession has { $found } frames, and { $needed } are needed.
error-pack-foreign = This is not a trajectory pack.
error-pack-version = This pack is of version { $found }, and only version { $known } can be read; make it again with “lab pack”.
error-pack-truncated = The pack is cut short; copy or download it again.
error-pack-damaged = The pack is damaged (its checksum does not fit); copy or download it again.
error-pack-too-large = The pack says it holds more than can be read here; make a smaller one with “lab pack”.
error-pack-inconsistent = The pack contradicts itself; make it again with “lab pack”.
error-pack-shape = Paths in a pack have { $points } points { $milliseconds } ms apart, and these do not.
error-recording-foreign = The recording is something else; copy or download it again, or make it again with “lab demos”.
error-recording-version = The recording is of another version of this program; copy or download it again, or make it again with “lab demos”.
error-recording-truncated = The recording is cut short; copy or download it again, or make it again with “lab demos”.
error-recording-damaged = The recording is damaged (its checksum does not fit); copy or download it again, or make it again with “lab demos”.
error-recording-game = The recording is of a game that is not known here; copy or download it again, or make it again with “lab demos”.
error-recording-too-large = The recording says it holds more than can be read here; copy or download it again, or make it again with “lab demos”.
error-recording-inconsistent = The recording contradicts itself; copy or download it again, or make it again with “lab demos”.
error-recording-action = The recording has an action that a joystick does not have; copy or download it again, or make it again with “lab demos”.
error-other-recording = This is a recording of { $found }, not of { $game }.
error-other-cartridge = This is the cartridge of { $found }; { $game } is played here.
error-unknown-cartridge = This file of { $bytes } bytes is not the cartridge of { $game } that is known here ({ $expected } bytes, CRC-32 { $checksum }), nor a recording of it.
error-cartridge-size = This file has { $bytes } bytes; a cartridge for this console has 2, 4, 8 or 16 KB. Choose an Atari 2600 ROM.
