import { PRICE_BAND_PPM } from '@minerx/rules/price-band';
import { formatUnits } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import { queueAlarm, type OperatorMail } from '../mail/operator-mail.store.ts';
import type { DoubtedPrice } from '../setting/setting.ts';
import { changeSetting } from '../setting/setting.step.ts';
import { putSetting } from '../setting/setting.store.ts';
import { PRICE_BAND, PRICE_DOUBT } from './price-band.query.ts';
import type { Actor } from '../../base/actor.ts';

/** What the audit log calls the price by. */
const PRICED = `wallet:${WALLET.BTC}`;

/** Sets the band by an operator's word; gives the one before. @throws err_quantity outside 0.5 % to 50 % */
export const setPriceBand = async (
  context: Pick<Context, 'pool' | 'clock' | 'bus'>,
  { bandPpm, actor, reason }: { bandPpm: number; actor: Actor; reason: string },
): Promise<number> => {
  const { least, most } = PRICE_BAND_PPM;
  if (!Number.isInteger(bandPpm) || bandPpm < least || bandPpm > most) refuse('err_quantity');
  return changeSetting(context, PRICE_BAND, {
    actor,
    action: 'price.band',
    subject: PRICED,
    reason,
    change: () => bandPpm,
    told: (before, after) => ({ before, after }),
  });
};

/** The reason may change while it lasts. */
const doubtMail = ({ doubt, since, price, source, second }: DoubtedPrice): OperatorMail => ({
  subject: 'The price of BTC is not believed',
  text: [
    `At ${since} ${source} told ${price} USD for a BTC, and that is not believed: ${doubt}. The second market told ${second ?? 'nothing'}.`,
    'Until it is believed everything that pays by it waits: settlement, prizes in BTC, swaps. Everything else goes on.',
    'What to do: npm run operator -- price list, and compare with another market. Where both sources are right and the market moved, this ends by itself within minutes. Where one is wrong, mend MARKET_URL or SECOND_MARKET_URL; the band is set by price band. While it lasts, or comes and goes, this is mailed every six hours; the audit log has each time.',
  ].join('\n\n'),
});

/** The alarm: the log and the audit log tell when prices begin not to be believed, and when they are again; a mail as often as alarms are mailed. */
export const tellPriceDoubt = async (
  { pool, clock, bus, log }: Pick<Context, 'pool' | 'clock' | 'bus' | 'log'>,
  before: DoubtedPrice | null,
  now: Omit<DoubtedPrice, 'since'> | null,
): Promise<void> => {
  if (before === null && now === null) return;
  const at = new Date(clock.now());
  const doubted = now && { ...now, since: before?.since ?? at.toISOString() };
  const isNew = before?.doubt !== doubted?.doubt;
  const isMailed = await inTransaction(pool, async (tx) => {
    if (isNew) await noteDoubt(tx, before, doubted, at);
    return doubted !== null && queueAlarm(tx, 'btc-price', doubtMail(doubted), at);
  });
  if (isMailed) bus.publish('outbox', { topic: 'operator_mail' });
  if (!isNew) return;
  bus.publish('settings_changed', { key: PRICE_DOUBT });
  if (doubted === null) log.warn({ event: 'price_believed' }, 'the BTC price is believed again');
  else
    log.error(
      { event: 'price_doubted', ...doubted },
      'the BTC price is not believed: everything that pays by it waits',
    );
};

const noteDoubt = async (
  tx: Tx,
  before: DoubtedPrice | null,
  doubted: DoubtedPrice | null,
  at: Date,
): Promise<void> => {
  await putSetting(tx, PRICE_DOUBT, doubted && { ...doubted }, at);
  const action = doubted === null ? 'price.believed' : 'price.doubted';
  const reason = doubted === null ? 'the sources agree again' : doubted.doubt;
  await appendAudit(tx, at, [
    { actor: 'job:btc-price', action, subject: PRICED, reason, detail: { ...(doubted ?? before) } },
  ]);
};

export const priceText = (units: bigint | null): string | null => (units === null ? null : formatUnits(units));
