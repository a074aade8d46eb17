import { HOUR_MS } from '@minerx/rules/duration';
import { randomBytes, randomUUID } from 'node:crypto';
import { unitsOf } from '@minerx/rules/money';
import { NETWORK, type NetworkId } from '@minerx/rules/network';
import { WALLET, type WalletId } from '@minerx/rules/wallet';
import type { Pool } from 'pg';
import { inTransaction } from '../src/db/transaction.ts';
import { appendAudit } from '../src/ledger/audit.ts';
import type { Command } from '../src/ledger/command.ts';
import type { Funnel } from '../src/ledger/funnel.ts';
import { askWithdrawal, type AskedWithdrawal } from '../src/modules/withdrawal/withdrawal.command.ts';
import { setWithdrawalTerms } from '../src/modules/withdrawal/withdrawal-terms.command.ts';
import { approveWithdrawal } from '../src/modules/withdrawal/withdrawal-review.command.ts';
import { freezeIn } from '../src/modules/member/security/freeze.step.ts';
import { insertWithdrawalAddress } from '../src/modules/member/withdrawal-address/withdrawal-address.store.ts';
import type { Clock } from '../src/ports.ts';
import type { MoneyHouse } from './money-house.ts';

export const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** Where withdrawals are asked for: a house for money tests, or an app with its clock. */
interface Bank {
  readonly pool: Pool;
  readonly clock: Clock;
}

/** Says where USDT lives on BEP20, as operators do before anything leaves; a contract that is named already stays. */
export const nameDollar = async ({ pool, clock }: Bank): Promise<void> => {
  const { rows } = await pool.query(
    'SELECT FROM asset_network WHERE (wallet_id, network_id) = (1, 2) AND contract IS NULL',
  );
  if (rows.length === 0) return;
  const contract = '0x55d398326f99059fF775485246999027B3197955';
  const by = { actor: 'operator:ana', reason: 'test' } as const;
  await setWithdrawalTerms({ pool, clock }, { walletId: WALLET.USDT, networkId: NETWORK.BEP20 }, { contract }, by);
};

/** A saved address with its line in the audit log, usable at once unless said otherwise. */
export const saveAddress = async (
  { pool, clock }: Bank,
  memberId: bigint,
  {
    walletId = WALLET.USDT,
    network = NETWORK.BEP20,
    address = ADDRESS,
    usableInMs = 0,
  }: {
    walletId?: WalletId;
    network?: NetworkId;
    address?: string;
    usableInMs?: number;
  } = {},
): Promise<void> => {
  await nameDollar({ pool, clock });
  const savedAt = new Date(clock.now() - 48 * HOUR_MS);
  const usableAt = new Date(clock.now() + usableInMs);
  const detail = { wallet: walletId, network, before: null, after: address, usableAt: usableAt.toISOString() };
  const subject = `member:${memberId}` as const;
  await inTransaction(pool, async (tx) => {
    await insertWithdrawalAddress(tx, { memberId, walletId, network, address, savedAt, usableAt });
    await appendAudit(tx, savedAt, [
      { actor: subject, action: 'withdrawal_address.save', subject, reason: 'test', detail },
    ]);
  });
};

/** As operators do. */
export const freezeAccount = ({ pool, clock }: Bank, memberId: bigint): Promise<unknown> =>
  inTransaction(pool, (tx) => freezeIn(tx, new Date(clock.now()), { memberId, actor: 'operator:ana', reason: 'test' }));

/** An emailed code that was compared and found right. */
export const rightCode = async ({ pool, clock }: Bank): Promise<bigint> => {
  const { rows } = await pool.query<{ id: bigint }>(
    `INSERT INTO email_code (email_key, purpose, code_hash, created_at, expires_at) VALUES ('a@b.c', 'withdrawal', $1, $2, $3) RETURNING id`,
    [randomBytes(32), new Date(clock.now()), new Date(clock.now() + 600_000)],
  );
  return rows[0]!.id;
};

