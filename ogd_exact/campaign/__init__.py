"""Campaigns: more checks than one sitting has time for, on as many processes and machines as there are."""
