import '../../scripts/pinned-node.ts';
import type { NetworkId } from '@minerx/rules/network';
import { formatUnits } from '@minerx/rules/money';
import { payoutRound } from '../../apps/server/src/jobs/chain/payouts.ts';
import { reconciliationRound } from '../../apps/server/src/jobs/chain/reconciliation.ts';
import { sweepRound } from '../../apps/server/src/jobs/chain/sweeps.ts';
import { approveColdMovement } from '../../apps/server/src/modules/hot-wallet/cold-movement.command.ts';
import { listColdMovements } from '../../apps/server/src/modules/hot-wallet/cold-movement.query.ts';
import { checkLedger } from '../../apps/server/test/whole/check-ledger.ts';
import { nameWallet } from '../../apps/server/src/modules/reconciliation/name-wallet.command.ts';
import { listDifferences } from '../../apps/server/src/modules/reconciliation/reconciliation.query.ts';
import { bookSweep } from '../../apps/server/src/modules/sweep/book-sweep.command.ts';
import type { Chain, Hex } from '../../apps/server/src/outside/chain/port.ts';
import { assetWorld, COLD, CONFIRMATIONS, type AssetWorld } from '../../apps/server/test/chain/asset-world.ts';
import { BY } from '../../apps/server/test/chain/payout-world.ts';
import { startCluster } from './cluster.ts';
import { killable, killablePool, untilKilled, type Knife } from './killable.ts';
import { table, writePart } from './report.ts';

const COUNT = Number(process.argv[2] ?? 60);
const KILL_SHARE = 0.004;
const ONE = 10n ** 18n;
const BEP20 = 2;
const TOO_MUCH = 500;
/** Less than this is not worth a transaction. */
const WORTH = 10;
const MOST_ROUNDS = 60 + COUNT * 3;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Everything that a worker does here, each of it cut off anywhere: before or after any statement, question or signature. */
const workOf = (assets: AssetWorld, knife: Knife) => {
  const { world, signer } = assets;
  const chains = new Map<NetworkId, Chain>([[BEP20, killable(assets.chain, knife)]]);
  const cut = {
    ...world,
    pool: killablePool(world.pool, knife),
    funnel: killable(world.funnel, knife),
    signer: killable(signer, knife),
    chains,
  };
  const compare = reconciliationRound(cut, () => checkLedger(world.pool));
  return [
    async () => sweepRound({ ...cut, xpub: (await signer.describe()).xpub }),
    () => payoutRound(cut),
    () => compare(),
  ];
};

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);

/** What the chain itself shows to have gone from an address. */
const sentBy = async (assets: AssetWorld, from: Hex, to: Hex): Promise<bigint[]> => {
  const { number } = await assets.chain.head();
  const transfers = await assets.chain.transfers({
    tokens: [assets.dollar],
    recipients: [to],
    fromBlock: 0,
    toBlock: number,
  });
  return transfers.filter((each) => each.from === from).map(({ amount }) => amount);
};

const count = async (assets: AssetWorld, sql: string): Promise<number> => {
  const { rows } = await assets.house.pool.query<{ n: number }>(`SELECT count(*)::integer AS n FROM ${sql}`);
  return rows[0]!.n;
};

/** An operator agrees to whatever is proposed. */
const agree = async ({ world, house }: AssetWorld): Promise<void> => {
  for (const { id, approvedAt } of await listColdMovements(house.pool))
    if (approvedAt === null) await approveColdMovement(world, { id, address: COLD }, BY);
};

