import type { Mutant } from './mutant.ts';

const SETTLEMENT = 'apps/server/src/modules/settlement';
const TRUTH = 'apps/server/src/jobs/settlement-truth.test.ts';
const DAYS = 'apps/server/src/jobs/settlement.test.ts';
const SHARES = `${SETTLEMENT}/share-out.test.ts`;
const OPERATOR = 'apps/server/src/operator/mining/settlements.test.ts';

const settlement = (file: string, name: string, from: string, to: string, ...tests: string[]): Mutant => ({
  name,
  file: `${SETTLEMENT}/${file}.ts`,
  from,
  to,
  tests: tests.length === 0 ? [TRUTH, DAYS] : tests,
});

const reward = (name: string, from: string, to: string): Mutant => ({
  name,
  file: 'apps/server/src/modules/reward/reward.command.ts',
  from,
  to,
  tests: ['apps/server/src/modules/reward/reward.test.ts'],
});

const rule = (file: string, name: string, from: string, to: string, ...tests: string[]): Mutant => ({
  name,
  file: `packages/rules/src/${file}.ts`,
  from,
  to,
  tests: [`packages/rules/src/${file}.test.ts`, ...tests],
});

const telemetry = (file: string, name: string, from: string, to: string): Mutant => ({
  name,
  file: `apps/server/src/modules/telemetry/${file}.ts`,
  from,
  to,
  tests: [
    'apps/server/src/modules/telemetry/minute-estimator.test.ts',
    'apps/server/src/modules/telemetry/measured-truth.test.ts',
  ],
});

const freeze = (file: string, name: string, from: string, to: string): Mutant => ({
  name,
  file: `apps/server/src/${file}.ts`,
  from,
  to,
  tests: ['apps/server/src/jobs/integrity.test.ts'],
});

