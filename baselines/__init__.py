"""The models: one file each, kernels beside them in files that begin with an underscore."""

from typing import TYPE_CHECKING

from clss._lazy import imported_on_use

if TYPE_CHECKING:
    from baselines.documents.cooccurrence import DocumentCooccurrence
    from baselines.documents.lsa import LSA
    from baselines.encoders.encoder import PretrainedEncoder
    from baselines.joined.count_vectors import CountVectors
    from baselines.joined.fusion import Fusion
    from baselines.joined.self_learning import SelfLearning
    from baselines.joined.spelling import Spelling
    from baselines.lexical.cca import CCA
    from baselines.lexical.mikolov import MikolovMapping
    from baselines.lexical.traditional_ppmi import TraditionalPPMI
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
    "CountVectors",
    "DocumentCooccurrence",
    "Fusion",
    "MikolovMapping",
    "MonolingualVectors",
    "PretrainedEncoder",
    "PseudoLDA",
    "SelfLearning",
    "Spelling",
    "TraditionalPPMI",
]

__getattr__, __dir__ = imported_on_use(
    __name__,
    {
        "DocumentCooccurrence": "baselines.documents.cooccurrence",
        "LSA": "baselines.documents.lsa",
        "PretrainedEncoder": "baselines.encoders.encoder",
        "CountVectors": "baselines.joined.count_vectors",
        "Fusion": "baselines.joined.fusion",
        "SelfLearning": "baselines.joined.self_learning",
        "Spelling": "baselines.joined.spelling",
        "CCA": "baselines.lexical.cca",
        "MikolovMapping": "baselines.lexical.mikolov",
        "TraditionalPPMI": "baselines.lexical.traditional_ppmi",
        "BilingualAutoencoder": "baselines.sentences.autoencoder",
        "BiCVM": "baselines.sentences.bicvm",
        "BilBOWA": "baselines.skipgram.bilbowa",
        "BWESG": "baselines.skipgram.bwesg",
        "MonolingualVectors": "baselines.skipgram.monolingual",
        "BiLDA": "baselines.topics.bilda",
        "AssociationMuPTM": "baselines.topics.muptm",
        "BasicMuPTM": "baselines.topics.muptm",
        "PseudoLDA": "baselines.topics.pseudo_lda",
    },
)
