"""The engine: every rule once, as plain functions over a state ``s`` and a set-up ``v``.

Both come in two bodies with the same fields: the slotted objects of ``state.py`` (one game, ordinary Python) and the
numpy records of ``arrays.py`` (many games, compiled by numba). Nothing here checks a move but ``legality``; the
others trust their caller. A move travels as one whole number, ``type << 12 | target << 6 | value``.

Hands are lists of orders, oldest first. The order of checks after a move is hanab.live's (shared facts,
hanab_live.md section 2).
"""

from __future__ import annotations

from typing import Any

from hanabi_lab.rules.kernel import kernel

PLAY = 0
DISCARD = 1
COLOR_HINT = 2
RANK_HINT = 3
END_GAME = 4
VOTE_END = 5

IN_PROGRESS = 0
NORMAL = 1
STRIKEOUT = 2
TIMEOUT = 3
TERMINATED = 4
SPEEDRUN_FAIL = 5
IDLE_TIMEOUT = 6
CHARACTER_SOFTLOCK = 7
ALL_OR_NOTHING_FAIL = 8
ALL_OR_NOTHING_SOFTLOCK = 9
VOTED = 10

#: Answers of ``legality``.
LEGAL = 0
GAME_OVER = 1
UNKNOWN_TYPE = 2
NOT_IN_HAND = 3
TOKENS_FULL = 4
NO_TOKEN = 5
NO_SUCH_SEAT = 6
HINT_TO_SELF = 7
NO_SUCH_HINT = 8
TOUCHES_NOTHING = 9

#: Room that ``legal_moves`` needs: at most 73 moves, and one place that is written but not counted.
MAX_MOVES = 80


@kernel
def deal(s: Any, v: Any) -> None:
    """Set everything but the deck to the start and deal the hands, one whole hand after the other."""
    for order in range(v.deck_size):
        s.possible[order] = v.all_identities
        s.hinted[order] = 0
    for identity in range(v.identities):
        s.discarded[identity] = 0
    s.drawn = 0
    for p in range(v.players):
        for i in range(v.hand_size):
            s.hands[p][i] = s.drawn
            s.drawn += 1
        s.hand_len[p] = v.hand_size
    for suit in range(v.suits):
        s.fireworks[suit] = 0
        s.limit[suit] = v.ranks
    s.points = 0
    s.reachable = v.max_score
    s.hint_tokens = v.start_tokens
    s.strikes = 0
    s.turn = 0
    s.player = v.starting_seat
    s.end = IN_PROGRESS
    s.end_turn = -1
    if s.drawn == v.deck_size and v.last_round and not v.all_or_nothing:
        s.end_turn = v.players


@kernel
def hints_touching(s: Any, v: Any, seat: int) -> int:
    """Return the mask of hints that touch a card of the seat; an unknown card may be touched by any."""
    mask = 0
    hand = s.hands[seat]
    for i in range(s.hand_len[seat]):
        identity = s.deck[hand[i]]
        if identity < 0:
            return v.all_hints  # type: ignore[no-any-return]
        mask |= v.touching[identity]
    return mask


@kernel
def legal_moves(s: Any, v: Any, out: Any) -> int:
    """Write the codes of all legal moves to ``out`` and return how many there are."""
    if s.end != IN_PROGRESS:
        return 0
    n = 0
    p = s.player
    hand = s.hands[p]
    cards = s.hand_len[p]
    for i in range(cards):
        out[n] = hand[i] << 6
        n += 1
    if v.bottom_play and s.drawn == v.deck_size - 1:
        out[n] = s.drawn << 6
        n += 1
    if s.hint_tokens < v.max_tokens or v.discard_at_max:
        for i in range(cards):
            out[n] = DISCARD << 12 | hand[i] << 6
            n += 1
    if s.hint_tokens > 0:
        codes = v.hint_code
        hints = v.hints
        for seat in range(v.players):
            if seat != p:
                mask = v.all_hints if v.empty_hints else hints_touching(s, v, seat)
                to = seat << 6
                for h in range(hints):  # no branch: written always, counted when legal
                    out[n] = codes[h] | to
                    n += mask >> h & 1
    return n


