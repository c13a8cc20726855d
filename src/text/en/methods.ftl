# Methods, their knobs, curves and phases of training.

method-bc = BC
    .about = Behavioural cloning: one policy imitates everybody at once and never hears of styles. Where experts disagree it averages them, so it reaches hardly any style.
method-cbc = CBC
    .about = Conditional behavioural cloning: the policy is told the style and trusts every moment of a trajectory equally. Stretches that belong to another style are learnt along with the rest.
method-bc-pmi = BC-PMI
    .about = A critic first learns how much every moment tells about the style; cloning then weighs each moment by it. Moments that belong to another style fade, so the styles come out clean.
method-ctvae = CTVAE
    .about = An encoder sums up each path in a few numbers, and a policy with a memory learns to act it out from them and the style. At play the numbers are drawn at random, so what the label does not tell comes back with them, off-style stretches too.
method-infogail = InfoGAIL
    .about = The policy plays in the world itself and is rewarded for passing as an expert and for showing which of its hidden codes it follows; all of that on the CPU, whatever device is chosen. It finds styles by itself, and its codes are named after the styles they match one to one.
method-sorl = SORL
    .about = Finds styles by itself: several policies compete for whole trajectories, and each learns from those it explains best. Its clusters are named after the styles they match one to one, so the sliders mean the same as elsewhere.

# Recipes of BC-PMI.
recipe-paper = As in the paper
    .about = MINE, Algorithm 1: one critic, told a drawn style for the second term of its bound; a moment weighs e^PMI. The paper's baseline is left out, since as printed it diverges.
recipe-best = Our best
    .about = What measured best: critics that weigh only demonstrations they have not seen and reckon with wrong labels, and weights capped as far as labels are to be trusted.

# Phases of training.
phase-cloning = Cloning the experts
phase-cloning-unplayable = Cloning the experts, since nobody can play here
phase-estimating = Estimating mutual information
phase-weighted-cloning = Cloning, weighted by PMI
phase-pictures = Making pictures from the recorded actions
phase-clustering = Clustering trajectories
phase-clustering-starts = Clustering, from several starts
phase-encoding = Encoding paths and acting them out
phase-adversarial = Playing against the discriminator

# Knobs of the policy.
knob-rate = Learning rate
    .about = Adam's step size.
knob-batch = Batch
    .about = Pairs in one optimiser step.
knob-hidden = Hidden width
    .about = Width of the policy's two hidden layers.
knob-epochs = Epochs
    .about = Times the policy sees every pair.
knob-seeds = Seeds at once
    .about = Train this seed and those after it side by side; charts then show their mean and spread.
knob-parts = Gaussians
    .about = Parts of the mixture that actions are drawn from: a player about to go left or right is no average of both.
knob-networks = Networks
    .about = Whether styles share a network. Separate networks learn nothing from each other.
knob-networks-shared = One, told the style
    .about = One network; the style is an input.
knob-networks-separate = One per style
    .about = Every style has a network of its own, trained on its trajectories alone.
knob-starts = Starts
    .about = Clusterings tried side by side for the first quarter of training; the likeliest goes on alone.
knob-codes = Codes
    .about = Where the meaning of the codes comes from: found without labels, as published, or taken from them, for comparison with methods that use labels.
knob-codes-found = Found
    .about = Found without labels; afterwards each code is named after the label it matches best, one to one.
knob-codes-labels = From the labels
    .about = SORL's clusters begin as the labels; InfoGAIL's posterior learns from labelled demonstrations.
knob-batch_windows = Windows per step
    .about = Windows of paths in one optimiser step; 128 whole paths as published, from far more demonstrations.
knob-latent = Latent numbers
    .about = How many numbers sum up a path.
knob-window = Window
    .about = Moments of a path that are read and acted out together; longer paths are cut.
knob-kl_weight = KL weight
    .about = What a nat of the latent costs; 1 is the published bound. The cheaper it is, the more of the style the latent tells in the label's place, and at play it is drawn at random.
knob-kl_warm_up = KL warm-up
    .about = Share of training over which that cost rises from nothing.

# InfoGAIL.
knob-rounds = Rounds of play
    .about = Times that agents of every code play, the discriminator judges them and the policy learns from that.
knob-code_reward = λ
    .about = What it is worth to let the code be guessed, beside passing for an expert.
knob-penalty = Gradient penalty
    .about = How strongly the discriminator is kept from becoming a cliff, from which a policy cannot learn.
knob-rival_rate = Discriminator learning rate
    .about = Adam's step size for the discriminator, for the guess of the code, and for the baseline.
knob-play_rate = Policy learning rate in play
    .about = Adam's step size for the policy once it plays; it goes down to nothing over the rounds.

# The critic of mutual information.
knob-critic = Critic
    .about = How mutual information is estimated.
knob-critic-classifier = Classifier
    .about = Learns p(z|s,a) by cross-entropy; PMI is log p(z|s,a) − log p(z).
