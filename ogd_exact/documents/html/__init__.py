"""Writes what verify found as one page of HTML: every table, with findings and corrections in place."""