@kernel
def hint_index(v: Any, kind: int, value: int) -> int:
    """Return the index of a hint (colors, then ranks), -1 when it does not exist."""
    if kind == COLOR_HINT:
        return value if 0 <= value < v.colors else -1
    if 0 <= value < len(v.hint_of_rank):
        return v.hint_of_rank[value]  # type: ignore[no-any-return]
    return -1


@kernel
def slot_index(s: Any, seat: int, order: int) -> int:
    """Return the index of a card in a hand (0 is the oldest), -1 when it is not there."""
    for i in range(s.hand_len[seat]):
        if s.hands[seat][i] == order:
            return i
    return -1


@kernel
def legality(s: Any, v: Any, kind: int, target: int, value: int) -> int:
    """Return 0 for a move that is legal now, else the number of the reason."""
    if s.end != IN_PROGRESS:
        return GAME_OVER
    if kind in (PLAY, DISCARD):
        if slot_index(s, s.player, target) < 0:
            bottom = v.bottom_play and s.drawn == v.deck_size - 1 and target == s.drawn
            if kind == DISCARD or not bottom:
                return NOT_IN_HAND
        if kind == DISCARD and s.hint_tokens >= v.max_tokens and not v.discard_at_max:
            return TOKENS_FULL
        return LEGAL
    if kind not in (COLOR_HINT, RANK_HINT):
        return UNKNOWN_TYPE
    if target < 0 or target >= v.players:
        return NO_SUCH_SEAT
    if target == s.player:
        return HINT_TO_SELF
    h = hint_index(v, kind, value)
    if h < 0:
        return NO_SUCH_HINT
    if s.hint_tokens <= 0:
        return NO_TOKEN
    if not v.empty_hints and not hints_touching(s, v, target) >> h & 1:
        return TOUCHES_NOTHING
    return LEGAL


@kernel
def take(s: Any, seat: int, order: int) -> None:
    """Take a card out of a hand; the newer ones move down."""
    hand = s.hands[seat]
    last = s.hand_len[seat] - 1
    i = 0
    while hand[i] != order:
        i += 1
    while i < last:
        hand[i] = hand[i + 1]
        i += 1
    s.hand_len[seat] = last


@kernel
def draw(s: Any, v: Any, seat: int) -> None:
    """Draw a card to a hand, if there is one; the last one starts the last round."""
    if s.drawn < v.deck_size:
        s.hands[seat][s.hand_len[seat]] = s.drawn
        s.hand_len[seat] += 1
        leave_deck(s, v)


@kernel
def leave_deck(s: Any, v: Any) -> None:
    """Count the top card out of the deck."""
    s.drawn += 1
    if s.drawn == v.deck_size and v.last_round and not v.all_or_nothing:
        s.end_turn = s.turn + v.players + 1


@kernel
def bury(s: Any, v: Any, identity: int) -> None:
    """Put a card on the discard pile; the last copy of a card limits its firework."""
    s.discarded[identity] += 1
    if s.discarded[identity] == v.copies[identity]:
        suit = identity // v.ranks
        height = identity - suit * v.ranks
        if height < s.limit[suit]:
            s.reachable -= s.limit[suit] - height
            s.limit[suit] = height


@kernel
def play(s: Any, v: Any, order: int) -> None:
    """Play a card from the acting hand, or the bottom card of the deck."""
    seat = s.player
    identity = s.deck[order]
    from_hand = order < s.drawn
    if from_hand:
        take(s, seat, order)
    else:
        leave_deck(s, v)
    suit = identity // v.ranks
    if s.fireworks[suit] == identity - suit * v.ranks:
        s.fireworks[suit] += 1
        s.points += 1
        if s.fireworks[suit] == v.ranks and s.hint_tokens < v.max_tokens:
            s.hint_tokens += 1
    else:
        s.strikes += 1
        bury(s, v, identity)
    if from_hand:
        draw(s, v, seat)
    finish(s, v)


