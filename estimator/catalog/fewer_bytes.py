"""Fewer bytes: weights, sharing of one weight read, sharding, and what stays on chip."""

from __future__ import annotations

from typing import Final

from estimator.techniques import Knob, Technique, names

SIDE: Final = "fewer-bytes"

ROWS = (
    Technique(
        key="weight-only-quantization",
        side=SIDE,
        term="weights",
        effect="weight_bits",
        note="weights shrink; the matrix units still run at the activation's precision",
        source="arXiv:2306.00978 (AWQ), arXiv:2210.17323 (GPTQ)",
        knobs=(
            Knob("weight_bits", 4, 2, 8, "arXiv:2306.00978: INT4, group 128; arXiv:2401.06118 goes to 2 bits"),
            Knob("weight_bits_before", 16, 8, 16, "FP16 or BF16 as published"),
            Knob("group_size", 128, 16, 1024, "arXiv:2210.17323: 128"),
        ),
        aliases=names("""
            weight-only quantization | weight-only quantisation | weight-only quant | weight quantization
            | weight quantisation | weight-only INT4 | weight-only INT8 | weight-only | INT4 weights | INT8 weights
            | 4-bit weights | 8-bit weights | 3-bit weights | 2-bit weights | int4 weight-only | int8 weight-only
            | INT4 quantization | 4-bit quantization | W4A16 | W8A16 | W3A16 | W2A16 | W6A16 | W4A16KV16 | AWQ
            | AutoAWQ | GPTQ | GPTQModel | AutoGPTQ | GGUF quants | GGUF | GGML quants | k-quants | i-quants
            | Q4_K_M | Q4_K_S | Q5_K_M | Q6_K | Q8_0 | Q4_0 | Q3_K_M | Q2_K | IQ4_XS | IQ2_XXS | IQ3_XXS | NF4 | HQQ
            | EXL2 | EXL3 | ExLlama | ExLlamaV2 | ExLlamaV3 | SqueezeLLM | AQLM | QuIP# | QuIP | QTIP | VPTQ | SpQR
            | OmniQuant | AffineQuant | EfficientQAT | AutoRound | SignRound | GPTVQ | OWQ | LUT-GEMM | FLUTE
            | FineQuant | BitBLAS | BitsAndBytes | LLM.int8() weights | QLoRA | PB-LLM | BiLLM | ARB-LLM | LeanQuant
            | Any-Precision LLM | MatQuant | GuidedQuant | CodeGEMM | FP6-LLM | FP6 weights | FP6 | TC-FPx
            | Quant-LLM | FP5 weights | TinyChat | TurboMind W4A16 | GPTQ-Marlin | AWQ-Marlin | Machete | AllSpark
            | FP8 weight-only | INT4-AWQ | W4A16 AWQ | QuantEase | SINQ | DFloat11 | NeuZip | ZipServ
            | CoreML palettization | torchao int4 | int4wo | int8wo | W4A16 MoE | MoeWNA16 | RTN quantization
            | mixed-precision weights
        """),
        cased=names("Marlin | MARLIN | HIGGS | EoRA"),
        chinese=names("权重量化 | 仅权重量化 | 权重仅量化 | 只量化权重 | 低比特权重"),
    ),
    Technique(
        key="weight-activation-quantization",
        side=SIDE,
        term="weights",
        effect="weight_act_bits",
        note="weights shrink and the compute peak rises with the narrower type, on chips that have it",
        source="arXiv:2211.10438 (SmoothQuant), arXiv:2405.04532 (QServe)",
        knobs=(
            Knob("weight_bits", 8, 4, 8, "arXiv:2211.10438: W8A8; arXiv:2405.04532: W4A8; NVFP4: 4.5 with scales"),
            Knob("weight_bits_before", 16, 8, 16, "FP16 or BF16 as published"),
            Knob("act_bits", 8, 4, 16, "arXiv:2211.10438: 8"),
        ),
        aliases=names("""
            weight-activation quantization | weight and activation quantization | W8A8 | W4A8 | W4A4 | W6A6
            | W8A8-INT8 | W8A8-FP8 | W4A8KV4 | W4A4KV4 | W4AFP8 | W4A8-FP8 | INT4-FP8 | FP8 | FP8 quantization
            | FP8 inference | FP8 precision | FP8 weights | FP8 GEMM | FP8 W8A8 | FP8 blockwise | block-wise FP8
            | blockwise FP8 | per-tensor FP8 | per-channel FP8 | FP8 dynamic | FP8-Dynamic | FP8 E4M3 | PTPC-FP8
            | FP4 | FP4 quantization | FP4 inference | NVFP4 | MXFP4 | MXFP6 | MXFP8 | MX formats | microscaling
            | INT8 GEMM | INT8 inference | INT8 quantization | 8-bit inference | INT4 GEMM | SmoothQuant
            | SmoothQuant+ | QServe | QoQ | QuaRot | SpinQuant | FlatQuant | DuQuant | OSTQuant | ResQ | Atom W4A4
            | ABQ-LLM | QQQ | ZeroQuant | ZeroQuant-V2 | ZeroQuant-FP | LLM.int8() | LLM.int8 | Outlier Suppression+
            | RPTQ | QUIK | QLLM | AMXFP4 | LiquidGEMM | COMET W4Ax | SVDQuant | Nunchaku | Transformer Engine FP8
            | FP8 Transformer Engine | FBGEMM FP8 | quantized inference | INT8 activations | FP8 activations
            | MXFP4 MoE | NVFP4 MoE | W4A8 MoE | Four Over Six | MR-GPTQ | I-LLM | SageBwd | TurboQuant W4A4
            | FP8 MoE | FP8 linear | FP8 rowwise | INT8 W8A8 | Quark FP8 | Quark MXFP4 | float8 | QuaRot W4A4KV4
            | ABQ
        """),
        cased=names("Atom | COMET | FP8-LM"),
        chinese=names("权重激活量化 | 权重和激活量化 | 权重与激活量化 | 激活量化"),
    ),
    Technique(
        key="binary-ternary-weights",
        side=SIDE,
        term="weights",
        effect="weight_bits",
        note="one to two bits a weight, trained for it; lookups or additions in place of products",
        source="arXiv:2402.17764 (BitNet b1.58)",
        knobs=(
            Knob("weight_bits", 2, 1, 2.1, "arXiv:2402.17764: 1.58; stored in 1.67 (TL2) to 2 bits (I2_S)"),
            Knob("weight_bits_before", 16, 4, 16, "FP16 as published"),
        ),
        aliases=names("""
            BitNet | BitNet b1.58 | bitnet.cpp | BitNet a4.8 | BitNet v2 | 1.58-bit | 1.58 bit | 1-bit LLM
            | 1-bit LLMs | 1-bit weights | ternary weights | ternary | ternary quantization | binary weights
            | binarized | binarization | OneBit | FBI-LLM | DB-LLM | TernaryLLM | TriLM
            | Spectra TriLM | ParetoQ | TWN | TQ1_0 | TQ2_0 | I2_S | TL1 | TL2 | PTQ1.61 | BTC-LLM | Sherry
            | Bonsai 1-bit | Falcon-E | matmul-free | MatMul-free LM | ShiftAddLLM | LittleBit
        """),
        chinese=names("三值权重 | 二值权重 | 三值量化 | 二值量化 | 三值化 | 二值化"),
    ),
    Technique(
        key="weight-sparsity",
        side=SIDE,
        term="weights",
        effect="weight_density",
        note="pruned weights are neither stored nor read; 2:4 keeps half and 2 bits of index for each kept weight",
        source="arXiv:2301.00774 (SparseGPT), arXiv:2306.11695 (Wanda)",
        knobs=(Knob("sparsity", 0.5, 0.1, 0.8, "arXiv:2301.00774: 50 % and 2:4"),),
        aliases=names("""
            pruning | 2:4 sparsity | 2:4 sparse | 2:4 structured sparsity | semi-structured sparsity | 2:4 pruning
            | N:M sparsity | weight sparsity | weight pruning | unstructured sparsity | unstructured pruning
            | structured pruning | magnitude pruning | SparseGPT | Sparse-Marlin | Sparse GPTQ | LLM-Pruner
            | SliceGPT | Sheared LLaMA pruning | Flash-LLM | SpInfer | MaskLLM | ProxSparse | RIA pruning
            | PrunerZero | DSnoT | BESA | OWL sparsity | FLAP | LoRAPrune | SparseLLM | Sparse Llama 2:4
            | cuSPARSELt | ALPS pruning | Wanda++ | SAMSP | MACKO | expert pruning | REAP | MoE-Pruner
            | sparse weights | sparse GEMM | pruned weights | Sparse Tensor Cores
        """),
        cased=names("Wanda | OWL | SLoPe"),
        chinese=names("权重稀疏 | 权重稀疏化 | 权重剪枝 | 半结构化稀疏 | 结构化剪枝 | 非结构化剪枝"),
    ),
    Technique(
        key="activation-sparsity",
        side=SIDE,
        term="weights",
        effect="weight_density",
        note="rows of weights that the token's activations leave at zero are not read; at batch the union of rows counts",
        source="arXiv:2310.17157 (Deja Vu), arXiv:2312.12456 (PowerInfer), arXiv:2408.14690 (TEAL)",
        knobs=(
            Knob("sparsity", 0.5, 0.2, 0.9, "arXiv:2408.14690: 40 to 50 %; arXiv:2406.05955: up to 90 % with ReLU"),
        ),
        aliases=names("""
            PowerInfer | PowerInfer-2 | Deja Vu | DejaVu | contextual sparsity | activation sparsity
            | activation-aware sparsity | ReLU sparsity | ReLUfication | ReLU strikes back | ProSparse | TurboSparse
            | Turbo Sparse | CATS sparsity | Q-Sparse | CoreInfer | ShadowLLM | MoEfication | SparseInfer | LaRoSA
            | WINA | R-Sparse | Polar Sparsity | hot neurons | hot/cold neurons | neuron sparsity | Block Q-Sparse
            | training-free activation sparsity | dynamic sparsity | sparse FFN | BlockFFN | CHESS sparsity | SCAP
        """),
        cased=names("TEAL | CATS"),
        chinese=names("激活稀疏 | 激活稀疏性 | 激活稀疏化 | 神经元稀疏"),
    ),
    Technique(
        key="mixture-of-experts",
        side=SIDE,
        term="weights",
        effect="experts",
        note="only the routed experts' weights are read; at batch the distinct ones add up",
        source="arXiv:2101.03961 (Switch), arXiv:2401.04088 (Mixtral)",
        knobs=(
            Knob("experts", 64, 8, 512, "arXiv:2401.04088: 8; arXiv:2412.19437: 256"),
            Knob("experts_per_token", 8, 1, 10, "arXiv:2401.04088: 2; arXiv:2412.19437: 8"),
        ),
        aliases=names("""
            MoE | mixture of experts | mixture-of-expert | sparse experts | sparse MoE | active parameters
            | activated parameters | DeepSeekMoE | Switch Transformer | sparsely activated | sparsely-gated
            | top-k routing | expert routing | fine-grained experts | fewer active experts | expert skipping
            | dynamic expert | latent MoE | LatentMoE | OEA routing | batch-aware routing | MoE architecture
        """),
        chinese=names("混合专家 | 混合专家模型 | 专家混合 | 专家混合模型"),
    ),
    Technique(
        key="expert-offload",
        side=SIDE,
        term="weights",
        effect="offload",
        note="experts stay in host memory or on disk; those that a token needs cross the host link or are computed there",
        source="arXiv:2312.17238 (Mixtral offloading), KTransformers (SOSP 2025)",
        knobs=(
            Knob("cache_hit_rate", 0.5, 0.0, 0.98, "arXiv:2312.17238: an LRU cache of experts"),
            Knob("host_share", 0.8, 0.1, 1.0, "share of expert weights in host memory"),
        ),
        aliases=names("""
            MoE offloading | MoE offload | expert offloading | expert offload | expert caching | expert cache
            | expert prefetching | KTransformers | ktransformers AMX | CPU-GPU hybrid | CPU/GPU hybrid
            | hybrid CPU-GPU inference | CPU expert offload | CPU MoE | Fiddler MoE | HOBBIT | MoE-Infinity
            | MoE-Lightning | Mixtral offloading | AdapMoE | ExpertFlow | Pre-gated MoE | ProMoE | SiDA-MoE
            | EdgeMoE | SwapMoE | DAOP | Expert deferral | MoE-Gen | FloE | FineMoE | MoEpic | n-cpu-moe
            | override-tensor | SpecMoEOff | MoE-SpeQ
        """),
        cased=names("Fiddler"),
        chinese=names("专家卸载 | 专家缓存"),
    ),
    Technique(
        key="weight-offload-streaming",
        side=SIDE,
        term="weights",
        effect="offload",
        note="weights that do not fit come layer by layer over the host link or from disk: that link is the roof",
        source="arXiv:2303.06865 (FlexGen)",
        knobs=(Knob("host_share", 0.7, 0.05, 1.0, "arXiv:2303.06865: OPT-175B on one 16 GB card"),),
        aliases=names("""
            FlexGen | weight offloading | weight offload | weights offloading | CPU offloading | CPU offload
            | layer streaming | layer offloading | disk offload | SSD offload | NVMe offload | LLM in a flash
            | ZeRO-Inference | DeepSpeed ZeRO-Inference | AirLLM | accelerate offload | llm.npu | partial offload
            | GPU layers offload | model streaming | weight streaming | NEO offload | HeteGen | LLMFlash
            | TwinPilots | flexible offloading | Dovetail | prefetch weights | weight prefetching | flash offload
            | SpecOffload | InfiniteHBM
        """),
        cased=names("PRESERVE"),
        chinese=names("权重卸载 | 逐层加载 | 逐层流式加载 | 权重流式加载"),
    ),
    Technique(
        key="layer-skipping",
        side=SIDE,
        term="weights",
        effect="layers_kept",
        note="fewer layers are read for a token; when the full model verifies it is self-speculation",
        source="arXiv:2403.03853 (ShortGPT), arXiv:2404.02258 (Mixture-of-Depths)",
        knobs=(Knob("layers_kept", 0.75, 0.3, 0.95, "arXiv:2403.03853: 25 % of layers removed"),),
        aliases=names("""
            early exit | early exiting | early-exit | layer skipping | skip layers | layer pruning | layer dropping
            | depth pruning | ShortGPT | Mixture-of-Depths | Mixture of Depths | SkipDecode | AdaInfer | EE-LLM
            | LaCo | LLM-Streamline | Shortened LLaMA | SLEB | FlexiDepth | UIDL | BlockPruner
            | confident adaptive language modeling | AdaSkip | FFN-SkipLLM | Unified layer skipping | dynamic depth
            | Mixture-of-Recursions | SpecEE | layer removal | attention drop | DR.LLM | SkipGPT | ELECTRA exit
            | PABEE | DeeBERT | GateSkip | RAEE | ConsistentEE
        """),
        chinese=names("跳层 | 层跳过 | 提前退出 | 早退 | 层剪枝"),
    ),
    Technique(
        key="smaller-model",
        side=SIDE,
        term="weights",
        effect="smaller",
        note="a model of fewer parameters answers in the larger one's place",
        source="arXiv:2407.14679 (Minitron)",
        knobs=(Knob("size_ratio", 0.5, 0.05, 0.95, "arXiv:2407.14679: 15B to 8B and 4B"),),
        aliases=names("""
            distillation | distilled model | knowledge distillation | pruned and distilled | prune and distill
            | Minitron | small language model | student model | Puzzle NAS | Nemotron Puzzle | NAS-optimized
            | DistilBERT | DistilGPT2 | model cascade | FrugalGPT | model routing | RouteLLM | Sheared LLaMA
            | LLM-NAS | width pruning | low-rank weights | SVD-LLM | ASVD | low-rank factorization | MiniLLM
            | Flextron | ModernBERT
        """),
        chinese=names("模型蒸馏 | 知识蒸馏"),
    ),
    Technique(
        key="vocabulary-reduction",
        side=SIDE,
        term="weights",
        effect="vocab",
        note="fewer rows of the LM head are read, often in the draft only",
        source="arXiv:2502.14856 (FR-Spec)",
        knobs=(Knob("head_share", 0.25, 0.05, 0.9, "arXiv:2502.14856: 32K of 128K tokens"),),
        aliases=names("""
            vocab trimming | vocabulary trimming | vocabulary pruning | vocabulary reduction | vocab pruning
            | FR-Spec | LM head pruning | reduced vocabulary | vocabulary truncation | VocabTrim
            | trimmed vocabulary | draft vocabulary | DynaSpec | CORAL head | LM head compression | hot vocabulary
            | FlashHead | SpecVocab | LK head
        """),
        chinese=names("词表裁剪 | 词表剪枝 | 词表压缩"),
    ),
    Technique(
        key="kernel-fusion",
        side=SIDE,
        term="activations",
        effect="fusion",
        note="intermediates stay on chip; it also saves launches, which is what counts at batch 1",
        source="arXiv:2207.00032 (DeepSpeed Inference)",
        knobs=(Knob("time_share", 0.1, 0.02, 0.4, "share of the step that the fused operators take"),),
        aliases=names("""
            fused kernel | fused kernels | kernel fusion | fused MLP | fused RMSNorm | fused norm | fused QKV
            | operator fusion | op fusion | layer fusion | torch.compile | TorchInductor | epilogue fusion
            | megakernel | mega-kernel | persistent kernel | persistent megakernel | Mirage MPK | MPK
            | Hazy megakernel | fused MoE | fused MoE kernel | fused experts | fused RoPE | fused QK-norm
            | fused add RMSNorm | fused SwiGLU | fused softmax | fused sampling | fused AllReduce RMSNorm
            | allreduce fusion | fused SiLU | fused dequantization | fused GEMM | fused quantization | XLA fusion
            | TensorRT fusion | DeepFusion | ClusterFusion | FlashFuser | FlashDMoE | FlashMoE | FlashNorm
            | Neptune fusion | fused all-gather matmul | graph fusion | fused epilogue | horizontal fusion
            | vertical fusion | Liger kernel | FlashFFTConv | TileRT | fused TopK | fusion pass
            | one-kernel decoding | Kernel Fuse
        """),
        chinese=names("""
            算子融合 | 融合算子 | 内核融合 | 融合内核 | kernel 融合 | 融合 kernel | 核融合 | 图融合 | 层融合
        """),
    ),
    Technique(
        key="continuous-batching",
        side=SIDE,
        term="weights",
        effect="batch",
        note="one weight read serves more sequences: throughput rises, the time of one sequence's step does not fall",
        source="Orca (OSDI 2022)",
        knobs=(
            Knob("batch", 32, 2, 512, "Orca: up to the cache's capacity"),
            Knob("batch_before", 8, 1, 64, "static batches hold finished sequences: half or less is at work"),
        ),
        aliases=names("""
            continuous batching | in-flight batching | inflight batching | in-flight fused batching
            | dynamic batching | iteration-level scheduling | iteration-level batching | iteration batching
            | rolling batch | persistent batch | selective batching | unpadded batching | packed batching
            | continuous batch | cross-request batching | request batching | ragged batching | batched decoding
            | batched inference | batch decoding | LoRA batching | multi-LoRA batching | Punica | S-LoRA | SGMV
            | dLoRA | padding-free | micro-batching
        """),
        cased=names("Orca | ORCA | IFB"),
        chinese=names("连续批处理 | 持续批处理 | 动态批处理 | 在途批处理"),
    ),
    Technique(
        key="tensor-parallelism",
        side=SIDE,
        term="weights",
        effect="shards",
        note="bytes per device fall; two all-reduces a layer are added",
        source="arXiv:1909.08053 (Megatron-LM)",
        knobs=(Knob("tp", 8, 2, 16, "arXiv:1909.08053: 8 within one NVLink domain"),),
        aliases=names("""
            tensor parallel | tensor parallelism | tensor model parallelism | tensor slicing | tensor-slicing | TP2
            | TP4 | TP8 | TP16 | TP=2 | TP=4 | TP=8 | tensor-parallel | row-wise split | row split | split-mode row
            | intra-layer model parallelism | Megatron-style parallelism | model parallelism | 2D tensor parallelism
            | multi-GPU inference | tensor_parallel_size | tp-size | Ladder-residual | Helix parallelism
            | context parallelism decode | decode context parallelism | shift parallelism | Ulysses
            | sequence parallel inference | distributed-llama | KV parallelism | prima.cpp | NUMA TP
            | attention-FFN tensor parallel
        """),
        cased=names("TP | DCP | KVP"),
        chinese=names("张量并行 | 张量模型并行 | 张量切分"),
    ),
    Technique(
        key="expert-parallelism",
        side=SIDE,
        term="weights",
        effect="expert_shards",
        note="each device reads only its own experts, for the tokens of all; two all-to-alls a layer are added",
        source="arXiv:2006.16668 (GShard), arXiv:2412.19437 (DeepSeek-V3)",
        knobs=(Knob("ep", 8, 2, 320, "arXiv:2412.19437: EP320 in decode"),),
        aliases=names("""
            expert parallel | expert parallelism | expert-parallel | wide EP | WideEP | wide expert parallelism
            | large-scale EP | large scale expert parallelism | large-EP | EP8 | EP16 | EP32 | EP64 | EP72 | EP144
            | EP320 | EPLB | expert parallel load balancer | expert load balancing | expert placement
            | redundant experts | expert replication | MoE parallel folding | MegaScale-Infer | hybrid EP-TP
            | expert sharding | elastic EP | elastic expert parallelism | GShard
        """),
        cased=names("EP"),
        chinese=names("专家并行 | 大规模专家并行"),
    ),
    Technique(
        key="quantized-communication",
        side=SIDE,
        term="network",
        effect="network",
        note="fewer bytes in each collective; small messages stay bound by latency",
        source="arXiv:2412.04964 (Flash Communication), arXiv:2411.09510",
        knobs=(
            Knob("comm_bits", 8, 3, 8, "arXiv:2412.04964: INT8 to INT4"),
            Knob("time_share", 0.2, 0.05, 0.6, "share of the step that communication takes"),
        ),
        aliases=names("""
            quantized all-reduce | quantised all-reduce | quantized allreduce | INT8 all-reduce | FP8 all-reduce
            | FP8 allreduce | INT6 all-reduce | INT4 all-reduce | compressed collectives | quantized collectives
            | quantized communication | communication compression | low-bit all-to-all | FP8 all-to-all
            | FP8 dispatch | NVFP4 dispatch | FP4 all-to-all | Flash Communication | FlashCommunication
            | Flash-Communication | EQuARX | quickreduce | Quick All-Reduce | ZeRO++ | EcoServe compress
            | FlashCommunication V2 | compressed activations transfer | KV transfer compression
            | low-precision communication | low-bit communication | SDP4Bit | TAH-Quant | INT8 communication
        """),
        chinese=names("量化通信 | 通信量化 | 低比特通信"),
    ),
)
