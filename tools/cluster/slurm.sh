#!/bin/sh
# A table of the lab as an array of Slurm, one shard for each task:
#
#     ./dev cluster build
#     sbatch --array=0-15 tools/cluster/slurm.sh circle2d --seeds 20
#     tools/cluster/lab merge lab-state
#
# A task that is stopped or requeued goes on where it was. LAB and STATE name the lab and the folder of the shards' files,
# which all nodes must see.
#SBATCH --job-name=lab-table
#SBATCH --cpus-per-task=2
#SBATCH --mem-per-cpu=2G
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
exec "${LAB:-tools/cluster/lab}" table "$@" --keep-going --jobs "${SLURM_CPUS_PER_TASK:-1}" --state "${STATE:-lab-state}"
