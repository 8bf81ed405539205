"""Decides whether gadget tables keep the eight conditions: yes, or which condition fails where. It says no more."""
