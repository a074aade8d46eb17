import { randomBytes } from 'node:crypto';
import { paymentMethods } from '@minerx/rules/payment-method';
import { RESTRICTED_COUNTRY_ID } from '@minerx/rules/miner-package';
import { formatUnits, unitsOf } from '@minerx/rules/money';
import { VOUCHER_MINIMUM } from '@minerx/rules/purchase';
import { WALLET, WALLETS, type WalletId, type WalletName } from '@minerx/rules/wallet';
import { ADDRESS_HOLD_HOURS } from '@minerx/rules/withdrawal-network';
import type { Pool } from 'pg';
import { crockford } from '../base/ids.ts';
import { appendAudit } from '../ledger/audit.ts';
import { openMemberAccounts, openWalletAccounts } from '../ledger/account.ts';
import type { Clock } from '../ports.ts';
import type { SettingKey, StoredSetting } from '../modules/setting/setting.ts';
import { hashOfNothing, passwordOfNobody } from '../security/secret-hash.ts';
import { ADVISORY_LOCK, lockAlone } from '../db/advisory-locks.ts';
import { inTransaction, type Tx } from '../db/transaction.ts';
import { seedAssetNetworks } from './asset-networks.ts';
import { seedCountries } from './countries.ts';

const ROOT = { username: 'root', email: 'root@minerx.invalid', fullName: 'Root', iso2: 'MY' };
const REFERRAL_CODE_LENGTH = 8;

/** Meanings as in rules/wallet/wallet.ts. BTC has none: it follows the market source. */
const FIRST_PRICES: Record<Exclude<WalletName, 'BTC'>, string> = {
  USDT: '1',
  AOGTD: '2',
  CW: '1',
  RW: '1',
  AOGP: '1',
  GBPT: '1',
  RSP: '1',
  NFTC: '1',
  AOG: '1',
  LOCK: '1',
};

/** Contract figures of the specification (§9), BTC a day: shown, never credited. */
const OWN = { from: '0.0000691', to: '0.000192' };
const SHARED = { from: '0.0000067', to: '0.0000193' };

/** Decisions §5; profit and fee are of one unit (price × quantity). */
const PACKAGES = [
  { id: 1, name: 'X1 MAX', price: '1000', quantity: 1, maxProfit: '2500', fee: '10', roi: OWN, blessings: 0 },
  { id: 2, name: 'X1 MAX Shared', price: '100', quantity: 10, maxProfit: '2500', fee: '10', roi: SHARED, blessings: 0 },
  { id: 3, name: 'X1 MAX Voucher', price: '1000', quantity: 1, maxProfit: '2500', fee: '10', roi: OWN, blessings: 0 },
  {
    id: 4,
    name: 'X1 MAX Shared Voucher',
    price: '100',
    quantity: 10,
    maxProfit: '2500',
    fee: '10',
    roi: SHARED,
    blessings: 0,
  },
  { id: 5, name: 'X2 MAX', price: '1000', quantity: 10, maxProfit: '30000', fee: '100', roi: OWN, blessings: 1 },
] as const;

/** Money prizes come in three ranges of amounts, small ones most often; together they are the specification's $28 to $8,888. */
const RANGES = [
  { min: '28', max: '88', weight: 29_000 },
  { min: '89', max: '888', weight: 2_500 },
  { min: '889', max: '8888', weight: 100 },
] as const;

/** Vouchers of prizes are for an own miner: the shared one is not sold everywhere. */
const PRIZE_PACKAGE = 3;

interface FirstPrize {
  id: number;
  name: string;
  min: string;
  max: string;
  weight: number;
  /** How many there are; unlimited when left out. */
  total?: number;
  packageId?: number;
}

/** The specification's prizes (§2). All weights sum to 100 000. */
const PRIZES: readonly FirstPrize[] = [
  ...['BTC', 'CW', 'RW'].flatMap((name, wallet) =>
    RANGES.map((range, at) => ({ id: 1 + wallet * RANGES.length + at, name, ...range })),
  ),
  { id: 10, name: 'Phuket', min: '888', max: '888', weight: 400, total: 66 },
  { id: 11, name: 'Dubai', min: '2888', max: '2888', weight: 120, total: 66 },
  { id: 12, name: 'Miner X Package', min: '100', max: '100', weight: 4_000, packageId: PRIZE_PACKAGE },
  { id: 13, name: 'Miner X Package', min: '1000', max: '1000', weight: 600, packageId: PRIZE_PACKAGE },
  { id: 14, name: 'Builder Package', min: '5000', max: '5000', weight: 60, packageId: PRIZE_PACKAGE },
  { id: 15, name: 'Cryptopreneur Package', min: '10000', max: '10000', weight: 20, packageId: PRIZE_PACKAGE },
];

const COMMUNITIES = [
  { id: 1, name: 'Default', methods: '1|2' },
  { id: 2, name: 'All methods', methods: paymentMethods().join('|') },
] as const;

