import { HOUR_MS, MINUTE_MS } from '@minerx/rules/duration';
import type { Context } from '../context.ts';
import { listFalseDraws } from '../modules/blessing/draw/draw-check.query.ts';
import { anchorAudit, createMailAnchor } from '../modules/integrity/anchor.command.ts';
import { drawBalanceSheet } from '../modules/integrity/balance-sheet.command.ts';
import { noteCheck, tellOldChecks } from '../modules/integrity/check-age.command.ts';
import { closedDayRound } from '../modules/integrity/closed-day.command.ts';
import { checkClosedDays, listClosedDays, openPart, type ClosedDay } from '../modules/integrity/closed-day.query.ts';
import { checkAudit, findAuditHead, type AuditHead } from '../modules/integrity/audit-chain.query.ts';
import {
  checkEquations,
  checkGuards,
  checkIntegrity,
  patiently,
  wholeOf,
} from '../modules/integrity/integrity.query.ts';
import { keyRangeRound } from '../modules/integrity/key-range/key-range.command.ts';
import { isOfEach } from '../modules/integrity/key-range/key-range.query.ts';
import { findWritten, isStillWithout } from '../modules/integrity/stillness.query.ts';
import { outcomeOf, type EquationOutcome } from '../modules/integrity/outcome.ts';
import { freezeWhenBroken, listNews, tellOpenings } from '../modules/integrity/payout-freeze.command.ts';
import type { Job } from './clock.ts';
import { CHECK_EVERY_MS, createLanes, type Lanes, type Part } from './integrity-lanes.ts';
import { createFileAnchor, createHeadFile } from '../outside/anchor/file.ts';
import type { AuditAnchor } from '../outside/anchor/port.ts';

/** The database's counts are that old at most. */
const COUNTED_MS = 15_000;

/** One slow part at a time, when it is due. */
const SLOW_EVERY_MS = 5000;

type Dependencies = Pick<Context, 'pool' | 'clock' | 'bus' | 'log' | 'env' | 'vault' | 'equations'>;

/** The places outside of the database that keep heads of the audit log, each hour's for good. One more is one more line here. */
const auditAnchors = (context: Dependencies): AuditAnchor[] => [
  createFileAnchor(context.env.dataDir),
  createMailAnchor(context),
];

const listAnchored = async (anchors: readonly AuditAnchor[]): Promise<AuditHead[]> =>
  (await Promise.all(anchors.map((anchor) => anchor.list()))).flat();

/** What each hour kept, and the newest line as the guards noted it last. */
const listNoted = async (context: Dependencies): Promise<AuditHead[]> =>
  listAnchored([createHeadFile(context.env.dataDir), ...auditAnchors(context)]);

type Progress = (done: number, total: number) => Promise<void>;

/** The audit log alone, against what was noted of it outside of the database. */
export const checkAuditLog = async (
  context: Dependencies,
  progress?: Progress,
): Promise<{ lines: number; anchors: number; outcome: EquationOutcome }> => {
  const anchored = await listNoted(context);
  const lines = Number((await findAuditHead(context.pool))?.id ?? 0n);
  const outcome = await checkAudit(context.pool, anchored, (done) => progress?.(done, Math.max(done, lines)));
  return { lines, anchors: anchored.length, outcome };
};

/** Every equation of everything, the digests of closed days, the audit log against its anchors, and every deck dealt again. */
export const checkEverything = async (context: Dependencies): Promise<EquationOutcome[]> => [
  ...(await checkIntegrity(context, {
    anchors: await listNoted(context),
    now: context.clock.now(),
  })),
  await patiently(context.pool, (tx) => checkClosedDays(tx, context.vault)),
  await checkDraws(context),
];

const checkDraws = async ({ pool, vault }: Dependencies): Promise<EquationOutcome> =>
  outcomeOf(DRAWS, await listFalseDraws(pool, vault));

/** Whether anything was written since it was asked last. Soon after that nobody knows: what was written a moment ago is counted later. */
const changes = ({ pool, clock }: Dependencies): (() => Promise<boolean>) => {
  let known = { written: '', at: -Infinity };
  return async () => {
    const before = known;
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    known = { written: await findWritten(pool, today), at: performance.now() };
    return known.written !== before.written || known.at - before.at < COUNTED_MS;
  };
};

/** Of what goes round: so long as a part is quick. */
const TURN_MS = 1000;

