"""Copying out of a tile: places in its lines, motions, what is selected, where links lead. Keys and mouse share it."""