/** Decisions §5, with Binance's decimals and lot sizes; the first four are on the home screen. */
const SYMBOLS = [
  { name: 'BTCUSDT', precision: 2, lotSize: '0.00001', highlight: true },
  { name: 'ETHUSDT', precision: 2, lotSize: '0.0001', highlight: true },
  { name: 'BNBUSDT', precision: 2, lotSize: '0.001', highlight: true },
  { name: 'SOLUSDT', precision: 2, lotSize: '0.001', highlight: true },
  { name: 'TRXUSDT', precision: 4, lotSize: '0.1', highlight: false },
  { name: 'XRPUSDT', precision: 4, lotSize: '0.1', highlight: false },
] as const;

/** Stakes come back whole at the end of their term (docs/decisions/018-staking.md). */
const STAKING_TYPES = [
  {
    id: 1,
    name: 'AOGP + GBPT',
    name2: 'Right Arm GBPT',
    names2: { zh: '右臂 GBPT', ch: '右臂 GBPT', kr: '라이트 암 GBPT', th: 'ไรต์อาร์ม GBPT' },
    wallet: WALLET.AOGP,
    wallet2: WALLET.GBPT,
    max: '10000',
    days: 28,
  },
  {
    id: 2,
    name: 'AOGP + RSP',
    name2: 'Right Arm RSP',
    names2: { zh: '右臂 RSP', ch: '右臂 RSP', kr: '라이트 암 RSP', th: 'ไรต์อาร์ม RSP' },
    wallet: WALLET.AOGP,
    wallet2: WALLET.RSP,
    max: '10000',
    days: 84,
  },
] as const;

const SETTINGS = {
  /** USDT. */
  nft_withdraw_fee: '5',
  pool_fee_ppm: 20_000,
  /** How long a new or changed withdrawal address waits before it can be used. */
  withdrawal_address_hold_hours: ADDRESS_HOLD_HOURS,
  maintenance: { maintenance: false },
  staking_available: false,
  /** USDT: the least that a voucher is worth. */
  voucher_minimum: formatUnits(VOUCHER_MINIMUM),
  /** Who is Foundation or Legacy (rules/member/team.ts). */
  foundation_rule: { capital: '1000', direct_sponsor: 3 },
  legacy_rule: { group_sales: '100000' },
} as const satisfies { readonly [K in SettingKey]?: StoredSetting<K> };

interface Reference {
  /** Of the root member, whom the first members name at sign-up. */
  rootReferralCode: string;
  /** The database was empty. */
  fresh: boolean;
}

/**
 * What every database needs: countries, communities, wallet types, packages, staking types, stock, settings, and the root member. Runs at
 * each start and adds only what is missing: prices, fees and packages are operators' settings.
 * @param clock tells since when what is added holds
 */
export const seedReference = async (pool: Pool, clock: Clock = Date): Promise<Reference> =>
  inTransaction(pool, async (tx) => {
    await lockAlone(tx, ADVISORY_LOCK.seed);
    const { rows: versions } = await tx.query<{ last: bigint | null }>('SELECT max(id) AS last FROM row_version');
    await seedCountryRows(tx);
    for (const { id, name, methods } of COMMUNITIES) {
      await tx.query('INSERT INTO community (id, name, payment_methods) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
        id,
        name,
        methods,
      ]);
    }
    const at = new Date(clock.now());
    await seedWalletTypes(tx, at);
    await seedAssetNetworks(tx);
    for (const row of PACKAGES) await seedPackage(tx, row, at);
    await seedPrizes(tx);
    await seedSymbols(tx);
    await seedStakingTypes(tx);
    await tx.query(`INSERT INTO stock (line, total) VALUES ('x1', 0), ('x2', 0) ON CONFLICT DO NOTHING`);
    for (const [key, value] of Object.entries(SETTINGS)) {
      await tx.query('INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        key,
        JSON.stringify(value),
      ]);
    }
    const reference = await seedRoot(tx);
    // What this start added stands in the audit log as everything that operators set does.
    const { rows } = await tx.query<{ added: string }>(
      `SELECT DISTINCT table_name AS added FROM row_version WHERE id > $1 AND tx = pg_current_xact_id()::text::bigint ORDER BY 1`,
      [versions[0]?.last ?? 0n],
    );
    if (rows.length > 0) {
      const detail = { added: rows.map(({ added }) => added) };
      await appendAudit(tx, at, [
        { actor: 'job:start', action: 'reference.seed', subject: 'database', reason: 'Missing at a start', detail },
      ]);
    }
    return reference;
  });

const seedCountryRows = async (tx: Tx): Promise<void> => {
  const { rows } = await tx.query<{ id: number }>('SELECT id FROM country');
  const countries = await seedCountries(new Set(rows.map(({ id }) => id)));
  await tx.query(
    `INSERT INTO country (id, iso2, name, name_zh, calling_code, symbol, shared_closed)
     SELECT id, iso2, name, name_zh, calling_code, iso2, id = ${RESTRICTED_COUNTRY_ID}
       FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::text[]) AS c (id, iso2, name, name_zh, calling_code)
     ON CONFLICT DO NOTHING`,
    [
      countries.map(({ id }) => id),
      countries.map(({ iso2 }) => iso2),
      countries.map(({ name }) => name),
      countries.map(({ nameZh }) => nameZh),
      countries.map(({ callingCode }) => callingCode),
    ],
  );
};

