# Failures of a run, what to do about them, and why a device computes.

error-no-world = There is no world called “{ $id }”.
error-no-label = There is no label called “{ $id }”.
error-no-method = There is no method called “{ $id }”.
error-device-lost = The graphics processor stopped answering.
error-diverged-parameters = Training broke down at step { $step }: a network's parameters are no longer numbers.
error-diverged = Training broke down at step { $step }: { $series } is no longer a number.

error-snapshot-large = The snapshot is larger than { $most } MB, the most that a run with these settings needs.
    .clause = the snapshot is larger than { $most } MB, the most that a run with these settings needs
error-snapshot-damaged = The snapshot is damaged or not a snapshot ({ $reason }).
    .clause = the snapshot is damaged or not a snapshot ({ $reason })
error-snapshot-version = The snapshot is of version { $version }, and this page reads version { $ours }.
    .clause = the snapshot is of version { $version }, and this page reads version { $ours }
error-snapshot-misfit = The snapshot does not fit this run: { $reason }.
    .clause = the snapshot does not fit this run: { $reason }

# Clauses: reasons in the messages above.
snapshot-unreadable = { $message }
snapshot-no-table = { $name } is not a table
snapshot-shared-bytes = its tables share their bytes
snapshot-other-size = { $name } is { $found }, and in this run it is { $expected }
snapshot-wrong-size = { $name } has the wrong size
snapshot-not-finite = { $name } holds numbers that are not finite
snapshot-lacks = it lacks { $name }
snapshot-not-whole = { $name } is not a whole number
snapshot-other-shape = { $name } is { $rows } x { $columns }, not { $expected_rows } x { $expected_columns }
snapshot-layers = the layers of { $name } make no sense
snapshot-unknown-head = its policy speaks of actions in a way that is not known here
snapshot-unknown-kind = policies of kind “{ $kind }” are not known here
snapshot-other-policy = its policy has other inputs or outputs
snapshot-other-pictures = its agents see something else
snapshot-other-critic = its critic has other inputs or outputs
snapshot-codes = its codes do not name every style once
snapshot-record = { $name } is no record of a run
snapshot-not-over = it lacks the optimiser state of a run that is not over
snapshot-no-rollouts = it lacks the rollouts it was learning from
snapshot-bad-size = { $name } is { $size }
snapshot-sizes = its sizes make no sense

remedy-choose-listed = Choose one that is listed.
remedy-more-data = Ask for more demonstrations, or load another file.
remedy-from-scratch = The run starts from scratch instead; press Train.
remedy-training-works = Training works without it.
remedy-on-cpu = The run goes on from its last snapshot on the CPU.
remedy-lower-rate = Lower the learning rate or choose another baseline, then reset.

device-testing = Testing WebGPU against the CPU…
device-moving = Moving to the CPU…
device-cpu-asked = The CPU, as asked.
device-cpu-because = The CPU, because { $reason }.
device-cpu-failed = The CPU, though its own test failed: { $message }.
device-webgpu-failed = The CPU, because WebGPU failed its test: { $message }.
device-webgpu-differs = The CPU, because WebGPU computes other numbers (off by { $difference }).
device-webgpu-lost = The CPU, because WebGPU stopped answering.
device-too-slow = The CPU, because WebGPU did not answer its test in time.
device-cpu-pictures = The CPU, because the pictures are larger than the buffers that WebGPU has here.
device-cpu-faster = The CPU, because it is faster here: { NUMBER($webgpu, minimumFractionDigits: 2, maximumFractionDigits: 2) } ms per test step on WebGPU, { NUMBER($cpu, minimumFractionDigits: 2, maximumFractionDigits: 2) } ms on the CPU.
device-webgpu-asked = WebGPU, as asked; it agrees with the CPU. { NUMBER($webgpu, minimumFractionDigits: 2, maximumFractionDigits: 2) } ms per test step on WebGPU, { NUMBER($cpu, minimumFractionDigits: 2, maximumFractionDigits: 2) } ms on the CPU.
device-webgpu-faster = WebGPU, because it agrees with the CPU and is faster: { NUMBER($webgpu, minimumFractionDigits: 2, maximumFractionDigits: 2) } ms per test step on WebGPU, { NUMBER($cpu, minimumFractionDigits: 2, maximumFractionDigits: 2) } ms on the CPU.

# Clauses: reasons and messages above.
device-message = { $message }
device-no-webgpu = this browser does not offer WebGPU
device-no-adapter = WebGPU found no graphics adapter
device-software-adapter = this machine's adapter is emulated in software
device-not-started = WebGPU could not be started ({ $message })
device-not-asked-for = not asked for
device-stopped = the device stopped answering ({ $message })
device-no-room = it has no room for networks of this size
device-nothing-learnt = it has learnt nothing

# Files for other programs.
export-no-critic = This method has no critic, so there are no scores, PMI or weights to take away.
export-no-run = There is no such run open.
export-interrupted = Another run was opened before the file was complete.
export-failed = The file could not be written ({ $why }).
