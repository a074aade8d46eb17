import type { Tx } from '../../db/transaction.ts';
import { TOLD_TOGETHER, type ToldTogether } from './mail.store.ts';

/** Of one kind, to one member, in one hour. More than anybody does by hand; less than delays those of others. */
const MAILS_AN_HOUR = 10;
export const HOUR_MS = 3_600_000;

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
  const { rows } = await tx.query<{ mails: number }>(
    `INSERT INTO attempt AS a (subject, failures, updated_at) VALUES ($1, 1, $2)
     ON CONFLICT (subject) DO UPDATE SET failures = a.failures + 1, updated_at = $2 RETURNING failures AS mails`,
    [subjectOf({ memberId, hour }, kind), new Date(now)],
  );
  const { mails } = rows[0]!;
  if (mails === MAILS_AN_HOUR + 1)
    await tx.query('INSERT INTO outbox (topic, payload, created_at, not_before) VALUES ($1, $2, $3, $4)', [
      HELD_MAILS,
      JSON.stringify({ memberId: memberId.toString(), hour }),
      new Date(now),
      new Date((hour + 1) * HOUR_MS),
    ]);
  return mails <= MAILS_AN_HOUR;
};

/** How many of an hour were held back, by kind; asked once: the second time there are none. */
export const takeHeld = async (tx: Tx, of: MailHour): Promise<Partial<Record<ToldTogether, number>>> => {
  const { rows } = await tx.query<{ subject: string; mails: number }>(
    'DELETE FROM attempt WHERE subject = ANY($1::text[]) RETURNING subject, failures AS mails',
    [TOLD_TOGETHER.map((kind) => subjectOf(of, kind))],
  );
  const counted = new Map(rows.map((row) => [row.subject, row.mails]));
  return Object.fromEntries(
    TOLD_TOGETHER.map((kind) => [kind, (counted.get(subjectOf(of, kind)) ?? 0) - MAILS_AN_HOUR] as const).filter(
      ([, held]) => held > 0,
    ),
  );
};
