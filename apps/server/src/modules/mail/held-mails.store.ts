import { HOUR_MS } from '@minerx/rules/duration';
import type { Tx } from '../../db/transaction.ts';
import { queueWork } from '../../outbox/outbox.ts';
import { countIn, takeCounts } from '../attempt/attempt.store.ts';
import { TOLD_TOGETHER, type ToldTogether } from './mail.store.ts';

/** Of one kind, to one member, in one hour. More than anybody does by hand; less than delays those of others. */
const MAILS_AN_HOUR = 10;

/** The topic of the outbox for the mail that counts those held back. */
const HELD_MAILS = 'held_mails';

/** Whose mails of which hour, counted from 1970. */
interface MailHour {
  readonly memberId: bigint;
  readonly hour: number;
}

const subjectOf = ({ memberId, hour }: MailHour, kind: ToldTogether): string => `mails:${memberId}:${hour}:${kind}`;

/** Counts a mail. False: this hour's are sent, and it is told with the others when the hour is over. */
export const takeMailShare = async (tx: Tx, memberId: bigint, kind: ToldTogether, now: number): Promise<boolean> => {
  const hour = Math.floor(now / HOUR_MS);
  const mails = await countIn(tx, subjectOf({ memberId, hour }, kind), new Date(now));
  if (mails === MAILS_AN_HOUR + 1)
    await queueWork(
      tx,
      { topic: HELD_MAILS, payload: { memberId: memberId.toString(), hour } },
      // Of the moment it is due: what waits for the end of an hour is not late.
      new Date((hour + 1) * HOUR_MS),
    );
  return mails <= MAILS_AN_HOUR;
};

/** How many of an hour were held back, by kind; asked once: the second time there are none. */
export const takeHeld = async (tx: Tx, of: MailHour): Promise<Partial<Record<ToldTogether, number>>> => {
  const counted = await takeCounts(
    tx,
    TOLD_TOGETHER.map((kind) => subjectOf(of, kind)),
  );
  return Object.fromEntries(
    TOLD_TOGETHER.map((kind) => [kind, (counted.get(subjectOf(of, kind)) ?? 0) - MAILS_AN_HOUR] as const).filter(
      ([, held]) => held > 0,
    ),
  );
};
