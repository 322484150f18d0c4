"""The models: one file each, kernels beside them in files that begin with an underscore."""

from baselines.autoencoder import BilingualAutoencoder
from baselines.bicvm import BiCVM
from baselines.bilbowa import BilBOWA
from baselines.bilda import BiLDA
from baselines.bwesg import BWESG
from baselines.cca import CCA
from baselines.cooccurrence import DocumentCooccurrence
from baselines.mikolov import MikolovMapping
from baselines.monolingual import MonolingualVectors
from baselines.muptm import AssociationMuPTM, BasicMuPTM
from baselines.ppmi import TraditionalPPMI
from baselines.pseudo import LSA, PseudoLDA

__all__ = [
    "BWESG",
    "CCA",
    "LSA",
    "AssociationMuPTM",
    "BasicMuPTM",
    "BiCVM",
    "BiLDA",
    "BilBOWA",
    "BilingualAutoencoder",
    "DocumentCooccurrence",
    "MikolovMapping",
    "MonolingualVectors",
    "PseudoLDA",
    "TraditionalPPMI",
]
