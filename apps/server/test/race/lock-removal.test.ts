import { DAY_MS } from '@minerx/rules/duration';
import { unitsOf } from '@minerx/rules/money';
import { PAYOUT_STATUS } from '@minerx/rules/payout';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { testDatabase } from '../../src/db/test-database.ts';
import type { TestDatabase } from '../../src/db/test-database.ts';
import { LEDGER_TABLES } from '../../src/composition/ledger-tables.ts';
import { lockKinds } from '../../src/ledger/batch.ts';
import type { Funnel } from '../../src/ledger/funnel.ts';
import { dealBlessing, openBlessing } from '../../src/modules/blessing/blessing.command.ts';
import { creditDeposits } from '../../src/modules/deposit/credit-deposits.command.ts';
import { checkLedger } from '../whole/check-ledger.ts';
import { creditMember } from '../../src/modules/member/adjustment.command.ts';
import { issueNft } from '../../src/modules/nft/nft-holding.command.ts';
import { withdrawNft } from '../../src/modules/nft/nft-withdrawal.command.ts';
import { agreedCommand } from '../../src/modules/operator/agreement.command.ts';
import { propose } from '../../src/modules/operator/proposal.command.ts';
import { activateOrder } from '../../src/modules/order/activation.command.ts';
import { withPayout } from '../../src/modules/payout/payout-end.command.ts';
import { bookReceipt } from '../../src/modules/reconciliation/book-receipt.command.ts';
import { endStake, stakeTokens } from '../../src/modules/staking/staking.command.ts';
import { bookSweep } from '../../src/modules/sweep/book-sweep.command.ts';
import { approveLiquidity, proposeLiquidity } from '../../src/modules/swap/liquidity.command.ts';
import { quoteSwap } from '../../src/modules/swap/swap-quote.command.ts';
import { swapWallets } from '../../src/modules/swap/swap.command.ts';
import { cancelWithdrawal } from '../../src/modules/withdrawal/withdrawal-review.command.ts';
import { Refusal, refuse } from '../../src/refusal.ts';
import { receivedHere, keptDeposit, toldSweep } from '../chain/arrived.ts';
import { fillPrizePool, MONEY_ONLY, packsOf } from '../blessing-pool.ts';
import { expectCoherentLedger } from '../coherent-ledger.ts';
import { moneyHouse, PEPPER } from '../money-house.ts';
import type { MoneyHouse } from '../money-house.ts';
import { buy } from '../purchases.ts';
import { ADDRESS, asking, saveAddress } from '../withdrawals.ts';

const BY_OPERATOR = { actor: 'operator:test', reason: 'test' } as const;
/** Who proposes, and both who agree. */
const DECIDERS = ['operator:0@minerx.test', 'operator:1@minerx.test', 'operator:2@minerx.test'] as const;

/** An agreement is taken only of operators whom the database knows, and it knows nobody whom two have not invited, or its owner made. */
const addOperators = async ({ ownerUrl }: TestDatabase): Promise<void> => {
  const owner = createPool(ownerUrl, { max: 1 });
  await owner.query(
    `INSERT INTO operator (id, email, name, role, password_hash, totp_secret, created_at)
       SELECT gen_random_uuid(), email, email, 'finance', 'x', 'x', now() FROM unnest($1::text[]) email`,
    [DECIDERS.map((actor) => actor.slice('operator:'.length))],
  );
  await owner.end();
};

interface Race {
  /** Whose rows somebody else holds until both have read what they decide on, or wait for the lock. */
  readonly table: string;
  readonly what: string;
  /** Only one of the two may succeed. */
  readonly one?: true;
  /** How it shows that the lock is gone: a broken equation, a fault of the database, `both`. */
  readonly signs: readonly string[];
  /** Two runs, which two funnels do at once. */
  prepare(house: MoneyHouse, database: TestDatabase): Promise<readonly ((funnel: Funnel) => Promise<unknown>)[]>;
}

