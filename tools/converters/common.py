"""What every converter does whatever the format: styles of episodes, the .npz that the page loads, and weights put back.

A converter gives a class with episodes(), length(episode), field(episode, name), actions(episode), arrays(episode) (state and action,
a row per moment), write(path, weights by episode) and add_options(parser), and calls run() with it.
"""

import argparse
import collections
import csv
import pathlib
import re
import shutil
import sys
import zipfile

import numpy as np

# What the page reads at most. Padding counts as rows.
MOST_ROWS, MOST_COLUMNS, MOST_NUMBERS, MOST_BYTES, MOST_STYLES = 1_000_000, 80, 32 << 20, 128 << 20, 6
SHORTEST = 3
WEIGHT = "pmi_weight"
HOW = {"mean": np.mean, "sum": np.sum, "first": lambda v: v[0], "last": lambda v: v[-1], "min": np.min, "max": np.max}


class Problem(Exception):
    """Why this cannot be done, as a sentence for whoever runs it."""


def numbers(values, what):
    """An array of numbers with one row per moment; whatever else a row holds becomes columns."""
    values = np.asarray(values)
    if values.dtype.kind not in "fiub" or values.ndim == 0:
        raise Problem(f"{what} holds no rows of numbers ({values.dtype}).")
    return values.reshape(len(values), -1).astype(np.float64)


def ranges(text):
    """Numbers from a list such as 0-3,7."""
    found = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        if not first.strip().isdigit() or not (last or first).strip().isdigit():
            raise Problem(f"“{text}” is no list of numbers such as 0-3,7.")
        found.extend(range(int(first), int(last or first) + 1))
    if not found:
        raise Problem(f"“{text}” names nothing; a range goes from the smaller number to the larger.")
    return found


