"""One pass of the target model over a batch: bytes by term, FLOPs, and the floor under its time.

The floor is `max(bytes / bandwidth, FLOPs / peak)` at data-sheet rates: no launches, no links, efficiency 1. Nothing real
is faster. Activations between layers can stay on chip, so a decode step's floor leaves them out.
"""

from __future__ import annotations

from dataclasses import dataclass

from estimator.experts import missed, missed_at_most
from estimator.numbers import Numbers, least, most, power, where
from estimator.setting import Setting

BITS = 8.0  # in a byte
ALL_TO_ALL = 1.5  # a token goes out to each of its experts in 8 bit and comes back in 16: against 16 bit once


@dataclass(frozen=True, slots=True)
class Cost:
    """What one device moves and computes in one pass, and how long each resource needs at its data-sheet rate (s)."""

    weights: Numbers  # bytes
    kv: Numbers  # bytes
    activations: Numbers  # bytes to and from memory that the method cannot keep on chip
    network: Numbers  # bytes to peers, one direction; not part of the floor
    flops: Numbers
    memory_s: Numbers
    compute_s: Numbers
    host_s: Numbers  # over the link to host memory, where something is kept there
    network_s: Numbers
    layers: Numbers
    scores_s: Numbers = 0.0  # of the passes over attention's scores where they go to memory; not part of the floor

    @property
    def floor(self) -> Numbers:
        """Seconds that nothing real can beat: the three resources work at once, at full rate."""
        return most(most(self.memory_s, self.compute_s), self.host_s)

    def seconds(self, layer_cost: Numbers = 0.0, efficiency: Numbers = 1.0) -> Numbers:
        """The floor at an efficiency, plus a cost of `layer_cost` seconds a layer; links left out."""
        return self.floor / efficiency + self.layers * layer_cost

    def times(self, factor: Numbers) -> Cost:
        """The same pass `factor` times over."""
        return Cost(*(getattr(self, name) * factor for name in Cost.__slots__))


