panel-unknown = 这里没有这个面板。链接可能来自更新的版本。
panel-copy = 复制
    .about = 复制这段文字