export const settlementMutants: readonly Mutant[] = [
  settlement('day-work', 'what the pool saw fills without a bound', 'missing < limit ? missing : limit', 'missing'),
  settlement(
    'day-work',
    'a device tells more than the pool saw and is paid',
    'if (left <= 0n) return cut;',
    'return cut;',
  ),
  settlement(
    'day-work',
    'the band is not cut where the hashes are worth most',
    'worth[a]! > worth[b]! ? -1 : 1',
    'worth[a]! > worth[b]! ? 1 : -1',
  ),
  settlement('day-work', 'the band for luck is not given', '(PPM + BigInt(bandPpm))', 'PPM', TRUTH),
  settlement(
    'day-work',
    'a part of a cut day is not cut',
    'return all === 0n ? 0n : (device.cut[index]!',
    'return all >= 0n ? 0n : (device.cut[index]!',
  ),
  settlement(
    'day-work',
    'what was measured before the order counts for it',
    'seen[index]?.hashes ?? 0n);',
    'device.measured[index]!);',
    DAYS,
  ),
  settlement(
    'share-out',
    'devices that wait take no part',
    'for (const device of input.open) add(',
    'for (const device of [] as DeviceFacts[]) add(',
    SHARES,
  ),
  settlement(
    'share-out',
    'blind time of a device that waits is not counted',
    'const filled = limit === 0n ? measured.map(() => 0n) : spread(limit, blindS);',
    'const filled = measured.map(() => limit * BigInt(blindS.length) * 0n);',
    SHARES,
  ),
  settlement(
    'share-out',
    'the band of all is not narrowed',
    'if (worthAt(input.bandPpm) <= payoutPico)',
    'if (worthAt(0) <= payoutPico)',
    SHARES,
  ),
  settlement(
    'share-out',
    'more is paid than the pool paid',
    'if (least > payoutPico) return',
    'if (least > payoutPico * 2n) return',
    SHARES,
    DAYS,
  ),
  settlement(
    'freeze-day.command',
    'a device without a figure of the pool does not wait',
    '(pool === null && !withoutPoolFigures ? waiting : seen)',
    '(pool === null && live === null ? waiting : seen)',
  ),
  settlement(
    'freeze-day.command',
    'a day is fixed before anybody can be paid',
    'if (known === null && waiting.size > 0 &&',
    'if (known === null && waiting.size < 0 &&',
    TRUTH,
  ),
  settlement(
    'freeze-day.command',
    'devices are decided anew on each run',
    'const undecided = services.filter(({ id }) => !done.has(id));',
    'const undecided = services;',
  ),
  settlement(
    'settlement.command',
    'a day is settled before it is over',
    'if (context.clock.now() < dayEnd(day))',
    'if (context.clock.now() < dayStart(day))',
    DAYS,
  ),
  settlement(
    'settlement.command',
    'a simulated pool makes a real day',
    'network.simulated || price.simulated || simulated',
    'network.simulated || price.simulated',
  ),
  settlement(
    'settlement.command',
    'a day is settled with orders open',
    "outcome.openOrders === 0 ? 'settled' : 'provisional'",
    "'settled'",
  ),
  settlement(
    'order-work',
    'an order is paid though its device waits',
    'if (order.shares.some(({ deviceId }) => fleet.open.has(deviceId))) return [order.id, null];',
    '',
  ),
  settlement('order-work', 'a share is a whole device', 'BigInt(share.tenths)', '10n', DAYS),
  settlement('share', 'the minute of the activation counts already', 'ceil(extract(epoch', 'floor(extract(epoch', DAYS),
  settlement(
    'order-work',
    'a correction pays the whole day again',
    '...(correction && { before: correction.before }),',
    '',
    TRUTH,
  ),
  settlement(
    'correction.command',
    'a correction takes back what was credited',
    'return notLess({ ...known, ...deviceDay(stretches, facts, bandPpm) }, known);',
    'return { ...known, ...deviceDay(stretches, facts, bandPpm) };',
    TRUTH,
  ),
  settlement(
    'correction.command',
    'late minutes are paid beyond the payout',
    'if (wanted <= left) return [...proved];',
    'if (wanted >= 0n) return [...proved];',
    TRUTH,
  ),
  settlement(
    'correction.command',
    'a payout that was put right downwards is followed',
    '...(isWider ? { ...shares, isWider } : {})',
    '...shares, isWider: true',
    TRUTH,
  ),
  settlement(
    'correction.command',
    'a correction that changes nothing is a receipt',
    'if (!isMore(now, order.lastInputs)) return [];',
    '',
    TRUTH,
  ),
  settlement(
    'correction.command',
    'a correction is never done',
    "if (stale === 0) await setSettlementState(pool, day, 'settled');",
    '',
    TRUTH,
  ),
  settlement(
    'pool-payout.command',
    'what the pool says before the day is over is its payout',
    ' || (told.calculatedAt !== null && told.calculatedAt < dayEnd(day))',
    '',
    TRUTH,
  ),
  settlement(
    'pool-payout.command',
    'a payout that was put right is booked in whole',
    'const more = row.rewardSat - before;',
    'const more = row.rewardSat - before * 0n;',
    TRUTH,
  ),
  settlement(
    'pool-payout.command',
    'less is booked as more',
    'amount: more > 0n ? more : -more',
    'amount: more > 0n ? more : -more - 1n',
    TRUTH,
  ),
  settlement(
    'pool-payout.command',
    'an operator changes a payout and nobody reads why',
    'await appendAudit(tx, new Date(context.clock.now()), [entry]);',
    'void entry;',
    TRUTH,
    OPERATOR,
  ),
  settlement(
    'pool-figures.command',
    'an old average passes for the day',
    'lateMs <= WORKER_DAY_WINDOW_MS ? 0 : ',
    'lateMs >= 0 ? 0 : ',
    DAYS,
    TRUTH,
  ),
  settlement(
    'day-settings.command',
    'a new fee holds for a day that runs',
    'dayOf(clock.now() + DAY_MS)',
    'dayOf(clock.now())',
    OPERATOR,
  ),
  reward('a reward is credited twice', 'known.has(order.id) || ', ''),
  reward('a carry that changed meanwhile is credited', ' && order.carryPicoSat === BigInt(carryPicoSat)', ''),
  reward(
    'a balance that changed meanwhile is taken from',
    'order.profitBalanceUnits === BigInt(profitBalanceUnits) && ',
    '',
  ),
  reward('an order that is no longer live earns', ' || !isLive(order.status)', ''),
  reward(
    'an order that has ended keeps its miner',
    'endsOrder ? [state.get(orders, orderId)!] : []',
    "endsOrder && orderId === '' ? [state.get(orders, orderId)!] : []",
  ),
  rule(
    'mining-reward',
    'a receipt need not add up',
    'if (measured! + filled! - cut! !== whole(hashesTenths))',
    'if (measured! < 0n)',
  ),
  rule('mining-reward', 'a correction takes away', 'if (earned < 0n) throw', 'if (earned > 0n && earned < 0n) throw'),
  rule(
    'price-band',
    'a price outside of the band is believed',
    'apart * 1_000_000n <= byUnits',
    'apart * 100_000n <= byUnits',
  ),
  rule(
    'price-band',
    'a price that only its neighbours bear out is what others are measured by',
    '? { believed: true, confirmed: false }',
    '? { believed: true, confirmed: true }',
  ),
  rule(
    'price-band',
    'two markets that disagree are believed',
    "doubted('sources_disagree')",
    '{ believed: true, confirmed: false }',
  ),
  rule(
    'price-band',
    'the first price of all is believed',
    "return doubted('nothing_to_compare')",
    'return { believed: true, confirmed: false }',
  ),
  {
    ...telemetry('', 'a device does ten times what it can', '* HEADROOM_PERCENT) / 100n', '* HEADROOM_PERCENT) / 10n'),
    file: 'packages/rules/src/device-bound.ts',
    tests: ['packages/rules/src/device-bound.test.ts'],
  },
  settlement('day-work', 'the pool lifts a device above its rating', ') / PPM, most);', ') / PPM, most * 9n);'),
  settlement(
    'share',
    'a day is paid by the machines of now',
    'a.allocated_at < ${day}::date + 1 AND (a.released_at IS NULL OR a.released_at > ${day}::date)',
    '${day}::date IS NOT NULL AND a.released_at IS NULL',
    'apps/server/src/jobs/settlement-machines.test.ts',
  ),
  {
    name: 'a freeze of payouts does not hold an approval back',
    file: 'apps/server/src/modules/nft/nft-review.command.ts',
    from: 'if (arePayoutsFrozen(view))',
    to: 'if (false)',
    tests: ['apps/server/src/modules/nft/nft-freeze.test.ts'],
  },
  {
    name: 'a freeze does not wait for what is leaving',
    file: 'apps/server/src/modules/integrity/payout-freeze.store.ts',
    from: 'pg_advisory_xact_lock($1)',
    to: 'pg_advisory_xact_lock_shared($1)',
    tests: ['apps/server/src/modules/nft/nft-freeze.test.ts'],
  },
  telemetry(
    'counter-trust',
    'a counter that runs twice as fast is believed',
    "if (counted > rated) return 'rate';",
    "if (counted > rated) return 'counter';",
  ),
  telemetry('counter-trust', 'a counter that stands still is believed', '!stretch.attested ? ', 'stretch.ms < 0 ? '),
  telemetry(
    'minute-estimator',
    'more is counted than a device can do in the time',
    'proof.hashes < track.allowance ? proof.hashes : track.allowance',
    'proof.hashes',
  ),
  freeze(
    'modules/integrity/payout-freeze.command',
    'broken books freeze nothing',
    'if (!(await insertPayoutFreeze(tx, violations, at))) return false;',
    'if (at.getTime() > 0) return false;',
  ),
  freeze(
    'modules/integrity/payout-freeze.command',
    'more of what an operator knows of is let pass',
    'count <= (known[name] ?? 0)',
    'name in known || count < 1',
  ),
  freeze(
    'modules/integrity/payout-freeze.query',
    'an opening counts whose line was not written by us',
    'auditHash(line.previousHash, line.at, line).equals(line.hash)',
    'auditHash(line.previousHash, line.at, line).length > 0',
  ),
  freeze(
    'modules/integrity/payout-freeze.query',
    'jobs pay while payouts are frozen',
    '(await findPayoutFreeze(pool)) === null ? null',
    '(await findPayoutFreeze(pool)) !== undefined ? null',
  ),
];
