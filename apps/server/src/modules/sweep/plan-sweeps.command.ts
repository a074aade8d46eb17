import { tokenOfUnits } from '@minerx/rules/deposit';
import { feesFor } from '@minerx/rules/payout';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { inTransaction } from '../../db/transaction.ts';
import { uuidV7 } from '../../base/ids.ts';
import type { Chain, Hex } from '../../outside/chain/port.ts';
import { isOutsideFailure } from '../../outside/failure.ts';
import type { SigningIntent } from '../../outside/signer/port.ts';
import type { Clock, Random } from '../../ports.ts';
import { insertPayout, type NewPayout } from '../payout/payout.store.ts';
import { listStuckSweeps, listSweepable, type StuckSweep, type Sweepable } from './sweep.query.ts';
import { insertSweep, isBusy } from './sweep.store.ts';

interface SweepPlanner {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Address of the hot wallet. */
  readonly hot: NewPayout['sender'];
  /** What a payout takes, as its sender finds it out. */
  estimate(
    chain: Chain,
    payout: { readonly intent: SigningIntent; readonly sender: string },
    hot: string,
  ): Promise<bigint | 'reverted' | 'unsaid'>;
  /** Ends a payout that was not sent: its contract refuses it. */
  refuse(payoutId: string): Promise<unknown>;
}

/** An address gets the gas for this many sweeps at once: its price moves, and the next deposit comes. */
const SWEEPS_OF_A_TOP_UP = 2n;
/** A chain that says nothing of so many addresses in one round is away: the rest waits for the next one. */
const FAILURES_BORNE = 3;

/**
 * Plans what is moved to the hot wallet: first coins for its gas, and when they have arrived for good the tokens. Both are payouts like
 * any other: the sender numbers, signs, follows and ends them. Gives how many were planned.
 */
export const planSweeps = async (planner: SweepPlanner, chain: Chain): Promise<number> => {
  const { pool, clock, log } = planner;
  const now = new Date(clock.now());
  const [stuck, found] = [
    await listStuckSweeps(pool, chain.network, now),
    await listSweepable(pool, chain.network, now),
  ];
  if (stuck.length + found.length === 0) return 0;
  const { maxFeePerGas } = feesFor(await chain.fees());
  const planned = new Set<string>();
  let failures = 0;
  const plan = async <T extends { readonly address: Hex }>(
    each: T,
    one: (planner: SweepPlanner, chain: Chain, each: T, maxFeePerGas: bigint) => Promise<boolean>,
  ): Promise<void> => {
    // Its other coins come in their turn: one transaction of an address at a time.
    if (planned.has(each.address)) return;
    try {
      if (await one(planner, chain, each, maxFeePerGas)) planned.add(each.address);
    } catch (error) {
      failures += 1;
      if (!isOutsideFailure(error) || failures >= FAILURES_BORNE) throw error;
      log.warn({ job: 'sweeps', source: error.sourceId, err: error }, `${each.address} is not swept: no answer`);
    }
  };
  for (const each of stuck) await plan(each, planMoreGas);
  for (const each of found) await plan(each, planOne);
  return planned.size;
};

/** What a new transaction would pay by now may be more than its address was given: then it gets more, and the sender replaces it. */
const planMoreGas = async (
  { pool, clock, random, hot }: SweepPlanner,
  chain: Chain,
  { address, index, gas }: StuckSweep,
  maxFeePerGas: bigint,
): Promise<boolean> => {
  const coins = await chain.coinBalance(address);
  if (coins >= gas * maxFeePerGas) return false;
  const value = gas * maxFeePerGas * SWEEPS_OF_A_TOP_UP - coins;
  const place = { networkId: chain.network, chainId: chain.chainId, sender: hot, at: new Date(clock.now()) };
  const intent: SigningIntent = { kind: 'topUp', index, value };
  await insertPayout(pool, { id: uuidV7(clock, random), kind: 'top_up', memberId: null, intent, ...place });
  return true;
};

/** Whether something is under way from an address now. */
const planOne = async (
  planner: SweepPlanner,
  chain: Chain,
  each: Sweepable,
  maxFeePerGas: bigint,
): Promise<boolean> => {
  const amount = tokenOfUnits(each.units, each.decimals);
  const intent = { kind: 'sweep', contract: each.contract, index: each.index, amount } as const;
  const gas = await planner.estimate(chain, { intent, sender: each.address }, planner.hot);
  if (gas === 'reverted' && !each.waits) await setAside(planner, chain, each, intent);
  if (typeof gas !== 'bigint') return false;
  const coins = await chain.coinBalance(each.address);
  const missing = gas * maxFeePerGas * SWEEPS_OF_A_TOP_UP - coins;
  const short = coins < gas * maxFeePerGas;
  if (each.waits && !short) return false;
  const next: SigningIntent = short ? { kind: 'topUp', index: each.index, value: missing } : intent;
  return (await plan(planner, chain, each, next)) !== null;
};

/**
 * What the contract refuses (it has frozen the address, say) keeps no other address waiting: it stands as failed, which leaves it alone
 * for a day, and operators are told of it (`sweeps_failed`).
 */
const setAside = async (planner: SweepPlanner, chain: Chain, each: Sweepable, intent: SigningIntent): Promise<void> => {
  const id = await plan(planner, chain, each, intent);
  if (id === null) return;
  planner.log.error({ job: 'sweeps', reason: 'the contract refuses it' }, `sweep ${id} of ${each.address} fails`);
  await planner.refuse(id);
};

/** Gives the payout's id; null when something is under way by now. */
const plan = (
  { pool, clock, random, hot }: SweepPlanner,
  { network: networkId, chainId }: Chain,
  { walletId, units, address, index, waits }: Sweepable,
  intent: SigningIntent,
): Promise<string | null> =>
  inTransaction(pool, async (tx) => {
    if (!waits && (await isBusy(tx, networkId, address, index))) return null;
    const at = new Date(clock.now());
    const id = uuidV7(clock, random);
    const isSweep = intent.kind === 'sweep';
    const [kind, sender] = isSweep ? (['sweep', address] as const) : (['top_up', hot] as const);
    await insertPayout(tx, { id, kind, memberId: null, networkId, chainId, sender, intent, at });
    if (isSweep) await insertSweep(tx, id, { walletId, units });
    return id;
  });