const DRAWS = {
  name: 'blessing-draws',
  sentence:
    'Every deck, opened or not, is what its committed day seed, its member’s seed, its number and its prize table deal.',
};

/**
 * Everything, part by part: each twice a minute while that is quick and anything is written, at the latest after an hour. What does not hold freezes payouts.
 * Once an hour an audit log that holds is anchored, and the balance sheet is drawn anew with the other parts.
 * @internal
 */
export const integrityRound = (context: Dependencies): Pick<Lanes, 'quick' | 'slow'> => {
  let last: AuditHead | null = null;
  let anchorAt = 0;
  const now = (): number => context.clock.now();
  const anchors = auditAnchors(context);

  const askAudit = async (): Promise<EquationOutcome[]> => {
    last ??= (await listAnchored(anchors)).at(-1) ?? null;
    const audit = await checkAudit(context.pool, await listNoted(context));
    // A log that does not hold is not made the truth, unless an operator has accepted what is wrong with it.
    if (now() >= anchorAt && (await listNews(context.pool, [audit])).length === 0) {
      last = await anchorAudit(context, anchors, { last, accepted: audit.broken });
      anchorAt = now() + HOUR_MS;
    }
    return [audit];
  };
  // Their seals are opened once a turn: what is closed or opened meanwhile is so from the next one on.
  let closed: Promise<readonly ClosedDay[]> | null = null;
  const closedDays = (): Promise<readonly ClosedDay[]> => (closed ??= listClosedDays(context.pool, context.vault));
  const parts: Part<EquationOutcome>[] = [
    ...wholeOf(context.equations).map((equation) =>
      isOfEach(equation)
        ? { name: equation.name, restless: true as const, ask: keyRangeRound(context, equation, TURN_MS) }
        : {
            name: equation.name,
            still: isStillWithout(equation),
            ask: async () => checkEquations(context.pool, [await openPart(equation, closedDays)], now()),
          },
    ),
    { name: 'closed-days', restless: true, ask: closedDayRound(context, TURN_MS) },
    { name: 'audit', still: true, ask: askAudit },
    { name: DRAWS.name, still: true, ask: async () => [await checkDraws(context)] },
    { name: 'balance-sheet', still: true, ask: async () => (await drawBalanceSheet(context), []) },
  ];

  const tell = (found: readonly EquationOutcome[]) => freezeWhenBroken(context, found);
  const lanes = createLanes(parts, { now, tell, isChanged: changes(context) });
  let noted: number | null = null;
  const noting = (turn: () => Promise<void>) => async (): Promise<void> => {
    closed = null;
    await turn();
    const since = lanes.checkedSince();
    if (since === noted || since === null) return;
    await noteCheck(context, 'whole', new Date(since));
    noted = since;
  };
  return { quick: noting(lanes.quick), slow: noting(lanes.slow) };
};

/** A day of them: where the newest is lost, the log is walked from the newest one that is not. */
const GUARDED_ANCHORS = 24;

/** What stands between a thief and what leaves, twice a minute; and the end of a log that holds is noted. @internal */
export const integrityGuard = (context: Dependencies): (() => Promise<void>) => {
  let told: bigint | null = null;
  const noted = createHeadFile(context.env.dataDir);
  return async () => {
    const anchored = (await listAnchored(auditAnchors(context))).slice(-GUARDED_ANCHORS);
    const heads = await noted.list();
    const startedAt = context.clock.now();
    const { guards, audit, head } = await checkGuards(context, startedAt, { anchors: anchored, heads });
    await freezeWhenBroken(context, [...guards, audit]);
    // As for each hour's: what does not hold is not made the truth, unless an operator has accepted it.
    if (head !== null && head.id !== heads[0]?.id && (await listNews(context.pool, [audit])).length === 0)
      await noted.put(head, new Date(startedAt), audit.broken);
    await noteCheck(context, 'guard', new Date(startedAt));
    // After a start from the newest anchor on: rather twice than never.
    told = await tellOpenings(context, told ?? anchored.at(-1)?.id ?? 0n);
  };
};

export const integrityJobs = (context: Context): Job[] => {
  const { quick, slow } = integrityRound(context);
  const firstAfterMs = 2 * MINUTE_MS;
  return [
    { name: 'integrity', everyMs: CHECK_EVERY_MS, firstAfterMs, lease: true, run: quick },
    { name: 'integrity-slow', everyMs: SLOW_EVERY_MS, firstAfterMs, lease: true, run: slow },
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
};
