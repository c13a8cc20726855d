# 以前训练好的运行：随页面附带的、更早的，以及设置与现在不同的。

page-lane-stale = { $method }：用别的设置训练的
page-lane-earlier = { $method }：你的上一次运行
page-playing-earlier = 正在表演：你上一次运行的智能体，直到新的训练出来

# $changes 列出不同的设置。
page-stale-data = 这些智能体是在数据改变之前训练的（{ $changes }）。按“训练”，看看会有什么变化。
page-stale-knobs = 这些智能体是在设置改变之前训练的（{ $changes }）。按“训练”，看看会有什么变化。
page-stale-shipped = 这些智能体是按默认设置训练的，不是你的设置（{ $changes }）。按“训练”，看看会有什么变化。
page-stale-settings = 设置
page-calibration-recorded = 这是训练这次运行时统计的。这里没有这个游戏，不能重新统计。