const rich = (house: MoneyHouse): Promise<bigint> => house.member({ CW: '100000', AOGTD: '1000' });

const bought = async (house: MoneyHouse, member: bigint): Promise<string> =>
  (await house.funnel.run(buy(member, 1))).orderIds[0]!;

const withPrizes = async (house: MoneyHouse): Promise<void> => {
  const { rowCount } = await house.pool.query('SELECT FROM blessing_prize LIMIT 1');
  if (rowCount === 0) await fillPrizePool(house.pool, [...MONEY_ONLY, LIMITED], { packageId: 1 });
};

const liquidity = async (house: MoneyHouse) => {
  const id = await proposeLiquidity(house, { walletId: 4, units: unitsOf('100'), ...BY_OPERATOR });
  return approveLiquidity({ id, walletId: 4 }, { actor: 'operator:ben', reason: 'test' });
};

/** A race for each kind of lock. */
const RACES: Record<string, Race> = {
  stock: {
    table: 'stock',
    what: 'two members queue for a group each',
    signs: ['lines'],
    prepare: async (house) => {
      const members = [await rich(house), await rich(house)];
      return members.map((member) => (funnel) => funnel.run(buy(member, 2)));
    },
  },
  orders: {
    table: 'miner_order',
    what: 'one order is activated by both',
    one: true,
    signs: ['order-activation'],
    prepare: async (house) => {
      const member = await rich(house);
      const id = await bought(house, member);
      return [0, 1].map(() => (funnel) => funnel.run(activateOrder(member, id, null)));
    },
  },
  stakes: {
    table: 'staking_order',
    what: 'one stake is ended by both',
    one: true,
    signs: ['account … would be overdrawn'],
    prepare: async (house) => {
      const member = await house.member({ AOGP: '10', GBPT: '2500' });
      const input = { typeId: 1, amountUnits: unitsOf('10'), amount2Units: unitsOf('2500') };
      house.clock.at -= 28 * DAY_MS;
      const { stakeId } = await house.funnel.run(stakeTokens(member, input, null));
      house.clock.at += 28 * DAY_MS;
      return [0, 1].map(() => (funnel) => funnel.run(endStake(member, stakeId)));
    },
  },
  withdrawals: {
    table: 'withdrawal',
    what: 'one withdrawal is cancelled twice',
    one: true,
    signs: ['account … would be overdrawn'],
    prepare: async (house) => {
      const member = await house.member({ USDT: '100' });
      await saveAddress(house, member);
      const { id } = await house.funnel.run(await asking(house, member));
      return ['one key', 'another'].map((key) => (funnel) => funnel.run(cancelWithdrawal(member, id, key)));
    },
  },
  nfts: {
    table: 'nft',
    what: 'one NFT is withdrawn by both',
    one: true,
    signs: ['nft_withdrawal_pending'],
    prepare: async (house) => {
      const member = await house.member({ USDT: '100' });
      const { id: nftId } = await issueNft(house, member, { category: 'rare' }, BY_OPERATOR);
      const input = { nftId, address: ADDRESS, seenFeeUnits: null };
      return [0, 1].map(() => (funnel) => funnel.run(withdrawNft(member, input, null)));
    },
  },
  payouts: {
    table: 'payout',
    what: 'one sweep is booked by both',
    one: true,
    signs: ['sweeps'],
    prepare: async (house) => {
      const member = await house.member();
      const deposits = await keptDeposit(house, member);
      await house.funnel.run(creditDeposits(deposits));
      const id = await toldSweep(house, member);
      const booking = withPayout(bookSweep(id, 2, { walletId: 1, units: 500n }), id, PAYOUT_STATUS.CONFIRMED);
      return [0, 1].map(() => (funnel) => funnel.run(booking));
    },
  },
  packs: {
    table: 'blessing_pack',
    what: 'one pack is opened by both',
    one: true,
    // Its cards would be given back twice.
    signs: ['prizes … may not change so'],
    prepare: async (house) => {
      await withPrizes(house);
      const member = await rich(house);
      await bought(house, member);
      const [pack] = await packsOf(house.pool, member);
      const input = { packId: pack!.id, pepper: PEPPER };
      return [0, 1].map((index) => (funnel) => funnel.run(openBlessing(member, { ...input, index }, null)));
    },
  },
  prizes: {
    table: 'blessing_prize',
    what: 'a limited prize is dealt to two packs',
    signs: ['blessing-pool'],
    prepare: async (house) => {
      await withPrizes(house);
      const members = [await rich(house), await rich(house)];
      // On a day that nothing was committed to for, packs wait for their decks.
      house.clock.at -= 28 * DAY_MS;
      for (const member of members) await bought(house, member);
      house.clock.at += 28 * DAY_MS;
      const packs = await Promise.all(members.map((member) => packsOf(house.pool, member)));
      return members.map((member, n) => (funnel) => funnel.run(dealBlessing(member, packs[n]![0]!.id)));
    },
  },
  withdrawers: {
    table: 'member',
    what: 'a day’s limit is asked for twice',
    one: true,
    signs: ['both'],
    prepare: async (house) => {
      const member = await house.member({ USDT: '1000' });
      await saveAddress(house, member);
      await house.pool.query('UPDATE asset_network SET daily_limit_units = $1 WHERE (wallet_id, network_id) = (1, 2)', [
        unitsOf('30'),
      ]);
      const commands = [await asking(house, member), await asking(house, member)];
      return commands.map((command) => (funnel) => funnel.run(command));
    },
  },
  deposits: {
    table: 'deposit',
    what: 'one deposit is credited by both',
    one: true,
    signs: ['deposits'],
    prepare: async (house) => {
      const deposits = await keptDeposit(house, await house.member());
      return [0, 1].map(() => (funnel) => funnel.run(creditDeposits(deposits)));
    },
  },
  houseReceipts: {
    table: 'house_receipt',
    what: 'what came to our own wallet is booked by both',
    one: true,
    signs: ['funding'],
    prepare: async (house) => {
      const id = await receivedHere(house);
      return [0, 1].map(() => (funnel) => funnel.run(bookReceipt(id)));
    },
  },
  swapQuotes: {
    table: 'swap_quote',
    what: 'one quote is taken twice',
    one: true,
    signs: ['swaps'],
    prepare: async (house) => {
      await house.funnel.run(await liquidity(house));
      const memberId = await house.member({ USDT: '1000' });
      const { id } = await quoteSwap(house, memberId, { from: 1, to: 4, amountUnits: unitsOf('10') });
      return [0, 1].map(() => (funnel) => funnel.run(swapWallets({ id, memberId, from: 1, to: 4 }, null)));
    },
  },
  liquidityChanges: {
    table: 'liquidity_change',
    what: 'one change of the liquidity is approved by both',
    one: true,
    signs: ['liquidity'],
    prepare: async (house) => {
      const command = await liquidity(house);
      return [0, 1].map(() => (funnel) => funnel.run(command));
    },
  },
  accounts: {
    table: 'account',
    what: 'two orders are activated with the money for one',
    one: true,
    signs: ['balances'],
    prepare: async (house) => {
      const member = await house.member({ CW: '2000', AOGTD: '20' });
      const ids = [await bought(house, member), await bought(house, member)];
      return ids.map((id) => (funnel) => funnel.run(activateOrder(member, id, null)));
    },
  },
  // The last one: where there are operators, what other races do by hand takes two of them.
  proposals: {
    table: 'operator_proposal',
    what: 'one proposal is carried out by both who agree',
    one: true,
    signs: ['proposal_decided_once'],
    prepare: async (house, database) => {
      await addOperators(database);
      const memberId = await house.member();
      const { rows } = await house.pool.query<{ email: string }>('SELECT email FROM member WHERE id = $1', [memberId]);
      const input = { email: rows[0]!.email, wallet: 'USDT', amount: '5' };
      const asked = { action: 'member credit', input, before: {} };
      const id = await propose(house, { ...asked, actor: DECIDERS[0] });
      const proposal = { ...asked, id, proposedBy: DECIDERS[0], proposedAt: new Date(house.clock.now()) };
      return DECIDERS.slice(1).map((actor) => (funnel) => {
        const by = { actor, reason: 'test' } as const;
        const credit = creditMember({ memberId, walletId: 1, amountUnits: unitsOf(input.amount), ...by });
        const agreement = { proposal: proposal.id, by: by.actor };
        return funnel.run(
          agreedCommand(credit, { proposal, by, agreement, refuseDecided: () => refuse('err_conflict') }),
        );
      });
    },
  },
};