@kernel
def discard(s: Any, v: Any, order: int) -> None:
    """Discard a card from the acting hand for a hint token."""
    seat = s.player
    take(s, seat, order)
    bury(s, v, s.deck[order])
    if s.hint_tokens < v.max_tokens:
        s.hint_tokens += 1
    draw(s, v, seat)
    finish(s, v)


@kernel
def hint(s: Any, v: Any, seat: int, h: int, touched: int) -> None:
    """Give hint ``h`` to a seat.

    ``touched`` is the mask of orders it touches, or -1 to derive it from the cards, which must then be known.
    """
    s.hint_tokens -= 1
    hand = s.hands[seat]
    mask = v.touch[h]
    for i in range(s.hand_len[seat]):
        order = hand[i]
        touch = (mask >> s.deck[order] if touched < 0 else touched >> order) & 1
        s.possible[order] &= mask ^ (touch - 1)  # the mask, or all but the mask
        s.hinted[order] |= touch << h
    finish(s, v)


@kernel
def act(s: Any, v: Any, code: int) -> None:
    """Make a legal move, given by its code, in a state whose cards are known."""
    kind = code >> 12
    target = code >> 6 & 63
    if kind == PLAY:
        play(s, v, target)
    elif kind == DISCARD:
        discard(s, v, target)
    else:
        hint(s, v, target, hint_index(v, kind, code & 63), -1)


@kernel
def nothing_playable(s: Any, v: Any) -> bool:
    """Say, in the last round, whether no card that is still to come can be played.

    A card left in the hand of a seat that has had its last turn cannot be played any more.
    """
    done = v.players - (s.end_turn - s.turn)
    for suit in range(v.suits):
        height = s.fireworks[suit]
        if height < s.limit[suit]:
            identity = suit * v.ranks + height
            left = v.copies[identity] - s.discarded[identity]
            for back in range(1, done + 1):
                seat = (s.player - back) % v.players
                for i in range(s.hand_len[seat]):
                    if s.deck[s.hands[seat][i]] == identity:
                        left -= 1
            if left > 0:
                return False
    return True


@kernel
def can_act(s: Any, v: Any, seat: int) -> bool:
    """Say whether a seat has any move, with no card left to draw."""
    if s.hand_len[seat] > 0:
        return True
    if s.hint_tokens > 0:
        for other in range(v.players):
            if other != seat and (s.hand_len[other] > 0 or v.empty_hints):
                return True
    return False


@kernel
def finish(s: Any, v: Any) -> None:
    """Pass the turn on and end the game when it is over."""
    s.turn += 1
    s.player += 1
    if s.player == v.players:
        s.player = 0
    if s.strikes >= v.max_strikes:
        s.end = STRIKEOUT
    elif s.points == v.max_score:
        s.end = NORMAL
    elif v.all_or_nothing:
        if s.reachable < v.max_score:
            s.end = ALL_OR_NOTHING_FAIL
        elif s.hand_len[s.player] == 0 and s.hint_tokens == 0:
            s.end = ALL_OR_NOTHING_SOFTLOCK
    elif s.turn == s.end_turn or (v.end_when_stuck and s.points == s.reachable):
        s.end = NORMAL
    elif s.end_turn >= 0:
        if v.end_when_stuck and nothing_playable(s, v):
            s.end = NORMAL
    elif s.drawn == v.deck_size:
        seats = 0
        while not can_act(s, v, s.player):
            s.player = (s.player + 1) % v.players
            seats += 1
            if seats == v.players:
                s.end = NORMAL
                break