export interface Asking {
  amount?: string;
  walletId?: WalletId;
  network?: NetworkId;
  address?: string;
  fee?: string | null;
  codeId?: bigint;
  key?: string;
}

/** A member's request, with a code of its own. */
export const asking = async (
  house: Bank,
  memberId: bigint,
  {
    amount = '20',
    walletId = WALLET.USDT,
    network = NETWORK.BEP20,
    address = ADDRESS,
    fee = null,
    codeId,
    key,
  }: Asking = {},
): Promise<Command<AskedWithdrawal>> =>
  askWithdrawal(
    memberId,
    {
      walletId,
      networkId: network,
      address,
      amountUnits: unitsOf(amount),
      seenFeeUnits: fee === null ? null : unitsOf(fee),
    },
    codeId ?? (await rightCode(house)),
    key ?? randomUUID(),
    new Date(house.clock.now()),
  );

/** What the database says of a withdrawal. */
export const rowOf = async (pool: Pool, id: string) => {
  const { rows } = await pool.query<{
    status: number;
    revision: number;
    cause: string | null;
    hash: string | null;
    first: string | null;
    second: string | null;
    held: bigint;
    state: string;
  }>(
    `SELECT w.status, w.revision, w.cause, w.tx_hash AS hash, w.first_approver AS first, w.second_approver AS second, a.balance AS held, h.state
       FROM withdrawal w JOIN hold h ON h.owner_id = w.hold_owner_id LEFT JOIN account a ON a.id = account_of(w.hold_owner_id, w.wallet_id)
      WHERE w.id = $1`,
    [id],
  );
  return rows[0]!;
};

const AT_ONCE = 50;
const ANA = { actor: 'operator:ana', reason: 'test' } as const;

export const freshHash = (): string => `0x${(randomUUID() + randomUUID()).replaceAll('-', '')}`;

/** What tests of withdrawals do again and again, in a house that stands before the first of them runs. */
export const withdrawalSteps = (houseNow: () => MoneyHouse) => {
  let funnels: readonly Funnel[] | undefined;
  const run = (command: Command): Promise<unknown> => houseNow().funnel.run(command);
  const member = async (usdt = '1000'): Promise<bigint> => {
    const id = await houseNow().member({ USDT: usdt });
    await saveAddress(houseNow(), id);
    return id;
  };
  const ask = async (memberId: bigint, more: Asking = {}): Promise<string> =>
    (await houseNow().funnel.run(await asking(houseNow(), memberId, more))).id;
  const asked = async (more: Asking = {}): Promise<string> => ask(await member('5000'), more);
  const approved = async (more: Asking = {}): Promise<string> => {
    const id = await asked(more);
    await run(approveWithdrawal(id, 1, ANA));
    return id;
  };
  /** In two processes. */
  const outcomesOf = async (commands: readonly Command[]) => {
    const two = (funnels ??= [
      houseNow().secondFunnel({ batchSize: 8 }),
      houseNow().secondFunnel({ batchSize: 8, lanes: 2 }),
    ]);
    const outcomes = await Promise.allSettled(commands.map((command, n) => two[n % 2]!.run(command)));
    const codes = outcomes.flatMap((each) =>
      each.status === 'rejected' ? [String(each.reason.code ?? each.reason)] : [],
    );
    return { successes: commands.length - codes.length, codes: [...new Set(codes)].sort() };
  };
  const atOnce = (make: (n: number) => Promise<Command> | Command) =>
    Promise.all(Array.from({ length: AT_ONCE }, async (_, n) => make(n))).then(outcomesOf);
  const mailsOf = async (id: string): Promise<string[]> => {
    const { rows } = await houseNow().pool.query<{ event: string }>(
      `SELECT payload->>'event' AS event FROM outbox WHERE topic = 'withdrawal_mail' AND payload->>'id' = $1 ORDER BY id`,
      [id],
    );
    return rows.map(({ event }) => event);
  };
  return { run, member, ask, asked, approved, outcomesOf, atOnce, mailsOf };
};
