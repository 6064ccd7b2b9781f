"""Fewer bytes: the cache, attention over it, and prefill that need not be done again."""

from __future__ import annotations

from typing import Final

from estimator.techniques import Knob, Technique, names

SIDE: Final = "fewer-bytes"

ROWS = (
    Technique(
        key="kv-cache-quantization",
        side=SIDE,
        term="kv",
        effect="kv_bits",
        note="fewer bytes a cached token: faster attention over long contexts, and room for more sequences",
        source="arXiv:2402.02750 (KIVI), arXiv:2401.18079 (KVQuant)",
        knobs=(
            Knob("kv_bits", 8, 2, 8, "FP8 in serving engines; arXiv:2402.02750: 2 bits"),
            Knob("kv_bits_before", 16, 8, 16, "FP16 or BF16 cache"),
        ),
        aliases=names("""
            FP8 KV cache | FP8 KV | INT8 KV | INT8 KV cache | INT4 KV | INT4 KV cache | FP4 KV cache
            | NVFP4 KV cache | NVFP4 KV | 8-bit KV cache | 4-bit KV cache | 2-bit KV cache | KV cache quantization
            | KV cache quantisation | KV-cache quantized | quantized KV cache | quantised KV cache | quantized KV
            | KV quantization | KV cache compression | KV8 | KV4 | KV2 | KIVI | KVQuant | KVTuner | KVmix
            | CacheQuant | QAQ | WKVQuant | SKVQ | ZipCache | PM-KVQ | MiKV | Coupled Quantization | CQ KV
            | Atom KV4 | QJL | PolarQuant | TurboQuant | KVLinC | RotateKV | AQUA-KV | BitDecoding | XQuant | CommVQ
            | VQKV | MILLION | NSNQuant | SQuat | KVComp | TailorKV | fp8_e5m2 KV | fp8_e4m3 KV | kv_cache_dtype fp8
            | kv-cache-dtype | q8_0 KV cache | q4_0 KV cache | KVCompress | LogQuant | KittyKV | InnerQ | AsymKV
            | low-bit KV cache | MiniKV | GEAR KV | KV cache dtype | LeanKV | Oaken | QuantKV | SageKV | KV int8
            | KV int4 | int8 KV cache
        """),
        cased=names("GEAR | Kitty"),
        chinese=names("KV 量化 | KV 缓存量化 | KV Cache 量化 | 键值缓存量化 | 缓存量化"),
    ),
    Technique(
        key="grouped-query-attention",
        side=SIDE,
        term="kv",
        effect="kv_heads",
        note="query heads share KV heads: the cache shrinks by their ratio",
        source="arXiv:2305.13245",
        knobs=(
            Knob("n_kv_heads", 8, 1, 16, "arXiv:2305.13245: 8"),
            Knob("n_heads", 64, 16, 128, "Llama-2-70B: 64"),
        ),
        aliases=names("""
            GQA | grouped-query | grouped query attention | grouped-query attention | group query attention | GQA-8
            | grouped KV heads | GQA uptraining | grouped heads | KV head grouping | QCQA | Weighted GQA | WGQA
            | DHA heads | CHAI | fewer KV heads | grouped-tied attention | GTA attention | GQSA | MoGQA | DGQA
        """),
        cased=names("GTA"),
        chinese=names("分组查询注意力"),
    ),
    Technique(
        key="multi-query-attention",
        side=SIDE,
        term="kv",
        effect="kv_heads",
        note="all query heads share one KV head: the cache shrinks by the number of heads",
        source="arXiv:1911.02150",
        knobs=(Knob("n_heads", 32, 8, 128, "arXiv:1911.02150"), Knob("n_kv_heads", 1, 1, 1, "arXiv:1911.02150")),
        aliases=names(
            "MQA | multi-query | multi query attention | multi-query attention | multiquery attention"
            " | single KV head | one KV head | one write-head"
        ),
        chinese=names("多查询注意力"),
    ),
    Technique(
        key="multi-head-latent-attention",
        side=SIDE,
        term="kv",
        effect="kv_latent",
        note="one latent and one rotary key for all heads; every rank of tensor parallelism holds it whole",
        source="arXiv:2405.04434 (DeepSeek-V2)",
        knobs=(Knob("kv_lora_rank", 512, 128, 1024, "arXiv:2405.04434: 512, with 64 rotary"),),
        aliases=names("""
            MLA | latent attention | multi-head latent attention | multihead latent attention
            | multi-latent attention | FlashMLA | Flash MLA | TransMLA | MHA2MLA | X-EcoMLA | GLA latent
            | grouped latent attention | Group-Head Latent Attention | grouped-head latent attention | absorbed MLA
            | weight-absorbed MLA | MLA weight absorption | weight absorption | CutlassMLA | CUTLASS MLA
            | TRTLLM MLA | FlashInfer MLA | Triton MLA | Tensor Product Attention
            | multi-matrix factorization attention | MFA attention | SnapMLA | TyphoonMLA | AMLA | ETAP | MTLA
            | EG-MLA | low-rank latent KV | latent KV cache | latent KV | FlashMLA-ETAP | MLA kernel | HydraMLA
        """),
        cased=names("GLA | TPA | MFA"),
        chinese=names("多头潜在注意力 | 潜在注意力 | 多头隐式注意力"),
    ),
    Technique(
        key="sliding-window-attention",
        side=SIDE,
        term="kv",
        effect="window",
        note="a layer reads at most a window of tokens, some with a few sinks at the start",
        source="arXiv:2309.17453 (StreamingLLM), arXiv:2310.06825 (Mistral)",
        knobs=(Knob("window", 4096, 128, 32768, "arXiv:2310.06825: 4096; gpt-oss: 128; Gemma 3: 1024"),),
        aliases=names("""
            sliding window attention | sliding window | sliding-window | local attention | windowed attention
            | window attention | local-global attention | interleaved local attention | StreamingLLM
            | attention sinks | attention sink | streaming heads | LM-Infinite | Longformer | rolling buffer cache
            | hybrid local/global | chunked attention | dilated attention | LongNet | banded attention | iSWA
            | hybrid KV cache manager | alternating sliding window | SWA KV cache | PoD attention window
            | SWAT attention | Hymba
        """),
        cased=names("SWA"),
        chinese=names("滑动窗口注意力 | 滑窗注意力 | 窗口注意力 | 滑动窗口"),
    ),
    Technique(
        key="kv-eviction",
        side=SIDE,
        term="kv",
        effect="kv_kept",
        note="tokens are dropped from the cache for good: fewer bytes read and stored",
        source="arXiv:2306.14048 (H2O), arXiv:2404.14469 (SnapKV)",
        knobs=(Knob("sparsity", 0.8, 0.2, 0.98, "arXiv:2306.14048: 20 % kept; arXiv:2404.14469: 1024 of 16K"),),
        aliases=names("""
            H2O | heavy hitter oracle | heavy hitters | SnapKV | PyramidKV | PyramidInfer | Scissorhands
            | token eviction | cache eviction policy | KV eviction | KV cache eviction | KV pruning
            | KV cache pruning | KV cache token dropping | token dropping | Keyformer | TOVA | Ada-KV | AdaKV | R-KV
            | RKV | kvpress | KVPress | CAKE KV | HeadKV | DynamicKV | KVzip | KVzap | Expected Attention
            | CriticalKV | L2 norm KV | NACL | Q-Hitter | SqueezeAttention | MorphKV | LaCache | EvolKV | ZigZagKV
            | RocketKV | ChunkKV | KeyDiff | SentenceKV | G-KV | ThinKV | CaM cache merging | KVMerger | D2O
            | KV cache merging | KV merging | Dynamic Memory Compression | dynamic memory sparsification
            | LazyEviction | PagedEviction | MUSTAFAR | Locret | Infini-Attention | compressive cache | compactor
            | Cartridges | xKV eviction | DefensiveKV | ForesightKV | KV compaction | attention matching
            | TriAttention | FreeKV | KVCrush | Judge Q | LookaheadKV | LAQ++ | CurDKV | ReasonKV
        """),
        cased=names("CAKE | SCOPE | ThinK | DMS | DMC | FINCH | BUZZ | CORM | RaaS"),
        chinese=names("KV 淘汰 | KV 驱逐 | KV 剪枝 | KV 缓存淘汰 | KV 缓存驱逐 | 缓存淘汰 | 缓存驱逐"),
    ),
    Technique(
        key="sparse-attention",
        side=SIDE,
        term="kv",
        effect="kv_kept",
        note="a query reads a part of the cache, chosen for it; all of it stays stored",
        source="arXiv:2406.10774 (Quest), arXiv:2502.11089 (NSA)",
        knobs=(
            Knob(
                "sparsity", 0.9, 0.3, 0.99, "arXiv:2406.10774: 2048 to 4096 of 32K; arXiv:2407.02490: 95 % in prefill"
            ),
        ),
        aliases=names("""
            DuoAttention | MInference | MInference 1.0 | NSA | native sparse attention | DSA
            | DeepSeek sparse attention | lightning indexer | block-sparse attention | block sparse attention
            | sparse attention | dynamic sparse attention | top-k attention | topk attention
            | top-k sparse attention | Quest page selection | query-aware sparsity | LServe | RetroInfer
            | RetrievalAttention | RetroKV | SeerAttention | SeerAttention-R | FlexPrefill | XAttention | InfLLM
            | InfLLM-V2 | InfLLM v2 | MagicPIG | PQCache | InfiniGen | SparQ | SparQ Attention | Loki attention
            | Double Sparsity | TidalDecode | ClusterKV | ArkVale | MoBA | mixture of block attention | FlashMoBA
            | HShare | SpargeAttn | SpargeAttention | SampleAttention | HiP Attention | InfiniteHiP | SpAtten
            | LongSight | Squeezed Attention | HashAttention | SparseServe | OmniKV | SelfIndexKV | PowerAttention
            | Stem attention | vAttention sparse | VSPrefill | AnchorAttention | ProxyAttn | TriangleMix
            | CritiPrefill | Star Attention | APB | BurstAttention sparse | MMInference | A-shape | vertical-slash
            | BigBird | Sparse Transformer | hierarchical sparse attention | Kascade | IndexCache
            | compressed sparse attention | heavily compressed attention | LycheeCluster | Flash Sparse Attention
            | NOSA | DELTA attention | SALS | SpecAttn | Adamas | MiniCPM sparse | BLASST | Skip Softmax
            | skip-softmax attention | PRISM attention | Rectified SpaAttn | vertical slash sparse
            | attention sparsity | page-level sparsity | Multipole attention | Sparse FlashAttention | Sparse MLA
            | FlashSparse | indexer top-k | KeyformerSelect | RetrievalHeads | RazorAttention | retrieval heads
            | streaming and retrieval heads | Fier | FreqKV | LeoAM
        """),
        cased=names("Quest | QUEST | HiP | Twilight | FSA | DHSA"),
        chinese=names("稀疏注意力 | 块稀疏注意力 | 动态稀疏注意力"),
    ),
    Technique(
        key="cross-layer-kv-sharing",
        side=SIDE,
        term="kv",
        effect="kv_width",
        note="layers read one layer's cache: fewer bytes stored, and fewer read where the reads are shared too",
        source="arXiv:2405.12981 (CLA), arXiv:2405.05254 (YOCO)",
        knobs=(
            Knob(
                "kv_share",
                0.5,
                0.05,
                0.9,
                "arXiv:2405.12981: two layers share; arXiv:2405.05254: one for half of all layers",
            ),
        ),
        aliases=names("""
            CLA | cross-layer attention | YOCO | you only cache once | KV sharing | cross-layer KV sharing
            | cross-layer KV cache sharing | layer-condensed KV | LCKV | MiniCache | KVSharer | MLKV
            | multi-layer key-value | shared KV layers | KV cache sharing across layers | SwiftKV | LiSA sharing
            | FusedKV | xKV | cross-layer SVD | CommonKV | Apple foundation KV sharing | SkipV1Former
            | KV-shared layers | YOCO-U
        """),
        chinese=names("跨层 KV 共享 | 跨层共享"),
    ),
    Technique(
        key="kv-low-rank",
        side=SIDE,
        term="kv",
        effect="kv_width",
        note="keys and values are stored in a narrower space and unfolded when read",
        source="arXiv:2407.21118 (Palu)",
        knobs=(Knob("kv_share", 0.5, 0.1, 0.9, "arXiv:2407.21118: 50 % of the rank"),),
        aliases=names("""
            Palu | ASVD KV | low-rank KV | low-rank KV cache | low rank cache | LoRC | Eigen Attention
            | EigenAttention | ReCalKV | ECKVH | MatryoshkaKV | SVDq | KV-Latent | CSKV | LRQK | KV channel pruning
            | ThinK channel pruning | channel shrinking | KVCrunch | TALE low rank | low-rank key | ZACK | KQ-SVD
            | low-rank projection of the cache | CARE latent | OjaKV | SALS latent | DeltaKV | StiefAttention
            | Lexico
        """),
        chinese=names("KV 低秩 | KV 低秩压缩 | 低秩 KV"),
    ),
    Technique(
        key="linear-attention-ssm",
        side=SIDE,
        term="kv",
        effect="kv_state",
        note="constant state in place of a growing cache",
        source="arXiv:2312.00752 (Mamba), arXiv:2412.06464 (Gated DeltaNet)",
        knobs=(
            Knob("state_layers_share", 0.75, 0.5, 1.0, "3 of 4 layers in Qwen3-Next and Kimi Linear, 7 of 8 in Jamba"),
        ),
        aliases=names("""
            Mamba | Mamba-2 | Mamba2 | Mamba-3 | RWKV | RWKV-7 | linear attention | hybrid SSM | state space model
            | state-space models | SSM | Gated DeltaNet | DeltaNet | GDN | GatedDeltaNet | Kimi Linear
            | Kimi Delta Attention | KDA | Lightning Attention | Lightning Attention-2 | RetNet | GLA linear
            | gated linear attention | HGRN | HGRN2 | xLSTM | Griffin RG-LRU | RecurrentGemma | Jamba | Zamba2
            | Nemotron-H | Samba hybrid | hybrid Mamba | Mamba-Transformer | hybrid linear attention
            | BASED attention | LoLCATs | Liger linearization | MambaInLlama | SUPRA linearize | LFM2 | Hyena
            | StripedHyena | log-linear attention | MesaNet | Titans memory | Ring-linear | Power retention
            | TTT layers | RALA | Lizard linearization | Bamba | Falcon-H1 | Granite 4 hybrid | Falcon Mamba
        """),
        cased=names("Griffin | Hawk | Samba | Zamba"),
        chinese=names("线性注意力 | 混合线性注意力 | 状态空间模型"),
    ),
    Technique(
        key="io-aware-attention",
        side=SIDE,
        term="attention-io",
        effect="attention_io",
        note="no S x S matrix is written to or read from HBM",
        source="arXiv:2205.14135 (FlashAttention)",
        knobs=(
            Knob("input_len", 2048, 128, 131072, "arXiv:2205.14135: 128 to 64K"),
            Knob("context_len", 2048, 128, 131072, "arXiv:2205.14135: 128 to 64K"),
        ),
        aliases=names("""
            FlashAttention | Flash Attention | Flash-Attn | flash_attn | FA2 | FA3 | FA4 | FlashAttention-2
            | FlashAttention-3 | FlashAttention-4 | FlashAttention 2 | Flash Attention 2 | Flash Attention 3
            | memory-efficient attention | memory efficient attention | fused attention | FMHA
            | fused multi-head attention | SDPA | scaled_dot_product_attention | xFormers | xformers attention
            | IO-aware attention | IO-aware | tiled attention | online softmax | FlexAttention | Flex Attention
            | CK attention | Composable Kernel FMHA | AITER attention | AITER FA | cuDNN attention | cuDNN SDPA
            | TRT-LLM FMHA | context FMHA
            | TurboAttention | INT-FlashAttention | FlashMask | Splash attention | Pallas flash attention
            | Metal FlashAttention | FastAttention | Triton flash attention | ThunderKittens attention
            | wave attention | FFPA | FlashBias | Int8 attention | FlatAttention | RingAttention | Ring Attention
            | Striped Attention | XQA context | IO-efficient attention | FlashSigmoid | tree-free attention kernel
            | flash attention support
        """),
        cased=names("FA"),
        chinese=names("IO 感知注意力 | 融合注意力"),
    ),
    Technique(
        key="paged-kv-cache",
        side=SIDE,
        term="cache-waste",
        effect="cache_waste",
        note="less waste: more sequences share one weight read",
        source="arXiv:2309.06180 (PagedAttention)",
        knobs=(
            Knob("waste_before", 0.7, 0.2, 0.8, "arXiv:2309.06180: 20.4 to 38.2 % of cache memory held tokens before"),
            Knob("waste", 0.04, 0.0, 0.1, "arXiv:2309.06180: under 4 %"),
            Knob("block_size", 16, 1, 256, "arXiv:2309.06180: 16"),
        ),
        aliases=names("""
            PagedAttention | Paged Attention | Paged KV | paged KV cache | paged KV-cache | paged cache | vAttention
            | block manager | KV paging | KV cache paging | block table | block tables | blocked KV cache
            | block-based KV cache | page-based KV cache | TokenAttention | token-level memory management
            | KV block manager | KV cache manager | vTensor | memory pool for KV | ragged paged attention
            | RPA kernel | PagedAttention V2 | page size 1 | kvcached | GMLake | elastic KV cache | copy-on-write KV
            | unified KV pool | Jenga | Apt-Serve | eLLM memory | eliminates fragmentation | KV cache fragmentation
            | paged attention kernel | page table for KV | KV memory fragmentation | blocked allocation
        """),
        chinese=names("分页注意力 | 分页缓存 | 分页 KV | 分页 KV 缓存 | 分块 KV 缓存"),
    ),
    Technique(
        key="prefix-caching",
        side=SIDE,
        term="prefix",
        effect="prefix",
        note="tokens whose cache exists need no prefill; later tokens still attend to them",
        source="arXiv:2312.07104 (RadixAttention)",
        knobs=(Knob("hit_rate", 0.5, 0.05, 0.99, "arXiv:2312.07104: 50 to 99 % by workload"),),
        aliases=names("""
            RadixAttention | Radix Attention | radix cache | radix tree cache | RadixCache
            | automatic prefix caching | prefix caching | prefix cache | prefix sharing | prefix reuse
            | shared prefix | shared-prefix | common prefix | prompt caching | prompt cache | PromptCache
            | context caching | context cache | KV reuse | KV cache reuse | KV-cache reuse | cached KV reuse
            | reuse KV cache | LMCache | CacheBlend | CacheGen | EPIC caching | cascade attention
            | cascade inference | Hydragen | ChunkAttention | RelayAttention | DeFT | Bifurcated attention
            | FastTree | prefix-aware attention | KVLink | TurboRAG | RAGCache | Cache-Craft | KVShare
            | session cache | multi-turn cache | AttentionStore | CachedAttention | system prompt caching
            | prefill reuse | prompt reuse | cross-request cache | KVFlow | Marconi | block-attention | MEPIC
            | ContextPilot | DroidSpeak | cached prompt | prefix hit | prefix cache hit | PAT attention
            | agentic cache | FlashInfer cascade | CacheSlide | KV cache sharing across requests
        """),
        cased=names("APC | EPIC"),
        chinese=names("前缀缓存 | 前缀共享 | 前缀复用 | 提示缓存 | 提示词缓存 | 上下文缓存 | KV 复用 | KV 缓存复用"),
    ),
    Technique(
        key="kv-aware-routing",
        side=SIDE,
        term="network",
        effect="prefix",
        note="a request goes to the replica that holds its prefix: the hit rate rises",
        source="arXiv:2407.00023 (Preble); NVIDIA Dynamo and llm-d documentation",
        knobs=(
            Knob("hit_rate", 0.6, 0.1, 0.98, "arXiv:2407.00023"),
            Knob("hit_rate_before", 0.2, 0.0, 0.6, "one over the number of replicas for round robin"),
        ),
        aliases=names("""
            cache-aware routing | cache aware routing | prefix-aware routing | prefix-cache-aware routing
            | prefix cache aware | KV-aware routing | KV aware routing | KV cache-aware routing
            | KV-cache aware routing | KV router | KV Router | smart router | Smart Router
            | cache-aware load balancer | cache-aware load balancing | cache-aware router | cache aware scheduling
            | prefix-aware scheduling | precise prefix cache routing | precise prefix-cache-aware scheduling
            | session affinity | sticky routing | prefix affinity | Preble | SGLang router
            | sglang-router cache-aware | Model Gateway | SMG gateway | inference gateway
            | Gateway API Inference Extension | endpoint picker | EPP scorer | Dynamo KV router
            | llm-d inference scheduler | KV indexer | MemServe | locality-aware routing
            | consistent hashing routing | PrefixHash | DualMap | SkyWalker | DLPM | locality aware fair
            | KVCache-aware scheduling | conductor scheduling | cache-affinity
        """),
        chinese=names("缓存感知路由 | 前缀感知路由 | KV 感知路由 | 缓存感知负载均衡 | 缓存亲和路由"),
    ),
    Technique(
        key="kv-offload",
        side=SIDE,
        term="prefix",
        effect="kv_offload",
        note="recomputation replaced by a read from slower memory",
        source="arXiv:2407.00079 (Mooncake)",
        knobs=(
            Knob("hit_rate", 0.5, 0.05, 0.95, "arXiv:2407.00079"),
            Knob("load_GB_s", 25, 2, 400, "PCIe 4 x16 to several NICs; arXiv:2407.00079"),
        ),
        aliases=names("""
            KV offloading | KV offload | KV cache offloading | KV cache offload | KVCache offload
            | CPU offload of KV | offload KV cache to CPU | host cache | host KV cache | host memory offload
            | hierarchical cache | hierarchical caching | hierarchical KV cache | HiCache | Mooncake store
            | Mooncake | KVBM | KV block manager tiers | multi-tier KV cache | tiered KV cache | tiered cache
            | LMCache CPU offload | OffloadingConnector | native KV offloading | SimpleCPUOffload | KV cache to SSD
            | SSD KV cache | NVMe KV cache | KV cache on disk | GPUDirect Storage | 3FS | KV cache storage
            | G1/G2/G3 | CachedAttention tiers | InfiniStore | KV swap | KV swapping | CPU swap | DualPath
            | global KV cache pool | distributed KV cache pool | disaggregated KV pool | KV cache pool
            | KV connector | HCache | KunServe | InstInfer | NEO CPU attention | FlexKV | Aibrix KV | Beluga CXL
            | CXL memory KV | Kvcached offload | DDR KV tier | AttentionStore tiers | WEKA augmented memory | ICMS
            | CMX context memory
        """),
        chinese=names("KV 卸载 | KV 缓存卸载 | KV Cache 卸载 | 缓存卸载 | 分层缓存 | 多级缓存 | 层级缓存"),
    ),
    Technique(
        key="prompt-compression",
        side=SIDE,
        term="prefix",
        effect="prefix",
        note="fewer prompt tokens are processed and kept",
        source="arXiv:2310.05736 (LLMLingua)",
        knobs=(Knob("compression", 4, 1.2, 20, "arXiv:2310.05736: up to 20; arXiv:2403.12968: 2 to 5"),),
        aliases=names("""
            LLMLingua | LongLLMLingua | LLMLingua-2 | LLMLingua2 | context compression | prompt compression
            | prompt pruning | token pruning | token compression | visual token pruning | vision token pruning
            | token merging | ToMe | gist tokens | AutoCompressor | AutoCompressors | ICAE | in-context autoencoder
            | Selective Context | RECOMP | xRAG | 500xCompressor | Beacon compression | Activation Beacon | LazyLLM
            | FastV | SparseVLM | PyramidDrop | VisionZip | PruMerge | TokenPacker | DeepSeek-OCR
            | optical compression | Glyph visual | REFRAG | COCOM | EXIT compression | Nano-Capsulator | PCToolkit
            | GemFilter | FastKV | SpeculativePrefill | speculative prefill | SpecPrefill | PFlash
            | prompt distillation | context pruning | Headroom compression | DART pruning | DivPrune | TokenButler
            | SlimInfer | efficient video sampling | Swift-SVD tokens | Clara compression
        """),
        chinese=names("提示压缩 | 提示词压缩 | 上下文压缩"),
    ),
    Technique(
        key="data-parallel-attention",
        side=SIDE,
        term="kv",
        effect="dp_attention",
        note="KV of an MLA/MQA model is not replicated across ranks",
        source="SGLang v0.4 notes (DP attention), arXiv:2412.19437 (DeepSeek-V3)",
        knobs=(Knob("dp", 8, 2, 320, "SGLang v0.4: 8; arXiv:2412.19437: 80 in decode"),),
        aliases=names("""
            DP attention | attention DP | attention data parallelism | data parallel attention
            | data-parallel attention | enable-dp-attention | ADP | DP-attention | data parallel MLA | DP for MLA
            | DPA attention | attention data parallel | DP+EP | DP/EP | DP attention + EP | TP-EP to DP-EP
            | dp-size attention | DEP8 | DEP16 | DEP4 | enable_attention_dp
        """),
        chinese=names("数据并行注意力 | 注意力数据并行 | DP 注意力"),
    ),
)
