"""Neither side: host time, kernels closer to the roof, scheduling, another roof."""

from __future__ import annotations

from typing import Final

from estimator.techniques import Knob, Technique, names

SIDE: Final = "neither"

ROWS = (
    Technique(
        key="multi-step-scheduling",
        side=SIDE,
        term="overhead",
        effect="overhead",
        note="saves host time between steps; the number of target passes is the same",
        source="vLLM v0.6.0 notes; SGLang v0.4 notes (zero-overhead scheduler)",
        knobs=(Knob("overhead_share", 0.25, 0.02, 0.6, "vLLM v0.6.0: host work took 62 % of an 8B step on H100"),),
        aliases=names("""
            multi-step scheduling | multi step scheduling | multi-step decoding | num-scheduler-steps
            | num_scheduler_steps | async scheduling | asynchronous scheduling | async scheduler
            | zero-overhead scheduler | zero-overhead batch scheduler | zero overhead scheduling | overlap scheduler
            | overlap scheduling | overlapped scheduling | overlap schedule | batch scheduler overlap
            | CPU-GPU overlap | host-device overlap | pipelined scheduling | asynchronous output processing
            | async output processing | scheduler overhead | double-buffered scheduling | run-ahead scheduling
            | spec v2 overlap | overlap scheduler for speculative decoding | SpecV2 | zero-bubble async scheduling
            | async spec decode | lookahead scheduling | scheduling overhead
        """),
        chinese=names("多步调度 | 异步调度 | 重叠调度 | 零开销调度 | 零开销调度器 | 零开销批调度 | 零开销批调度器"),
    ),
    Technique(
        key="cuda-graphs",
        side=SIDE,
        term="overhead",
        effect="overhead",
        note="a step is launched as one graph: it saves launch time, not bytes",
        source="PyTorch: Accelerating PyTorch with CUDA Graphs (2021)",
        knobs=(Knob("overhead_share", 0.3, 0.02, 0.8, "launch gaps of an eager step at batch 1"),),
        aliases=names("""
            CUDA graph | CUDA graphs | CUDAGraph | CUDAGraphs | cuda-graph | cudagraph mode | piecewise CUDA graph
            | piecewise CUDA graphs | piecewise cudagraph | full CUDA graph | full cudagraph | full graph mode
            | graph capture | graph replay | graph mode | HIP graph | HIP graphs | hipGraph | launch overhead
            | kernel launch overhead | kernel launch latency | ACL graph | ACLGraph | NPU graph | XPU graph
            | breakable CUDA graph | CUDA graph padding | Metal graph | programmatic dependent launch | SYCL graph
            | HPU graphs | TorchAir graph | reduce-overhead | static graph decode | decode graph
            | CUDA-graph capture | torch.cuda.graph | graph launch
        """),
        chinese=names("CUDA 图 | 图捕获 | 图模式"),
    ),
    Technique(
        key="kernel-optimization",
        side=SIDE,
        term="utilisation",
        effect="kernel_share",
        note="closer to the roof; the bytes stay. Its factor counts only at its share of the step",
        source="the step's own roof",
        knobs=(
            Knob("time_share", 0.3, 0.02, 1.0, "share of the step that the kernel took before"),
            Knob("kernel_factor", 1.5, 1.0, 10.0, "speed-up of the kernel alone"),
        ),
        aliases=names("""
            optimised kernel | optimized kernel | optimized kernels | optimised kernels | custom kernel
            | custom CUDA kernel | faster GEMM | faster kernels | kernel optimization | kernel optimisation
            | kernel optimizations | tuned kernel | tuned kernels | kernel tuning | kernel autotuning | autotuned
            | autotune | Triton kernel | Triton kernels | DeepGEMM | cuBLAS heuristics | cuBLASLt | hipBLASLt
            | hipBLASLt tuning | AVX-512 | AVX512 | AVX2 kernels | AVX-VNNI | VNNI | NEON kernels | SVE kernels
            | SME2 | KleidiAI | AMX kernels | Intel AMX | AMX-INT8 | AMX-BF16 | split-K | stream-K | CUTLASS
            | CUTLASS kernels | CuTe DSL | CuTeDSL | CuteDSL | TMA kernels | WGMMA | tcgen05 | warp specialization
            | AITER | AITER kernels | Composable Kernel | XQA | XQA kernel | masked multihead attention | MMHA
            | DMMV | MMQ kernels | mul_mat_q | llamafile kernels | tinyBLAS | TileLang | TileLang kernels
            | ThunderKittens | HipKittens | grouped GEMM | GroupGEMM | GEMV kernel | GEMV optimization | moe_permute
            | MoE kernel tuning | FlashInfer MoE | trtllm-gen | TRTLLM-GEN | TRTLLM-Gen kernels
            | Triton attention backend | cuBLAS update | oneDNN | OpenVINO kernels | IPEX
            | Intel Extension for PyTorch | Metal kernels | Vulkan coopmat | cooperative matrix | Wave64 | DP4A
            | T-MAC | T-MAN | Vec-LUT | FlashRNN | sgl-kernel | fast Hadamard | top-k kernel | sampling kernel | FlashSampling
            | sorting-free sampling | ParoQuant kernel | BitDecoding kernel | low-latency GEMM | vectorized loads
            | ragged prefill kernel | tree attention kernel | hand-tuned assembly | micro-kernel | microkernel
            | BRGEMM | Marlin kernel tuning | GPU kernel generation | CUDA-L1 | KernelBench | NUMA-aware kernels
            | SIMD optimization | block-interleaved weights | weight repacking | runtime repack | asm kernels
            | faster dequantization | kernel speedup | moba_efficient | AMX
        """),
        chinese=names("算子优化 | 内核优化 | 自定义内核 | 定制内核 | 自定义算子 | 定制算子 | 高性能算子 | 高性能内核"),
    ),
    Technique(
        key="split-kv-decoding",
        side=SIDE,
        term="utilisation",
        effect="kernel_share",
        note="same bytes at a higher achieved bandwidth: the cache is split over more of the chip",
        source="Flash-Decoding (Stanford CRFM, 2023)",
        knobs=(
            Knob("time_share", 0.4, 0.05, 0.95, "share of attention in the step: long contexts"),
            Knob("kernel_factor", 4.0, 1.0, 50.0, "Flash-Decoding: up to 50 in the attention alone at batch 1"),
        ),
        aliases=names("""
            Flash-Decoding | FlashDecoding | Flash Decoding | flash-decode | FlashDecoding++ | FlashDecode
            | split-KV | split KV | SplitKV | split-KV decoding | split KV decode | KV splits | num_kv_splits
            | num_splits | FlashInfer decode | FlashInfer attention | lean attention | LeanAttention
            | Stream-K attention | split-K attention | multi-block mode | multi-block attention | multi_block_mode
            | POD-Attention | POD attention | sequence-parallel decode attention | parallel over KV length
            | partition KV over thread blocks | 3D attention kernel | unified Triton attention | flash_fwd_splitkv
            | GQA packing | pack GQA | pack_gqa | fixed-split | KV parallel kernel | paged attention v2 partitioning
            | persistent decode attention
        """),
        chinese=names("切分 KV | KV 切分"),
    ),
    Technique(
        key="compute-format",
        side=SIDE,
        term="compute",
        effect="compute_peak",
        note="only where the claim is about compute alone: prefill and large batches",
        source="data sheets: the peak doubles with each halving of the type",
        knobs=(Knob("act_bits", 8, 4, 32, "FP8 against BF16: twice the peak"),),
        aliases=names("""
            FP8 prefill GEMM | TF32 | TF32 tensor cores | tensor cores for attention | FP8 attention | FP8 FMHA
            | FP8 FlashAttention | FP16 accumulation | FP16 accumulate | reduced-precision accumulation
            | fp16 accumulators | BF16 support | BF16 compute | half-precision compute | FP8 context FMHA
            | FP8 compute | bfloat16 inference | tensor core attention | tensor-core decode | INT8 tensor cores
            | FP8 matmul units | FP4 tensor cores | XMX engines | matrix cores | WMMA kernels | BF16x9
            | SageAttention | SageAttention2 | SageAttention2++ | SageAttention3
            | FP32 to FP16 | half precision | mixed precision inference | Neural Accelerators | AMX compute
        """),
    ),
    Technique(
        key="scheduling",
        side=SIDE,
        term="scheduling",
        effect="unmodelled",
        note="order and mixing of requests: latency targets and queues, not bytes or passes",
        source="arXiv:2403.02310 (Sarathi-Serve)",
        knobs=(Knob("chunk", 2048, 256, 16384, "arXiv:2403.02310: 512 to 2048 tokens"),),
        aliases=names("""
            chunked prefill | chunked prefills | chunked context | chunked-prefill | prefill chunking
            | dynamic chunking | stall-free batching | stall-free scheduling | piggybacking decodes
            | decode-maximal batching | SARATHI | Sarathi-Serve | Dynamic SplitFuse | SplitFuse | mixed batching
            | mixed chunk | hybrid batching | priority scheduling | request priority | SLO-aware scheduling
            | SLO aware | SLO-aware | load balancing | load-aware routing | least-loaded | round-robin routing
            | power of two routing | preemption | preemptive scheduling | batch scheduling | fair scheduling
            | virtual token counter | VTC fairness | FastServe | Llumnix | request migration | live migration
            | multi-level feedback queue | shortest job first | shortest-remaining | output length prediction
            | length-aware scheduling | NanoFlow | nano-batching | Bullet scheduling | DuetServe
            | Nexus prefill-decode | SLOs-Serve | QLM | Andes QoE | ServerlessLLM | request scheduler
            | scheduler improvements | max-num-batched-tokens | queue scheduling | conservative scheduling
            | SLA planner | SLA-based planner | Medha | TaiChi scheduling | Niyama | PolyServe | JITServe
            | layered prefill | prefill-first scheduling | GPU multiplexing | MuxServe | MuxWise | AlpaServe
            | spatial multiplexing | temporal multiplexing | bubble-free | dynamic prefill delay | DP load balancing
            | MixServe | Arrow scheduling | balanced scheduling | deadline-aware | decode-prioritized
            | DeepSpeed-FastGen | FastGen
        """),
        chinese=names("分块预填充 | 分块 prefill | 优先级调度 | 负载均衡"),
    ),
    Technique(
        key="prefill-decode-disaggregation",
        side=SIDE,
        term="scheduling",
        effect="unmodelled",
        note="removes interference; each phase keeps its own roof",
        source="arXiv:2401.09670 (DistServe), arXiv:2311.18677 (Splitwise)",
        knobs=(Knob("prefill_share", 0.4, 0.05, 0.9, "share of device time that prefill takes; arXiv:2401.09670"),),
        aliases=names("""
            disaggregated serving | disaggregated inference | disaggregated prefill | disaggregated prefilling
            | disaggregated prefill-decode | prefill-decode disaggregation | prefill/decode disaggregation
            | prefill decode disaggregation | PD disaggregation | P/D disaggregation | PD-disaggregation
            | P/D separation | PD separation | prefill/decode separation | prefill-decode separation
            | prefill and decode separation | prefill/decode split | prefill-decode split | P/D split | xPyD | 1P1D
            | 2P1D | DistServe | Splitwise | TetriInfer | DéjàVu | DejaVuLib | Mooncake disaggregation
            | KV-centric disaggregation | KVCache-centric | Dynamo disaggregation | llm-d disaggregation | NIXL
            | KV transfer | KV cache transfer | attention-FFN disaggregation | attention disaggregation
            | expert-attention disaggregation | encoder disaggregation | EPD disaggregation | encode-prefill-decode
            | encoder-prefill-decode | MegaScale disaggregated experts | Step-3 AFD | prefill worker | decode worker
            | prefill pool | conditional disaggregation | dynamic PD | heterogeneous disaggregation | WindServe
            | semi-PD | ShuffleInfer | P/D-Serve | Infinite-LLM | model-attention disaggregation | disaggregation
        """),
        chinese=names("""
            预填充/解码分离 | 预填充与解码分离 | 预填充和解码分离 | 预填充解码分离
            | PD 分离 | P/D 分离 | PD 分离部署 | 分离式推理 | 分离式部署
        """),
    ),
    Technique(
        key="pipeline-parallelism",
        side=SIDE,
        term="scheduling",
        effect="stages",
        note="one sequence's step stays as long; only throughput gains",
        source="arXiv:1811.06965 (GPipe)",
        knobs=(Knob("pp", 2, 2, 16, "one stage a machine"),),
        aliases=names("""
            pipeline parallel | pipeline parallelism | pipeline-parallel | pipeline model parallelism | layer split
            | layer splitting | split-mode layer | inter-layer model parallelism | PP2 | PP4 | PP8 | PP=2 | PP=4
            | chunked pipeline parallelism | dynamic chunked PP | pipeline stages | virtual pipeline | gLLM
            | TD-Pipe | TokenPipe | DistriFusion pipeline | exo cluster | pipeline bubbles | micro-batch pipelining
            | asynchronous pipeline parallelism | device pipelining
        """),
        cased=names("PP"),
        chinese=names("流水线并行 | 流水并行"),
    ),
    Technique(
        key="communication-kernels",
        side=SIDE,
        term="utilisation",
        effect="link_share",
        note="same bytes moved faster or hidden",
        source="DeepEP; TensorRT-LLM one-shot all-reduce",
        knobs=(
            Knob("time_share", 0.2, 0.02, 0.6, "share of the step that communication took before"),
            Knob("kernel_factor", 2.0, 1.0, 8.0, "speed-up of the collective alone"),
        ),
        aliases=names("""
            custom all-reduce | custom allreduce | custom_all_reduce | fast all-reduce | fast allreduce | DeepEP
            | DeepEP low-latency | one-shot all-reduce | one-shot allreduce | two-shot all-reduce | MultiShot
            | NVSHMEM | ROCSHMEM | symmetric memory | NCCL symmetric memory | NCCL tuning | NCCL upgrade | NVLS
            | NVLink SHARP | MSCCL++ | mscclpp | multimem all-reduce | compute-communication overlap
            | communication-computation overlap | overlap communication | communication overlap
            | comm-compute overlap | dual-batch overlap | two-batch overlap | single-batch overlap
            | ping-pong overlap | TokenWeave | FLUX overlap | TileLink | Triton-distributed | CoCoNet | FlashOverlap
            | AsyncTP | async TP | async tensor parallel | HybridEP | Hybrid-EP | NCCL EP | pplx-kernels
            | pplx kernels | UCCL | UCCL-EP | MoRI-EP | MoRI | Mori EP | all-to-all kernels | alltoall kernel
            | NVLink all-to-all | MNNVL all-to-all | one-sided all-to-all | RDMA all-to-all | IBGDA | GPUDirect RDMA
            | GPUDirect async | Mooncake EP | LMSYS TBO | reduce-scatter all-gather | low-latency all-reduce
            | low latency mode | FlashInfer all-reduce | trtllm_allreduce | MNNVL allreduce
            | Quick all-reduce kernel | all-reduce kernel | FUSCO | NVRAR | ParallelKittens | NIMBLE collectives
        """),
        chinese=names("""
            通信计算重叠 | 计算通信重叠 | 计算与通信重叠 | 通信与计算重叠 | 通算融合 | 通算重叠 | 双批次重叠
        """),
    ),
    Technique(
        key="hardware-upgrade",
        side=SIDE,
        term="hardware",
        effect="hardware",
        note="a new roof, not a new method",
        source="data sheets",
        aliases=names("""
            H200 over H100 | H200 vs H100 | B200 over H100 | B200 vs H100 | B200 vs H200 | GB200 vs H100
            | GB300 vs GB200 | H100 vs A100 | H100 over A100 | A100 vs V100 | MI300X over | MI300X vs H100
            | MI355X vs MI300X | MI325X vs H200 | newer GPU | newer GPUs | newer hardware | newer generation
            | next-generation GPU | generation over generation | generational uplift | Blackwell vs Hopper
            | Blackwell over Hopper | Blackwell platform | Hopper vs Ampere | hardware upgrade | HBM3e upgrade
            | more memory bandwidth | processing-in-memory | PIM accelerator | near-memory | wafer-scale
            | LPU hardware | dedicated accelerator | ASIC inference | 3D-stacked DRAM | CXL expander | TPU vs GPU
            | Gaudi vs
        """),
    ),
    Technique(
        key="host-overhead",
        side=SIDE,
        term="overhead",
        effect="overhead",
        note="host code between and around steps: tokenizers, servers, start-up",
        source="vLLM v0.6.0 notes",
        knobs=(
            Knob("overhead_share", 0.25, 0.01, 0.7, "vLLM v0.6.0: API server a third, scheduling 29 % of an 8B step"),
        ),
        aliases=names("""
            tokenizer speed | faster tokenizer | tokenization speed | fast tokenizer | detokenizer | detokenization
            | incremental detokenization | API server | multiprocess server | multi-process frontend
            | multi-process architecture | Rust router | Rust frontend | Rust server | startup time | start-up time
            | cold start | cold-start | model loading time | faster model loading | weight loading
            | checkpoint loading | host overhead | CPU overhead | Python overhead | GIL contention
            | scheduler CPU time | ZMQ | msgpack serialization | msgspec | gRPC server | V1 engine | vLLM V1
            | engine core | engine architecture | model runner V2 | Model Runner V2 | persistent batch input prep
            | input preparation | object pooling | garbage collection freeze | gc freeze | C++ runtime
            | C++ executor | Python-free runtime | prompt preprocessing | image preprocessing
            | multimodal preprocessing | mm processor cache | sleep mode | fast restart | Run:ai Model Streamer
            | fastsafetensors | Tensorizer | ServerlessLLM loading | CUDA checkpoint | API overhead | Python to C++
            | tokenizer cache | NUMA binding | CPU pinning | shared-memory broadcast | IPC overhead
        """),
    ),
    Technique(
        key="structured-output-overhead",
        side=SIDE,
        term="overhead",
        effect="overhead",
        note="time to build and apply grammar masks; the number of passes stays",
        source="arXiv:2411.15100 (XGrammar)",
        knobs=(Knob("overhead_share", 0.2, 0.01, 0.9, "arXiv:2411.15100: from several times a step to almost none"),),
        aliases=names("""
            XGrammar | XGrammar-2 | Outlines-core | outlines backend | grammar compilation | grammar compile
            | guided decoding speed | guided decoding | guided generation | guided JSON | structured generation
            | constrained decoding | constrained generation | grammar-constrained | grammar constrained decoding
            | JSON schema decoding | llguidance | LLGuidance | lm-format-enforcer | LMFE | grammar mask | token mask
            | token bitmask | mask generation | pushdown automaton | DOMINO constrained | Formatron | WGrammar
            | regex-guided | EBNF grammar | GBNF | structural tags | structural tag | FSM-based decoding
            | adaptive token mask cache | GreatGramma | constrained sampling overhead | Guidance grammar
            | finite-state constrained | schema-constrained
        """),
        cased=names("Outlines"),
        chinese=names("结构化输出 | 约束解码 | 受限解码 | 引导解码"),
    ),
    Technique(
        key="other",
        side=SIDE,
        term="other",
        effect="unmodelled",
        note="no mechanism of this table is named",
        source="the residual class",
    ),
)
