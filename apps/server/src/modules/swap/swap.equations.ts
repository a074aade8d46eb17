import type { Equation } from '../../ledger/equation.ts';
import { WALLETS } from '@minerx/rules/wallet';
import { CAPITAL_HOUSE } from '../reconciliation/house-receipt.ledger.ts';
import { SWAP_HOUSE } from './swap.ledger.ts';
import { IS_GIVEN } from './swap-given.sql.ts';

const { SWAP_LIQUIDITY, SWAP_FEES } = SWAP_HOUSE;
const { CAPITAL } = CAPITAL_HOUSE;
const UNIT = 100_000_000;
/** Wallets whose price says how many of them a dollar is. */
const UNITS_PER_USD = WALLETS.filter(({ priceMeaning }) => priceMeaning === 'units_per_usd')
  .map(({ id }) => id)
  .join(', ');

/** Dollars for an amount by a price, exactly. */
const usd = (wallet: string, units: string, price: string): string =>
  `CASE WHEN ${wallet} IN (${UNITS_PER_USD}) THEN (${units})::numeric * ${UNIT} / ${price} ELSE (${units})::numeric * ${price} / ${UNIT} END`;

const posted = (source: string, destination: string, wallet: string): string =>
  `coalesce((SELECT sum(p.amount) FROM posting p WHERE p.transfer_id = q.transfer_id
              AND p.source = account_of(${source}, ${wallet}) AND p.destination = account_of(${destination}, ${wallet})), 0)`;

/** What must hold of swaps and of the house's liquidity. */
export const SWAP_EQUATIONS: readonly Equation[] = [
  {
    name: 'swaps',
    sentence:
      'Every swap took one quote while it stood: what was given, what was promised and the fee moved, and no more came out than went in at its prices, which its wallets had then.',
    rows: `SELECT coalesce(t.id, q.id) AS id FROM (SELECT id, member_id, at FROM transfer WHERE kind = 'swap') t
            FULL JOIN (SELECT * FROM swap_quote WHERE transfer_id IS NOT NULL) q ON q.transfer_id = t.id
           WHERE t.id IS NULL OR q.id IS NULL OR t.member_id <> q.member_id OR t.at >= q.expires_at OR NOT ${IS_GIVEN}
              OR ${posted('q.member_id', String(SWAP_LIQUIDITY), 'q.from_wallet')} <> q.amount_units
              OR ${posted(String(SWAP_LIQUIDITY), 'q.member_id', 'q.to_wallet')} <> q.arrives_units
              OR ${posted(String(SWAP_LIQUIDITY), String(SWAP_FEES), 'q.to_wallet')} <> q.fee_units
              OR ${usd('q.to_wallet', 'q.arrives_units + q.fee_units', 'q.to_price_units')} > ${usd('q.from_wallet', 'q.amount_units', 'q.from_price_units')}`,
  },
  {
    name: 'liquidity',
    sentence:
      'Liquidity was put in and taken out only as one operator asked and another one agreed, and the audit log tells both.',
    rows: `SELECT coalesce(t.id, q.id) AS id FROM (SELECT id FROM transfer WHERE kind = 'liquidity') t
            FULL JOIN (SELECT * FROM liquidity_change WHERE transfer_id IS NOT NULL) q ON q.transfer_id = t.id
           WHERE t.id IS NULL OR q.id IS NULL OR q.approved_by = q.proposed_by
              OR ${posted(String(CAPITAL), String(SWAP_LIQUIDITY), 'q.wallet_id')} - ${posted(String(SWAP_LIQUIDITY), String(CAPITAL), 'q.wallet_id')} <> q.units
              OR NOT EXISTS (SELECT FROM audit a WHERE a.action = 'liquidity.propose' AND a.subject = 'liquidity:' || q.id AND a.actor = q.proposed_by
                                AND (a.detail->>'amount')::numeric * ${UNIT} = q.units)
              OR NOT EXISTS (SELECT FROM audit a WHERE a.action = 'liquidity.approve' AND a.subject = 'liquidity:' || q.id AND a.actor = q.approved_by
                                AND a.detail->>'transferId' = t.id::text)`,
  },
];
