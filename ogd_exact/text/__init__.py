"""Text for people, and files that are written whole or not at all."""
