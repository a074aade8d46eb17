import { BLESSING_CARDS } from '@minerx/rules/blessing';
import { isMemberSeed } from '@minerx/rules/blessing-draw-proof';
import * as z from 'zod/mini';
import { defineCall } from './wire/call.ts';
import { amount, opaqueId, pageResult, soughtBody, timestamp, whole } from './wire/wire.ts';

/** A member's own seed. */
export const memberSeed = z.string().check(z.refine(isMemberSeed, { error: 'err_format' }));

/** One card of a deck. Face down it has a number and nothing else: name and amount are empty. */
const blessingCard = z.object({
  /** The card's number, 1 to 9: its index and one. It tells nothing of the prize. */
  angpau_id: z.number(),
  /** "RW", "CW", "BTC", "Miner X Package", "Phuket" …; `prizeCategory` of the rules reads it. */
  angpau_name: z.string(),
  /** The amount in US dollars, as decimal text. */
  angpau_name_zh: z.string(),
});
export type BlessingCard = z.output<typeof blessingCard>;

/** How a deck was drawn, for anybody to draw it again; hex but for the texts. */
const blessingDraw = z.object({
  /** UTC day whose seed drew. */
  day: z.string(),
  /** User name. */
  member: z.string(),
  /** The member's how many-th deck it is. */
  number: z.number(),
  /** The member's own seed at that time; empty when there was none. */
  member_seed: z.string(),
  /** The prize table: see `encodeTable` of the rules. */
  table: z.string(),
  /** Whether the day was committed to that table too; days from before were not. */
  table_committed: z.boolean(),
  /** What was left of limited prizes before this deck. */
  left: z.string(),
  signature: z.string(),
  public_key: z.string(),
  seed_commitment: z.string(),
  committed_at: timestamp,
  /** Null until the day is over. */
  seed: z.nullable(z.string()),
});

/** What was picked, and everything to prove it by: `verifyPick` of the rules takes it. */
const blessingPick = z.object({
  /** The pack's id. */
  id: z.string(),
  angpau_name: z.string(),
  /** The amount in US dollars. */
  angpau_name_zh: amount,
  angpau_order_used_date: timestamp,
  /** Which card was tapped, 0 to 8. */
  index: z.number(),
  /** What went into a wallet; null for prizes that are no money. */
  credited: z.nullable(z.object({ wallet: z.string(), amount, price: amount })),
  /** The code to redeem at miner/redeem; null for prizes that are no package, and while nothing may leave the account: whoever has it can redeem it. */
  voucher_code: z.nullable(z.string()),
  /** When a code that is kept back is shown; null for all others. */
  voucher_held_until: z.nullable(timestamp),
  voucher_redeemed: z.boolean(),
  /** Prizes that are handed over by people: 0 in preparation, 1 handed over; null for all others. */
  fulfilment_status: z.nullable(z.number()),
  /** The deck as it was committed to, one card a line: see `encodeDeck` of the rules. */
  deck: z.string(),
  /** 32 bytes in hex. */
  salt: z.string(),
  /** SHA-256 of deck and salt in hex, as it was shown before the pick. */
  commitment: z.string(),
  /** How the deck was drawn: `verifyDraw` of the rules takes it. Null for decks from before draws were committed to. */
  draw: z.nullable(blessingDraw),
});
export type BlessingPick = z.output<typeof blessingPick>;

/** What draws the decks of a UTC day: committed to the day before, shown when the day is over. */
const daySeed = z.object({
  day: z.string(),
  /** SHA-256 in hex: see `encodeSeed` of the rules. */
  commitment: z.string(),
  /** SPKI in hex. */
  public_key: z.string(),
  committed_at: timestamp,
  /** Version of the prize table that the day is committed to: its SHA-256 in hex; null for days from before that. */
  table: z.nullable(z.string()),
  /** 32 bytes in hex; null until the day is over. */
  seed: z.nullable(z.string()),
});
export type DaySeed = z.output<typeof daySeed>;

/** A range of amounts of a prize with its own chance; from and to are equal for a fixed amount. */
const tier = z.object({
  amount_min: amount,
  amount_max: amount,
  /** How many there are in the campaign, and how many of them are left; null when unlimited. */
  prize_total: z.nullable(z.number()),
  prize_left: z.nullable(z.number()),
  /** Chance that a picked card is of this tier, 0 to 1 with up to 8 decimals, rounded down. */
  odds: amount,
});

