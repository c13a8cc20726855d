# Notices about what the visitor did.
page-seed-range = A seed is a whole number from 0 to { $largest }.
page-play-too-little = There is too little to learn from yet: play for at least fifteen seconds.

page-too-many-changes = A run holds at most { $most } changes on its way, and this one has them. Reset begins it again with the values shown.

# Files.
page-file-accepted = { $name }: { $found }
page-file-not-fetched = { $name } could not be loaded ({ $why }). Reload the page to try again.
page-file-not-for-world = { $world } reads no files; { $name } was not opened.
page-file-too-large = { $name } has { $size } MB, and the page reads at most { $largest } MB. lab pack makes it smaller.
page-file-not-read = { $name } could not be read. If it is a folder, give its files.
page-file-stopped-worker = { $names } was not loaded: a worker stopped while reading it.
page-storage-full = The browser has no more room for what you make here, so from now on the page keeps it only while it is open. Download what you want to have later, or delete something under Kept.
page-storage-refused = The browser lets this page store nothing (a private window, perhaps), so what you make here lasts only while the page is open. Download what you want to have later.