@kernel
def score(s: Any, v: Any) -> int:
    """Return the score: the points on the table, 0 after an end that is not normal (unless points are kept)."""
    if s.end in (IN_PROGRESS, NORMAL) or (s.end == STRIKEOUT and v.keep_points):
        return s.points  # type: ignore[no-any-return]
    return 0


@kernel
def playable_mask(s: Any, v: Any) -> int:
    """Return the mask of identities that fit on a firework now."""
    mask = 0
    for suit in range(v.suits):
        if s.fireworks[suit] < v.ranks:
            mask |= 1 << (suit * v.ranks + s.fireworks[suit])
    return mask


@kernel
def trash_mask(s: Any, v: Any) -> int:
    """Return the mask of identities that can never be played: already there, or above a card that is gone."""
    mask = 0
    for suit in range(v.suits):
        needed = ((1 << s.limit[suit]) - 1) & ~((1 << s.fireworks[suit]) - 1)
        mask |= (((1 << v.ranks) - 1) & ~needed) << (suit * v.ranks)
    return mask


@kernel
def critical_mask(s: Any, v: Any) -> int:
    """Return the mask of identities that are needed and of which one copy is left."""
    mask = 0
    for suit in range(v.suits):
        for height in range(s.fireworks[suit], s.limit[suit]):
            identity = suit * v.ranks + height
            if v.copies[identity] - s.discarded[identity] == 1:
                mask |= 1 << identity
    return mask


@kernel
def mix(x: int) -> int:
    """Scramble 32 bits."""
    x = ((x >> 16) ^ x) * 0x45D9F3B & 0xFFFFFFFF
    x = ((x >> 16) ^ x) * 0x45D9F3B & 0xFFFFFFFF
    return (x >> 16) ^ x


@kernel
def seed_rng(rng: Any, seed: int, stream: int) -> None:
    """Seed a generator, four whole numbers in ``rng``, from a seed and the number of a stream (a game)."""
    x = mix(0x2545F491 ^ (seed & 0xFFFFFFFF))
    x = mix(x ^ (seed >> 32 & 0x7FFFFFFF))
    x = mix(x ^ (stream & 0xFFFFFFFF))
    x = mix(x ^ (stream >> 32 & 0x7FFFFFFF))
    for word in range(4):
        x = mix(x + 0x9E3779B9 & 0xFFFFFFFF)
        rng[word] = x
    rng[3] |= 1  # the generator must not start from zeros alone


@kernel
def random_below(rng: Any, n: int) -> int:
    """Return a whole number from 0 to n - 1, for small n.

    The generator is the 128-bit one of Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (2003), its 32
    bits scaled to n. It needs whole numbers below 2**63 only, so every machine and both bodies draw the same numbers.
    """
    t = rng[0]
    t = t ^ (t << 11 & 0xFFFFFFFF)
    w = rng[3]
    rng[0] = rng[1]
    rng[1] = rng[2]
    rng[2] = w
    w = w ^ (w >> 19) ^ t ^ (t >> 8)
    rng[3] = w
    return w * n >> 32  # type: ignore[no-any-return]


@kernel
def shuffle(s: Any, v: Any, rng: Any) -> None:
    """Put a shuffled full deck into a state."""
    n = 0
    for identity in range(v.identities):
        for _ in range(v.copies[identity]):
            s.deck[n] = identity
            n += 1
    for i in range(n - 1, 0, -1):
        j = random_below(rng, i + 1)
        identity = s.deck[i]
        s.deck[i] = s.deck[j]
        s.deck[j] = identity


@kernel
def random_game(s: Any, v: Any, rng: Any, out: Any) -> None:
    """Shuffle, deal and play uniformly random legal moves to the end; ``out`` is room for ``MAX_MOVES`` codes."""
    shuffle(s, v, rng)
    deal(s, v)
    while s.end == IN_PROGRESS:
        n = legal_moves(s, v, out)
        act(s, v, out[random_below(rng, n)])
