# ruff: noqa: E501 - one row is one English wording, however many Chinese ones it stands for
"""How Chinese is read: words and forms of sentences, each with the English that the rest of the classifier knows.

Names of techniques are not here: they stand in the catalog's rows. A word that is in no row is left out, as the small words are.
"""

from __future__ import annotations

# (English, the Chinese words for it). Of the words that begin at one place the longest is read.
WORDS: tuple[tuple[str, str], ...] = (
    # signs
    (",", "， 、 ﹐"), (".", "。 ．"), (";", "；"), (":", "："), ("(", "（ 【 「 《"), (")", "） 】 」 》"), ("?", "？"), ("!", "！"),
    ("x", "倍 ×"), ("%", "％"),
    # what is measured
    ("throughput", "吞吐 吞吐量 吞吐率 吞吐性能 吞吐能力"), ("latency", "延迟 时延 响应时间 耗时 延时 用时 迟延"), ("end-to-end", "端到端 端对端 整体"),
    ("time to first token", "首字延迟 首字时延 首词延迟 首词时延 首包延迟 首包时延 首字时间 首token延迟 首token时延 首个token延迟 首token耗时 首字符延迟 首次响应时间 首响 首token响应时间 首token时间 首词元延迟"),
    ("inter-token latency", "逐token延迟 token间延迟 token间时延 每token延迟 每token时延 单token延迟 单token时延 单token耗时 每token耗时 字间延迟 每个token的延迟 每输出token延迟 每个token的时间 词间延迟 词元间延迟"),
    ("decoding speed", "解码速度 解码速率 出字速度 吐字速度 单用户速度"), ("generation speed", "生成速度 生成速率 出词速度"),
    ("decoding latency", "解码延迟 解码时延 解码耗时"), ("prefill latency", "预填充延迟 预填充时延 预填充耗时 预填充时间"),
    ("inference speed", "推理速度 推理性能 推理效率"), ("inference latency", "推理延迟 推理时延 推理耗时 推理时间"),
    ("speed", "速度 速率"), ("performance", "性能"), ("efficiency", "效率"), ("effect", "效果"),
    ("GPU memory", "显存 GPU内存"), ("memory", "内存 存储 存储空间"), ("usage", "占用 占用量 消耗 开销量 用量"),
    ("GPU memory usage", "显存占用 显存消耗 显存开销 显存使用 显存用量 显存占用量 显存需求"), ("memory usage", "内存占用 内存消耗 内存使用 存储开销 内存开销"),
    ("bandwidth", "带宽"), ("memory bandwidth", "显存带宽 内存带宽 访存带宽"), ("memory access", "访存 内存访问 显存访问 访存量 内存读写 显存读写"), ("memory traffic", "访存流量 显存流量 内存流量"),
    ("communication", "通信 通讯"), ("communication volume", "通信量 通信数据量"), ("traffic", "流量"), ("compute", "计算 算力 运算"), ("computation", "计算量"),
    ("utilization", "利用率"), ("overhead", "开销"), ("cost", "成本 代价 费用"), ("energy", "能耗 功耗 电费 耗电"), ("capacity", "容量"), ("size", "大小 体积 尺寸"),
    ("bottleneck", "瓶颈"), ("cost-performance", "性价比"), ("concurrency", "并发 并发数 并发量 并发度 并发能力"), ("batch size", "批大小 批量大小 批次大小 批尺寸 批处理大小 batch大小 批次规模 批规模"),
    ("batch", "批次 批量 批"), ("batching", "批处理 组批"), ("requests", "请求 请求数"), ("users", "用户 用户数"), ("context length", "上下文长度 上下文窗口"), ("context", "上下文"), ("long context", "长上下文 长文本 超长上下文 长文"),
    ("sequence length", "序列长度"), ("long sequences", "长序列"), ("sequences", "序列"), ("input length", "输入长度 提示长度 提示词长度 prompt长度"), ("output length", "输出长度 生成长度"), ("input", "输入"), ("output", "输出"), ("prompt", "提示词 提示"),
    ("speedup", "加速比 加速效果 加速倍数"), ("accuracy", "精度 准确率 准确度 正确率 精确度"), ("low precision", "低精度"), ("half precision", "半精度"), ("mixed precision", "混合精度"), ("perplexity", "困惑度"), ("quality", "质量"), ("accuracy loss", "精度损失 精度下降 掉点"), ("lossless", "无损"), ("score", "得分 分数 评分"),
    ("acceptance rate", "接受率 接收率 命中概率"), ("acceptance length", "接受长度 接收长度 平均接受长度 平均接收长度"), ("accepted", "接受 被接受"), ("hit rate", "命中率 缓存命中率"), ("hits", "命中"), ("recomputation", "重计算 重算"),
    # what it is done to
    ("LLM", "大模型 大语言模型 语言模型 大型语言模型"), ("model", "模型"), ("parameters", "参数 参数量"), ("weights", "权重"), ("activations", "激活 激活值"), ("inference", "推理 推断"), ("decoding", "解码 译码 自回归解码"), ("prefill", "预填充 预填 首轮计算"), ("generation", "生成 文本生成"),
    ("serving", "服务 部署 在线服务 推理服务"), ("inference engine", "推理引擎 推理框架 推理后端"), ("engine", "引擎"), ("framework", "框架"), ("backend", "后端"), ("system", "系统"), ("cluster", "集群"), ("kernel", "内核 核函数 算子 核"), ("operators", "算子库"),
    ("attention", "注意力 注意力机制"), ("self-attention", "自注意力"), ("matrix multiplication", "矩阵乘法 矩阵乘"), ("cache", "缓存"), ("KV cache", "键值缓存 KV缓存 kv缓存"), ("layers", "层 层数"), ("heads", "头数"), ("heads", "头"), ("experts", "专家"), ("routed experts", "路由专家"), ("token", "词元 令牌 字"), ("vocabulary", "词表"),
    ("draft model", "草稿模型 小模型 辅助模型 草案模型"), ("target model", "目标模型 主模型"), ("draft", "草稿 草拟 起草"), ("verification", "验证 校验"), ("verify", "验证器"), ("forward pass", "前向 前向计算 前向传播"), ("step", "步骤 步"), ("quantization", "量化"), ("sparse", "稀疏"), ("sparsity", "稀疏度 稀疏性 稀疏率"), ("pruning", "剪枝 裁剪"), ("distillation", "蒸馏"),
    ("fused", "融合"), ("scheduling", "调度"), ("scheduler", "调度器"), ("routing", "路由"), ("offload", "卸载"), ("parallel", "并行"), ("parallelism", "并行化 并行度"), ("asynchronous", "异步"), ("overlap", "重叠"), ("block", "块 分块"), ("pages", "页 分页"), ("fragmentation", "碎片 碎片化"), ("prefix", "前缀"), ("shared", "共享 共用"), ("reuse", "复用 重用"), ("group", "组 分组"), ("group size", "分组大小 组大小"), ("window", "窗口"), ("dequantization", "反量化"), ("all-reduce", "全归约"), ("launch", "启动"), ("host", "主机"), ("disk", "磁盘 硬盘"), ("prompts", "提示语"),
    ("GPUs", "显卡 卡 加速卡"), ("single GPU", "单卡 单张卡 单块卡 单显卡 单张显卡"), ("2 GPUs", "双卡"), ("multiple GPUs", "多卡"), ("nodes", "节点 机器 服务器"), ("one node", "单机 单节点 单台"), ("multiple nodes", "多机 多节点"), ("hardware", "硬件"), ("device", "设备"), ("chip", "芯片"), ("consumer", "消费级"), ("Ascend", "昇腾"), ("NVIDIA", "英伟达"), ("Qwen", "通义千问 千问"), ("batch size 1", "单并发 单请求 单条请求 单batch 单批次 单批 单路"), ("single user", "单用户"),
    # better and worse
    ("improves", "提升 提高 改善 提振 增强 改进"), ("increases", "增加 增长 增大 上升 上涨 扩大 增至 拉高 多出"), ("reduces", "降低 减少 下降 缩短 缩减 减小 缩小 压缩 降 减 压低 削减 下调 减轻 缓解 降幅 减至"), ("saves", "节省 节约 省 省下 省去 省掉 节省了"), ("eliminates", "消除 去除 免去"), ("avoids", "避免 无需 不需要 不必"), ("hides", "隐藏 掩盖 遮盖"),
    ("speeds up", "加速 提速 加快"), ("faster", "快 更快 较快 快了 快得多"), ("fast", "快速 高速 迅速"), ("slower", "慢 更慢 变慢 慢了 拖慢"), ("degrades", "劣化 退化 恶化 损失"), ("higher", "高 更高 高出 高于 较高"), ("lower", "低 更低 低于 较低"), ("less", "少 更少 较少"), ("smaller", "小 更小 较小"), ("more", "更多 多"), ("larger", "更大 大 较大"), ("longer", "更长 长 较长"), ("better", "更好 更优 优于 领先 领先于 胜过 好"), ("outperforms", "超越 超过了"),
    ("doubles", "翻倍 翻番 翻一番 翻了一番 翻一倍 翻了一倍 成倍提升 翻了倍"), ("halves", "减半 折半 腰斩 砍半"), ("reduces by half", "降低一半 减少一半 下降一半 缩短一半 节省一半 少一半 省一半 砍掉一半 降低了一半 减少了一半 下降了一半 缩短了一半 节省了一半 省了一半 省下一半 少了一半 降了一半"), ("half", "一半"), ("an order of magnitude", "一个数量级 一个量级 数量级"), ("two orders of magnitude", "两个数量级"),
    ("optimizes", "优化"), ("optimized", "经过优化 优化后的 优化过的"), ("efficient", "高效"), ("high-performance", "高性能"), ("custom", "自定义 定制"), ("synchronization", "同步"), ("hidden states", "隐藏状态"), ("micro-batch", "微批次 微批"), ("samples", "样本"), ("scale factors", "缩放因子"), ("per-step", "单步 每步"), ("alternatives", "替代品 替代方案"), ("reduced-precision", "降低精度"), ("launch overhead", "启动开销 内核启动开销 kernel启动开销 算子启动开销"), ("CPU overhead", "CPU开销"), ("host overhead", "主机开销"), ("startup time", "启动时间"), ("cold start", "冷启动"), ("multi-head attention", "多头注意力"), ("significantly", "显著 大幅 明显 大大 极大 大幅度"), ("further", "进一步"), ("speedup", "加速了"), ("gains", "收益 增益 涨幅 提升幅度 增幅"),
    # how much
    ("up to", "高达 可达 至多 最高可达 最多可达 最高达 最大可达 至高"), ("maximum", "最大 最高 最多"), ("fastest", "最快"), ("maximum batch size", "最大批次 最大批 最大批量"), ("static batching", "静态批处理"), ("implementation", "的实现"), ("native implementation", "原生实现"), ("reference implementation", "参考实现 官方实现 基线实现 朴素实现"), ("about", "约 大约 大概 约为 近似 将近 接近 近 差不多"), ("on average", "平均 均值"), ("at least", "至少 不低于 不少于 以上 起码"), ("over", "超过 逾 多于 超"), ("only", "仅 只 只有 只需 仅需 仅为 只要"), ("from", "从 由 自"), ("to", "到 至"), ("reaches", "达到 达 达到了"), ("achieves", "取得 获得 带来 可实现 带来了 取得了 获得了 得到"), ("the original", "原来 原先 原本 原始 此前 原有"),
    ("tokens", "个token 个词元 个tokens 个令牌 个字"), ("per second", "每秒 每秒钟 一秒"), ("each", "每 每个 每次 每一 各"), ("per token", "每token 每个token"), ("ms", "毫秒"), ("us", "微秒"), ("s", "秒 秒钟"), ("minutes", "分钟"), ("hours", "小时"), ("days", "天"), ("bytes", "字节 字节数"), ("bits", "比特 位宽 比特数"), ("GB", "吉字节"),
    ("several x", "数倍 几倍 若干倍 数十倍"), ("a", "一个 一种 一项 一款"), ("first", "首先 第一 首次 第一个"), ("second", "第二 其次"), ("same", "相同 同样 同等 一致 同一"), ("comparable", "相当 持平 接近无损 相近"),
    # who does what
    ("we", "我们 本文 笔者 我"), ("our", "我们的 本文的"), ("supports", "支持 兼容 适配"), ("adds", "新增 添加 增加了对 加入 新增了 添加了 增加对 新增对 加了"), ("introduces", "引入 推出 提出 引入了 提出了 推出了"), ("implements", "实现 实现了"), ("enables", "启用 开启 打开 启用了 开启了 允许"), ("using", "使用 采用 利用 借助 运用 使用了 采用了 利用了 用"), ("based on", "基于"), ("by", "通过 经由 靠 凭借 经过"), ("with", "在...下 配合 结合 搭配 配备 带有 带"), ("combined with", "叠加 联合"), ("on", "在 于"), ("when", "时 当 情况下 场景下 条件下"), ("after", "后 之后 以后"), ("before", "之前 之前的 以前"), ("before optimization", "优化前"), ("after optimization", "优化后"), ("and", "和 与 及 以及 并 并且 且 同时"), ("also", "还 也 亦 此外 另外"), ("or", "或 或者"), ("but", "但 但是 不过 然而 却 而"), ("because", "因为 由于 因 得益于"), ("thereby", "从而 进而 因而 因此 所以 于是"), ("makes", "使得 使 让 令"), ("without", "无 不改变 不影响 没有 不带 未使用 不使用 不用 不损失"), ("not", "不 未 没 并没有 并不 并非 不会 无法 不能"), ("never", "从不 绝不"), ("compared with", "相比 相较 相比于 相较于 对比 较 相对 相对于 比起 比 跟 与其"), ("baseline", "基线 基准 基准线"), ("native", "原生"), ("naive", "朴素 普通"), ("vanilla", "原版 常规"), ("default", "默认"), ("version", "版本 版"), ("the previous version", "上一版 上一版本 上个版本 旧版 旧版本 前一版本 上一代"), ("method", "方法 方案 算法 技术 策略"), ("framework", "架构"), ("instead of", "而不是 而非 代替 替代 取代 替换"),
    ("can", "可 可以 能 能够"), ("could", "可能 也许 或许 有望"), ("will", "将会 将要 即将 将支持"), ("should", "应 应该 应当 建议"), ("if", "如果 若 假如 假设 倘若"), ("plan to", "计划 打算 准备 规划"), ("future", "未来 后续 今后 下一步 路线图 待办"), ("expected", "预计 预期 期望 希望"), ("is", "是 为 即 属于 等于"), ("how", "如何 怎么 怎样"), ("why", "为什么 为何"), ("what", "什么 哪些 哪个"), ("for example", "例如 比如 举例"), ("see", "参见 参考 详见 见 请参考 请见"), ("figure", "图"), ("table", "表 表格"), ("section", "节 章"), ("for", "针对 对于 对 面向 适用于"), ("all", "所有 全部"), ("this", "这 该 此 本"), ("these", "这些 上述"), ("most", "大部分 大多数 多数"), ("now", "现在 目前 已 现已 已经 如今"), ("still", "仍 仍然 依然"), ("need", "需要 需 须"), ("means", "意味着 表示 指"), ("main", "主要"), ("new", "新 全新 新的"),
    # what a sentence is for
    ("fix", "修复 修复了 修正 修正了"), ("bug", "错误 缺陷 漏洞"), ("crash", "崩溃"), ("problem", "问题"), ("time", "时间"), ("remove", "移除 删除"), ("refactor", "重构"), ("documentation", "文档"), ("update", "更新 升级"), ("install", "安装"), ("run", "运行 执行"), ("download", "下载"), ("set", "设置 配置 设为"), ("code", "代码"), ("example", "示例 案例 例子"), ("test", "测试 实测 测得 压测 评测"), ("tested on", "测试于 测试平台 测试在 实测在 评测在 测试均在 实验均在"), ("benchmark", "基准测试 跑分 性能测试"), ("evaluation", "评估 评价"), ("experiments", "实验"), ("experimental setup", "实验设置 实验环境 测试环境 测试配置 实验配置 测试设置 环境配置 测试条件"), ("results", "结果"), ("related work", "相关工作"), ("abstract", "摘要 概要"), ("introduction", "引言 简介 介绍 前言 背景"), ("conclusion", "结论 总结 小结"), ("release notes", "更新日志 发布说明 版本说明 变更日志"), ("features", "特性 功能"), ("contributors", "贡献者"), ("thanks to", "感谢"), ("users report", "网友"),
    # other fields
    ("training", "训练 训练时"), ("pre-training", "预训练"), ("fine-tuning", "微调 精调"), ("gradient", "梯度"), ("optimizer", "优化器"), ("backward", "反向 反向传播"), ("reinforcement learning RLHF", "强化学习"), ("dataset", "数据集 语料"), ("image", "图像 图片 文生图"), ("image generation", "图像生成 图片生成"), ("video", "视频"), ("speech recognition", "语音识别 语音"), ("diffusion models", "扩散模型"), ("database", "数据库"), ("SQL query", "查询"), ("rendering", "渲染"), ("browser", "浏览器 网页"), ("compile time", "编译时间"), ("compile", "编译"), ("loading time", "加载时间 启动耗时"), ("load", "加载"), ("quantization time", "量化时间 量化耗时"), ("calibration", "校准"), ("loss", "损失函数"), ("learning", "学习"), ("data parallelism", "数据并行"), ("less than", "小于"), ("greater than", "大于"), ("tuning", "调优 调参"), ("tuned", "调优后的 精心调优的"), ("kernel implementation", "算子实现 kernel实现 内核实现"), ("global memory", "全局内存"), ("shared memory", "共享内存 共享存储"), ("registers", "寄存器"), ("static", "静态"), ("dynamic", "动态"), ("stage", "阶段"), ("data", "数据"), ("number of", "数量 个数"), ("theoretical", "理论 理论上的"), ("peak", "峰值"), ("limited", "受限 受限于 限制"), ("in theory could", "理论上"), ("effectively", "有效 有效地"), ("provides", "提供 提供了"), ("change", "修改 改变 更改"), ("reason", "因素 原因"), ("leads to", "导致 造成"), ("including", "包括 包含"), ("with", "随着"), ("as", "作为"), ("completely", "完全"), ("simple", "简单"), ("distributed", "分布式"), ("online", "在线"), ("offline", "离线"), ("streaming", "流式"), ("real", "真实 实际"), ("production", "生产环境 线上"), ("long documents", "长文档"), ("multi-turn", "多轮 多轮对话"), ("chat", "对话 聊天"), ("tasks", "任务"), ("code generation", "代码生成"), ("summarization", "摘要任务"), ("autoregressive", "自回归"), ("matrix", "矩阵"), ("vector", "向量"), ("materialize", "物化"), ("write back", "写回"), ("read", "读取 读"), ("write", "写入 写"), ("waste", "浪费"), ("stall", "停顿 卡顿 抖动"), ("bubble", "气泡 空泡"), ("idle", "空闲 闲置"), ("preemption", "抢占"), ("priority", "优先级"), ("queueing", "排队"), ("peak load", "高峰 高负载"), ("low load", "低负载"), ("goodput", "有效吞吐"), ("tail latency", "尾延迟 长尾延迟 P99延迟"), ("scaling", "扩展 扩容"), ("million", "百万"), ("replicas", "副本 实例"), ("instance", "单实例"), ("port", "移植 迁移"), ("integrates", "集成 接入"), ("operations", "操作"), ("library", "库"), ("open-source", "开源"), ("project", "项目"), ("release", "发布"), ("team", "团队"), ("paper", "论文 文章"), ("authors", "作者"), ("parity", "不变"), ("challenge", "挑战 难点 困难"), ("roughly", "大致"), ("almost", "几乎"), ("regression", "回退 性能回退 下滑"), ("bandwidth-bound", "带宽受限 访存受限 访存密集"), ("compute-bound", "计算受限 计算密集"), ("memory-bound", "内存受限 显存受限"), ("retrieval", "检索"), ("recall", "召回 召回率"),
    # words that hold one of the above and are none of it
    ("", "比如说 大家 高级 多个 多种 以及其 小时候 快照 大型 小型 长期 高度 层面 层次 省略 多样 多模态 表现 表明 表达 图示 图中 图形 字段 字符 字典 步伐 页面 组成 组件 组合 用于 用途 作用 应用 通用 专用 常用 好的 大学 大会 大小写 最大化 同时也 为了 因为了 是否 还是 就是 都是 只是 但是在 由此 自动 自己 自然 来自 对应 对象 面对 针对性 时候 及时 实时 当前 当然 后面 前面 目前的 前提 提前 之间 中间 空间 其中 其他 其它 本质 根本 基本 版权 会议 机会 社会 不同 不仅 不断 不少 而且 能力 功能性 可见 可用 可靠 可能性 需求 用例 节奏 环节 细节 层级 到底 到了 看到 得到了 遇到 想到 看见 见解 常见 意见 于此 关于 由来 理由 自由 从头 从事 与此 参与 和谐 总和 并发症 或许是 已知 已有 而言 较为 比例 比较 占比 比赛 小组 核心 内容 具体 相关 进行 直接 特别 起来 来说 来看 一点 一起 一直 一般 尽管 虽然 那么 这样 这种 这里 那里 里面 方面 方式 模式 单个 整个 纯 很 最 更 再 又 才 就 都 把 被 将 等 些 们 个 种 里 中 上 下 内 外 得 地 着 过 了 之 其 以 来 去 做 作 成 要 有 无论 何时 解决 发现 继续 保持 确保 关键 尝试 逻辑 选项 函数 定义 流程 机制 结构 状态 信息 区域 意味 想法 情况 情况下的 另外一个 另一个 另一方面 也就是 也就是说 换句话说 左右 上下 即使 即便 虚拟 智能 同理 前置 本身 身份 样子 成为 变成 完成 因子 头部 页码 块状 分析 部分 十分 分别 分布 分为 分类 充分 组织 卡点 卡住 关卡"),
)  # fmt: skip

