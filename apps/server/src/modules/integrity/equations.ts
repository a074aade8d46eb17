import { ENDED, ON_QUEUE, WAITING_STOCK } from '@minerx/rules/order-status';
import { WHOLE_DEVICE_TENTHS } from '@minerx/rules/miner-package';
import { NFT_EQUATIONS } from './nft-equations.ts';
import { BLESSING_EQUATIONS } from './blessing-equations.ts';
import { DEPOSIT_EQUATIONS } from './deposit-equations.ts';
import { ORDER_EQUATIONS } from './order-equations.ts';
import { FLOW_EQUATION } from './flow-equation.query.ts';
import { RECORD_EQUATIONS } from './record-equations.ts';
import { PENDING_EQUATION, SETTING_EQUATIONS } from './setting-equations.ts';
import { SETTLEMENT_EQUATIONS } from './settlement-equations.ts';
import { STAKING_EQUATIONS } from './staking-equations.ts';
import { SWAP_EQUATIONS } from './swap-equations.query.ts';
import { TRANSFER_EQUATIONS } from './transfer-equations.ts';
import { TEAM_EQUATIONS } from './team-equations.ts';
import { OPEN_WITHDRAWAL_EQUATION, WITHDRAWAL_EQUATIONS } from './withdrawal-equation.query.ts';

/** A statement that must hold of the whole database. */
export interface Equation {
  name: string;
  /** What it says, for the operator. */
  sentence: string;
  /** Gives `id` of every row that breaks it. */
  rows: string;
}

const FIRST_KEPT_OWNER = 900;
const MINING = 4;
const BTC = 3;

const moved = `
  SELECT account, sum(amount) AS amount
    FROM (SELECT destination AS account, amount::numeric FROM posting UNION ALL SELECT source, -amount::numeric FROM posting) p
   GROUP BY account`;