@dataclass(frozen=True, slots=True)
class Plan:
    """A setting boiled down to coefficients, so that a step costs a handful of multiplications a point."""

    always: Numbers  # bytes of weights that each step reads, one device
    routed: Numbers  # bytes of all routed experts, one device
    experts: Numbers
    per_token: Numbers
    cache: tuple[tuple[Numbers, Numbers], ...]  # (bytes for each sequence and visible token, window), one device
    state: Numbers  # bytes for each sequence, read and written
    linear: Numbers  # FLOP of attention's projections for each token of the device's own rank
    shared: Numbers  # FLOP of all other matmuls for each token of any rank, one device
    scores: tuple[tuple[Numbers, Numbers], ...]  # (FLOP for each token and visible token, window), one device
    head: Numbers  # FLOP of the LM head for each token, part of `shared`
    peer: Numbers  # bytes to peers for each token
    bandwidth: Numbers
    peak: Numbers
    link: Numbers
    host: Numbers  # seconds for each byte of weights that crosses the host link, 0 where none does
    host_kv: Numbers
    microbatches: Numbers  # sequences are dealt to so many groups: dp * pp
    pipeline: Numbers
    layers: Numbers
    rows_skipped: Numbers  # share of the weights' rows that a token does not need
    rows_own: Numbers
    skewed: bool  # whether routing may favour some experts, as a bound has to allow

    def step(self, batch: Numbers, context: Numbers, q: Numbers = 1.0) -> Cost:
        """`q` new tokens for each of `batch` sequences whose caches hold `context` tokens.

        `batch` counts the sequences of the whole replica. Shapes broadcast; a scalar gives the bits an array gives.
        """
        return self.cost(*self.parts(batch, context, q))

    def parts(self, batch: Numbers, context: Numbers, q: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """Bytes of weights, of cache, FLOPs, and bytes to peers: what the step asks of one device."""
        mine = most(batch / self.microbatches, 1.0)  # sequences whose attention runs on one device
        tokens = mine * q
        work = self.linear
        for flops, window in self.scores:
            work = work + flops * least(context, window)
        everyone = most(batch / self.pipeline, 1.0) * q  # what is no attention sees the tokens of all ranks
        return self.read(batch, q), self.kv(mine, context), tokens * work + everyone * self.shared, tokens * self.peer

    def read(self, batch: Numbers, q: Numbers) -> Numbers:
        """Bytes of weights: of experts those that the tokens of all data-parallel ranks are routed to, of rows their union."""
        if isinstance(self.rows_skipped, float) and self.rows_skipped == 0.0:
            return self._matrices(batch, q)
        tokens = most(batch / self.pipeline, 1.0) * q
        return self._matrices(batch, q) * (1.0 - power(self.rows_skipped, power(tokens, self.rows_own)))

    def _matrices(self, batch: Numbers, q: Numbers) -> Numbers:
        if isinstance(self.routed, float) and self.routed == 0.0:
            return self.always
        idle = missed_at_most if self.skewed else missed
        return self.always + self.routed * (
            1.0 - idle(self.experts, self.per_token, most(batch / self.pipeline, 1.0) * q)
        )

    def kv(self, mine: Numbers, context: Numbers) -> Numbers:
        """Bytes of cache and state that one device reads for `mine` sequences."""
        visible = self.state
        for width, window in self.cache:
            visible = visible + width * least(context, window)
        return mine * visible

    def floor(self, weights: Numbers, kv: Numbers, flops: Numbers) -> Numbers:
        """Seconds that nothing real can beat: memory, matrix units and the host link work at once, at full rate."""
        memory, compute = (weights + kv) / self.bandwidth, flops / self.peak
        return most(most(memory, compute), weights * self.host + kv * self.host_kv)

    def cost(self, weights: Numbers, kv: Numbers, flops: Numbers, peer: Numbers) -> Cost:
        """These parts with the time that each resource needs for them."""
        return Cost(
            weights=weights,
            kv=kv,
            activations=0.0,
            network=peer,
            flops=flops,
            memory_s=(weights + kv) / self.bandwidth,
            compute_s=flops / self.peak,
            host_s=weights * self.host + kv * self.host_kv,
            network_s=peer / self.link,
            layers=self.layers,
        )


def plan(setting: Setting) -> Plan:
    """Boil a setting down. See `Setting` for what is spread over which devices."""
    shape, tp = setting.shape, setting.tp
    spread = tp * setting.dp
    read = setting.weight_density * setting.layer_share / BITS
    rest_each = setting.rest_bits * read
    head_each = (setting.rest_bits if setting.head_bits is None else setting.head_bits) / BITS * setting.head_share
    body = shape.always - shape.head - shape.attending
    always = body * rest_each / spread + shape.attending * rest_each / tp + shape.head * head_each / spread
    # Attention runs on the devices of a token's own rank; experts and the rest are shared out over all ranks.
    done = 2.0 * setting.flop_density * setting.layer_share
    head_flops = 2.0 * shape.head * setting.head_share / spread
    blocks = shape.active - shape.head - shape.attending
    reduces = 2.0 * (tp - 1.0) / tp  # an all-reduce sends 2 (t-1)/t of the activations
    spread_out = (setting.ep - 1.0) / setting.ep * shape.experts_per_token / tp * ALL_TO_ALL
    exchanges = reduces + where(setting.ep > 1.0, spread_out, reduces)  # attention, then experts or feed-forward
    hand_over = setting.pp - 1.0
    return Plan(
        always=always,
        routed=shape.routed * setting.weight_bits * read / spread,
        experts=shape.experts,
        per_token=shape.experts_per_token,
        cache=_cache(setting),
        state=2.0 * shape.state * 2.0 / tp,  # 16 bit, read and written
        linear=shape.attending * done / tp,
        shared=blocks * done / spread + head_flops,
        scores=_scores(setting),
        head=head_flops,
        peer=(shape.layers * exchanges + hand_over) * shape.hidden * setting.peer_bits / BITS,
        bandwidth=setting.bandwidth,
        peak=setting.peak,
        link=setting.link,
        host=setting.weights_on_host / setting.host_link,
        host_kv=setting.kv_on_host / setting.host_link,
        microbatches=setting.dp * setting.pp,
        pipeline=setting.pp,
        layers=shape.layers * setting.layer_share,
        rows_skipped=1.0 - setting.rows_kept,
        rows_own=setting.rows_own,
        skewed=setting.skewed,
    )


def _cache(setting: Setting) -> tuple[tuple[Numbers, Numbers], ...]:
    """Bytes of cache that a device reads for each of its sequences and visible tokens, by window.

    KV heads are copied where there are more devices than heads: a device never holds less than one.
    """
    rows: list[tuple[Numbers, Numbers]] = []
    for group in setting.shape.attention:
        heads = group.heads_kv if setting.kv_heads is None or group.latent else setting.kv_heads
        mine = most(heads / setting.tp, 1.0) / setting.cp
        width = group.layers * group.per_head * mine
        bits = setting.kv_bits if group.bits is None else group.bits
        each = width * bits / BITS * setting.kv_width * setting.kv_kept * setting.layer_share
        rows.append((each, least(group.window, setting.window)))
    return tuple(rows)


def _scores(setting: Setting) -> tuple[tuple[Numbers, Numbers], ...]:
    """FLOPs of one new token against one visible token on one device, by window. Query heads are always cut."""
    return tuple(
        (
            group.layers * group.scores * setting.kv_kept * setting.layer_share / setting.tp,
            least(group.window, setting.window),
        )
        for group in setting.shape.attention
    )


def decode(setting: Setting, batch: Numbers, context: Numbers, q: Numbers = 1.0) -> Cost:
    """One decode step, or one verification of `q` tokens for each sequence."""
    return plan(setting).step(batch, context, q)
