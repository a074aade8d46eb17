import { parseUnits } from '@minerx/rules/money';
import { DEFAULT_LUCK_BAND_PPM } from '@minerx/rules/device-bound';
import { DEFAULT_PRICE_BAND_PPM, type PriceDoubt } from '@minerx/rules/price-band';
import { VOUCHER_MINIMUM } from '@minerx/rules/purchase';
import { holdHours } from '@minerx/rules/withdrawal-network';
import type { NftCollectionId } from '@minerx/contract/nft-collection';
import * as z from 'zod/mini';
import type { LanguageTexts } from '../../base/variants.ts';

/** The chain's tip as the network job keeps it. */
export interface NetworkTip {
  height: number;
  /** Compact target, eight hexadecimal digits. */
  bits: string;
  difficulty: string;
  /** ISO time of the block, by its header. */
  at: string;
  simulated: boolean;
}

/** Since when the network tells a tip that is not believed, and why not. */
interface RefusedTip {
  since: string;
  source: string;
  detail: string;
}

/** A price that was not believed and has not been followed by one that was. */
export interface DoubtedPrice {
  doubt: PriceDoubt;
  since: string;
  price: string;
  source: string;
  /** What the second source said; null when it was silent. */
  second: string | null;
}

/** Where a collection lives, as operators have set it. */
export type CollectionContract = {
  address: string;
  network: string;
  /** It stands on the demo chain. */
  simulated: boolean;
  marketplaces: readonly { name: string; link: string }[];
};
type CollectionContracts = Readonly<Partial<Record<NftCollectionId, CollectionContract>>>;

/** Texts by key, by language code of the app. */
export type Catalogues = Record<string, Record<string, string>>;

const DEFAULT_POOL_FEE_PPM = 20_000;
const DEFAULT_FORMULA_BAND_PPM = 250_000;

/** What is not as it should be counts as the second value. */
const { catch: orElse } = z;
const flag = () => orElse(z.boolean(), false);
const ppm = (otherwise: number) => orElse(z.int().check(z.minimum(0), z.maximum(1_000_000)), otherwise);
const readBy = <T>(read: (stored: unknown) => T) =>
  z.pipe(
    z.unknown(),
    z.transform((stored) => read(stored)),
  );
/** USDT units of decimal text. */
const amount = (otherwise: bigint) =>
  readBy((stored) => (typeof stored === 'string' ? parseUnits(stored) : null) ?? otherwise);
/** An object that only our own code writes. */
const written = <T extends object>() => z.custom<T>((stored) => typeof stored === 'object' && stored !== null);
const orNull = <T extends object>() => orElse(z.nullable(written<T>()), null);

/**
 * Everything that the table `setting` may hold, and what each value means. A schema never fails: what is missing, or is not
 * what it should be, counts as the default that it names.
 */
export const SETTINGS = {
  /** The fields of the specification as the operator wrote them. */
  maintenance: orElse(z.looseObject({ maintenance: flag() }), { maintenance: false }),
  /** Operators' own words over the texts of the app. */
  translations: orElse(written<Catalogues>(), {}),
  /** The line of the home screen. */
  marquee: orNull<LanguageTexts>(),
  nft_collections: orElse(written<CollectionContracts>(), {}),
  nft_withdraw_fee: amount(0n),
  nft_two_operators: z.unknown(),
  staking_available: flag(),
  /** The wallets that members may send each other, `{"USDT": "1"}`; `readTransferMinimums` reads it. */
  transfer_minimums: z.unknown(),
  voucher_minimum: amount(VOUCHER_MINIMUM),
  /** For how long a new or changed withdrawal address waits. */
  withdrawal_address_hold_hours: readBy(holdHours),
  /** Who is Foundation or Legacy; `standingRulesFrom` reads both together. */
  foundation_rule: z.unknown(),
  legacy_rule: z.unknown(),
  /** Until a fee with a first day is set: the table `pool_fee`. */
  pool_fee_ppm: ppm(DEFAULT_POOL_FEE_PPM),
  /** How far above the pool's figure a device is believed. */
  luck_band_ppm: ppm(DEFAULT_LUCK_BAND_PPM),
  /** How far a day's formula may be from what the pool paid before operators are told. */
  formula_band_ppm: ppm(DEFAULT_FORMULA_BAND_PPM),
  /** How far a price may be off. */
  price_band_ppm: orElse(z.int(), DEFAULT_PRICE_BAND_PPM),
  /** The price that is not believed now. */
  btc_price_doubt: orNull<DoubtedPrice>(),
  network_tip: orNull<NetworkTip>(),
  network_tip_refused: orNull<RefusedTip>(),
  /** How far the seed of the demo has come. */
  demo_seeded: orElse(z.object({ state: z.enum(['missing', 'started', 'done']) }), { state: 'missing' }),
} as const satisfies Record<string, z.ZodMiniType>;

export type SettingKey = keyof typeof SETTINGS;
export type Setting<K extends SettingKey> = z.output<(typeof SETTINGS)[K]>;

/** What a stored value means; undefined and null where none is stored. */
export const readSetting = <K extends SettingKey>(key: K, stored: unknown): Setting<K> =>
  SETTINGS[key].parse(stored ?? undefined) as Setting<K>;
