import type { Mutant } from './mutant.ts';

const freeze = (file: string, name: string, from: string, to: string): Mutant => ({
  name,
  file: `apps/server/src/${file}.ts`,
  from,
  to,
  tests: ['apps/server/src/jobs/integrity.test.ts'],
});

const closedDay = (file: 'command' | 'query', name: string, from: string, to: string): Mutant => ({
  name,
  file: `apps/server/src/modules/integrity/closed-day.${file}.ts`,
  from,
  to,
  tests: ['apps/server/src/jobs/closed-days.test.ts'],
});

/** Of what is found wrong in the books, and what waits then. */
export const integrityMutants: readonly Mutant[] = [
  {
    name: 'a freeze of payouts does not hold an approval back',
    file: 'apps/server/src/modules/nft/nft-review.command.ts',
    from: '  letsOut: true,\n',
    to: '',
    tests: ['apps/server/src/modules/nft/nft-freeze.test.ts'],
  },
  {
    name: 'forged orders and stakes wait for the check of everything',
    file: 'apps/server/src/composition/equations.ts',
    from: '  ...NEWEST_EQUATIONS,\n',
    to: '',
    tests: ['apps/server/src/jobs/integrity.test.ts'],
  },
  {
    name: 'a forged number hides a transfer from the guards',
    file: 'apps/server/src/composition/newest/orders.equations.ts',
    from: 'SELECT * FROM last_transfers() WHERE',
    to: "SELECT * FROM last_transfers() WHERE id > '01000000-0000-7000-8000-000000000000' AND",
    tests: ['apps/server/src/jobs/integrity.test.ts'],
  },
  {
    name: 'what was forged long ago is not looked at when it is about to be paid',
    file: 'apps/server/src/composition/newest/money.equations.ts',
    from: 'WHERE member_id = m.member_id AND',
    to: 'WHERE member_id = -m.member_id AND',
    tests: ['apps/server/src/jobs/integrity-guard.test.ts'],
  },
  {
    name: 'a forged address is not looked at when its member asks for a withdrawal',
    file: 'apps/server/src/composition/newest/leaving.equations.ts',
    from: 'SELECT member_id FROM (${PAYEES}) p UNION ',
    to: '',
    tests: ['apps/server/src/jobs/integrity-guard.test.ts'],
  },
  {
    name: 'a freeze does not wait for what is leaving',
    file: 'apps/server/src/db/advisory-locks.ts',
    from: `'SELECT pg_advisory_xact_lock($1)'`,
    to: 'SHARED_LOCK',
    tests: ['apps/server/src/modules/nft/nft-freeze.test.ts'],
  },
  freeze(
    'modules/integrity/payout-freeze.command',
    'broken books freeze nothing',
    'if (!(await insertPayoutFreeze(tx, violations, at))) return false;',
    'if (at.getTime() > 0) return false;',
  ),
  freeze(
    'modules/integrity/payout-freeze.command',
    'more of what an operator knows of is let pass',
    '!before.has(name)',
    'before.size === 0',
  ),
  freeze(
    'jobs/integrity',
    'a log that does not hold is anchored',
    'if (now() >= anchorAt && (await listNews(context.pool, [audit])).length === 0) {',
    'if (now() >= anchorAt) {',
  ),
  {
    name: 'what is slow keeps what is quick waiting',
    file: 'apps/server/src/jobs/integrity-lanes.ts',
    from: 'each.tookMs < QUICK_MS',
    to: 'each.tookMs < Infinity',
    tests: ['apps/server/src/jobs/integrity-lanes.test.ts'],
  },
  {
    name: 'what was written since counts for what stands',
    file: 'apps/server/src/jobs/integrity-lanes.ts',
    from: 'askedIn >= changedIn',
    to: 'askedIn >= 0',
    tests: ['apps/server/src/jobs/integrity-lanes.test.ts'],
  },
  {
    name: 'what stands is never asked again',
    file: 'apps/server/src/jobs/integrity-lanes.ts',
    from: 'now() - askedAt < STANDS_MS',
    to: 'now() - askedAt < Infinity',
    tests: ['apps/server/src/jobs/integrity-lanes.test.ts'],
  },
  {
    name: 'a part that throws keeps the others from their turn',
    file: 'apps/server/src/jobs/integrity-lanes.ts',
    from: 'Number(a.failed) - Number(b.failed) || ',
    to: '',
    tests: ['apps/server/src/jobs/integrity-lanes.test.ts'],
  },
  freeze(
    'modules/integrity/payout-freeze.query',
    'an opening counts whose line was not written by us',
    'auditHash(line.previousHash, line.at, line).equals(line.hash)',
    'auditHash(line.previousHash, line.at, line).length > 0',
  ),
  freeze(
    'modules/integrity/payout-freeze.query',
    'jobs pay while payouts are frozen',
    '(await findPayoutFreeze(db)) !== null;',
    'db === null;',
  ),
  closedDay('query', 'a closed day is not looked at again', 'outcomeOf(CLOSED_DAYS, await listChanged(db, days)),', ''),
  closedDay('query', 'the seal of a day covers another', '`ledger-day:${day}`', '`ledger-day:${day.slice(0, 0)}`'),
  closedDay(
    'query',
    'days are closed behind one that is missing',
    'content === null || content.from !==',
    'content === null || content.upto ===',
  ),
  {
    name: 'rewards of nothing are of no closed day',
    file: 'apps/server/src/modules/integrity/closed-day.query.ts',
    from: "'transfer_id IS NULL AND seq > s.behind_seq AND seq <= s.upto_seq'",
    to: "'transfer_id IS NULL AND seq > s.upto_seq AND seq <= s.behind_seq'",
    tests: ['apps/server/test/forgery/forgeries.test.ts'],
  },
  {
    name: 'a day is held to its payout by those of its rewards alone that are open',
    file: 'apps/server/src/modules/settlement/settlement.equations.ts',
    from: 'FROM public.reward p WHERE p.day IN (SELECT DISTINCT day FROM reward)',
    to: 'FROM reward p',
    tests: ['apps/server/src/modules/settlement/settlement.equations.test.ts'],
  },
  closedDay('query', 'a day is closed as soon as it is over', 'DAY_MS * (1 + OPEN_DAYS)', 'DAY_MS'),
  closedDay(
    'command',
    'a day that does not hold is closed',
    '(await listNews(pool, outcomes)).length > 0',
    'outcomes.length === 0',
  ),
];
