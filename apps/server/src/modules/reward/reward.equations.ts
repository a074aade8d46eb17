import { ENDED } from '@minerx/rules/order-status';
import { WALLET_OF } from '@minerx/rules/wallet';
import type { Equation } from '../../ledger/equation.ts';
import { REWARD_HOUSE } from './reward.ledger.ts';

const { MINING } = REWARD_HOUSE;
const { reward: REWARD } = WALLET_OF;

/** What must hold between rewards, what was credited for them and what orders may still earn. */
export const REWARD_EQUATIONS: readonly Equation[] = [
  {
    name: 'rewards',
    byDay: true,
    sentence: 'Every reward was credited once, to its member, with its amount, and the house mined as much.',
    rows: `SELECT r.order_id || ' ' || r.day AS id FROM reward r LEFT JOIN posting p ON p.transfer_id = r.transfer_id AND p.destination = account_of(r.member_id, ${REWARD})
                   WHERE r.sat <> coalesce(p.amount, 0)
          UNION ALL SELECT t.id::text FROM transfer t WHERE t.kind IN ('reward', 'reward_correction') AND NOT EXISTS (SELECT FROM reward r WHERE r.transfer_id = t.id)
          UNION ALL SELECT 'sum' WHERE (SELECT coalesce(sum(sat), 0) FROM reward)
                                   <> (SELECT coalesce(sum(p.amount), 0) FROM posting p JOIN transfer t ON t.id = p.transfer_id
                                       WHERE p.source = account_of(${MINING}, ${REWARD}) AND t.kind IN ('reward', 'reward_correction'))`,
  },
  {
    name: 'profit-balances',
    each: 'order',
    sentence:
      'What an order may still earn is its maximum profit less what it has earned; an ended order has nothing left. What it has mined in all is what its rewards come to.',
    rows: `SELECT o.id FROM miner_order o LEFT JOIN (SELECT order_id, sum(usd_units) AS usd, sum(sat) AS sat FROM reward GROUP BY 1) r ON r.order_id = o.id
           WHERE o.mined_sat <> coalesce(r.sat, 0) OR o.profit_balance_units <> o.max_profit_units - coalesce(r.usd, 0) OR (o.status = ${ENDED}) <> (o.profit_balance_units = 0)`,
  },
];