/** The equations of the ledger, of everything that is derived from it or counted beside it, and of why it moved. */
export const LEDGER_EQUATIONS: readonly Equation[] = [
  {
    name: 'balances',
    sentence: 'Every kept balance is the sum of its postings.',
    rows: `SELECT coalesce(a.id, m.account) AS id FROM account a FULL JOIN (${moved}) m ON m.account = a.id
           WHERE account_owner(coalesce(a.id, m.account)) >= ${FIRST_KEPT_OWNER} AND (a.id IS NULL OR a.balance <> coalesce(m.amount, 0))`,
  },
  {
    name: 'assets',
    sentence: 'Every asset sums to zero over all accounts, the house and the outside world included.',
    rows: `SELECT account_wallet(account) AS id FROM (${moved}) m GROUP BY 1 HAVING sum(amount) <> 0`,
  },
  {
    name: 'never-negative',
    sentence: 'No account of a member or a hold, and nothing that the house has to give, is below zero.',
    rows: `SELECT id FROM account WHERE balance < 0`,
  },
  {
    name: 'transfers',
    sentence: 'Every posting belongs to a transfer, and every transfer has postings.',
    rows: `SELECT p.transfer_id AS id FROM posting p WHERE NOT EXISTS (SELECT FROM transfer t WHERE t.id = p.transfer_id)
          UNION ALL SELECT t.id FROM transfer t WHERE NOT EXISTS (SELECT FROM posting p WHERE p.transfer_id = t.id)`,
  },
  {
    name: 'holds',
    sentence: 'The hold of a waiting order holds exactly what was paid; a closed hold is empty.',
    rows: `SELECT o.id::text FROM miner_order o
                    LEFT JOIN LATERAL (SELECT coalesce(jsonb_object_agg(p.wallet_id, p.units), '{}') AS parts FROM order_payment p WHERE p.order_id = o.id) paid ON true
                    LEFT JOIN LATERAL (SELECT coalesce(jsonb_object_agg(w.id, a.balance), '{}') AS parts FROM wallet_type w JOIN account a ON a.id = account_of(o.hold_owner_id, w.id)
                                        WHERE a.balance <> 0) held ON true
                   WHERE o.status = ${WAITING_STOCK} AND paid.parts <> held.parts
          UNION ALL SELECT h.owner_id::text FROM hold h JOIN account a ON account_owner(a.id) = h.owner_id
                   WHERE h.state <> 'open' AND a.balance <> 0`,
  },
  {
    name: 'rewards',
    sentence: 'Every reward was credited once, to its member, with its amount, and the house mined as much.',
    rows: `SELECT r.order_id || ' ' || r.day AS id FROM reward r LEFT JOIN posting p ON p.transfer_id = r.transfer_id AND p.destination = account_of(r.member_id, ${BTC})
                   WHERE r.sat <> coalesce(p.amount, 0)
          UNION ALL SELECT t.id::text FROM transfer t WHERE t.kind IN ('reward', 'reward_correction') AND NOT EXISTS (SELECT FROM reward r WHERE r.transfer_id = t.id)
          UNION ALL SELECT 'sum' WHERE (SELECT coalesce(sum(sat), 0) FROM reward)
                                   <> (SELECT coalesce(sum(p.amount), 0) FROM posting p JOIN transfer t ON t.id = p.transfer_id
                                       WHERE p.source = account_of(${MINING}, ${BTC}) AND t.kind IN ('reward', 'reward_correction'))`,
  },
  {
    name: 'profit-balances',
    sentence:
      'What an order may still earn is its maximum profit less what it has earned; an ended order has nothing left.',
    rows: `SELECT o.id FROM miner_order o LEFT JOIN (SELECT order_id, sum(usd_units) AS usd FROM reward GROUP BY 1) r ON r.order_id = o.id
           WHERE o.profit_balance_units <> o.max_profit_units - coalesce(r.usd, 0) OR (o.status = ${ENDED}) <> (o.profit_balance_units = 0)`,
  },
  {
    name: 'lines',
    sentence: 'The stock counters of waiting and queued units are the numbers of such orders.',
    rows: `SELECT s.line AS id FROM stock s
            LEFT JOIN (SELECT CASE WHEN package_id = 5 THEN 'x2' ELSE 'x1' END AS line, count(*) FILTER (WHERE status = ${WAITING_STOCK}) AS waiting,
                              count(*) FILTER (WHERE status = ${ON_QUEUE}) AS queued FROM miner_order GROUP BY 1) o ON o.line = s.line
           WHERE s.waiting <> coalesce(o.waiting, 0) OR s.shared_queue <> coalesce(o.queued, 0)`,
  },
  {
    name: 'stock',
    sentence:
      'Used units are the taken devices (ten make an X2 unit) and the queued shared units; the total is what the devices make that are taken or in stock, and never less than is used.',
    rows: `SELECT s.line AS id FROM stock s
            LEFT JOIN (SELECT line, count(*) FILTER (WHERE retired_at IS NULL AND (in_stock OR NOT free)) AS all, count(*) FILTER (WHERE NOT free AND retired_at IS NULL) AS taken
                         FROM device GROUP BY 1) d ON d.line = s.line
           WHERE s.used <> CASE s.line WHEN 'x1' THEN coalesce(d.taken, 0) + s.shared_queue ELSE coalesce(d.taken, 0) / 10 END
              OR s.total <> greatest(s.used, CASE s.line WHEN 'x1' THEN coalesce(d.all, 0) ELSE coalesce(d.all, 0) / 10 END)`,
  },
  {
    name: 'allocations',
    sentence: 'No device is shared out more than once, and exactly those without an allocation are free.',
    rows: `SELECT d.id FROM device d
            LEFT JOIN (SELECT device_id, sum(share_tenths) AS tenths FROM allocation WHERE released_at IS NULL GROUP BY 1) a ON a.device_id = d.id
           WHERE coalesce(a.tenths, 0) > ${WHOLE_DEVICE_TENTHS} OR d.free <> (a.tenths IS NULL)`,
  },
  {
    name: 'vouchers',
    sentence:
      'Every redeemed voucher made one order that was not cancelled, and no order has a voucher that was not redeemed.',
    rows: `SELECT v.id FROM voucher v WHERE v.redeemed_by IS NOT NULL
             AND NOT EXISTS (SELECT FROM miner_order o WHERE o.voucher_id = v.id AND o.member_id = v.redeemed_by)
          UNION ALL SELECT o.id FROM miner_order o JOIN voucher v ON v.id = o.voucher_id WHERE v.redeemed_by IS DISTINCT FROM o.member_id`,
  },
  ...SETTLEMENT_EQUATIONS,
  ...ORDER_EQUATIONS,
  ...NFT_EQUATIONS,
  ...DEPOSIT_EQUATIONS,
  ...WITHDRAWAL_EQUATIONS,
  ...STAKING_EQUATIONS,
  ...TEAM_EQUATIONS,
  ...TRANSFER_EQUATIONS,
  ...SWAP_EQUATIONS,
  ...BLESSING_EQUATIONS,
  FLOW_EQUATION,
  ...RECORD_EQUATIONS,
];

/** All of them: those of the ledger, and those of what operators and members set. */
export const EQUATIONS: readonly Equation[] = [...LEDGER_EQUATIONS, ...SETTING_EQUATIONS];

/** Those that stand before what leaves, and read little: checked twice a minute. */
const GUARDING = new Set([
  'adjustments',
  'deposits',
  'nft-holds',
  'nft-states',
  'nft-owners',
  'withdrawal-holds',
  'withdrawal-approvals',
  'addresses',
  'member-transfers',
  'liquidity',
  'freezes',
  'never-negative',
]);
export const GUARDS: readonly Equation[] = [
  ...EQUATIONS.filter(({ name }) => GUARDING.has(name)),
  PENDING_EQUATION,
  OPEN_WITHDRAWAL_EQUATION,
];
