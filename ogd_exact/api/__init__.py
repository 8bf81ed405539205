"""The library: what `import ogd_exact` offers."""