const seedStakingTypes = async (tx: Tx): Promise<void> => {
  for (const { id, name, name2, names2, wallet, wallet2, max, days } of STAKING_TYPES) {
    await tx.query(
      `INSERT INTO staking_type (id, name, name2, names2, wallet_id, wallet2_id, max_units, term_days)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
      [id, name, name2, JSON.stringify(names2), wallet, wallet2, unitsOf(max), days],
    );
  }
};

const seedWalletTypes = async (tx: Tx, at: Date): Promise<void> => {
  for (const { id, name, precision } of WALLETS)
    if (await seedWalletType(tx, { id, name, precision }, at)) await openWalletAccounts(tx, id);
};

/** @returns whether it is a new one. */
const seedWalletType = async (
  tx: Tx,
  { id, name, precision }: { id: WalletId; name: WalletName; precision: number },
  at: Date,
): Promise<boolean> => {
  if (name === 'BTC') {
    // The column wants a price; one of 1970 from no source is too old for anybody to use until the market has spoken.
    const made = await tx.query(
      `INSERT INTO wallet_type (id, name, precision, price_units, price_at, price_source)
       VALUES ($1, $2, $3, 1, 'epoch', 'none') ON CONFLICT DO NOTHING`,
      [id, name, precision],
    );
    return made.rowCount === 1;
  }
  const made = await tx.query(
    `WITH made AS (
       INSERT INTO wallet_type (id, name, precision, price_units, price_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING
       RETURNING id, price_at, price_units, price_source, price_simulated)
     INSERT INTO wallet_price (wallet_id, at, price_units, source, simulated) SELECT * FROM made`,
    [id, name, precision, unitsOf(FIRST_PRICES[name]), at],
  );
  return made.rowCount === 1;
};

const seedPackage = async (tx: Tx, row: (typeof PACKAGES)[number], at: Date): Promise<void> => {
  await tx.query(
    `WITH made AS (
       INSERT INTO miner_package (id, name, price_units, quantity, max_profit_units, activation_fee_units, roi_display_units, roi_display_max_units, free_blessings)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING *)
     INSERT INTO miner_package_history (package_id, at, price_units, max_profit_units, activation_fee_units, roi_display_units, roi_display_max_units, active)
     SELECT id, $10, price_units, max_profit_units, activation_fee_units, roi_display_units, roi_display_max_units, active FROM made`,
    [
      row.id,
      row.name,
      unitsOf(row.price),
      row.quantity,
      unitsOf(row.maxProfit),
      unitsOf(row.fee),
      unitsOf(row.roi.from),
      unitsOf(row.roi.to),
      row.blessings,
      at,
    ],
  );
};

const seedPrizes = async (tx: Tx): Promise<void> => {
  for (const { id, name, min, max, weight, total = null, packageId = null } of PRIZES) {
    await tx.query(
      `INSERT INTO blessing_prize (id, name, min_units, max_units, weight, total, voucher_package_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      [id, name, unitsOf(min), unitsOf(max), weight, total, packageId],
    );
  }
};

const seedSymbols = async (tx: Tx): Promise<void> => {
  for (const [position, { name, precision, lotSize, highlight }] of SYMBOLS.entries()) {
    await tx.query(
      `INSERT INTO market_symbol (name, currency, precision, lot_size_units, highlight, position)
       VALUES ($1, 'USDT', $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
      [name, precision, unitsOf(lotSize), highlight, position],
    );
  }
};

/** The member above all others. Nobody knows the password or the PIN; an operator may give both by a reset. */
const seedRoot = async (tx: Tx): Promise<Reference> => {
  const { rows } = await tx.query<{ code: string }>('SELECT referral_code AS code FROM member WHERE email_key = $1', [
    ROOT.email,
  ]);
  if (rows[0] !== undefined) return { rootReferralCode: rows[0].code, fresh: false };
  const rootReferralCode = crockford({ bytes: (count) => randomBytes(count) }, REFERRAL_CODE_LENGTH);
  const made = await tx.query<{ id: bigint }>(
    `INSERT INTO member (username, full_name, email, email_key, mobile, country_id, referral_code, password_hash, pin_hash)
     SELECT $1, $2, $3, $3, '+' || calling_code || '00000000', id, $4, $5, $6 FROM country WHERE iso2 = $7 RETURNING id`,
    [
      ROOT.username,
      ROOT.fullName,
      ROOT.email,
      rootReferralCode,
      await passwordOfNobody(),
      await hashOfNothing(),
      ROOT.iso2,
    ],
  );
  await openMemberAccounts(tx, made.rows[0]!.id);
  return { rootReferralCode, fresh: true };
};
