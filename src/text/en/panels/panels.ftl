panel-unknown = There is no such panel here. The link may be from a later version of the page.
panel-copy = Copy
    .about = Copy this text
