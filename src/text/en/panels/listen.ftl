# The evidence as a sound.
listen-title = Listen to a path
listen-about = The demonstration on the line as one tone, six seconds long. Higher: the moment speaks for its label. Lower: it speaks against it. In the middle: it tells nothing.
listen-range = PMI along this path goes from { $low } to { $high } nats; one nat is an octave, and no tone leaves two octaves.
listen-nothing = There is nothing to hear yet: train a method with a critic and select a path.
listen-play = Play
listen-stop = Stop
