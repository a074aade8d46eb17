import { rule, type Mutant } from './mutant.ts';

const reward = (name: string, from: string, to: string): Mutant => ({
  name,
  file: 'apps/server/src/modules/reward/reward.command.ts',
  from,
  to,
  tests: ['apps/server/src/modules/reward/reward.test.ts'],
});

const telemetry = (file: string, name: string, from: string, to: string, ...tests: string[]): Mutant => ({
  name,
  file: `apps/server/src/modules/telemetry/${file}.ts`,
  from,
  to,
  tests: [
    'apps/server/src/modules/telemetry/minute-estimator.test.ts',
    'apps/server/src/modules/telemetry/measured-truth.test.ts',
    ...tests,
  ],
});

/** Every dialect and fault against the truth. */
const trust = (name: string, from: string, to: string): Mutant =>
  telemetry('counter-trust', name, from, to, 'apps/server/src/jobs/collector/dialects.test.ts');

/** What devices tell, and what is earned by it. */
const pool = (name: string, from: string, to: string): Mutant => ({
  name,
  file: 'apps/server/src/outside/pool/braiins.ts',
  from,
  to,
  tests: ['apps/server/src/outside/pool/braiins.test.ts'],
});
const TWICE =
  'known !== undefined &&\n            (known.rewardSat !== reward.rewardSat || known.calculatedAt !== reward.calculatedAt)';

/** A figure of the pool that was read late. */
const late = (file: string, name: string, from: string, to: string, test: string): Mutant => ({
  name,
  file: `apps/server/src/modules/settlement/${file}.ts`,
  from,
  to,
  tests: [`apps/server/src/${test}.test.ts`],
});
const LATE_DAYS = 'jobs/settlement-truth';

/** Whose worker is whose. */
const worker = (name: string, from: string, to: string): Mutant => ({
  name,
  file: 'apps/server/src/modules/device/device-worker.ts',
  from,
  to,
  tests: ['apps/server/src/modules/device/device-worker.test.ts'],
});

export const miningMutants: readonly Mutant[] = [
  worker('a whole name says nothing', 'poolWorker === worker.name', 'poolWorker === null'),
  worker('one of two workers that end alike is taken', 'told.length === 1 && candidates', 'candidates'),
  worker('one of two devices that end alike is taken', ' && candidates.length === 1', ''),
  late(
    'day-work',
    'the next day’s work fills a day',
    ' - edgeOf(pool, ratedThs) - total',
    ' - total',
    'modules/settlement/share-out',
  ),
  late('day-work', 'a figure that was read late decides', '(pool.lateS > LATE_S', '(pool.lateS > 86_400', LATE_DAYS),
  late('day-work', 'a moment that nobody saw makes a day wait', '> MOMENT_S)', '> 0)', LATE_DAYS),
  late(
    'device-day.equations',
    'a day filled with another’s work holds',
    'THEN p.late * p.bound ELSE',
    'THEN 0 ELSE',
    'modules/settlement/settlement.equations',
  ),
  pool('a pool day told twice alike is refused', TWICE, 'known !== undefined'),
  pool('of two that differ the last pool day is believed', TWICE, 'known !== undefined && reward.day === ""'),
  ...(
    [
      [
        'settlement/settlement.equations',
        'the payout of a pool day that is not over is not found',
        'WHERE recorded_at < (day + 1)',
        'WHERE recorded_at < (day - 9000)',
      ],
      [
        'network/network.equations',
        'a forged tip of the same period is not found',
        'WHEN h.periods = 0 THEN t.bits = s.bits',
        'WHEN h.periods = 0 THEN true',
      ],
    ] as const
  ).map(([file, name, from, to]) => ({
    name,
    file: `apps/server/src/modules/${file}.ts`,
    from,
    to,
    tests: ['apps/server/src/modules/settlement/settlement.equations.test.ts'],
  })),
  {
    name: 'another chain is believed',
    file: 'apps/server/src/outside/network/esplora.ts',
    from: 'if (genesis !== MAIN_GENESIS)',
    to: "if (genesis === '')",
    tests: ['apps/server/src/outside/network/network.test.ts'],
  },
  {
    name: 'one machine is registered under two serials',
    file: 'apps/server/src/modules/device/register-devices.command.ts',
    from: '    await refuseKnownMachines(tx, devices, identities);\n',
    to: '',
    tests: ['apps/server/src/jobs/collector/collector-identities.test.ts'],
  },
  telemetry(
    'minute-estimator',
    'what a device did before it refused us is called down',
    'isRefused && track.refused && !lookedAway',
    'isRefused && !lookedAway',
  ),
  telemetry(
    'minute-estimator',
    'a restart between two polls is called down',
    'label(track, proof.sinceS, track.refused && !lookedAway',
    'label(track, proof.sinceS, !lookedAway',
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
    'endsOrder ? [orderId] : []',
    "endsOrder && orderId === '' ? [orderId] : []",
  ),
  rule(
    'mining/mining-reward',
    'a receipt need not add up',
    'if (measured! + filled! - cut! !== whole(hashesTenths))',
    'if (measured! < 0n)',
  ),
  rule(
    'mining/mining-reward',
    'a correction takes away',
    'if (earned < 0n) throw',
    'if (earned > 0n && earned < 0n) throw',
  ),
  rule(
    'wallet/price-band',
    'a price outside of the band is believed',
    'apart * 1_000_000n <= byUnits',
    'apart * 100_000n <= byUnits',
  ),
  rule(
    'wallet/price-band',
    'a close that no second market bears out is kept',
    "    ? doubted('nothing_to_compare')\n",
    '    ? BELIEVED\n',
  ),
  rule('wallet/price-band', 'two markets that disagree are believed', "doubted('sources_disagree')", 'BELIEVED'),
  rule(
    'wallet/price-band',
    'the first price of all is believed',
    "return doubted('nothing_to_compare');",
    'return BELIEVED;',
  ),
  rule(
    'wallet/price-band',
    'a leap that both markets tell is paid by at once',
    "doubted('leap_not_closed')",
    'BELIEVED',
  ),
  rule('wallet/price-band', 'one market alone moves prices by the whole band', 'bandPpm / UNCONFIRMED_PART', 'bandPpm'),
  trust(
    'a counter that runs twice as fast is believed',
    "if (counted > rated) return 'rate';",
    "if (counted > rated) return 'counter';",
  ),
  trust('a counter that stands still is believed', "stands && !isAttested ? 'none'", "stretch.ms < 0 ? 'none'"),
  trust(
    'a counter that stands still is believed for the average made of it',
    'stretch.attested && stretch.counted > 0n',
    'stretch.attested',
  ),
  telemetry(
    'minute-estimator',
    'more is counted than a device can do in the time',
    'proof.hashes < track.allowance ? proof.hashes : track.allowance',
    'proof.hashes',
  ),
  {
    ...telemetry('', 'a device does ten times what it can', '* HEADROOM_PERCENT) / 100n', '* HEADROOM_PERCENT) / 10n'),
    file: 'packages/rules/src/mining/device-bound.ts',
    tests: ['packages/rules/src/mining/device-bound.test.ts'],
  },
];
