import { tokenOfUnits } from '@minerx/rules/deposit';
import { unitsOf } from '@minerx/rules/money';
import { NETWORK } from '@minerx/rules/network';
import { WALLET } from '@minerx/rules/wallet';
import type { Pool } from 'pg';
import { inTransaction } from '../../src/db/transaction.ts';
import { LOCAL_CHAIN_ID, noteContracts } from '../../src/demo/chain/demo-chain.ts';
import { seedDemoOperators } from '../../src/demo/demo-operators.ts';
import { uuidV7 } from '../../src/base/ids.ts';
import type { Funnel } from '../../src/ledger/funnel.ts';
import { creditDeposits } from '../../src/modules/deposit/credit-deposits.command.ts';
import { requireDepositAddress } from '../../src/modules/deposit/deposit-address.command.ts';
import { beginCursor, insertSeen, keepFinal } from '../../src/modules/deposit/deposit.store.ts';
import { creditMember } from '../../src/modules/member/adjustment.command.ts';
import { issueNft } from '../../src/modules/nft/nft-holding.command.ts';
import { withdrawNft } from '../../src/modules/nft/nft-withdrawal.command.ts';
import { queuePayouts } from '../../src/modules/payout/payout-round.command.ts';
import { insertPasskey } from '../../src/modules/passkey/passkey.store.ts';
import { insertSecondFactor } from '../../src/modules/member/second-factor/second-factor.store.ts';
import { insertFactorChange } from '../../src/modules/member/security/factor-change.store.ts';
import { approveWithdrawal } from '../../src/modules/withdrawal/withdrawal-review.command.ts';
import { listSendableWithdrawals } from '../../src/modules/withdrawal/withdrawal.query.ts';
import { createVault } from '../../src/security/vault.ts';
import { testEnv } from '../app.ts';
import { DEPOSIT_KEYS } from '../chain/deposit-world.ts';
import { testRandom } from '../money-house.ts';
import { asking } from '../withdrawals.ts';
import { NOBODYS } from './forgery.ts';

/** A deposit of the demo member's that was credited. */
const takeDeposit = async (pool: Pool, run: Funnel['run'], memberId: bigint): Promise<void> => {
  const network = NETWORK.BEP20;
  const at = new Date();
  await inTransaction(pool, (tx) => beginCursor(tx, network, { number: 10, hash: '0xa' }, at));
  const env = { ...testEnv(), depositKeys: DEPOSIT_KEYS };
  const coin = { walletId: WALLET.USDT, network };
  const address = await requireDepositAddress({ pool, env, clock: Date }, memberId, coin);
  const id = uuidV7({ now: () => at.getTime() }, testRandom);
  const place = { txHash: `0x${'12'.repeat(32)}`, logIndex: 0, blockNumber: 9, blockHash: '0x9' };
  const seen = { id, memberId, address, walletId: WALLET.USDT, raw: 10n ** 20n, units: unitsOf('100'), ...place };
  await inTransaction(pool, (tx) => insertSeen(tx, network, [seen], at));
  await keepFinal(pool, [id]);
  await run(creditDeposits({ ...coin, memberId, ids: [id], minimumUnits: 1n }));
};

/**
 * What the demo lacks: a second factor with a passkey, a reset password, operators, a command that came with a key, so that its answer is stored, a deposit, and withdrawals: one that is
 * approved and queued for the chain, one under review, one of an NFT that takes two operators.
 */
export const prepareForgeries = async (pool: Pool, run: Funnel['run']): Promise<void> => {
  const { rows } = await pool.query<{ id: bigint }>(`SELECT id FROM member WHERE email_key = 'demo@minerx.test'`);
  const memberId = rows[0]!.id;
  const actor = 'operator:finance@minerx.test' as const;
  const credit = { memberId, walletId: WALLET.USDT, amountUnits: unitsOf('100'), reason: 'x', actor };
  await run(creditMember(credit, 'a key'));
  await noteContracts(pool, [NETWORK.BEP20]);
  const env = testEnv();
  await seedDemoOperators({ pool, env, clock: Date, random: testRandom, vault: createVault(env.pepper) });
  await takeDeposit(pool, run, memberId);
  const bank = { pool, clock: Date };
  const { id } = await run(await asking(bank, memberId));
  await run(approveWithdrawal(id, 1, { actor, reason: 'x' }));
  await run(await asking(bank, memberId, { amount: '30' }));
  const item = await issueNft(bank, memberId, { category: 'legendary' }, { actor, reason: 'x' });
  await run(withdrawNft(memberId, { nftId: item.id, address: NOBODYS, seenFeeUnits: null }, null));
  // The demo has an approved one of its own.
  const sendable = await listSendableWithdrawals(pool, [NETWORK.BEP20], 10);
  const coin = sendable.find((each) => each.id === id);
  const { contract, address, amountUnits, decimals } = coin!;
  const amount = tokenOfUnits(amountUnits, decimals);
  const intent = {
    kind: 'transfer',
    contract: contract.toLowerCase(),
    to: address.toLowerCase(),
    amount,
  } as const;
  const payable = { id, kind: 'withdrawal', memberId, networkId: NETWORK.BEP20, intent } as const;
  await queuePayouts(bank, [payable], { chainId: LOCAL_CHAIN_ID, sender: NOBODYS });
  await inTransaction(pool, async (tx) => {
    const at = new Date();
    await insertSecondFactor(tx, { memberId, secret: Buffer.from('sealed'), step: 1, at });
    await insertFactorChange(tx, memberId, 'factor_on', at);
    const key = { credentialId: Buffer.from('credential'), publicKey: Buffer.from('key'), counter: 1 };
    const passkey = {
      ...key,
      id: '00000000-0000-7000-8000-000000000010',
      owner: `member:${memberId}` as const,
      name: 'phone',
      at,
    };
    await insertPasskey(tx, env.pepper, passkey);
  });
  // Last, since from then on nothing may be asked for.
  await inTransaction(pool, (tx) => insertFactorChange(tx, memberId, 'reset', new Date()));
};
