"""How fast the estimator answers, and how fast others do, in the same run on one core.

    python benchmarks/estimator.py [--peers PYTHON ...]

`--peers` names interpreters of environments that hold other calculators (pip install llm-analysis llm-flops servcalc
ridgepoint aiconfigurator); their versions of huggingface-hub clash, so each runs in a process of its own. What cannot
be imported is reported as absent. Points vary from call to call, so that nobody answers from a cache of results.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = str(Path(__file__).parent.parent)
sys.path[0] = ROOT  # this file has the package's name: its own folder must not be searched

WINDOW, WINDOWS = 0.25, 8  # seconds; the best window counts: on a shared machine the others measure the neighbours
POINTS = [(1 + i % 16, 512 + 17 * (i % 211)) for i in range(16 * 211)]

# One decode step or request of a Llama on an H100 at (batch b, context s); each defines `ask(b, s)`.
PEERS = {
    "llm-analysis": """
from llm_analysis.analysis import LLMAnalysis
from llm_analysis.config import GPUConfig, ModelConfig
model = ModelConfig(name="8B", num_layers=32, n_head=32, hidden_dim=4096, vocab_size=128256, max_seq_len=16384)
chip = GPUConfig(name="H100", mem_per_GPU_in_GB=80, hbm_bandwidth_in_GB_per_sec=3350,
    intra_node_bandwidth_in_GB_per_sec=900, intra_node_min_message_latency=8e-6, peak_fp16_TFLOPS=989)
analysis = LLMAnalysis(model, chip, flops_efficiency=1.0, hbm_memory_efficiency=1.0)
def ask(b, s): return analysis.inference(batch_size_per_gpu=b, seq_len=s, num_tokens_to_generate=2)
""",
    "llm-flops": """
from llmflops import estimate
def ask(b, s): return estimate(model="meta-llama/Llama-3-8B", batch_size=b, sequence_length=s, precision="bf16", gpu="H100")
""",
    "servcalc": """
import servcalc
config = dict(architectures=["LlamaForCausalLM"], model_type="llama", hidden_size=4096, intermediate_size=14336,
    num_attention_heads=32, num_key_value_heads=8, num_hidden_layers=32, vocab_size=128256,
    max_position_embeddings=131072, torch_dtype="bfloat16")
def ask(b, s):
    return servcalc.estimate(config, "H100 80GB", workload=servcalc.Workload(prompt_len=s, gen_len=2, concurrency=(b,)))
""",
    "ridgepoint (no batch)": """
import ridgepoint
def ask(b, s): return ridgepoint.fit("llama-3-70b", "h100-80gb", count=8, ctx=s, as_json=True)
""",
    "aiconfigurator": """
from aiconfigurator.sdk import common, config, models, perf_database
from aiconfigurator.sdk.backends.factory import get_backend
from aiconfigurator.sdk.inference_session import InferenceSession
modes = dict(gemm_quant_mode=common.GEMMQuantMode.fp8, kvcache_quant_mode=common.KVCacheQuantMode.fp8,
    fmha_quant_mode=common.FMHAQuantMode.bfloat16)
model = models.get_model("meta-llama/Meta-Llama-3.1-70B", config.ModelConfig(tp_size=8, **modes), "trtllm")
session = InferenceSession(model, perf_database.get_database("h100_sxm", "trtllm", "current"), get_backend("trtllm"))
def ask(b, s):
    return session.run_static_latency_only(config.RuntimeConfig(batch_size=b, isl=s, osl=2), mode="static_gen")
""",
}
TIMER = """
import logging, time
logging.disable(logging.CRITICAL)
{setup}
points = [(1 + i % 16, 512 + 17 * (i % 211)) for i in range(16 * 211)]
ask(*points[0])
best = 0.0
for _ in range({windows}):
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < {window}:
        ask(*points[count % len(points)])
        count += 1
    best = max(best, count / (time.perf_counter() - start))
print(best)
"""


def rate(work: Callable[[int], object], size: float = 1.0) -> float:
    """Units a second of a call, `size` units each."""
    work(0)
    best = 0.0
    for _ in range(WINDOWS):
        count, start = 0, time.perf_counter()
        while (passed := time.perf_counter() - start) < WINDOW:
            work(count)
            count += 1
        best = max(best, count * size / passed)
    return best


def ours() -> dict[str, float]:
    """Grid points a second through the public array API, and scalar estimates a second."""
    import numpy as np

    from estimator import estimate

    batch, context = np.arange(1.0, 1025.0)[:, None], np.linspace(512.0, 131_072.0, 1024)[None, :]
    figures = {}
    for model in ("Llama-3.1-70B", "DeepSeek-V3", "gpt-oss-120b"):

        def grid(_: int, model: str = model) -> object:
            return estimate(model, "8xH100", batch=batch, context=context, weight_bits=8.0)

        def scalar(i: int, model: str = model) -> object:
            b, s = POINTS[i % len(POINTS)]
            return estimate(model, "8xH100", batch=b, context=s, weight_bits=8.0)

        figures[f"grid points/s, {model}"] = rate(grid, 1024 * 1024)
        figures[f"scalar estimates/s, {model}"] = rate(scalar)
    return figures


def import_seconds() -> float:
    """The best of five: `import estimator` in a fresh interpreter, less the interpreter's own start."""
    times = {}
    for code in ("pass", "import estimator"):
        runs = []
        for _ in range(5):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
            runs.append(time.perf_counter() - start)
        times[code] = min(runs)
    return times["import estimator"] - times["pass"]


def peer(python: str, setup: str) -> float | None:
    """Scalar estimates a second of another calculator, or `None` where it cannot be imported."""
    code = TIMER.format(setup=setup, window=WINDOW, windows=WINDOWS)
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, timeout=300)
    return float(done.stdout.split()[-1]) if done.returncode == 0 else None


def main() -> None:
    """Print the figures and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", nargs="*", default=[], help="interpreters that can import other calculators")
    args = parser.parse_args()
    figures = ours()
    for name, value in figures.items():
        print(f"{name:<42} {value:>14,.0f}")
    print(f"{'import estimator, seconds':<42} {import_seconds():>14.3f}")
    scalar, grid = figures["scalar estimates/s, Llama-3.1-70B"], figures["grid points/s, Llama-3.1-70B"]
    print(f"\n{'other calculators':<24} {'scalar/s':>12} {'ours / theirs':>14} {'our grid / theirs':>18}")
    for name, setup in PEERS.items():
        found = next((value for python in (*args.peers, sys.executable) if (value := peer(python, setup))), None)
        if found is None:
            print(f"{name:<24} {'absent':>12}")
        else:
            print(f"{name:<24} {found:>12,.0f} {scalar / found:>14.2f} {grid / found:>18,.0f}")


if __name__ == "__main__":
    main()
