import '../../scripts/pinned-node.ts';
import { WALLET } from '../../packages/rules/src/wallet/wallet.ts';
import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { cpus, loadavg } from 'node:os';
import { UNIT } from '@minerx/rules/money';
import { createLocalBus } from '../../apps/server/src/bus/bus.ts';
import { createPool } from '../../apps/server/src/db/pool.ts';
import { LEDGER_TABLES } from '../../apps/server/src/composition/ledger-tables.ts';
import { createFunnel } from '../../apps/server/src/ledger/funnel.ts';
import { createVault } from '../../apps/server/src/security/vault.ts';
import { subscribeMiner } from '../../apps/server/src/modules/purchase/purchase.command.ts';
import { createAccessTokens } from '../../apps/server/src/modules/session/session.token.ts';
import { foldAllTeamDeltas } from '../../apps/server/src/modules/team/team-fold.command.ts';
import { startApiServer } from './api/api-server.ts';
import { format, interleave, median, mustHold, percentile, row, startCluster } from './measure/harness.ts';
import { makePurchaseWorld, type PurchaseWorld } from './api/purchase-world.ts';
import { CHAIN_LENGTH, makeTeams, type Teams } from './world/team-world.ts';

const MEMBERS = Number(process.env['TEAM_MEMBERS'] ?? 1_000_000);
const RATIO_GOAL = 1.5;
const P99_GOAL_MS = 5;
const PURCHASE_GOAL = 1.1;
const ROUNDS = 5;
/** Six visits of a place stay below the six hundred calls a minute that a member has. */
const CALLS = 90;
const PURCHASES = 500;
const FOLD_AT_ONCE = 20_000;

type Place = keyof Teams['viewers'];

const cluster = await startCluster();
const children: ChildProcess[] = [];

/** Each round asks for the three screens of each place in turn; gives all times and the median ratio of root to leaf. */
const measureScreens = async (
  port: number,
  { secrets }: PurchaseWorld,
  { viewers }: Teams,
): Promise<{ ms: Record<Place, number[]>; ratio: number }> => {
  const issuer = createAccessTokens(secrets.session, Date);
  const ms: Record<Place, number[]> = { root: [], middle: [], leaf: [] };
  const visit = async (place: Place): Promise<number> => {
    const token = issuer.issue(
      { memberId: BigInt(viewers[place].id), sessionId: viewers[place].sessionId },
      Date.now() + 600_000,
    );
    const times: number[] = [];
    for (let n = 0; n < CALLS; n += 1) {
      const began = performance.now();
      for (const path of ['member/myteam', 'member/myteam/search', 'member/myteam/details']) {
        const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        const { result } = (await answer.json()) as { result: { data?: unknown[]; group_sponsor?: number } };
        mustHold(answer.status === 200, `${path} of ${place} answered ${answer.status}`);
        if (path === 'member/myteam')
          mustHold(result.group_sponsor === viewers[place].below, `${place} counts ${result.group_sponsor}`);
      }
      times.push((performance.now() - began) / 3);
    }
    ms[place].push(...times);
    return median(times);
  };
  for (const place of ['root', 'middle', 'leaf'] as const) await visit(place);
  for (const place of Object.keys(ms) as Place[]) ms[place] = [];
  const { ratio } = await interleave(
    ROUNDS,
    async () => {
      await visit('middle');
      return visit('root');
    },
    () => visit('leaf'),
  );
  return { ms, ratio };
};

/** Purchases of many members at once through the funnel: those at the tips of long chains against those right below the root. */
const measurePurchases = async ({ url }: PurchaseWorld, { deep, shallow }: Teams): Promise<number> => {
  const pool = createPool(url, { max: 3, work: 'ledger' });
  const funnel = createFunnel({
    pool,
    clock: Date,
    random: { bytes: randomBytes },
    bus: createLocalBus(),
    vault: createVault('a bench deals no decks'),
    tables: LEDGER_TABLES,
  });
  const input = {
    packageId: 1,
    page: 'x1' as const,
    method: 1,
    quantity: 1,
    acceptWaiting: true,
    amounts: { [WALLET.CW]: 1000n * UNIT } as never,
  };
  const buy = (ids: readonly number[]) => async (): Promise<number> => {
    const began = performance.now();
    await Promise.all(
      Array.from({ length: PURCHASES }, (_, n) =>
        funnel.run(subscribeMiner(BigInt(ids[n % ids.length]!), input, randomUUID())),
      ),
    );
    return performance.now() - began;
  };
  await buy(shallow)();
  await buy(deep)();
  const { ratio } = await interleave(ROUNDS * 2, buy(deep), buy(shallow));
  await funnel.drain();
  await pool.end();
  return ratio;
};
try {
  const world = await makePurchaseWorld(cluster.url, 'bench_team', 1, 0);
  const pool = createPool(world.url, { max: 4 });
  const teams = await makeTeams(world, MEMBERS);
  const folded = performance.now();
  const deltas = await foldAllTeamDeltas(pool, FOLD_AT_ONCE);
  const foldedPerS = (deltas / (performance.now() - folded)) * 1000;
  console.log(`${MEMBERS} members; folded ${format(foldedPerS)} deltas a second`);
  await pool.query('SELECT 1');

  const port = await startApiServer(world, cluster.dataDir, children);
  const screens = await measureScreens(port, world, teams);
  const purchases = await measurePurchases(world, teams);
  await pool.end();

  row({
    id: 'S7',
    work: `team screens (summary, first level, details) with ${MEMBERS} members, through HTTP with session, one after the other`,
    reference: 'the same of a leaf; a purchase at depth 1',
    goal: `root ≤ ${RATIO_GOAL} × leaf, p99 ≤ ${P99_GOAL_MS} ms; a purchase at depth ${CHAIN_LENGTH} ≤ ${PURCHASE_GOAL} × one at depth 1`,
    measured: [
      `root ${format(screens.ratio)} × leaf`,
      ...(['root', 'middle', 'leaf'] as const).map(
        (place) =>
          `${place} ${format(median(screens.ms[place]))} ms, p99 ${format(percentile(screens.ms[place], 0.99))} ms`,
      ),
      `purchase at depth ${CHAIN_LENGTH} ${format(purchases)} ×`,
      `folding ${format(foldedPerS)}/s`,
      `load of the machine meanwhile ${format(loadavg()[0]!)} on ${cpus().length} cores`,
    ],
    reached:
      screens.ratio <= RATIO_GOAL && percentile(screens.ms.root, 0.99) <= P99_GOAL_MS && purchases <= PURCHASE_GOAL,
  });
} finally {
  for (const child of children) child.kill('SIGTERM');
  await cluster.stop();
}
