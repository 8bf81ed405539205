"""The trusted kernel: exact numbers, one step of OGD, and the certificate checker.

It imports nothing else of this project, and a test holds it to that.
"""
