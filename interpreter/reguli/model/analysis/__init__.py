"""What is proved of bound rules: that they end, are total, give nothing away."""