knob-critic-exact = Exact MINE
    .about = The Donsker-Varadhan bound with the sum over all styles taken exactly.
knob-critic-sampled = Sampled MINE (paper)
    .about = The paper's Algorithm 1: the style is an input, other styles are drawn.
knob-critic_hidden = Critic width
    .about = Width of the critic's two hidden layers.
knob-critic_folds = Critics
    .about = Critics trained side by side, each on all demonstrations but its share: a moment is weighed by one that has not seen its demonstration. With one, the critic weighs what it has learnt by heart.
knob-critic_epochs = Critic epochs
    .about = Times the critic sees every pair.
knob-critic_rate = Critic learning rate
    .about = Adam's step size for the critic; at the policy's it would still be learning when its epochs are over.
knob-slips = Label noise
    .about = Whether the critic reckons with labels that are slips, so that it need not explain them.
knob-slips-on = Estimated by a classifier
    .about = A share of labels, found on the way, is taken to say nothing of its moment. Other critics take every label at its word.
knob-slips-all = Estimated by every critic
    .about = The same for critics that maximise the bound: both of its terms weigh a moment by the chance that its label is genuine.
knob-slips-off = Ignored
    .about = Every label is taken at its word.
knob-moving_average = Moving average
    .about = MINE's correction of the gradient's bias; the classifier needs none.
knob-moving_average-off = Off
    .about = The plain gradient of the bound on each batch.
knob-moving_average-on = On
    .about = The batch mean inside the logarithm is replaced by a moving average, as MINE proposes.

# Weights.
knob-evidence = Evidence
    .about = What of a moment has to tell the style.
knob-evidence-pair = State and action
    .about = As in the paper: moments count by PMI with the style, be it the place or the move that tells.
knob-evidence-action = The action
    .about = What the move tells beyond the place: PMI compared with other moves from there. The way to a style counts as much as being there. Only where moves are choices, as in games.
knob-beta = β
    .about = How strongly PMI weighs: 0 is CBC, 1 is the paper's e^PMI.
knob-normalisation = PMI normalisation
    .about = How the critic's unknown constant is removed.
knob-normalisation-pair = Per pair
    .about = Exact for a finite set of styles: every weight lies between 0 and 1/p(z).
knob-normalisation-global = Global
    .about = One constant for all pairs; it only rescales the loss.
knob-normalisation-raw = Raw
    .about = The critic's score as it is: PMI plus an unknown constant.
knob-baseline = Baseline
    .about = What is done with the mean weight.
knob-baseline-capped = Cap
    .about = As far as labels are in doubt, moments that speak against their style fade and telling ones gain.
knob-baseline-mean = Divide by the mean
    .about = As the paper weighs, without its baseline: telling moments count up to 1/p(z) times.
knob-baseline-clamped = Subtract, cut at zero
    .about = Pairs below the mean weight are dropped.
knob-baseline-printed = Subtract (as printed)
    .about = As the paper prints it: shared behaviour gets negative weight and is unlearnt. Diverges.

# Curves.
series-mi-train = MI, training
    .short = training
    .about = Estimated I(Z;S,A) on training trajectories; too high where the critic has learnt them by heart.
series-mi-heldout = MI, held out
    .short = held out
    .about = Estimated I(Z;S,A) on trajectories the critic never saw: a lower bound on the truth.
series-critic-loss = Critic loss
    .about = What the critic minimises, mean since the last point.
series-policy-loss = Policy loss
    .about = Weighted −log π(a|s,z) on training pairs, mean since the last point.
series-policy-heldout = Policy, held out
    .short = held out
    .about = Unweighted −log π(a|s,z) on held-out trajectories.
series-clusters-matched = Matched
    .about = Share of training trajectories whose likeliest cluster is the one that their label is matched with.
series-clusters-doubt = Doubt
    .about = Mean entropy of p(k | trajectory): how unsure the clustering still is.
series-codes-guessed = Guessed
    .about = Share of played moments whose code the posterior guesses before it has learnt from them; chance is 1/K.
series-policy-reward = Realism
    .about = Mean −log(1−D) of played moments: how far the discriminator takes them for an expert's.
series-rival-loss = Discriminator
    .about = −log D on demonstrations, −log(1−D) on play: 2 ln 2 = 1.386 where the discriminator cannot tell them apart.
series-reconstruction = Reconstruction
    .about = −log π(a|s,z,u) on training pairs with the latent drawn from the encoder, mean since the last point.
series-latent-kl = KL
    .about = What the encoder tells of a window through the latent: nats away from the distribution drawn at play.
series-latent-weight = KL weight
    .about = The cost of a nat of the latent, as it rises.

# Units.
unit-nats = nats
unit-nats-per-window = nats per window
unit-of-trajectories = of trajectories
unit-of-steps = of moments
unit-steps = moments
unit-pairs = pairs
unit-units = units
