# What a worker reports: an error, and what to do about it.
worker-stopped = A worker stopped: { $cause }
worker-starts-again = It is started again where it was.
worker-unknown-message = The page said something this worker does not understand ({ $why }).
worker-reload-page = Reload the page: its parts may be of two versions.
worker-file-not-loaded = { $name } was not loaded. { $why }
worker-nothing-changed = Everything is as it was.
worker-path-without-style = The path that was drawn shows none of the styles.
worker-draw-longer = Draw a longer one.
worker-agents-cannot-play = These agents cannot play: { $why }.
worker-train-your-own = Press Train to make agents of your own.
worker-cannot-play-yet = You cannot play yet. { $why }
worker-no-joystick = This world has no joystick.
worker-load-cartridge = Load its cartridge, then try again.
worker-fork-not-live = Only a setting that can change in mid-run can fork a run.
worker-fork-at-end = A run cannot fork after its last step.
worker-fork-too-many = This run has changed too often to be forked.

# A worker has failed.
worker-trainer-restarts = The worker that trains stopped ({ $cause }). It starts again on the CPU, from its last report.
worker-trainer-failed = The worker that trains could not be kept running ({ $cause }).
worker-lane-restarts = A worker that helps with training stopped ({ $cause }). Its part goes on from its last report.
worker-stage-restarts = The worker that moves the agents stopped ({ $cause }). It starts again.
worker-stage-failed = The worker that moves the agents could not be kept running ({ $cause }).

# Clauses: causes in the messages above.
worker-no-answer = it did not answer within { $seconds } seconds
worker-not-loaded = it could not be loaded
worker-unreadable = it sent something unreadable
worker-no-reason = no reason given
