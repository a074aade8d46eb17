import { DEFAULT_PRICE_BAND_PPM, PRICE_BAND_PPM, type PriceDoubt } from '@minerx/rules/price-band';
import { formatUnits } from '@minerx/rules/money';
import type { Pool } from 'pg';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';

const BAND = 'price_band_ppm';
const DOUBT = 'btc_price_doubt';

/** A price that was not believed and has not been followed by one that was. */
export interface DoubtedPrice {
  doubt: PriceDoubt;
  since: string;
  price: string;
  source: string;
  /** What the second source said; null when it was silent. */
  second: string | null;
}

export interface PriceSettings {
  bandPpm: number;
  doubted: DoubtedPrice | null;
}

/** How far a price may be off, and which one is not believed now. */
export const readPriceSettings = async (pool: Pick<Pool, 'query'>): Promise<PriceSettings> => {
  const { rows } = await pool.query<{ band: number | null; doubted: DoubtedPrice | null }>(
    `SELECT (SELECT value FROM setting WHERE key = $1) AS band, (SELECT value FROM setting WHERE key = $2) AS doubted`,
    [BAND, DOUBT],
  );
  return { bandPpm: rows[0]?.band ?? DEFAULT_PRICE_BAND_PPM, doubted: rows[0]?.doubted ?? null };
};

const SET = `INSERT INTO setting (key, value, updated_at) VALUES ($1, $2, $3)
             ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`;

/** Sets the band by an operator's word; gives the one before. @throws err_quantity outside 0.5 % to 50 % */
export const setPriceBand = async (
  { pool, clock, bus }: Pick<Context, 'pool' | 'clock' | 'bus'>,
  { bandPpm, actor, reason }: { bandPpm: number; actor: string; reason: string },
): Promise<number> => {
  const { least, most } = PRICE_BAND_PPM;
  if (!Number.isInteger(bandPpm) || bandPpm < least || bandPpm > most) refuse('err_quantity');
  const before = await inTransaction(pool, async (tx) => {
    const at = new Date(clock.now());
    await tx.query('SELECT FROM setting WHERE key = $1 FOR UPDATE', [BAND]);
    const old = (await readPriceSettings(tx)).bandPpm;
    await tx.query(SET, [BAND, JSON.stringify(bandPpm), at]);
    const detail = { before: old, after: bandPpm };
    await appendAudit(tx, at, [{ actor, action: 'price.band', subject: 'wallet:3', reason, detail }]);
    return old;
  });
  bus.publish('settings_changed', { key: BAND });
  return before;
};

/** The alarm: tells once when prices begin not to be believed, and once when they are again; the audit log keeps both. */
export const tellPriceDoubt = async (
  { pool, clock, log }: Pick<Context, 'pool' | 'clock' | 'log'>,
  before: DoubtedPrice | null,
  now: Omit<DoubtedPrice, 'since'> | null,
): Promise<void> => {
  if (before?.doubt === now?.doubt) return;
  const at = new Date(clock.now());
  const doubted = now && { ...now, since: before?.since ?? at.toISOString() };
  await inTransaction(pool, async (tx) => {
    await tx.query(SET, [DOUBT, JSON.stringify(doubted), at]);
    const action = doubted === null ? 'price.believed' : 'price.doubted';
    const reason = doubted === null ? 'the sources agree again' : doubted.doubt;
    await appendAudit(tx, at, [
      { actor: 'job', action, subject: 'wallet:3', reason, detail: { ...(doubted ?? before) } },
    ]);
  });
  if (doubted === null) log.warn({ event: 'price_believed' }, 'the BTC price is believed again');
  else
    log.error(
      { event: 'price_doubted', ...doubted },
      'the BTC price is not believed: everything that pays by it waits',
    );
};

export const priceText = (units: bigint | null): string | null => (units === null ? null : formatUnits(units));
