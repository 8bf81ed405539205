"""All that a shell sees: arguments, printed text, exit codes."""
