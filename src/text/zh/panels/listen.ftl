# 把证据变成声音。
listen-title = 听一条路径
listen-about = 时间线上的示范变成一个音，长六秒。音越高，这个时刻越像它的标签；音越低，越不像；居中，则什么也没透露。
listen-range = 这条路径上的 PMI 从 { $low } 到 { $high } 奈特；一奈特是一个八度，上下最多两个八度。
listen-nothing = 还没有可听的：请训练一种带评判网络的方法，再选一条路径。
listen-play = 播放
listen-stop = 停止