const blessingPrize = z.object({
  angpau_name: z.string(),
  amount_min: amount,
  amount_max: amount,
  prize_total: z.nullable(z.number()),
  prize_left: z.nullable(z.number()),
  odds: amount,
  /** Smallest amounts first. */
  tier: z.array(tier),
});
export type BlessingPrize = z.output<typeof blessingPrize>;

export const angpauPacks = defineCall({
  method: 'GET',
  path: 'package/angpau/packs',
  summary: 'Own picks of Raya Blessings: all, those that remain, and the pack to open next, if there is one.',
  session: 'member',
  result: z.object({
    /** Packs granted. */
    total_chance: z.number(),
    /** Packs not opened yet. */
    remain_chance: z.number(),
    /** Orders that granted packs. */
    total_order: z.number(),
    /** The longest waiting pack that is not opened. */
    id: z.optional(z.string()),
    /** The own seed that the next decks are drawn with; null when none was set. */
    member_seed: z.nullable(z.string()),
  }),
  refusals: [],
});

export const angpauPrizes = defineCall({
  method: 'GET',
  path: 'package/angpau/prizes',
  summary: 'The prizes of today’s table with how many are left, and the chance of each at the next deck that is dealt.',
  session: 'member',
  result: z.object({
    grand_blessing: amount,
    total_value: amount,
    /** Version of the prize table that draws today: its SHA-256 in hex. */
    version: z.string(),
    /** What one pick is worth on average, in US dollars. */
    expected_value: amount,
    /** Highest amounts first. */
    prize: z.array(blessingPrize),
  }),
  refusals: [],
});

export const angpauPackGetById = defineCall({
  method: 'POST',
  path: 'package/angpau/packs/getById',
  summary:
    'One own pack: nine cards, face down until it is opened, and the commitment to its deck. A pack that could not get a deck when it was granted gets it now, if the pool can fill one.',
  session: 'member',
  body: z.object({ id: opaqueId }),
  result: z.object({
    /** In order of position. */
    angpau: z.array(blessingCard),
    data: z.object({
      /** 1 waits to be opened, 9 opened. */
      angpau_order_status: z.number(),
    }),
    /** SHA-256 in hex; empty while the pool cannot fill a deck. */
    commitment: z.string(),
    /** Null until it is opened. */
    pick: z.nullable(blessingPick),
  }),
  refusals: ['err_not_found'],
});

export const angpauPackOpen = defineCall({
  method: 'POST',
  path: 'package/angpau/packs/open',
  summary:
    'Opens an own pack at a card. The prize is what the committed deck holds there; deck and salt are shown from now on.',
  session: 'member',
  body: z.object({ id: opaqueId, index: whole(0, BLESSING_CARDS - 1, 'err_format') }),
  result: z.object({
    /** `angpau_id` of the tapped card. */
    data: z.number(),
    /** All nine cards, face up. */
    angpau: z.array(blessingCard),
    pick: blessingPick,
  }),
  refusals: [
    'err_not_found',
    'err_opened_pack',
    'err_no_angpau_prize',
    'err_price_stale',
    'err_account_frozen',
    'err_payouts_frozen',
    'err_unavailable',
  ],
  idempotent: true,
});

export const angpauPackHistory = defineCall({
  method: 'POST',
  path: 'package/angpau/packs/history',
  summary: 'Own picks, newest first.',
  session: 'member',
  body: soughtBody,
  result: pageResult(blessingPick),
  refusals: [],
});

export const angpauSeeds = defineCall({
  method: 'GET',
  path: 'package/angpau/seeds',
  summary:
    'What draws the decks of the newest days: commitment and version of the prize table from the day before on, the seed once the day is over.',
  session: 'member',
  result: z.object({ seed: z.array(daySeed) }),
  refusals: [],
});

export const angpauSeedSet = defineCall({
  method: 'POST',
  path: 'package/angpau/seed',
  summary: 'Sets the own seed that the next decks are drawn with: 1 to 64 printable ASCII characters without spaces.',
  session: 'member',
  body: z.object({ seed: memberSeed }),
  result: z.object({ member_seed: z.string() }),
  refusals: [],
});
