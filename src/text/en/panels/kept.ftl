kept = Kept in this browser
kept-where = All of this is stored in this browser alone and sent nowhere. Clearing the browser's data for this page deletes it.
kept-reading = Reading…
kept-refused = This browser lets the page store nothing, so nothing is kept.
kept-nothing = Nothing yet. Runs that you train, files that you load and games that you play are kept here.
kept-summary =
    { $count ->
        [one] One item
       *[other] { $count } items
    }, { NUMBER($size, minimumFractionDigits: 1, maximumFractionDigits: 1) } MB
kept-answers = Answers to lessons
kept-answers-steps =
    { $count ->
        [1] 1 step
       *[other] { $count } steps
    }
kept-name = Name
kept-open = Open
kept-delete = Delete
kept-delete-all = Delete everything
kept-delete-sure = Press again to delete everything
# Size and date of an item.
kept-facts = { NUMBER($size, minimumFractionDigits: 1, maximumFractionDigits: 1) } MB · { $date }
kept-run = { $world }, { $method }, seed { $seed }, step { NUMBER($step) }
kept-play = Your plays of { $worlds }
kept-file = { $file } for { $worlds }
kept-other = Something of the kind “{ $kind }”
kept-no-world = no world
# Several worlds.
kept-list = { $all }, { $next }
