import { parseUnits } from '@minerx/rules/money';
import { DEFAULT_LUCK_BAND_PPM } from '@minerx/rules/device-bound';
import { DEFAULT_PRICE_BAND_PPM, type PriceDoubt } from '@minerx/rules/price-band';
import { readTwoOperators } from '@minerx/rules/nft-withdrawal';
import type { NftRarity } from '@minerx/rules/nft-collection';
import { VOUCHER_MINIMUM } from '@minerx/rules/purchase';
import { readTransferMinimums } from '@minerx/rules/transfer';
import type { ByWallet } from '@minerx/rules/wallet';
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

/** The fields of the specification, by language. */
interface MaintenanceFields {
  readonly maintenance: boolean;
  readonly [field: string]: unknown;
}

/** Texts by key, by language code of the app. */
export type Catalogues = Record<string, Record<string, string>>;

const DEFAULT_POOL_FEE_PPM = 20_000;
const DEFAULT_FORMULA_BAND_PPM = 250_000;

/** A schema of a setting, and in its type the JSON that is stored for it. */
type Kept<Value, Stored> = z.ZodMiniType<Value> & { readonly stored?: Stored };

const { catch: defaulting } = z;
/** What is not as it should be counts as the second value. It is stored as it is. */
const orElse = <T>(schema: z.ZodMiniType<T>, otherwise: NoInfer<T>): Kept<T, T> =>
  defaulting(schema, otherwise as never) as never;
const flag = () => orElse(z.boolean(), false);
const ppm = (otherwise: number) => orElse(z.int().check(z.minimum(0), z.maximum(1_000_000)), otherwise);
const readBy = <Stored, Value>(read: (stored: unknown) => Value): Kept<Value, Stored> =>
  z.pipe(
    z.unknown(),
    z.transform((stored) => read(stored)),
  ) as never;
/** USDT units of decimal text. */
const amount = (otherwise: bigint) =>
  readBy<string, bigint>((stored) => (typeof stored === 'string' ? parseUnits(stored) : null) ?? otherwise);
/** An object that only our own code writes. */
const written = <T extends object>() => z.custom<T>((stored) => typeof stored === 'object' && stored !== null);
const orNull = <T extends object>() => orElse<T | null>(z.nullable(written<T>()), null);

/**
 * Everything that the table `setting` may hold, and what each value means. A schema never fails: what is missing, or is not
 * what it should be, counts as the default that it names.
 * @internal
 */
export const SETTINGS = {
  /** The fields of the specification as the operator wrote them. */
  maintenance: orElse<MaintenanceFields>(z.looseObject({ maintenance: flag() }), { maintenance: false }),
  /** Operators' own words over the texts of the app. */
  translations: orElse(written<Catalogues>(), {}),
  /** The line of the home screen. */
  marquee: orNull<LanguageTexts>(),
  nft_collections: orElse(written<CollectionContracts>(), {}),
  nft_withdraw_fee: amount(0n),
  nft_two_operators: readBy<readonly NftRarity[], readonly NftRarity[]>(readTwoOperators),
  staking_available: flag(),
  /** The wallets that members may send each other, `{"USDT": "1"}`. */
  transfer_minimums: readBy<Readonly<Record<string, string>>, ByWallet>(readTransferMinimums),
  voucher_minimum: amount(VOUCHER_MINIMUM),
  /** For how long a new or changed withdrawal address waits. */
  withdrawal_address_hold_hours: readBy<number, number>(holdHours),
  /** Who is Foundation or Legacy; `standingRulesFrom` reads both together. */
  foundation_rule: orNull<{ readonly capital: string; readonly direct_sponsor: number }>(),
  legacy_rule: orNull<{ readonly group_sales: string }>(),
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
  demo_seeded: orElse<{ state: 'missing' | 'started' | 'done' }>(
    z.object({ state: z.enum(['missing', 'started', 'done']) }),
    {
      state: 'missing',
    },
  ),
} as const satisfies Record<string, z.ZodMiniType>;

export type SettingKey = keyof typeof SETTINGS;
/** What a setting means. */
export type Setting<K extends SettingKey> = (typeof SETTINGS)[K] extends Kept<infer Value, unknown> ? Value : never;
/** What is stored for it. */
export type StoredSetting<K extends SettingKey> = NonNullable<(typeof SETTINGS)[K]['stored']> | NullOf<Setting<K>>;
type NullOf<T> = null extends T ? null : never;

/** What a stored value means; undefined and null where none is stored. */
export const readSetting = <K extends SettingKey>(key: K, stored: unknown): Setting<K> =>
  SETTINGS[key].parse(stored ?? undefined) as Setting<K>;
