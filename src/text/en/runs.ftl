# Runs that were trained before: shipped ones, earlier ones, and those with other settings than the page has now.

page-lane-stale = { $method }: trained with other settings
page-lane-earlier = { $method }: your run before this one
page-playing-earlier = Playing: the agents of your run before this one, until new ones are trained

# $changes lists the settings that differ.
page-stale-data = These agents were trained before the data changed ({ $changes }). Press Train to see what changes.
page-stale-knobs = These agents were trained before the settings changed ({ $changes }). Press Train to see what changes.
page-stale-shipped = These agents were trained with the default settings, not with yours ({ $changes }). Press Train to see what changes.
page-stale-settings = settings
page-calibration-recorded = Counted when this run was trained. The game itself is not here, so it cannot be counted again.
