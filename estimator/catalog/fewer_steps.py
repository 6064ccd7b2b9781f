"""Fewer steps: several tokens for each pass of the target model."""

from __future__ import annotations

from typing import Final

from estimator.techniques import Knob, Technique, names

SIDE: Final = "fewer-steps"

ROWS = (
    Technique(
        key="speculative-decoding",
        side=SIDE,
        term="steps",
        effect="draft_model",
        note="a small model drafts k tokens, the target verifies them in one pass; the draft's own steps count",
        source="arXiv:2211.17192 (Leviathan), arXiv:2302.01318 (Chen)",
        knobs=(
            Knob("draft_len", 4, 1, 16, "arXiv:2211.17192: 3 to 10; arXiv:2302.01318: 4"),
            Knob("acceptance_rate", 0.7, 0.3, 0.95, "arXiv:2211.17192: 0.5 to 0.9"),
            Knob("acceptance_len", 3.0, 1.0, 8.0, "arXiv:2401.07851 (Spec-Bench): 1.7 to 3.3 by task"),
            Knob("draft_share", 0.05, 0.005, 0.3, "draft size over target size; arXiv:2302.01318: 4B for 70B"),
        ),
        aliases=names("""
            speculative decoding | speculative decode | speculative sampling | speculative inference
            | speculative execution | speculative generation | speculation | speculator | speculators | draft model
            | draft-model speculation | draft-target | draft and verify | draft-then-verify | draft/target
            | assisted generation | assisted decoding | universal assisted generation | spec decode | spec decoding
            | spec-decode | specdec | SpecDecode | SpS | naive speculation | vanilla speculative | chain speculation
            | BiLD | Big Little Decoder | DistillSpec | Online Speculative Decoding | Cascade speculative drafting
            | CS Drafting | staged speculative decoding | SpecTr | SpecTec | SpecDec++ | AdaEDL | DISCO lookahead
            | dynamic speculation length | dynamic speculation | adaptive speculation | adaptive draft length
            | SmartSpec | TurboSpec | SpecServe | AdaServe | AdaSpec | Nightjar | AMUSD | Dovetail draft
            | SpecInfer chain | speculative streaming | MoE-Spec | MoESD | SpecMoE | judge decoding
            | relaxed acceptance | lossy speculative | SpecReason | speculative thinking | reasoning speculation
            | Lookahead Reasoning | reward-guided speculative decoding | cross-vocabulary | TLI speculative
            | token-level intersection | heterogeneous vocabulary | SpecForge | Arctic Speculator
            | ArcticInference spec | block verification | multi-draft | multi-draft speculative | GRIFFIN draft
            | speculative speculative decoding | SSD speculative | SpecPipe | PipeSpec | PipeInfer | StarSD
            | SwiftSpec | distributed speculative inference | Mirror speculative | ML-SpecQD | QSpec draft
            | DuoDecoding | SpecBranch | SpecRouter | MetaSD | BanditSpec | SpecDiff draft model | HeteroSpec
            | ConfigSpec | SPIN speculative | SLED draft | FlowSpec | EdgeLLM draft | SPEED speculative | MineDraft
            | MagicDraft | KOALA draft | Speculative verification | CoSpec | SpecBound
        """),
        cased=names("SD | OSD | RSD | VSD | PEARL | DSI"),
        chinese=names("""
            推测解码 | 推测式解码 | 推测采样 | 推测执行 | 投机解码 | 投机式解码 | 投机采样 | 投机式采样 | 投机推理 | 猜测解码
        """),
    ),
    Technique(
        key="self-speculation",
        side=SIDE,
        term="steps",
        effect="draft_self",
        note="the target's own first layers, or a quantised or sparse copy of it, draft for it",
        source="arXiv:2404.16710 (LayerSkip), arXiv:2309.08168 (Draft & Verify)",
        knobs=(
            Knob("draft_len", 4, 1, 12, "arXiv:2404.16710: 4 to 12"),
            Knob("acceptance_rate", 0.75, 0.3, 0.98, "arXiv:2404.16710: 0.6 to 0.95"),
            Knob(
                "draft_layers_share",
                0.3,
                0.05,
                0.7,
                "arXiv:2404.16710: exit at layer 8 of 32; arXiv:2309.08168: half of the layers",
            ),
        ),
        aliases=names("""
            LayerSkip | Kangaroo | Draft&Verify | Draft & Verify | self-speculative | self-speculative decoding
            | self-speculation | self speculation | CLLM early-exit draft | SWIFT self-speculative
            | early-exit draft | early-exit drafting | early exit drafting | drafting inside the same network
            | early-exit speculation | layer-skip draft | CLaSp | KNN-SSD
            | Speculative decoding early exiting | SpecAttn self | QSPEC | QuantSpec self | LogitSpec self | ASSD
            | Sparse self-speculation | SparseSpec | PillarAttn | HiSpec | VocabTrim self | LITE exit draft
            | Subspec | SubSpec | quantized self draft | quantized draft of itself | int4 draft of the same model
            | 4-bit draft of itself | self-drafting | self draft | Kangaroo adapter | ConfLayers | CAS-Spec | SDSL
            | Once-for-all draft | SPEED early | CITER self | ADEPT exit | SemiClone | nested self speculation
            | Mixture-of-depths draft | any-order self draft
        """),
        cased=names("SWIFT | EESD | S3D | DVI"),
        chinese=names("自推测解码 | 自推测 | 自投机解码 | 自投机"),
    ),
    Technique(
        key="medusa-heads",
        side=SIDE,
        term="steps",
        effect="draft_heads",
        note="extra heads on the target guess the next tokens at once; their weights are read once a cycle",
        source="arXiv:2401.10774 (Medusa)",
        knobs=(
            Knob("draft_len", 4, 1, 7, "arXiv:2401.10774: 4 or 5 heads"),
            Knob("acceptance_len", 2.6, 1.0, 4.5, "arXiv:2401.10774: 2.3 to 3.5"),
            Knob("tree_size", 64, 1, 256, "arXiv:2401.10774: 64"),
        ),
        aliases=names("""
            Medusa | Medusa-1 | Medusa-2 | Medusa heads | Medusa decoding | Hydra heads | Hydra++
            | multiple decoding heads | multi-head drafting | blockwise parallel decoding
            | block-wise parallel decoding | MLP speculator | MLPSpeculator | IBM accelerator speculator
            | recurrent drafter | ReDrafter | recurrent drafting | Amphista | Clover-2 | extra decoding heads
            | draft heads | speculation heads | lookahead heads | ProPD | Chimera heads | MedusaBench
            | Medusa-Linear | prompt-aware Medusa | Gumiho | Mixture of Attentions | Hydra sequential heads
            | CTC drafter | CTC-based draft | SpecHub heads | parallel prompt decoding | BiTA | L-MTP heads
            | Arctic LSTM speculator | LSTM speculator | Adaptix | Medusa tree
        """),
        cased=names("Hydra | Clover | BPD | PPD"),
        chinese=names("多解码头 | 多头解码"),
    ),
    Technique(
        key="eagle",
        side=SIDE,
        term="steps",
        effect="draft_layer",
        note="one layer drafts from the target's features, a step for each token, often as a tree",
        source="arXiv:2401.15077 (EAGLE), arXiv:2406.16858 (EAGLE-2), arXiv:2503.01840 (EAGLE-3)",
        knobs=(
            Knob("draft_len", 5, 1, 8, "arXiv:2401.15077: 5; arXiv:2503.01840: 6 to 8"),
            Knob("acceptance_rate", 0.75, 0.4, 0.95, "arXiv:2401.15077: 0.7 to 0.8"),
            Knob(
                "acceptance_len",
                3.5,
                1.2,
                7.0,
                "arXiv:2401.15077: 3.2 to 4.5; arXiv:2503.01840: 4.0 to 6.7; serving 2 to 3",
            ),
            Knob("tree_size", 60, 1, 128, "arXiv:2406.16858: 48 to 60; serving engines often draft a chain"),
        ),
        aliases=names("""
            EAGLE | EAGLE-1 | EAGLE-2 | EAGLE-3 | EAGLE1 | EAGLE2 | EAGLE3 | EAGLE-3.1 | EAGLE 3 | Eagle3 | Eagle-3
            | EAGLE speculative decoding | EAGLE heads | EAGLE head | EAGLE draft | feature-level drafting
            | feature-level autoregression | HASS | harmonized speculative sampling | CORAL draft | GRIFFIN eagle
            | FSPAD | LongSpec | LongSpec GlideDrafter | GliDe with CaPE | GliDe | SpecForge EAGLE | EAGLE one-model
            | eagle3_one_model | ViSpec | MASSV | Jakiro | SpecVLM | HeteroEAGLE | EAGLE-Pangu | EAGLE-Mini
            | OWL drafter | PEAGLE head | Hidden-state drafting | hidden-state conditioned draft | TALON eagle
            | SpecBundle | Falcon semi-autoregressive
        """),
    ),
    Technique(
        key="multi-token-prediction",
        side=SIDE,
        term="steps",
        effect="draft_layer",
        note="layers trained with the model predict the tokens after next; reused as a draft",
        source="arXiv:2404.19737 (MTP), arXiv:2412.19437 (DeepSeek-V3)",
        knobs=(
            Knob("draft_len", 1, 1, 5, "arXiv:2412.19437: 1; engines reuse the layer up to 3 or 4 times"),
            Knob("acceptance_rate", 0.85, 0.5, 0.95, "arXiv:2412.19437: 85 to 90 % for the second token"),
            Knob("acceptance_len", 1.85, 1.3, 4.0, "arXiv:2412.19437: 1.8 tokens a step"),
        ),
        aliases=names("""
            multi-token prediction | multi token prediction | multitoken prediction | MTP-1 | MTP-2 | MTP-3 | MTP1
            | MTP2 | MTP3 | MTP4 | MTP-4 | MTP-5 | MTP layer | MTP module | MTP modules | MTP head | MTP heads
            | MTP speculative decoding | MTP speculation | MTP decoding | NextN | next-n prediction
            | NextN speculative | DeepSeek MTP | MTP Eagle | MTP vanilla | FastMTP | native MTP | L-MTP | MuToR
            | Gloeckle multi-token | predict multiple tokens | next-next token | self-distilled MTP | ConfAdapt
            | register tokens MTP | leap multi-token | MTP relaxed acceptance | deepseek_mtp | qwen3_next_mtp
            | nextn layers | token order prediction
        """),
        cased=names("MTP"),
        chinese=names("多 token 预测 | 多词元预测 | 多令牌预测"),
    ),
    Technique(
        key="lookahead-decoding",
        side=SIDE,
        term="steps",
        effect="jacobi",
        note="the target fills several positions at once and keeps what agrees: no draft, a wider pass",
        source="arXiv:2402.02057 (Lookahead), arXiv:2403.00835 (CLLM)",
        knobs=(
            Knob(
                "acceptance_len",
                1.8,
                1.0,
                4.0,
                "arXiv:2402.02057: 1.5 to 2.3 in wall time; arXiv:2403.00835: 2.4 to 3.4",
            ),
            Knob("draft_len", 5, 2, 32, "arXiv:2402.02057: n-grams of 5 to 7, window 7 to 15"),
        ),
        aliases=names("""
            lookahead decoding | look-ahead decoding | Lookahead Decoding | Jacobi decoding | Jacobi iteration
            | Jacobi forcing | parallel Jacobi | CLLM | CLLMs | consistency LLM | consistency large language models
            | parallel decoding | Gauss-Seidel decoding | fixed-point decoding
            | fast parallel decoding from the target itself | LookaheadDecoding | speculative Jacobi decoding
            | GSI Jacobi | Ouroboros draft | CLLM2 | multi-token Jacobi | set block decoding | skeleton-of-thought
            | Skeleton of Thought | APAR | PASTA decoding | Multiverse parallel | ParaDecode | Threadweaver
        """),
        cased=names("Lookahead | LADE | Lade | Ouroboros | SJD"),
        chinese=names("前瞻解码 | 雅可比解码"),
    ),
    Technique(
        key="ngram-speculation",
        side=SIDE,
        term="steps",
        effect="draft_lookup",
        note="the draft is copied from the prompt, the output or a datastore: it costs nothing on the device",
        source="arXiv:2311.08252 (REST), arXiv:2304.04487 (LLMA), arXiv:2411.04975 (SuffixDecoding)",
        knobs=(
            Knob("draft_len", 8, 1, 64, "prompt lookup: 10; arXiv:2411.04975: up to 64"),
            Knob("acceptance_len", 2.0, 1.0, 8.0, "arXiv:2401.07851 (Spec-Bench): 1.3 to 2.7; agents and editing more"),
            Knob("tree_size", 1, 1, 64, "arXiv:2311.08252: 64"),
        ),
        aliases=names("""
            prompt lookup | prompt lookup decoding | prompt-lookup | PLD | PLD+ | n-gram speculation
            | n-gram speculative decoding | ngram speculation | ngram speculative | ngram speculative decoding
            | N-gram | n-gram drafting | n-gram draft | ngram drafting | N-gram lookup | n-gram matching | ngram-mod
            | ngram GPU | REST retrieval | retrieval-based speculation | retrieval-based speculative decoding
            | retrieval-based drafting | NEST retrieval | suffix decoding | SuffixDecoding | Suffix Decoding
            | suffix tree | suffix automaton | SAM decoding | SAM-Decoding | SAMD | copy decoding | CopySpec | LLMA
            | inference with reference | Token Recycling | token recycling | ANPD | adaptive n-gram parallel
            | lookup decoding | lookup-cache | LookaheadCache | PIA lookahead | Lookahead trie
            | trie-based retrieval | Cacheback | RACER speculative | LogitSpec | SSSD n-gram | TokenTiming
            | blazedit | blaze editing | speculative edits | predicted outputs | Predicted Outputs | fast apply
            | Fast Apply | speculative edit | DReSD | ReSpec | RAPID retrieval | RASD | input-guided speculation
            | static n-gram | dynamic n-gram | grammar n-gram | model-free speculation | draft-free speculation
            | training-free speculation | STAND speculative | SpecExtend n-gram | N-Grammys | prompt n-gram
            | SpS-lookup | copy-based drafting | SAM-Decoding[EAGLE2] | shift parallelism + suffix speculation
        """),
        cased=names("REST | SAM | NEST | STAND | Recycling | CREST"),
        chinese=names("提示查找 | 提示词查找 | n-gram 推测 | n-gram 投机 | 后缀解码 | 检索式推测"),
    ),
    Technique(
        key="tree-speculation",
        side=SIDE,
        term="steps",
        effect="tree",
        note="a tree of guesses is verified in one pass; its whole size is the pass's width",
        source="arXiv:2305.09781 (SpecInfer), arXiv:2402.12374 (Sequoia)",
        knobs=(
            Knob("tree_size", 64, 2, 1024, "arXiv:2305.09781: 20 to 64; arXiv:2402.12374: 64 to 768 with offloading"),
            Knob(
                "acceptance_len",
                3.5,
                1.2,
                10.0,
                "arXiv:2305.09781: 2.6 to 4.8; arXiv:2402.12374: up to 9 or more with offloading",
            ),
            Knob("draft_len", 5, 1, 24, "depth of the tree"),
        ),
        aliases=names("""
            SpecInfer | Sequoia tree | Sequoia speculation | token tree | token trees | token tree verification
            | tree attention | tree verification | tree-based speculative | tree-based speculation
            | tree speculation | tree decoding | speculation tree | draft tree | draft trees | dynamic draft tree
            | SpecExec | OPT-Tree | DySpec | Traversal Verification | FlexFlow Serve | FlexFlow | Yggdrasil
            | ProPD tree | DyTC | SpecTree | RSD tree | recursive speculative decoding
            | recursive rejection sampling | Dynamic-width speculative | SEED tree | GammaTune tree | SmartSpec tree
            | TreeVerify | greedy tree | beam drafting | multi-candidate speculative | MCSD | SpecPV | Talon tree
            | candidate tree | tree-structured draft | hierarchical draft tree | tree drafting | tree mask
        """),
        cased=names("Sequoia"),
        chinese=names("树形推测 | 树状推测 | 树形验证 | 树状验证 | 树注意力 | 推测树"),
    ),
    Technique(
        key="parallel-drafting",
        side=SIDE,
        term="steps",
        effect="draft_parallel",
        note="the draft gives all its tokens in one pass, with masks or by diffusion",
        source="arXiv:2504.18583 (PARD), arXiv:2410.05589 (ParallelSpec)",
        knobs=(
            Knob("draft_len", 8, 2, 16, "arXiv:2504.18583: 8 to 12"),
            Knob("acceptance_len", 4.0, 1.5, 8.0, "arXiv:2504.18583: 4 to 7 on code and mathematics"),
        ),
        aliases=names("""
            PARD | PARD-2 | ParallelSpec | P-EAGLE | P-EAGLE parallel drafting | parallel draft | parallel drafting
            | parallel drafter | parallel EAGLE | block drafting | block-parallel draft | DFlash | D-Flash
            | DFlash block 16 | block diffusion draft | block diffusion drafter | diffusion drafter
            | diffusion draft | diffusion-based drafting | SpecDiff | SpecDiff-2 | DiffuSpec | DiffuSpec drafter
            | Speculative diffusion decoding | DFly | DSpark | D-cut | FastEagle | Falcon drafter
            | Cascade parallel drafting | BASTION drafter | DEER diffusion | DART parallel | SpecFormer | TiDAR
            | Self-draft masks | mask-predict draft | non-autoregressive draft | one-pass drafting
            | single-pass drafting | DFlare | Spiffy | DDTree | JetSpec | DominoTree | Domino drafter
            | parallel token drafting | multi-mask draft | D-PACE
        """),
        cased=names("DEER | Domino"),
        chinese=names("并行草稿 | 并行起草"),
    ),
    Technique(
        key="long-context-speculation",
        side="both",
        term="steps",
        effect="both",
        note="steps fall and the draft reads a compressed cache",
        source="arXiv:2404.11912 (TriForce), arXiv:2408.11049 (MagicDec)",
        knobs=(
            Knob("draft_len", 4, 1, 16, "arXiv:2408.11049: 1 to 4; arXiv:2404.11912: 6 to 16"),
            Knob("acceptance_len", 3.0, 1.2, 12.0, "arXiv:2404.11912: up to 10 with offloading"),
            Knob("draft_kv_share", 0.03, 0.005, 0.3, "arXiv:2404.11912: 4K of 120K"),
        ),
        aliases=names("""
            TriForce | Triforce hierarchical speculation | MagicDec | QuantSpec | self-speculation with sparse KV
            | sparse KV self-speculation | sparse KV draft | compressed KV draft | partial KV draft
            | draft with quantized KV | long-context speculation | long-context speculative decoding
            | hierarchical speculation | hierarchical speculative decoding | RAPID speculative | SpecExtend
            | SpecContext | SpecKV | SpecPV partial verification | TokenSwift | StreamingLLM draft
            | SnapKV self-speculation | sparse-attention draft | Vegas speculative | SpecCache | LongSpec tree
            | SparseSpec reasoning | PillarAttn self | MoSpec long | SpecAttention sparse draft | QuantSpec KV4
            | draft reads a compressed cache | LooseSpec
        """),
    ),
    Technique(
        key="diffusion-decoding",
        side=SIDE,
        term="steps",
        effect="parallel_tokens",
        note="several positions of a block are settled in each pass",
        source="arXiv:2502.09992 (LLaDA), arXiv:2505.22618 (Fast-dLLM), arXiv:2503.09573 (block diffusion)",
        knobs=(
            Knob("tokens_per_step", 3.0, 1.0, 16.0, "arXiv:2505.22618: 2 to 8 with confidence-aware decoding"),
            Knob("block_size", 32, 4, 64, "arXiv:2503.09573: 4 to 16; arXiv:2505.22618: 32"),
        ),
        aliases=names("""
            diffusion LLM | diffusion LLMs | diffusion language model | diffusion language models
            | diffusion large language model | dLLM | dLLMs | dLLM-Cache | LLaDA | LLaDA2.0 | LLaDA2 | LLaDA-MoE
            | LLaDA 1.5 | Dream diffusion | DreamCoder | Mercury Coder | Mercury diffusion | Inception Mercury
            | block diffusion | BD3-LM | BD3LM | block-diffusion language model | masked diffusion
            | masked diffusion model | masked parallel decoding | masked language diffusion | Fast-dLLM
            | Fast-dLLM v2 | dKV-Cache | d1 diffusion | Gemini Diffusion | Seed Diffusion | DiffuCoder | dInfer
            | D2F | discrete diffusion forcing | dParallel | SDAR | Set block diffusion | Elastic-Cache
            | Prophet decoding | Saber decoding | DPad | SlowFast sampling | LoPA | d3LLM | dUltra | Learn2PD
            | Free-dLLM | DiffusionGemma | diffusion decoding | parallel denoising | denoising steps
            | confidence-aware parallel decoding | confidence-aware decoding | unmasking several tokens
            | semi-autoregressive diffusion | any-order generation | Spiffy dLLM | FreeDave | SSD diffusion
            | Sparse-dLLM | EntropyCache | Nemotron Diffusion | Stable-DiffCoder | TraDo | WeDLM | Jacobi diffusion
            | consistency diffusion | mask-predict | non-autoregressive generation
        """),
        cased=names("Mercury | Prophet | WINO | SDLM | CDLM"),
        chinese=names("扩散语言模型 | 扩散大语言模型 | 扩散解码 | 块扩散"),
    ),
    Technique(
        key="jump-forward-decoding",
        side=SIDE,
        term="steps",
        effect="jump",
        note="constrained decoding that emits forced tokens without a target pass",
        source="arXiv:2312.07104 (SGLang, compressed finite state machine)",
        knobs=(
            Knob(
                "forced_share", 0.3, 0.02, 0.8, "share of output tokens that the grammar forces; arXiv:2312.07104: JSON"
            ),
        ),
        aliases=names("""
            jump-forward | jump forward | jump-forward decoding | jump forward decoding | jump decoding
            | fast-forward tokens | fast forward tokens | fast-forwarding | ff-tokens | compressed FSM
            | compressed finite state machine | compressed finite-state machine | grammar fast-forward
            | guidance acceleration | token fast-forwarding | token healing fast-forward | forced tokens
            | tokens are forced | forced by the grammar | forced by the schema | emits them without a pass | without a model pass
            | without running the model | skips the model for
            | deterministic token skipping | CoalesceCE | coalescence | zero-entropy tokens | grammar-forced tokens
            | schema-forced tokens | constant-token skipping | multi-token grammar jump
            | template tokens without decoding
        """),
        chinese=names("跳跃解码 | 跳跃前进"),
    ),
)
