"""What to type where an optional library is missing."""


def install(extra: str) -> str:
    """No index has the project, so that its extras are installed from a checkout."""
    return f"install it with: pip install '.[{extra}]' in a checkout of ogd-exact"