const cluster = await startCluster(undefined, true);
let isRight = false;
try {
  const begun = Date.now();
  const database = await cluster.database('sweeps');
  const assets = await assetWorld(database);
  const { house, local, dollar, hot } = assets;
  await local.sendTokens(dollar, hot, 100n * ONE);
  await local.send({ to: hot, value: 100n * ONE });
  await assets.scan();
  await assets.compare();
  await nameWallet(assets.world, { network: BEP20, address: COLD, place: 'cold' }, BY);
  await assets.asOwner(
    `SET session_replication_role = replica; UPDATE asset_network SET cold_above_units = ${TOO_MUCH}00000000 WHERE (wallet_id, network_id) = (1, 2); RESET session_replication_role`,
  );
  await assets.compare();
  const deposits = new Map<Hex, bigint>();
  for (let n = 0; n < COUNT; n += 1) {
    const { address } = await assets.depositor();
    deposits.set(address.toLowerCase() as Hex, (10n + BigInt(n)) * ONE);
  }
  await assets.scan();
  for (const [address, amount] of deposits) await local.sendTokens(dollar, address, amount);
  await local.mine(CONFIRMATIONS);
  await assets.scan();
  say(`${COUNT} deposits after ${Math.round((Date.now() - begun) / 1000)} s`);

  const knife: Knife & { share: number } = { share: KILL_SHARE, kills: 0 };
  let rounds = 0;
  const open = async (): Promise<number> => {
    const swept = await count(assets, `payout WHERE kind = 'sweep' AND status = 3`);
    const isTooMuch = (await assets.chain.tokenBalance(dollar, hot)) >= BigInt(TOO_MUCH + WORTH) * ONE;
    return COUNT - swept + (await listColdMovements(house.pool)).length + (isTooMuch ? 1 : 0);
  };
  for (let left = COUNT; left > 0 && rounds < MOST_ROUNDS; left = await open()) {
    rounds += 1;
    house.clock.at += 16_000;
    for (const work of shuffled(workOf(assets, knife)))
      await untilKilled(work(), (error) => {
        throw error;
      });
    await agree(assets);
    await local.mine(1);
    await assets.scan();
    if (rounds % 10 === 0) say(`round ${rounds}: ${left} open, ${knife.kills} workers ended`);
  }
  house.clock.at += 60_000;
  await assets.compare();

  let [once, doubled, other, lost] = [0, 0, 0, 0];
  for (const [address, amount] of deposits) {
    const sent = await sentBy(assets, address, hot);
    if (sent.length > 1) doubled += 1;
    else if (sent.length === 0) lost += 1;
    else if (sent[0] !== amount) other += 1;
    else once += 1;
  }
  const cold = await sentBy(assets, hot, COLD);
  const moved = (await listColdMovements(house.pool, true)).filter(({ outcome }) => outcome === 'moved');
  const coldBooked = moved.reduce((sum, { units }) => sum + units * 10n ** 10n, 0n);
  const coldSent = cold.reduce((sum, amount) => sum + amount, 0n);
  const topUps = await count(assets, `payout WHERE kind = 'top_up' AND status = 3`);
  const differences = (await listDifferences(house.pool)).length;
  const broken = (await checkLedger(house.pool)).filter(({ violations }) => violations > 0n);
  for (const { name, examples } of broken) say(`broken: ${name} ${examples.join(', ')}`);
  // The control: one that is booked past its payout's end is seen.
  const { rows } = await house.pool.query<{ id: string; units: bigint }>(
    'SELECT payout_id AS id, units FROM sweep LIMIT 1',
  );
  await house.funnel.run(bookSweep(rows[0]!.id, BEP20, { walletId: 1, units: rows[0]!.units }));
  const seen = (await checkLedger(house.pool)).filter(({ violations }) => violations > 0n).map(({ name }) => name);

  const figures = [
    COUNT,
    once,
    doubled,
    other,
    lost,
    topUps,
    `${moved.length} of ${cold.length}`,
    coldBooked === coldSent ? formatUnits(coldSent / 10n ** 10n) : 'NOT EQUAL',
    differences,
    broken.length === 0 ? 'all hold' : `${broken.length} broken`,
  ];
  const head = [
    'deposits',
    'swept once',
    'twice',
    'another amount',
    'never',
    'top-ups',
    'movements to cold: booked of sent',
    'moved there',
    'differences with the chain',
    'equations',
  ];
  writePart(
    'Sweeps and movements to cold wallets (T61)',
    `Deposits at addresses of their own on a real node (anvil), given coins for gas, swept to the hot wallet, and moved on to a cold wallet where more than ${TOO_MUCH} USDT lies in it; an operator agrees to each movement. Planner, sender
and comparison end before or after any statement, question to the chain, signature or command, with a chance of ${KILL_SHARE}, and go on in any order. In the end the chain itself is asked what moved, and tokens and coins are held against the books.
A sweep that is then booked a second time on purpose is seen by: ${seen.join(', ')}.

${table(head, [figures.map(String)])}

What happened: ${rounds} rounds in ${Math.round((Date.now() - begun) / 1000)} s, ${knife.kills} workers ended.`,
  );
  isRight =
    once === COUNT &&
    coldBooked === coldSent &&
    moved.length === cold.length &&
    moved.length > 0 &&
    differences + broken.length === 0 &&
    seen.includes('sweeps');
  await assets.close();
  await database.drop();
} finally {
  await cluster.stop();
}
process.exit(isRight ? 0 : 1);
