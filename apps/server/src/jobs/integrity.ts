import { HOUR_MS, MINUTE_MS } from '@minerx/rules/duration';
import type { Context } from '../context.ts';
import { listFalseDraws } from '../modules/blessing/draw/draw-check.query.ts';
import { anchorAudit, createMailAnchor } from '../modules/integrity/anchor.command.ts';
import { drawBalanceSheet } from '../modules/integrity/balance-sheet.command.ts';
import { noteCheck, tellOldChecks } from '../modules/integrity/check-age.command.ts';
import { checkAudit, type AuditHead } from '../modules/integrity/audit-chain.query.ts';
import { checkGuards, checkIntegrity } from '../modules/integrity/integrity.query.ts';
import { outcomeOf, type EquationOutcome } from '../modules/integrity/outcome.ts';
import { freezeWhenBroken, listNews, tellOpenings } from '../modules/integrity/payout-freeze.command.ts';
import type { Job } from './clock.ts';
import { createFileAnchor } from '../outside/anchor/file.ts';
import type { AuditAnchor } from '../outside/anchor/port.ts';

/** How often the schedule asks for it: where all is read quickly, what is broken freezes payouts within a minute. */
const CHECK_EVERY_MS = MINUTE_MS / 2;
/** The check of everything takes no more than a twentieth of the time, but never waits for more than an hour. */
const REST = 20;

type Dependencies = Pick<Context, 'pool' | 'clock' | 'bus' | 'log' | 'env' | 'vault' | 'equations'>;

/** The places outside of the database that keep heads of the audit log. One more is one more line here. */
const auditAnchors = (context: Dependencies): AuditAnchor[] => [
  createFileAnchor(context.env.dataDir),
  createMailAnchor(context),
];

const listAnchored = async (anchors: readonly AuditAnchor[]): Promise<AuditHead[]> =>
  (await Promise.all(anchors.map((anchor) => anchor.list()))).flat();

/** The audit log alone, against what was noted of it outside of the database. */
export const checkAuditLog = async (context: Dependencies): Promise<{ anchors: number; outcome: EquationOutcome }> => {
  const anchored = await listAnchored(auditAnchors(context));
  return { anchors: anchored.length, outcome: await checkAudit(context.pool, anchored) };
};

/** Every equation, the audit log against its anchors, and every deck dealt again. */
export const checkEverything = async (
  context: Dependencies,
  anchored?: readonly AuditHead[],
): Promise<EquationOutcome[]> => [
  ...(await checkIntegrity(context, {
    anchors: anchored ?? (await listAnchored(auditAnchors(context))),
    now: context.clock.now(),
  })),
  outcomeOf(DRAWS, await listFalseDraws(context.pool, context.vault)),
];

const DRAWS = {
  name: 'blessing-draws',
  sentence:
    'Every deck, opened or not, is what its committed day seed, its member’s seed, its number and its prize table deal.',
};

/**
 * Everything, twice a minute while that is quick, at the latest after an hour: what does not hold freezes payouts, and the balance
 * sheet is drawn anew. Once an hour what holds is anchored.
 * @internal
 */
export const integrityRound = (context: Dependencies): (() => Promise<void>) => {
  let last: AuditHead | null = null;
  let [restUntil, anchorAt] = [0, 0];
  const now = (): number => context.clock.now();
  return async () => {
    const startedAt = now();
    if (startedAt < restUntil) return;
    const anchors = auditAnchors(context);
    const anchored = await listAnchored(anchors);
    last ??= anchored.at(-1) ?? null;
    const outcomes = await checkEverything(context, anchored);
    await freezeWhenBroken(context, outcomes);
    await noteCheck(context, 'whole', new Date(startedAt));
    await drawBalanceSheet(context);
    restUntil = now() + Math.min(HOUR_MS - CHECK_EVERY_MS, (now() - startedAt) * REST);
    if (now() < anchorAt) return;
    // A log that does not hold is not made the truth, unless an operator has accepted what is wrong with it.
    const audit = outcomes.filter(({ name }) => name === 'audit');
    if ((await listNews(context.pool, audit)).length > 0) return;
    const accepted = audit.flatMap(({ broken }) => broken);
    last = await anchorAudit(context, anchors, { last, accepted });
    anchorAt = now() + HOUR_MS;
  };
};

/** A day of them: where the newest is lost, the log is walked from the newest one that is not. */
const GUARDED_ANCHORS = 24;

/** What stands between a thief and what leaves, twice a minute. @internal */
export const integrityGuard = (context: Dependencies): (() => Promise<void>) => {
  let told: bigint | null = null;
  return async () => {
    const anchored = (await listAnchored(auditAnchors(context))).slice(-GUARDED_ANCHORS);
    const startedAt = context.clock.now();
    await freezeWhenBroken(context, await checkGuards(context, anchored, startedAt));
    await noteCheck(context, 'guard', new Date(startedAt));
    // After a start from the newest anchor on: rather twice than never.
    told = await tellOpenings(context, told ?? anchored.at(-1)?.id ?? 0n);
  };
};

export const integrityJobs = (context: Context): Job[] => [
  {
    name: 'integrity',
    everyMs: CHECK_EVERY_MS,
    firstAfterMs: 2 * MINUTE_MS,
    lease: true,
    run: integrityRound(context),
  },
  // What is broken by the minute freezes payouts within a minute, the check's own time included.
  {
    name: 'integrity-guard',
    everyMs: MINUTE_MS / 2,
    firstAfterMs: MINUTE_MS / 2,
    lease: true,
    run: integrityGuard(context),
  },
  // Not with the lease: also where nobody has it. The check of everything has had its time by then.
  {
    name: 'integrity-age',
    everyMs: 5 * MINUTE_MS,
    firstAfterMs: 30 * MINUTE_MS,
    lease: false,
    run: () => tellOldChecks(context),
  },
];
