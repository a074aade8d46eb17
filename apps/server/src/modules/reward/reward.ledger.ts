import type { Reward } from '@minerx/contract/order';
import type { RewardInputs } from '@minerx/rules/mining-reward';
import { TOLD } from '../../ledger/money.ts';
import { columns } from '../../ledger/statement.ts';
import { defineLedgerRecords } from '../../ledger/table.ts';

/** The house's accounts of this noun. */
export const REWARD_HOUSE = {
  /** What the pool paid comes from here. */
  OUTSIDE: 1n,
  /** Mining rewards come from here. */
  MINING: 4n,
} as const;

/** What one order earned on a day, as `computeReward` of the rules gave it from `inputs`. */
export interface OrderReward {
  readonly orderId: string;
  /** 0 for the settlement of the day; each correction of it is a part of its own. */
  readonly part: number;
  /** Why a correction was due. */
  readonly cause: Reward['cause'];
  /** Credited to the BTC wallet; zero is recorded too. */
  readonly sat: bigint;
  readonly usdUnits: bigint;
  readonly carryPicoSat: bigint;
  /** Whether the profit balance is used up, so that the order ends. */
  readonly endsOrder: boolean;
  readonly inputs: RewardInputs;
  readonly simulated: boolean;
}

/** The receipt of what an order was credited for a day, or for a part of one. */
export interface RewardReceipt extends OrderReward {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly memberId: bigint;
  /** Null when nothing was credited. */
  readonly transferId: string | null;
}

export const rewards = defineLedgerRecords<RewardReceipt>({
  name: 'rewards',
  money: {
    house: REWARD_HOUSE,
    kinds: {
      reward: {
        ways: ['MINING member'],
        whenFrozen: 'waits',
        mail: { none: 'the notice of their day tells of them all, by mail to whoever wants that' },
      },
      reward_correction: {
        ways: ['MINING member'],
        whenFrozen: 'waits',
        mail: { none: 'a notice of its day tells of them all, by mail to everybody' },
      },
      pool_payout: { ways: ['OUTSIDE MINING', 'MINING OUTSIDE'], whenFrozen: 'goes on', mail: TOLD.ofTheHouse },
    },
  },
  insert: (db, rows) =>
    db.send(
      'ledger_reward',
      `INSERT INTO reward (day, order_id, member_id, sat, usd_units, transfer_id, part, cause, inputs, simulated, settled_at)
       SELECT r.day, r.order_id, r.member_id, r.sat, r.usd_units, r.transfer_id, r.part, r.cause, r.inputs::jsonb, r.simulated, $11::timestamptz
         FROM unnest($1::date[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::uuid[], $7::smallint[], $8::text[], $9::text[], $10::boolean[])
           AS r(day, order_id, member_id, sat, usd_units, transfer_id, part, cause, inputs, simulated)`,
      [
        ...columns(rows, 'day', 'orderId', 'memberId', 'sat', 'usdUnits', 'transferId', 'part', 'cause'),
        rows.map(({ inputs }) => JSON.stringify(inputs)),
        rows.map(({ simulated }) => simulated),
        db.now.toISOString(),
      ],
    ),
});
