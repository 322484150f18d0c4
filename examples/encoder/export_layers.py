"""Export a model of the Hugging Face hub to ONNX with all its layers, for ``layer = N``.

    pip install 'optimum[onnxruntime]'
    python examples/encoder/export_layers.py xlm-roberta-base models/xlm-r

``optimum-cli export onnx`` gives the last layer only. This is the one file here that needs torch,
and it downloads the model unless its name is a local directory.
"""

from __future__ import annotations

import sys

from optimum.exporters.onnx import main_export
from optimum.exporters.tasks import TasksManager
from transformers import AutoConfig

TASK = "feature-extraction"


def export(name: str, output: str) -> None:
    config = AutoConfig.from_pretrained(name)
    usual = TasksManager.get_exporter_config_constructor(
        "onnx", model_type=config.model_type, task=TASK, library_name="transformers"
    ).func

    class AllLayers(usual):
        """The usual description of the model, with one more output for every layer."""

        @property
        def outputs(self) -> dict[str, dict[int, str]]:
            axes = {0: "batch_size", 1: "sequence_length"}
            layers = {f"hidden_states.{i}": axes for i in range(config.num_hidden_layers + 1)}
            return {"last_hidden_state": axes, **layers}

    main_export(
        name,
        output,
        task=TASK,
        library_name="transformers",
        custom_onnx_configs={"model": AllLayers(config, task=TASK)},
        model_kwargs={"output_hidden_states": True},
    )


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: export_layers.py MODEL DIRECTORY")
    export(*sys.argv[1:])
