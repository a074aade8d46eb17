import { randomBytes } from 'node:crypto';
import { NETWORK } from '@minerx/rules/network';
import { WALLET } from '@minerx/rules/wallet';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Env } from '../../env/env.ts';
import { createDepositScan } from '../../modules/deposit/scan/deposit-scan.command.ts';
import { giveTestCoins } from '../../modules/deposit/faucet.command.ts';
import { createOutside } from '../../outside/create.ts';
import { DEMO_SIGN_IN } from '../demo-members.ts';

const COIN = { walletId: WALLET.USDT, network: NETWORK.BEP20 } as const;

/**
 * The demo member's first deposit: test coins on the local chain, sent before the worker looks. It finds and credits them like
 * anybody's, so whoever opens the deposits in the first minute sees them counting.
 * @param env complete: with the local chain and the keys of deposit addresses
 */
export const depositTestCoins = async (env: Env, { pool, log }: { pool: Pool; log: Logger }): Promise<void> => {
  const clock = { now: () => Date.now() + env.clockOffsetMs };
  const outside = createOutside(env, clock);
  const { rows } = await pool.query<{ id: bigint }>('SELECT id FROM member WHERE email_key = $1', [
    DEMO_SIGN_IN.emails[0],
  ]);
  const chain = outside.chains.get(COIN.network);
  if (rows[0] === undefined || chain === undefined) return;
  // The chain is read from here on: nobody looks for what was sent before.
  await createDepositScan({ pool, clock, log, random: { bytes: randomBytes } }, chain).step();
  await giveTestCoins({ pool, env, clock, outside }, rows[0].id, COIN, 'demo-deposit');
};
