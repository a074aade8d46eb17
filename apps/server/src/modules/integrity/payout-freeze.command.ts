import type { Context } from '../../context.ts';
import { type Db, inTransaction } from '../../db/transaction.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import { queueOperatorMail } from '../mail/operator-mail.store.ts';
import type { EquationOutcome } from './outcome.ts';
import { findKnown, listOpenings } from './payout-freeze.query.ts';
import {
  closePayoutFreeze,
  findPayoutFreeze,
  insertPayoutFreeze,
  type Known,
  type PayoutFreeze,
  type Violations,
} from './payout-freeze.store.ts';
import type { Actor } from '../../base/actor.ts';

type Dependencies = Pick<Context, 'pool' | 'clock' | 'bus' | 'log'>;

const isBroken = ({ violations }: EquationOutcome): boolean => violations > 0n;

const violationsOf = (outcomes: readonly EquationOutcome[]): Violations =>
  Object.fromEntries(outcomes.filter(isBroken).map(({ name, violations }) => [name, Number(violations)]));

/** By name, so that another wrong of the same equation is news. */
const namesOf = (outcomes: readonly EquationOutcome[]): Known => {
  const names: Record<string, string[]> = {};
  for (const { name, broken } of outcomes.filter(isBroken))
    names[name] = [...new Set([...(names[name] ?? []), ...broken])];
  return names;
};

const newsIn = (outcomes: readonly EquationOutcome[], known: Known): EquationOutcome[] =>
  outcomes.flatMap((outcome) => {
    const before = new Set(known[outcome.name]);
    const broken = outcome.broken.filter((name) => !before.has(name));
    if (broken.length === 0) return [];
    const examples =
      broken.length === outcome.broken.length ? outcome.examples : broken.slice(0, outcome.examples.length);
    return [{ ...outcome, broken, examples }];
  });

/** What is broken beyond what an operator knows of. */
export const listNews = async (db: Db, outcomes: readonly EquationOutcome[]): Promise<EquationOutcome[]> =>
  newsIn(outcomes, await findKnown(db));

/**
 * Freezes whatever pays out when an equation is broken by what no operator knows of. Tells it in the log, the audit log and a mail,
 * once. Gives whether it froze.
 */
export const freezeWhenBroken = async (
  { pool, clock, bus, log }: Dependencies,
  outcomes: readonly EquationOutcome[],
): Promise<boolean> => {
  const violations = violationsOf(outcomes);
  if (Object.keys(violations).length === 0) return false;
  const froze = await inTransaction(pool, async (tx) => {
    const found = await listNews(tx, outcomes);
    if (found.length === 0) return false;
    const at = new Date(clock.now());
    if (!(await insertPayoutFreeze(tx, violations, at))) return false;
    await queueOperatorMail(
      tx,
      {
        subject: 'Payouts are frozen: the books do not hold',
        text: [
          `At ${at.toISOString()} the integrity check found what must not be. Nothing is paid out or sent until an operator opens payouts again.`,
          ...found.map(
            (each) => `${each.name}: ${each.sentence} Broken by ${each.violations}, new: ${each.examples.join(', ')}`,
          ),
          'What to do: npm run operator -- integrity check, find out why, mend it, then npm run operator -- payouts open --reason "…". Where it is the reconciliation: npm run operator -- wallet differences; payouts open by themselves when the chains hold what the books say, or what differs is explained.',
        ].join('\n\n'),
      },
      at,
    );
    const reason = 'The integrity check found broken equations';
    await appendAudit(tx, at, [
      { actor: 'job:integrity', action: 'payouts.freeze', subject: 'payouts', reason, detail: { violations } },
    ]);
    return true;
  });
  for (const { name, sentence, examples } of outcomes.filter((each) => each.name in violations))
    log.error({ event: 'integrity', equation: name, count: violations[name], examples }, `does not hold: ${sentence}`);
  if (froze) bus.publish('outbox', { topic: 'operator_mail' });
  return froze;
};

/** Names of a kind in a mail. */
const TOLD = 5;

/** Mails that payouts were opened: whoever opened them may not be who the line says. Gives the newest line told. */
export const tellOpenings = async ({ pool, clock, bus }: Dependencies, after: bigint): Promise<bigint> => {
  const openings = await listOpenings(pool, after);
  for (const { id, at, actor, reason, known: accepted } of openings) {
    const known = Object.entries(accepted).map(([name, rows]) => `${name} (${rows.slice(0, TOLD).join(', ')})`);
    await inTransaction(pool, (tx) =>
      queueOperatorMail(
        tx,
        {
          subject: 'Payouts were opened',
          text: `Line ${id} of the audit log: at ${at.toISOString()} ${actor} opened payouts, because: ${reason}\n\nKnown to be broken: ${known.join(', ') || 'nothing'}.\n\nIf that was none of you, somebody writes to the database: stop the server.`,
        },
        new Date(clock.now()),
      ),
    );
    bus.publish('outbox', { topic: 'operator_mail' });
  }
  return openings.at(-1)?.id ?? after;
};

/** Equations by which payouts open again by themselves: as soon as the chains hold what the books say. */
const MENDED_BY_ITSELF = ['reconciliation'];

/**
 * Lifts a freeze that only the chains were the reason of, when they hold what the books say again and nothing else is broken that no
 * operator knows of. Gives whether it did.
 * @param outcomes of everything, checked after the comparison
 */
export const openWhenReconciled = async (
  { pool, clock }: Pick<Dependencies, 'pool' | 'clock'>,
  outcomes: readonly EquationOutcome[],
): Promise<boolean> =>
  inTransaction(pool, async (tx) => {
    const freeze = await findPayoutFreeze(tx);
    if (freeze === null || Object.keys(freeze.violations).some((name) => !MENDED_BY_ITSELF.includes(name)))
      return false;
    const known = await findKnown(tx);
    if (newsIn(outcomes, known).length > 0) return false;
    const at = new Date(clock.now());
    const [actor, reason] = ['job:reconciliation', 'The chains hold what the books say'] as const;
    await appendAudit(tx, at, [{ actor, action: 'payouts.open', subject: 'payouts', reason, detail: { known } }]);
    return closePayoutFreeze(tx, { id: freeze.id, known, actor, reason, at });
  });

/**
 * An operator's word that payouts may go on after a freeze. What was found broken is known from here on, by name; anything else freezes again.
 * @param freeze as it was found before `outcomes` were
 * @throws err_conflict when it is over, whether another one has begun or not; err_payouts_frozen while a balance on a chain is not explained: that alone ends it
 */
export const openPayouts = async (
  { pool, clock }: Pick<Dependencies, 'pool' | 'clock'>,
  {
    freeze,
    outcomes,
    actor,
    reason,
  }: { freeze: Pick<PayoutFreeze, 'id'>; outcomes: readonly EquationOutcome[]; actor: Actor; reason: string },
): Promise<void> => {
  const known = namesOf(outcomes);
  if (MENDED_BY_ITSELF.some((name) => name in known)) refuse('err_payouts_frozen');
  await inTransaction(pool, async (tx) => {
    const at = new Date(clock.now());
    await appendAudit(tx, at, [{ actor, action: 'payouts.open', subject: 'payouts', reason, detail: { known } }]);
    if (!(await closePayoutFreeze(tx, { id: freeze.id, known, actor, reason, at }))) refuse('err_conflict');
  });
};
