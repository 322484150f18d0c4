"""A run directory to look at: one page, figures for papers, and the numbers behind them.

``view`` reads a run directory, ``numbers/`` makes what is drawn, ``figures/`` draws it for papers,
``sections/`` and ``page`` for a browser. Statistics come from `evaluation.stats` by way of tables;
nothing is tested here.
"""
