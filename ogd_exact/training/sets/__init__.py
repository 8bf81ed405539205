"""Training sets that someone gives, with no circuit behind them: what becomes of the weights, fed over and over."""
