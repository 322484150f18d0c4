"""Figures for papers, one file each: at column width, fonts inside, told apart without colour."""
