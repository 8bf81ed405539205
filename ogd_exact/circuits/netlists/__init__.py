"""Sequential circuits, built gate by gate and turned into NAND gates."""