# Where the key of a technique would be read as a word for what is measured.
READS_AS = {
    "paged-kv-cache": "PagedAttention",
    "kv-cache-quantization": "KV quantization",
    "quantized-communication": "quantized all-reduce",
    "diffusion-decoding": "diffusion LLM",
    "split-kv-decoding": "Flash-Decoding",
    "prefill-decode-disaggregation": "disaggregated serving",
    "communication-kernels": "compute-communication overlap",
}

_N = r"[\d.,]*\d"
_ABOUT = r"(?:大约|约为|约|近|将近|接近|高达|最高|最多|超过|至少|平均|达到|达|了|近似|\s|~|～)*"
_UP = "提升|提高|增加|增长|改善|加速|提速|加快|上升|增至"
_DOWN = "降低|减少|下降|缩短|缩减|减小|压缩|缩小|降|减|压"
_END = "，。；,;：:（(！!？?"
_OLD = "原来|原先|原本|此前|之前|原始|基线|原有"

# (form, English): a group that is named in braces is read by itself. They are tried in this order, before any word.
FORMS: tuple[tuple[str, str], ...] = (
    # rates
    (rf"(?:每秒|每秒钟)\s*(?:可以?|能够?)?\s*(?:生成|输出|处理|产生|达到?|约|大约|近|超过|解码|吐出|跑|出)*\s*(?P<n>{_N}\s*[kK万]?)\s*(?:个)?\s*(?:tokens?|词元|令牌|字)", "{n} tokens/s"),
    (rf"(?:每秒|每秒钟)\s*(?:可以?|能够?)?\s*(?:处理|服务|约|大约|近|超过|完成)*\s*(?P<n>{_N}\s*[kK万]?)\s*(?:个|条)?\s*请求", "{n} requests/s"),
    (r"(?:个)?\s*(?:tokens?|词元|令牌|字)\s*(?:/|每)\s*秒", " tokens/s"),
    (r"(?:个|条)?\s*请求\s*(?:/|每)\s*秒", " requests/s"),
    (r"毫秒\s*/\s*(?:每)?\s*(?:个)?(?:tokens?|词元)", "ms/token"),
    # numbers: {n:...} is the value of a group
    (rf"(?P<n>{_N})\s*亿(?=\s*(?:参数|模型|规模|的))", "{b:n}"),
    (rf"(?P<n>{_N})\s*万", "{m:n}"),
    (rf"百分之\s*(?P<n>{_N}|[一二三四五六七八九十百两]+)", "{v:n}%"),
    (r"(?P<n>[一二三四五六七八九两])成(?![为功立本就果分员])", "{t:n}%"),
    (rf"(?P<up>{_UP}|快|多|高|翻)(?P<q>{_ABOUT})(?P<n>0?\.\d+|1|一|0\.\d+)\s*倍", "{up} {q} {p:n} x"),
    (r"(?P<n>[一二三四五六七八九十百两]+)\s*倍", "{v:n} x"),
    (rf"(?:{_DOWN})?(?:低|少)?了?(?:到|至|为|仅|是|只剩|仅剩|只有|剩下)\s*(?:仅|只有|约|了)?\s*(?:(?:{_OLD})?的)?\s*(?:1\s*/\s*(?P<n>\d+)|(?P<whole>[二三四五六七八九十两]+)分之一)", "reduces to {f:n|whole}"),
    (r"(?P<n>[两二三四五六七八九十]+)\s*(?:张|块|卡|颗|枚|片)\s*(?:英伟达|NVIDIA)?\s*(?=[A-Z])", "{v:n} x "),
    (r"(?<![\d.])(?P<n>\d+)\s*(?:张|块|卡|颗|枚|片)\s*(?:英伟达|NVIDIA)?\s*(?=[A-Z])", "{n} x "),
    (r"(?P<n>[两二三四五六七八九十]+|(?<![\d.])\d+)\s*个\s*(?:英伟达|NVIDIA)?\s*(?=[AHVLBT]\d|RTX|MI\d)", "{v:n} x "),
    (r"(?:单|一)个\s*(?:英伟达|NVIDIA)?\s*(?=[AHVLBT]\d|RTX|MI\d)", "a single "),
    (r"(?:单|一)\s*(?:张|块|颗|卡|枚|片)\s*(?=[A-Z])", "a single "),
    (r"单卡\s*(?=[A-Z\d])", "a single "),
    (r"(?P<n>[两二三四五六七八九十]+|(?<![A-Za-z\d.])\d+)\s*(?:张|块|颗|枚)?\s*(?:显卡|卡|GPU|加速卡|张|块|颗)(?![A-Za-z])", "{v:n} GPUs"),
    (r"(?P<n>[两二三四五六七八九十]+|\d+)\s*台(?:机器|服务器|节点)?", "{v:n} nodes"),
    (r"(?<![\d.])(?P<n>\d+)\s*(?:位|比特)(?!置|于)", "{n}-bit"),
    (r"(?<![\d.])(?P<n>\d+)\s*(?:路|个)?\s*(?:并发|并行)(?:用户|请求|会话)?(?!\d)", "{n} concurrent requests"),
    (r"(?<![\d.])(?P<n>\d+)\s*(?:个|条|路)\s*(?P<what>请求|用户|序列)", "{n} {what}"),
    (r"(?P<n>(?<![第下后每另这那哪某各])[一二三四五六七八九两]|(?<![\d.])[\d.]+)\s*个\s*(?=草稿|词元|token|头|专家|KV)", "{v:n} "),
    (rf"(?:最大|最高|最多|最快|至多|高达)\s*(?:可以?|能够?)?\s*(?P<verb>{_UP}|{_DOWN}|快|高出|节省|省|少)(?:了|出|达)?(?=\s*\d)", "{verb} up to"),
    (rf"(?P<q>平均|约|大约|至少|超过)\s*(?:可以?|能够?)?\s*(?P<verb>{_UP}|{_DOWN}|快|高出|节省|省|少)(?:了|出|达)?(?=\s*\d)", "{verb} {q}"),
    (r"(?:最大|最高|最多|最快)(?=\s*(?:可?达|约|近|为|能|提升|加速|降低|减少|快|\s)*(?:\d|[一二三四五六七八九十两]+倍))", "up to"),
    (rf"(?P<n>{_N})\s*(?P<unit>倍|[x×%])\s*以上", "over {n} {unit}"),
    (rf"(?P<n>{_N})\s*(?P<unit>倍|[x×%])\s*(?:左右|上下)", "about {n} {unit}"),
    # comparisons
    (rf"(?:与|和|跟|同|对比|较之)\s*(?P<who>[^{_END}]{{1,40}}?)\s*(?:相比较?|比较|对比|比起来|相比之下)(?:[，,]\s*)?", "compared with {who}, "),
    (rf"(?:相比于?|相较于?|相对于?|对比|较(?![大小高低长短快慢多少为好]))\s*(?P<who>[^{_END}]{{1,40}}?)\s*(?:[，,]\s*)?(?=(?:的?(?:吞吐|延迟|速度|性能|显存|时延|解码|推理|平均|可以?|能够?|有|(?<!原生)(?<!官方)(?<!参考)实现|带来|端到端|首字|整体|还?要?))*(?:{_UP}|{_DOWN}|快|慢|高|低|节省|省|少|翻|达到|取得|获得))", "compared with {who}, "),
    (rf"比(?!例|较|如|特|赛|率)\s*(?P<who>[^{_END}]{{1,40}}?)\s*(?:还要?|要|更)?\s*(?=快|慢|高出?|低|少|多|{_UP}|{_DOWN}|节省|省|好|更|小|大)(?!较|例|如)", "than {who}, "),
    (rf"(?:{_UP}|增|快|涨)?(?:是|为|达到?了?|可达|到|至|约为|相当于)\s*(?P<who>[^{_END}\d]{{0,3}}(?:{_OLD})|[A-Za-z][\w .+/-]{{1,24}}?)\s*的\s*(?P<q>{_ABOUT})(?P<n>{_N})\s*倍", "improves {q} {n} x over {who}"),
    (rf"(?:{_DOWN}|变)(?:低|少)?了?(?:到|至|为)\s*(?P<who>[^{_END}\d]{{0,16}}?)\s*的\s*(?P<q>{_ABOUT})(?P<n>{_N}\s*%)", "reduces to {q} {n} of that of {who}"),
    (rf"加速比(?:为|是|达到?|约|可达|高达|最高|：|:|\s)*(?P<n>{_N}(?:\s*[-~～到至]\s*{_N})?)\s*(?:倍|[x×])?", "speedup of {n}x"),
    (rf"(?P<n>{_N})\s*倍\s*的?\s*(?P<what>[^{_END}\d]{{0,8}}?)(?:加速比?|提速|提升)", "{n} x {what} speedup"),
    # before and after
    (rf"(?<=[\w%）)])\s*(?:左右)?的?\s*(?:直接|大幅|显著|进一步|逐步|成功|平均|一下子)?\s*(?:{_UP}|{_DOWN}|增|涨|升|变|改|优化|下降|跌)(?:低|少|高|长|成)?了?(?:到|至|为|成)(?:了)?(?=\s*(?:约|大约|近|仅|只有|不到|了|~|～)?\s*\d)", " to "),
    (rf"(?P<up>{_UP})了?(?:到|至)", "{up} to"),
    (rf"(?P<down>{_DOWN})(?:低|少)?了?(?:到|至|为)", "reduces down to"),
    # what a word order hides
    (rf"(?:增加|添加|新增|加入|提供)了?对\s*(?P<what>[^{_END}]{{1,40}}?)\s*的?(?:支持|适配)", "adds support for {what}"),
    (r"(?:(?<!原生)(?<!官方)(?<!参考)(?<!基线)(?<!朴素)(?<!默认)(?<!的)实现|取得|获得)了?(?=[^，。；,;]{0,12}\d)", "achieves"),
    (rf"^(?P<lead>\W*)支持(?=[^{_END}]{{2}})", "{lead}supports "),
    (r"(?:计划|打算|拟|准备|将)(?:在|于)?(?:未来|后续|下个|下一)?(?:版本)?(?:中)?(?:支持|引入|实现|加入|探索|优化|尝试)", "we plan to support in the future"),
    (rf"为(?=[^{_END}]{{1,40}}(?:添加|新增|增加|提供|启用|集成|引入|支持))", "for"),
    (r"不足\s*(?=\d)|不到\s*(?=\d)", "under "),
)  # fmt: skip