/** Comes up first, and there is one of it. */
const LIMITED = { id: 9, name: 'Dubai', min: 2888, weight: 1_000_000, total: 1 };

const openHouse = async () => {
  const database = await testDatabase();
  const house = await moneyHouse(database);
  await house.devices('x1', 40);
  return { database, house };
};

/** Both wait, or have nothing to wait for. */
const untilBothWait = async (pool: Pool, both: Promise<unknown>): Promise<void> => {
  let over = false;
  void both.then(() => (over = true));
  while (!over) {
    const { rows } = await pool.query<{ waiting: bigint }>(
      `SELECT count(*) AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rows[0]!.waiting === 2n) return;
  }
};

/** What is wrong after the race: the names of broken equations, faults of the database, and `both` where only one may succeed. */
const run = async (
  { house, database }: { house: MoneyHouse; database: TestDatabase },
  race: Race,
  unlocked: readonly string[],
): Promise<string[]> => {
  const funnels = [0, 1].map(() => house.secondFunnel({ unsafeWithoutLocks: unlocked }));
  const runs = await race.prepare(house, database);
  const holder = await house.pool.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM ${race.table} FOR UPDATE`);
  const both = Promise.allSettled(runs.map((each, n) => each(funnels[n]!)));
  await untilBothWait(house.pool, both);
  await holder.query('COMMIT');
  holder.release();
  const outcomes = await both;
  await Promise.all(funnels.map((funnel) => funnel.drain()));
  const faults = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' || outcome.reason instanceof Refusal
      ? []
      : [
          (outcome.reason as { constraint?: string }).constraint ??
            (outcome.reason as Error).message.replace(/\d+/, '…'),
        ],
  );
  const succeeded = outcomes.filter(({ status }) => status === 'fulfilled').length;
  const broken = (await checkLedger(house.pool)).filter(({ violations }) => violations > 0n).map(({ name }) => name);
  return [...faults, ...(race.one && succeeded > 1 ? ['both'] : []), ...broken];
};

describe('a lock that is removed on purpose is missed', () => {
  it('has a race here for each kind', () => {
    expect(Object.keys(RACES).toSorted()).toEqual(lockKinds(LEDGER_TABLES).toSorted());
  });

  it.each(Object.entries(RACES).map(([kind, race]) => ({ kind, race, ...race })))(
    '$kind: $what, and that shows as $signs',
    // A race can be missed on a busy machine; each try has a house of its own.
    { retry: 2 },
    async ({ kind, race, signs }) => {
      const { database, house } = await openHouse();
      const caught = await run({ house, database }, race, [kind]);
      await house.close();
      await database.drop();
      expect(caught).toEqual(expect.arrayContaining([...signs]));
    },
  );
});

describe('with all locks', () => {
  let database: TestDatabase;
  let house: MoneyHouse;
  beforeAll(async () => ({ database, house } = await openHouse()));
  afterAll(async () => {
    await expectCoherentLedger(house.pool);
    await house.close();
    await database.drop();
  });

  it.each(Object.values(RACES))('$what, and nothing is wrong', async (race) => {
    expect(await run({ house, database }, race, [])).toEqual([]);
  });
});
