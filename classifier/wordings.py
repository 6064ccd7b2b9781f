# ruff: noqa: E501 - one pattern is one row, however long
"""How people describe a technique without its name: "2-bit keys and values", "drafts several tokens", "reads only the hot neurons".

Rows of (technique, triggers, pattern, strength). A pattern is tried only where one of its trigger words stands in the text. Strength 1 is as
good as the name itself; 0.5 is a hint that a name in the same unit outweighs.
"""

from __future__ import annotations

from dataclasses import dataclass

from classifier.at_words import Quick


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to describe a technique."""

    technique: str
    triggers: frozenset[str]
    pattern: Quick
    strength: float


_KV = r"(?:kv|k/v|key[- ]?(?:/|and|-)?[- ]?value|keys? and values?|key and value|kvcache|kv-cache)(?:[- ]?caches?)?"
_BITS = r"(?:(?:\d(?:\.\d+)?|two|three|four|eight|one|low)[- ]?bits?|int[- ]?[248]|fp[48]|nf4|mxfp[48]|nvfp4|u?int[248]|e4m3|e5m2|float8|8bit|4bit|2bit)"

_CHIP = r"(?:[abhv]\d{2}0s?|h20|a10g?|l40s?|gb[23]00|mi[23]\d\dx?|t4|blackwell|hopper|ampere)"

_ROWS: tuple[tuple[str, str, str, float], ...] = (
    ("kv-cache-quantization", "kv kvcache key keys value cache kv8 kv4 kv2 c8 c4", rf"{_BITS}[\w\s/,-]{{0,18}}\b{_KV}\b|\b{_KV}[\w\s-]{{0,24}}\b(?:quanti[sz]\w+|quant\b|in {_BITS}|compressed to {_BITS}|at {_BITS}|{_BITS})|quanti[sz]\w*[\w\s,/-]{{0,40}}\b{_KV}\b|\bkv[248]\b|quantized? caches?|cache quanti[sz]ation", 1.0),
    ("weight-only-quantization", "weight weights bit bits int4 int8 w4a16 w8a16 w2a16 w3a16 4bit 8bit 2bit nf4 q4 q8 awq gptq", r"w[2348]a16|weight[- ]only|(?:int4|int8|int2|nf4|4-?\s?bits?|3-?\s?bits?|2-?\s?bits?|8-?\s?bits?|four[- ]bit|low[- ]bit|sub-?\s?\d-?\s?bit|ternary) (?:\w+ )?weights?|quanti[sz]\w* (?:\w+ )?weights?|weights?(?:\s\w+){0,3} (?:in|to|at) (?:\d|two|three|four|eight)[- ]?bits?|fp16\s?[x×]\s?int4|\bq[2-8]_[0k]\w*|dequanti[sz]\w+", 1.0),
    ("weight-only-quantization", "bit bits int4 4bit 8bit 2bit 3bit int8 quantization quantisation quantized quantised", r"(?:int4|[2348]-?\s?bits?|four[- ]bit|eight[- ]bit|two[- ]bit|three[- ]bit)(?: \w+)? (?:quanti[sz]\w+|inference|models?|matrix|quant)|quanti[sz]ed models?", 0.6),
    ("weight-activation-quantization", "w8a8 w4a8 w4a4 fp8 fp4 nvfp4 mxfp4 mxfp8 int8 activations activation a8", r"w[48]a[48]|(?:fp8|fp4|nvfp4|mxfp[468]|int8)(?!\s*(?:kv|k/v|key))(?: \w+)? (?:gemms?|inference|mode|quanti[sz]\w+|models?|checkpoints?|weights and activations|matmul|linear|moe|compute|precision|support)|weights? and activations?|activation quanti[sz]ation|(?:per-tensor|block-?scaled?|blockwise) fp8|llm\.int8", 1.0),
    ("binary-ternary-weights", "ternary bit 1bit bitnet binary", r"ternary|1\.58[- ]?bits?|(?<![\d.])1-?bit (?:llms?|models?|weights?)|binari[sz]ed? (?:weights?|llms?)|one[- ]bit (?:weights?|models?)", 1.0),
    ("grouped-query-attention", "grouped query gqa heads", r"grouped?[- ]quer(?:y|ies)(?:[- ]attention)?|fewer (?:kv|key-?value|key and value) heads|share (?:one|a) (?:kv|key-value) head|\d+ (?:instead of \d+ )?(?:kv|key-value) heads", 1.0),
    ("multi-query-attention", "multi query multiquery mqa", r"multi-?\s?query(?:[- ]attention)?", 1.0),
    ("multi-head-latent-attention", "latent mla flashmla", r"(?:multi-?head )?latent[- ]attention|latent kv|low-rank latent", 1.0),
    ("sliding-window-attention", "window windowed sliding local sinks", r"sliding[- ]window|windowed attention|local attention|local\w*mask|attention sinks?|time-limited memory|window attention|attention window", 0.9),
    ("kv-eviction", "evict evicts evicting eviction heavy pruning prunes drops discard keeps budget", r"evict\w*[\w\s%-]{0,30}(?:kv|tokens?|cache|entries|keys)|(?:kv|token|cache)[- ]?(?:cache )?(?:eviction|pruning|dropping)|heavy[- ]hitters?|(?:drop|discard|remov|prun)\w*[\w\s-]{0,24}(?:unimportant |less important )?(?:kv|tokens from the cache|cache entries|cached tokens)|fixed cache budget|kv (?:cache )?budget|kv cache compression", 0.9),
    ("sparse-attention", "sparse sparsity top blocks select selects retrieval selection indexer pages attends", r"sparse[- ](?:attention|decod\w+|prefill|mla)|attention sparsity|top-?\s?k (?:keys|attention|tokens|pages|blocks)|(?:attend|read|load|fetch)\w* (?:only )?(?:the |to )?(?:most |top |critical |important |relevant |selected )+(?:kv|keys|tokens|pages|blocks|entries)|query-aware|sparse (?:kv|key-value)|retrieval heads|block-?sparse (?:attention|kv)|selective(?:ly)? (?:load|attention|kv)", 0.95),
    ("cross-layer-kv-sharing", "layers layer share shares sharing", r"(?:share|shar(?:es|ing|ed))[\w\s-]{0,30}(?:kv|keys|cache)[\w\s-]{0,20}(?:across|between|among|adjacent)[\w\s-]{0,12}layers|cross-layer (?:kv|attention|cache)", 1.0),
    ("kv-low-rank", "rank svd low", r"low-rank (?:kv|keys?|key cache|pre-rope keys|projection of (?:the )?(?:kv|keys))|(?:kv|keys?)[\w\s-]{0,20}(?:low-rank|svd)", 1.0),
    ("linear-attention-ssm", "linear state ssm recurrent mamba rwkv delta", r"linear[- ]attention|state[- ]space (?:model|layer)s?|constant[- ]size state|recurrent state|hybrid (?:attention|ssm|mamba)", 0.9),
    ("io-aware-attention", "fmha mha fused flash attention tiling hbm memory", r"flash[- ]?attn|flash[- ]?attention|(?:(?:fp16|bf16|fp8|int8) )?fused (?:multi-?head |masked |causal |scaled dot[- ]product )*(?:attention|mha)(?: kernels?)?|fmha|memory[- ]efficient attention|io-aware|(?:never|without|avoid\w*) (?:writ|materiali[sz])\w*[\w\s,×-]{0,24}attention matrix|scaled dot[- ]product attention|attention[\w\s]{0,20}in tiles", 0.95),
    ("paged-kv-cache", "paged paging pages blocked blocks page fragmentation gappy non", r"paged (?:kv|attention|cache|key|block\w*)|paged\w*mask|(?:kv|cache) paging|paging (?:of )?(?:the )?(?:kv|cache)|blocked (?:kv|k/v)|(?:kv|cache) fragmentation|non-contiguous (?:kv|cache|memory)|paged gappy|block tables?|page[- ]?tables?|fragmentation|pages? of (?:the )?kv", 0.9),
    ("continuous-batching", "batching batch inflight flight batched batches", r"(?:continuous|in-?\s?flight|dynamic|persistent|rolling|iteration-level) batch\w*|(?:increas|rais|enabl|larger|bigger|grow)\w*[\w\s-]{0,16}batch(?:ing| sizes?)?|join(?:/| or |-)leave|batch\w* (?:the )?(?:requests|inputs|sequences|queries)|batching", 0.65),
    ("prefix-caching", "prefix prefixes prompt reuse reuses reused reusing shared cascade radix cached context", r"(?:shared?|common|automatic|radix|prompt)[- ]prefix\w*|prefix[- ](?:cach\w+|shar\w+|reuse|hits?)|(?:reus|shar)\w*[\w\s-]{0,24}(?:kv|prefix|prompts?|context|cache)|(?:kv|cache|prompt)[- ](?:cache[- ])?reuse|prompt cach\w+|shared[- ]context|cascade (?:attention|inference)|cached prompts?|(?:prompt|prefix|input) tokens? (?:(?:is|are|was|were) )?(?:already )?(?:cached|(?:found|held|hit) in (?:the |a )?cache)|context caching|multi-turn[\w\s-]{0,20}cach\w+", 0.9),
    ("kv-aware-routing", "routing router routes aware scorer scorers affinity balancer", r"(?:prefix|cache|kv)[- ]?(?:cache)?[- ]?aware (?:rout\w+|scor\w+|load|schedul\w+|balanc\w+)|prefix[- ]aware|cache affinity|(?:kv|smart) router|rout\w+ (?:requests?|prompts?|each request)[\w\s]{0,30}(?:cache|prefix|replica|worker|kv)|sticky (?:sessions?|routing)", 1.0),
    ("kv-offload", "offload offloading offloads offloaded cpu host ssd disk hierarchical tier dram", r"(?:kv|cache|key-?value)[\w\s-]{0,26}(?:offload\w*|(?:to|in|on) (?:the )?(?:cpu|host|ssd|disk|dram|remote|main memory))|offload\w*[\w\s-]{0,24}(?:kv|cache|keys|values)|hierarchical (?:kv )?cache|host (?:kv )?cache|cpu kv cache|kv transfer from (?:cpu|host|disk)", 0.95),
    ("prompt-compression", "compress compresses compression prompt prompts context prune", r"(?:prompt|context|token) (?:compression|pruning)|compress\w* (?:the )?(?:prompts?|contexts?|input tokens)|shorter prompts", 0.9),
    ("tensor-parallelism", "tensor tp parallel parallelism slicing split splitting sharding shard spread spreading", r"tensor[- ](?:model[- ])?parallel\w*|tensor[- ]slic\w+|\btp\s?=?\s?\d+\b|\bTP\b|(?:split|shard|spread)\w*[\w\s]{0,20}(?:weights?|model|matrices|matrix|layer) (?:across|over) (?:\w+ )?(?:gpus|devices|cards|\w*\d+|rtx)", 0.8),
    ("expert-parallelism", "expert ep experts", r"expert[- ]parallel\w*|wide[- ]ep|\bep\s?=?\s?\d+\b|large-scale ep|experts? (?:are )?(?:spread|sharded|distributed) (?:across|over)", 0.9),
    ("data-parallel-attention", "dp data", r"dp[- ]attention|data[- ]parallel(?:ism)?(?: for)? attention|attention (?:dp|data[- ]parallel\w*)", 1.0),
    ("quantized-communication", "allreduce reduce communication collectives dispatch all", r"(?:quanti[sz]ed|int8|fp8|low-bit|4-bit|8-bit|compressed|int4|int6)[\w\s-]{0,24}(?:all-?\s?reduce|all-?to-?all|allgather|all-?gather|communication|collectives?|dispatch|reduce-?scatter)|quantized?_all_?reduce|quick ?reduce", 1.0),
    ("weight-sparsity", "sparse sparsity pruned pruning 2 4 semi", r"2\s?:\s?4|semi-?structured|(?:weight|structured|unstructured) (?:sparsity|pruning)|sparse weights?|pruned weights?|sparsity for|sparse (?:matmul|gemm|tensor cores?|marlin)|sparse models?", 0.9),
    ("activation-sparsity", "activation sparsity neurons relu hot contextual sparse", r"activation[- ]spars\w+|(?:hot|cold|activated|inactive) neurons?|contextual sparsity|relu[- ](?:sparsity|llama|based)|neuron[- ](?:aware|level|sparse)|sparse activations?|sparsely[- ]activated neurons|zero activations?", 1.0),
    ("mixture-of-experts", "moe experts expert dense", r"mixture[- ]of[- ]experts|sparse(?:ly)?[- ]activated experts|activ\w+ (?:only )?[\d.]+\s?b (?:parameters|params|of)|active parameters|routed experts|\bmoe\b|than (?:the |a )?dense [\w.-]+", 0.6),
    ("expert-offload", "experts expert moe cpu offload heterogeneous", r"expert[\w\s-]{0,16}(?:offload\w*|on (?:the )?cpu|in (?:host|cpu|main) memory|cach\w+|prefetch\w*)|(?:offload|keep|plac)\w* (?:the )?(?:routed |moe )?experts|cpu[-/]gpu (?:hybrid|heterogeneous)|heterogeneous inference", 0.95),
    ("weight-offload-streaming", "offload offloading stream streams streaming disk ssd nvme flash layer", r"(?:weights?|layers?|model|parameters?)[\w\s-]{0,20}(?:offload\w*|stream\w*|from (?:disk|ssd|flash|nvme|host memory|cpu memory))|offload\w* (?:the )?(?:weights?|layers?|parameters|model)|layer-by-layer|disk offload\w*|zero-inference", 0.9),
    ("layer-skipping", "skip skips skipping exit early layers depth", r"layer[- ](?:skip\w*|prun\w+|dropp\w+)|skip\w* (?:[\w%]+ ){0,2}(?:of (?:the |its )?)?layers?|early[- ]exit\w*|exit\w* early|depth[- ]prun\w+|(?:remov|drop|prun)\w* (?:\w+ ){0,2}(?:layers|blocks) ", 0.85),
    ("smaller-model", "distilled distillation distil smaller student pruned", r"distill?(?:ed|ation|ing)?(?! (?:the )?draft)|student model|smaller model|pruned and distilled", 0.6),
    ("kernel-fusion", "fused fuse fuses fusing fusion megakernel compile", r"(?:fus(?:ed?|es|ing|ion))(?:[\w\s,/&()+-]{0,40})(?:kernels?|ops?|operators?|modules?|layers?|gemm|norm|rmsnorm|rope|bias(?:es)?|mlp|qkv|silu|activation|epilogue|into (?:a|one)|together)|(?:kernel|operator|op|layer|graph|epilogue|horizontal|vertical) fusions?|mega-?\s?kernels?|torch\.compile|fused [\w-]+", 0.8),
    ("vocabulary-reduction", "vocabulary vocab head lm", r"(?:vocab\w*|lm[- ]head) (?:trimm\w+|reduc\w+|prun\w+|shrink\w*|compress\w+)|(?:trimm|reduc|prun|shrink|cut)\w* (?:[\d.]+ ?% of )?(?:the )?(?:draft )?(?:vocab\w*|lm head)|frequency-ranked", 1.0),
    ("speculative-decoding", "speculative speculation draft drafts drafting drafter assisted assistant speculator speculating", r"speculativ\w+ (?:decod\w+|sampl\w+|inference|generation|execution|verification|workloads?|tokens?|decode)|speculat(?:ion|or|ors|ing)|draft(?:ing)? (?:models?|tokens?|target)|draft-?target|small(?:er)? (?:assistant|draft)|assisted (?:generation|decoding)|assistant models?|draft(?:s|ed|ing)? [\w\s]{0,16}tokens|drafter", 0.75),
    ("self-speculation", "self early skipping layers itself", r"self-?\s?speculat\w+|self-?draft\w*|draft\w*[\w\s]{0,24}(?:its own|the same model|early layers|skipp\w+ layers|subset of (?:its )?layers)", 1.0),
    ("medusa-heads", "medusa heads hydra head speculator", r"(?:extra|multiple|additional|parallel) (?:decoding |prediction |lm )?heads?|medusa[-\d]*|decoding heads|mlp speculator", 0.95),
    ("eagle", "eagle feature", r"eagle(?:[- ]?[123])?|feature[- ]level (?:draft\w*|autoregress\w*)", 1.0),
    ("multi-token-prediction", "mtp multi token nextn", r"multi-?\s?token prediction|\bmtp\b(?:[- ]?\d)?|next-?n\b|predict\w* (?:several|multiple|two|three|n) (?:future |subsequent |next )?tokens (?:at once|per|in)", 0.95),
    ("lookahead-decoding", "lookahead jacobi parallel fixed cllm consistency", r"lookahead(?: decoding)?|jacobi(?: decoding| iterations?| trajector\w+)?|fixed[- ]point iteration|cllms?|consistency (?:llms?|large language)", 0.9),
    ("ngram-speculation", "gram ngram lookup suffix retrieval copy n prompt", r"n-?\s?grams?(?: \w+)? (?:speculat\w+|match\w*|draft\w*|lookup|pool|proposer|decod\w+)|prompt[- ]lookup|suffix[- ](?:decoding|tree|automaton|cache)|retrieval[- ]based (?:speculat\w+|draft\w*)|\bngram\b|(?:draft\w*|candidates?)[\w\s]{0,20}(?:from|copied from|found in) (?:the )?(?:prompt|datastore|context)|\[ngram\]", 1.0),
    ("tree-speculation", "tree trees", r"(?:token|draft|speculation|candidate|static|dynamic)[- ]trees?|tree[- ](?:attention|verif\w+|speculat\w+|based speculat\w+|decoding|structured)|trees? of (?:candidates?|drafts?|tokens)", 0.7),
    ("parallel-drafting", "parallel draft drafts one pass", r"parallel[- ]draft\w*|draft\w*[\w\s]{0,24}(?:in parallel|in one (?:forward )?pass|at once)|all draft tokens in (?:one|a single)", 0.9),
    ("diffusion-decoding", "diffusion dllm masked denoising", r"(?:masked )?diffusion (?:llms?|language|decod\w+|models?)|dllms?|denois\w+ steps|block diffusion|parallel decoding of masked", 0.9),
    ("jump-forward-decoding", "jump forward fsm forced", r"jump-?\s?forward|fast-?forward\w* (?:tokens|decoding)|compressed (?:fsm|finite state)|forced tokens", 0.9),
    ("multi-step-scheduling", "step scheduler scheduling async overlap overhead asynchronous", r"multi-?\s?step (?:scheduling|decode|scheduler)|async(?:hronous)? (?:scheduling|scheduler|output)|zero-?overhead (?:batch )?schedul\w+|overlap\w* schedul\w+|schedul\w+[\w\s]{0,16}(?:every|each) (?:n|several|few|\d+) steps|asynchronous output process\w+|num-scheduler-steps", 1.0),
    ("cuda-graphs", "graph graphs cudagraph cudagraphs launch capture graphed", r"(?:cuda|hip|acl|npu|xpu|sycl)[- ]?graphs?|graph (?:capture|mode|replay)|launch overheads?|(?:piecewise|full) (?:cuda ?)?graphs?|kernel launch(?:es)?", 0.9),
    ("split-kv-decoding", "flash decoding split flashdecoding", r"flash-?\s?decod\w+(?!\s?tree)|split-?\s?kv?\b(?: decod\w+)?|split\w* (?:along )?(?:the )?(?:kv|keys|sequence)[\w\s]{0,12}(?:dimension|across|over)|lean ?attention|stream-?k attention", 1.0),
    ("compute-format", "tf32 tensor accumulation", r"tf32|two-level accumulation|fp8 prefill|fp8 attention (?:math|compute)|fp16 accumul\w+", 0.8),
    ("scheduling", "chunked split splitfuse priority slo preemption fairness scheduler balance balancing stall prefills schedules", r"chunked[- ]prefill\w*|split-?\s?fuse|piggy-?back\w*|stall-free|(?:slo|priority|fair|latency)[- ]?(?:aware )?(?:based )?schedul\w+|load[- ]balanc\w+|preempt\w+|request schedul\w+|schedul(?:er|ing) (?:policy|algorithm|scorer)|predicted latency", 0.75),
    ("prefill-decode-disaggregation", "disaggregated disaggregation disaggregates pd separate separates separation prefill", r"disaggregat\w+|\bp/?d separation|(?:separat|split)\w* (?:the )?prefill (?:and|from) decod\w+|prefill[- /]decode (?:disaggregation|separation)|prefill and decode (?:on|run on|in) (?:separate|different)|\bxpyd\b", 1.0),
    ("pipeline-parallelism", "pipeline pp", r"pipeline[- ](?:model[- ])?parallel\w*|\bpp\s?=?\s?\d+\b|pipeline stages", 0.9),
    ("communication-kernels", "allreduce reduce communication nvshmem deepep overlap dispatch all", r"(?:custom|one-?shot|two-?shot|fast(?:er)?|nvls|multicast) all-?\s?reduce|all-?to-?all kernels?|deep-?ep|nvshmem|symmetric memory|(?:overlap|hid|fus)\w* (?:the )?(?:communication|all-?reduce|computation and communication|compute and communication|expert-parallel communication)|communication[- ]computation overlap|(?:dual|two)-?\s?(?:micro-?)?batch overlap|communication kernels?|all-?reduce (?:kernel|fusion)", 0.9),
    ("hardware-upgrade", "h100 h200 b200 a100 blackwell hopper mi300x over versus gaudi generation h 100", rf"{_CHIP}\b[^.;]{{0,60}}?\b(?:over|than|vs\.?|versus|compared (?:to|with)|against|relative to|[\d.]+\s?[x×](?: the)?(?: performance of)?)\s+(?:(?:the|an?|previous|prior|results?|earlier|on|nvidia|performance|of|that)\s+){{0,5}}{_CHIP}|previous[- ]generation (?:gpus?|hardware)|(?:new|newer) (?:gpus?|hardware)", 0.95),
    ("host-overhead", "tokenizer detokenizer tokenization http api server rust startup start cpu python cold", r"(?:de)?tokeni[sz](?:er|ation)s? (?:is |speed|overhead|process|pool)|(?:api|http) server (?:process|overhead)|multi-?process (?:server|api|frontend)|rust (?:router|frontend|server|http)|(?:start-?up|cold[- ]?start|boot) (?:time|latency|compilation)?|cpu overheads?|python overheads?|object pool\w*|disk cache", 0.85),
    ("structured-output-overhead", "grammar json structured guided xgrammar outlines constrained", r"(?:grammar|json|schema|regex)[- ](?:compil\w+|mask\w*)|(?:guided|structured|constrained)[- ](?:decoding|outputs?|generation)|xgrammar|grammar[- ]based", 0.85),
    ("kernel-optimization", "kernel kernels gemm gemv triton cutlass tuned tuning autotune optimized optimised optimize optimise avx amx neon simd hand deepgemm cublas matmul implementation", r"(?:optimi[sz]\w+|tuned?|faster|fast|custom|hand-?written|new|improved|efficient|high-?performance|specialized|dedicated|better|tuning)[\w\s,/-]{0,30}(?:kernels?|gemms?|gemv|operators?|matmul|implementation)|(?:triton|cutlass|cuda|metal|rocm|hip|ck|avx\w*|amx|neon|vulkan|cute-?dsl|asm|assembly)[\w\s-]{0,20}(?:kernels?|implementation|gemms?)|kernels?[\w\s-]{0,20}(?:optimi[sz]\w+|tun\w+|improve\w*|speed)|optimi[sz]e (?:the )?[\w\s-]{0,24}kernels?|deep-?gemm|autotun\w+|split-?k|software pipelin\w+|double buffering|warp speciali[sz]ation|(?:performance|speed) improvements?[\w\s,&]{0,30}(?:kernels?|forward|backward|pass)", 0.8),
    ("kernel-optimization", "warp warps threadblock thread register registers shared tile tiles tiling unroll ptx vector bank sm sms l2 instruction instructions occupancy swizzle coalesced pipelining", r"warps?|thread-?\s?blocks?|register (?:pressure|spill\w*|usage|file)|registers|shared[- ]memory (?:loads?|banks?|reads?|tiles?|usage)|bank[- ]conflicts?|coalesc\w+|tiling (?:config\w*|strateg\w+|sizes?|scheme)|tile[- ]?(?:size|shape|config\w*)s?|output tiles?|unroll\w*|ptx|vector(?:ized)? (?:loads?|length|instructions?)|l2 cache|instruction[- ](?:scheduling|level|mix)|occupancy|swizzl\w+|tensor core instructions?|persistent kernels?|memory[- ]access patterns?", 0.8),
)  # fmt: skip

WORDINGS: tuple[Wording, ...] = tuple(
    Wording(technique, frozenset(triggers.split()), Quick(rf"(?<![\w])(?:{pattern})(?![a-z])"), strength)
    for technique, triggers, pattern, strength in _ROWS
)

BY_TRIGGER: dict[str, tuple[int, ...]] = {}
for _at, _row in enumerate(WORDINGS):
    for _word in _row.triggers:
        BY_TRIGGER[_word] = (*BY_TRIGGER.get(_word, ()), _at)
