"""Why a netlist never answers yes: an inductive invariant, with proofs that a small checker re-validates."""
