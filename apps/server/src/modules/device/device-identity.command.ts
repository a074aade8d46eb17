import type { Tx } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import type { MachineIdentity } from '../../outside/hashrate/port.ts';
import { isAlarmDue, queueOperatorMail, type OperatorMail } from '../mail/operator-mail.store.ts';
import { sortOutMachines, type IdentifiedDevice } from './device-identity.ts';
import { keepAsked, keepIdentities, listIdentified } from './device-identity.store.ts';
import { forgetPlaces } from './device-sight.store.ts';
import { lockStockOfDevices } from './device-stock.store.ts';

/** What is new of a device: it is the machine of another one, or another machine than it was. */
export interface MachineNews {
  serial: string;
  news: 'doubled' | 'exchanged' | 'single';
  /** Serial of the device whose machine it is. */
  sameAs: string | null;
}

/**
 * Keeps who answered; null where a device told nothing. A machine that answers at a second address is measured, sold and paid once:
 * the later device is marked. Operators get a mail of what changed, not again of the same while it comes and goes. @returns what changed; after the commit tell the outbox
 * when there is any.
 */
export const recordIdentities = async (
  tx: Tx,
  told: ReadonlyMap<number, MachineIdentity | null>,
  at: Date,
): Promise<MachineNews[]> => {
  await lockStockOfDevices(tx);
  const before = await listIdentified(tx);
  const answers = new Map([...told].flatMap(([id, identity]) => (identity === null ? [] : [[id, identity] as const])));
  const after = sortOutMachines(before, answers, at);
  await keepAsked(tx, [...told.keys()], at);
  await keepIdentities(tx, after);
  const news = newsOf(before, after);
  const single = new Set(news.filter((each) => each.news === 'single').map(({ serial }) => serial));
  await forgetPlaces(
    tx,
    after.filter(({ serial }) => single.has(serial)).map(({ id }) => id),
  );
  if (news.length > 0) await tell(tx, news, at);
  return news;
};

const newsOf = (before: readonly IdentifiedDevice[], after: readonly IdentifiedDevice[]): MachineNews[] => {
  const known = new Map(before.map((device) => [device.id, device]));
  return after.flatMap(({ id, serial, sameAs, exchangedAt }): MachineNews[] => {
    const was = known.get(id)!;
    if (sameAs !== was.sameAs) {
      const other = sameAs === null ? null : known.get(sameAs)!.serial;
      return [{ serial, news: other === null ? 'single' : 'doubled', sameAs: other }];
    }
    return exchangedAt?.getTime() === was.exchangedAt?.getTime() ? [] : [{ serial, news: 'exchanged', sameAs: null }];
  });
};

const SENTENCES: Record<MachineNews['news'], (news: MachineNews) => string> = {
  doubled: ({ serial, sameAs }) =>
    `${serial}: the machine of ${sameAs} answers at its address. It is no stock and is not measured until its own machine answers.`,
  exchanged: ({ serial }) =>
    `${serial}: another machine (or the same with another pool worker) answers at its address.`,
  single: ({ serial }) => `${serial}: a machine of its own answers again.`,
};

export const sentenceOf = (news: MachineNews): string => SENTENCES[news.news](news);

const tell = async (tx: Tx, news: readonly MachineNews[], at: Date): Promise<void> => {
  const due: MachineNews[] = [];
  for (const each of news) if (await isAlarmDue(tx, `device-${each.news}`, at, each.serial)) due.push(each);
  if (due.length > 0) await queueOperatorMail(tx, newsMail(due), at);
  await appendAudit(
    tx,
    at,
    news.map((each) => ({
      actor: 'job:collector',
      action: `device.${each.news}`,
      subject: each.serial,
      reason: sentenceOf(each),
      detail: { sameAs: each.sameAs },
    })),
  );
};

const newsMail = (news: readonly MachineNews[]): OperatorMail => ({
  subject: 'Miners are not the machines that they were',
  text: [
    ...news.map(sentenceOf),
    'What to do: npm run operator -- device list, then device move where an address is wrong, or device replace where the exchange is meant.',
  ].join('\n\n'),
});
