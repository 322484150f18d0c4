"""The models: one file each, kernels beside them in files that begin with an underscore."""

from baselines.documents.cooccurrence import DocumentCooccurrence
from baselines.documents.lsa import LSA
from baselines.lexical.cca import CCA
from baselines.lexical.mikolov import MikolovMapping
from baselines.lexical.ppmi import TraditionalPPMI
from baselines.sentences.autoencoder import BilingualAutoencoder
from baselines.sentences.bicvm import BiCVM
from baselines.skipgram.bilbowa import BilBOWA
from baselines.skipgram.bwesg import BWESG
from baselines.skipgram.monolingual import MonolingualVectors
from baselines.topics.bilda import BiLDA
from baselines.topics.muptm import AssociationMuPTM, BasicMuPTM
from baselines.topics.pseudo_lda import PseudoLDA

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
