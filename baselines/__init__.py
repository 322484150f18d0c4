"""The models: one file each, kernels beside them in files that begin with an underscore."""

from baselines.cooccurrence import DocumentCooccurrence

__all__ = ["DocumentCooccurrence"]
