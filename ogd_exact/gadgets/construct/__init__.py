"""From a loss to gadget tables, by theorem: docs/construct.md has the theorem and its whole proof."""