def read_csv(path, wanted):
    """The wanted columns of every row, as text. Lines that begin with # are remarks."""
    try:
        text = pathlib.Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as why:
        raise Problem(f"{path} cannot be read as text ({why}).") from None
    rows = csv.DictReader(line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    missing = [name for name in wanted if name not in (rows.fieldnames or [])]
    if missing:
        raise Problem(f"{path} has no column {missing[0]}; its header is to name {', '.join(wanted)}.")
    return [[(row[name] or "").strip() for name in wanted] for row in rows]


def plain(value):
    """A style's name; None where there is none."""
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    if value is None or (isinstance(value, (float, np.floating)) and not np.isfinite(value)):
        return None
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        value = int(value)
    return str(value).strip() or None


def style_from_field(source, episodes, name):
    """The one value that a field has in an episode; an episode with several has no style."""
    styles = {}
    for episode in episodes:
        values = source.field(episode, name)
        values = [] if values is None else np.atleast_1d(values).tolist()
        # A row of several numbers, such as a goal, is one value.
        found = {plain(" ".join(map(str, value)) if isinstance(value, list) else value) for value in values}
        styles[episode] = found.pop() if len(found) == 1 else None
    return styles


def style_from_file(source, episodes, path):
    given = {}
    for episode, style in read_csv(path, ["episode", "style"]):
        if not episode.isdigit():
            raise Problem(f"{path} names an episode “{episode}”; episodes are whole numbers.")
        given[int(episode)] = plain(style)
    unknown = sorted(set(given).difference(source.episodes()))
    if unknown:
        raise Problem(f"{path} names episode {unknown[0]}, which {source.path} does not have.")
    return {episode: given.get(episode) for episode in episodes}


def style_from_quantile(source, episodes, quantity, styles):
    """Equal shares by a quantity: length, or FIELD[COLUMN]:HOW."""
    match = re.fullmatch(r"(.+?)(?:\[(\d+)\])?(?::(\w+))?", quantity)
    name, column, how = match[1], match[2], match[3] or "mean"
    if how not in HOW:
        raise Problem(f"“{how}” is no summary of a path; there are {', '.join(HOW)}.")
    measured = {}
    for episode in episodes:
        if name == "length":
            measured[episode] = float(source.length(episode))
            continue
        values = source.field(episode, name)
        if values is None or np.size(values) == 0:
            continue
        values = numbers(np.atleast_1d(values), name)
        if column is None and values.shape[1] > 1:
            raise Problem(f"{name} has {values.shape[1]} columns; say which one, such as {name}[0]:{how}.")
        if int(column or 0) >= values.shape[1]:
            raise Problem(f"{name} has no column {column}; it has {values.shape[1]}, counted from 0.")
        measured[episode] = float(HOW[how](values[:, int(column or 0)]))
    measured = {episode: value for episode, value in measured.items() if np.isfinite(value)}
    if not measured:
        raise Problem(f"No episode has a finite {quantity}.")
    edges = np.quantile(list(measured.values()), np.arange(1, styles) / styles)
    shares = {episode: int(np.searchsorted(edges, value, side="right")) for episode, value in measured.items()}
    if len(set(shares.values())) < styles:
        raise Problem(f"{quantity} has too many equal values for {styles} styles; take fewer or another quantity.")
    print(f"Styles part at {', '.join(f'{edge:g}' for edge in edges)} of {quantity}.")
    return {episode: None if episode not in shares else str(shares[episode]) for episode in episodes}


def styles_of(source, episodes, options):
    if options.style_field:
        return style_from_field(source, episodes, options.style_field)
    if options.style_file:
        return style_from_file(source, episodes, options.style_file)
    return style_from_quantile(source, episodes, options.style_quantile, options.styles)


def chosen_columns(values, columns, what):
    if columns is None:
        return values
    wanted = ranges(columns)
    if max(wanted) >= values.shape[1]:
        raise Problem(f"{what} has no column {max(wanted)}; it has {values.shape[1]}, counted from 0.")
    return values[:, wanted]


def collect(source, options):
    """Paths that the page takes whole, and for all others a reason. It would leave out single rows and paths, and number those
    that remain anew; weights could then not be put back."""
    wanted = set(ranges(options.episodes) if options.episodes else source.episodes())
    episodes = [episode for episode in source.episodes() if episode in wanted]
    styles = styles_of(source, episodes, options)
    paths, left_out = [], []
    for episode in episodes:
        if styles[episode] is None:
            left_out.append((episode, "no style, or several"))
            continue
        state, action = source.arrays(episode)
        state = chosen_columns(state, options.state_columns, "The state").astype(np.float32)
        action = action.astype(np.float32)
        if len(state) < SHORTEST:
            left_out.append((episode, f"fewer than {SHORTEST} moments"))
        elif not (np.isfinite(state).all() and np.isfinite(action).all()):
            left_out.append((episode, "numbers that are not finite"))
        else:
            paths.append((episode, styles[episode], state, action))
    counts = collections.Counter(style for _, style, _, _ in paths)
    kept = {style for style, count in counts.most_common(MOST_STYLES) if count >= 2}
    left_out += [(path[0], "a style of one path, or beyond the six commonest") for path in paths if path[1] not in kept]
    paths = [path for path in paths if path[1] in kept]
    return paths, left_out


def refuse_too_large(path):
    """The page reads no larger files, nor arrays that shrink like a bomb, as those do that are nearly all padding."""
    with zipfile.ZipFile(path) as archive:
        bomb = any(member.file_size > (64 << 20) + 32 * member.compress_size for member in archive.infolist())
    if bomb or path.stat().st_size > MOST_BYTES:
        path.unlink()
        raise Problem(f"These are more than the {MOST_BYTES >> 20} MB that the page reads, or nearly all padding; "
                      "choose some with --episodes 0-99.")


def write_npz(source, options):
    paths, left_out = collect(source, options)
    for why in dict.fromkeys(why for _, why in left_out):
        episodes = [str(episode) for episode, reason in left_out if reason == why]
        listed = ", ".join(episodes[:8]) + (", …" if len(episodes) > 8 else "")
        print(f"Left out for {why}: {len(episodes)} (episode {listed})")
    names = sorted({style for _, style, _, _ in paths}, key=lambda name: (not name.isdigit(), name.zfill(12)))
    if len(names) < 2:
        raise Problem(f"Two styles with two paths each are needed, and there {'is 1' if names else 'are none'}.")
    shapes = {(state.shape[1], action.shape[1]) for _, _, state, action in paths}
    if len(shapes) > 1:
        raise Problem(f"Episodes differ in their numbers of columns: {sorted(shapes)}.")
    (states, actions), longest = shapes.pop(), max(len(state) for _, _, state, _ in paths)
    rows, columns = len(paths) * longest, states + actions
    if columns > MOST_COLUMNS:
        raise Problem(f"The page reads {MOST_COLUMNS} columns, and these are {columns}; choose some with --state-columns.")
    if rows > MOST_ROWS or rows * columns > MOST_NUMBERS:
        raise Problem(f"{len(paths)} paths of up to {longest} moments are more than the page reads "
                      f"({MOST_ROWS:,} rows with padding, {MOST_NUMBERS:,} numbers); choose some with --episodes 0-99.")
    arrays = {
        "observations": np.full((len(paths), longest, states), np.nan, np.float32),
        "actions": np.full((len(paths), longest, actions), np.nan, np.float32),
        "style": np.array([names.index(style) for _, style, _, _ in paths], np.int32),
        "lengths": np.array([len(state) for _, _, state, _ in paths], np.int32),
        # Not read by the page: to name styles, and to put weights back.
        "style_names": np.array(names),
        "episode": np.array([episode for episode, _, _, _ in paths], np.int64),
        "actions_from": np.array(options.actions),
    }
    for index, (_, _, state, action) in enumerate(paths):
        arrays["observations"][index, :len(state)] = state
        arrays["actions"][index, :len(action)] = action
    np.savez_compressed(options.out, **arrays)
    refuse_too_large(options.out)
    shares = ", ".join(f"{index} = {name} ({(arrays['style'] == index).sum()})" for index, name in enumerate(names))
    print(f"{options.out}: {len(paths)} paths, {arrays['lengths'].sum()} moments, {states} + {actions} columns; styles {shares}")


def read_weights(path, lengths, partial):
    """For each path that has any, a weight per moment."""
    found = {}
    for line, (path_text, moment_text, weight_text) in enumerate(read_csv(path, ["path", "moment", "weight"]), start=1):
        try:
            index, moment, weight = int(path_text), int(moment_text), float(weight_text)
        except ValueError:
            raise Problem(f"Row {line} of {path} is no path, moment and weight: {path_text}, {moment_text}, {weight_text}.") from None
        if not 0 <= index < len(lengths):
            raise Problem(f"Row {line} of {path} names path {index}, and the .npz has {len(lengths)}, counted from 0.")
        if not 0 <= moment < lengths[index]:
            raise Problem(f"Row {line} of {path} names moment {moment} of path {index}, which has {lengths[index]}, counted from 0.")
        weights = found.setdefault(index, np.full(lengths[index], np.nan, np.float32))
        if np.isfinite(weights[moment]):
            raise Problem(f"Row {line} of {path} gives moment {moment} of path {index} a second weight.")
        weights[moment] = weight
    if not found:
        raise Problem(f"{path} holds no weights.")
    gap = next((index for index, weights in found.items() if np.isnan(weights).any()), None)
    # A path with too few moments most likely is another path: the page was told to use fewer styles than the file has.
    if gap is not None and not partial:
        raise Problem(f"{path} has no weight for some moments of path {gap}; if that is meant, add --partial.")
    return found


def put_back(source, options):
    """Weights into a copy of the source, which stays as it was."""
    try:
        with np.load(options.npz) as archive:
            episodes, lengths = archive["episode"].tolist(), archive["lengths"].tolist()
            actions, options.actions = archive["actions"], str(archive["actions_from"])
    except (OSError, ValueError, KeyError, zipfile.BadZipFile):
        raise Problem(f"{options.npz} is no .npz file of this converter.") from None
    weights = read_weights(options.weights, lengths, options.partial)
    there = set(source.episodes())
    for index, episode in enumerate(episodes):
        known = episode in there and source.length(episode) == lengths[index]
        if not known or not np.array_equal(source.actions(episode).astype(np.float32), actions[index, :lengths[index]]):
            raise Problem(f"{options.npz} was not made of {source.path}: its path {index} is not episode {episode} there.")
    if options.out.exists():
        raise Problem(f"{options.out} is there already; weights go into a new copy.")
    # Under another name until it is complete, so that half a copy is never taken for a whole one.
    part = options.out.with_name(options.out.name + ".part")
    try:
        source.write(part, {episodes[index]: values for index, values in weights.items()})
        part.rename(options.out)
    except BaseException:
        if part.is_dir():
            shutil.rmtree(part)
        part.unlink(missing_ok=True)
        raise
    print(f"{options.out}: {WEIGHT} for {len(weights)} of {len(source.episodes())} episodes; NaN elsewhere")


def run(source_type, about, observations, actions):
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=pathlib.Path, help="the data set")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the .npz file to write; with --weights the copy")
    parser.add_argument("--observations", default=observations, help="what is the state; several with commas [%(default)s]")
    parser.add_argument("--actions", default=actions, help="what is the action; several with commas [%(default)s]")
    parser.add_argument("--state-columns", metavar="LIST", help="only these columns of the state, such as 0-3,7")
    parser.add_argument("--episodes", metavar="LIST", help="only these episodes, such as 0-99")
    style = parser.add_mutually_exclusive_group()
    style.add_argument("--style-field", metavar="NAME", help="the style is this field of an episode, one value in all its moments")
    style.add_argument("--style-file", metavar="CSV", help="the style is in a file with the columns episode,style")
    style.add_argument("--style-quantile", metavar="QUANTITY",
                       help=f"styles are equal shares by length or by FIELD[COLUMN]:HOW, where HOW is one of {', '.join(HOW)}")
    parser.add_argument("--styles", type=int, default=2, choices=range(2, MOST_STYLES + 1), help="how many such shares [2]")
    parser.add_argument("--weights", metavar="CSV", help="put weights (columns path, moment, weight) into a copy of the source")
    parser.add_argument("--npz", metavar="FILE", help="with --weights: the .npz that was loaded")
    parser.add_argument("--partial", action="store_true", help="with --weights: moments without a weight are meant")
    source_type.add_options(parser)
    options = parser.parse_args()
    try:
        if options.weights and not options.npz:
            raise Problem("--weights needs --npz, the file that was loaded, to know which episode a path is.")
        if not options.weights and not (options.style_field or options.style_file or options.style_quantile):
            raise Problem("Say what the styles are: --style-field, --style-file or --style-quantile.")
        if not options.weights and options.out.suffix != ".npz":
            raise Problem(f"{options.out} is to end in .npz.")
        if not options.source.exists():
            raise Problem(f"{options.source} is not there.")
        source = source_type(options.source, options)
        if options.weights:
            put_back(source, options)
        else:
            write_npz(source, options)
    except (Problem, OSError) as why:
        print(why, file=sys.stderr)
        sys.exit(2)
