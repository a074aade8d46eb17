import type { ResultOf } from '@minerx/contract/call';
import type { operatorHealth, Trouble } from '@minerx/contract/operator/health';
import { Chip } from '@minerx/ui/chip';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../base/record/record.tsx';
import { Age } from '../../base/time.tsx';
import { isSilent } from './source-state.tsx';
import styles from './health.module.css';

type Health = ResultOf<typeof operatorHealth>;

interface Told {
  says: string;
  /** Where it is looked into. */
  to: string;
  search?: Record<string, string>;
  label: string;
  /** What the figure counts, where it is told. */
  unit?: string;
}

const CHECK = { to: '/integrity/check', label: 'Check everything' };
const DEPOSITS = { to: '/deposits', search: { state: 'seen' }, label: 'Deposits on the way' };
const NETWORKS = { to: '/network/list', label: 'Networks' };
const DAYS = { to: '/settlements', search: { state: 'open' }, label: 'Days that are open' };
const WALLETS = { to: '/wallet/show', label: 'Hot wallets' };
const PAYOUTS = { to: '/payout/list', label: 'Payouts' };
const GIVEN_UP = { to: '/given-up', label: 'Given up' };
const PRICES = { to: '/price/list', label: 'Prices' };

const TROUBLES: Readonly<Record<Trouble, Told>> = {
  payouts_frozen: { says: 'An equation of the books is broken: payouts are frozen, nothing leaves.', ...CHECK },
  chain_differences: {
    says: 'A chain holds less than the books say: payouts stand still.',
    to: '/wallet/differences',
    label: 'Differences',
    unit: 'balances',
  },
  integrity_age_seconds: { says: 'Nobody knows whether the books hold: the last whole check is old.', ...CHECK },
  integrity_guard_age_seconds: { says: 'The equations before what leaves are not checked any more.', ...CHECK },
  reconciliation_age_seconds: {
    says: 'The books were not held against a chain.',
    to: '/balance-sheet',
    label: 'Balance sheet',
  },
  settlement_age_seconds: { says: 'Members wait for the rewards of a day.', ...DAYS },
  settlement_days_waiting: { says: 'Nothing settles these days by itself.', ...DAYS, unit: 'days' },
  settlement_days_far: {
    says: 'The formula is far from what the pool paid.',
    to: '/settlements',
    search: { state: 'far' },
    label: 'Those days',
    unit: 'days',
  },
  chain_lag_blocks: {
    says: 'A chain is read far behind its head: deposits are seen late.',
    ...NETWORKS,
    unit: 'blocks',
  },
  chain_read_age_seconds: { says: 'A chain cannot be read: deposits are not seen.', ...DEPOSITS },
  payout_oldest_seconds: {
    says: 'An approved payout is not told to its chain.',
    to: '/withdrawals',
    search: { state: 'approved' },
    label: 'Approved withdrawals',
  },
  payouts_errored: { says: 'Nobody can say what became of payouts.', ...PAYOUTS, unit: 'payouts' },
  withdrawals_errored: {
    says: 'Nobody can say whether withdrawals left.',
    to: '/withdrawals',
    search: { state: 'errored' },
    label: 'Outcome unknown',
    unit: 'withdrawals',
  },
  sweeps_failed: { says: 'Deposit addresses could not be swept into the hot wallet.', ...PAYOUTS, unit: 'sweeps' },
  hot_wallet_runway_hours: { says: 'A hot wallet lasts less than a day.', ...WALLETS, unit: 'hours' },
  hot_wallet_gas_left: { says: 'A hot wallet has little left for gas.', ...WALLETS, unit: 'transactions' },
  withdrawal_oldest_seconds: {
    says: 'A withdrawal waits for operators for more than a day.',
    to: '/withdrawals',
    label: 'Withdrawals to review',
  },
  nft_withdrawal_oldest_seconds: {
    says: 'An NFT withdrawal waits for operators for more than a day.',
    to: '/nft-withdrawals',
    label: 'NFT withdrawals',
  },
  btc_price_age_seconds: { says: 'There is no BTC price to pay by.', ...PRICES },
  btc_price_doubted: { says: 'The BTC price is not believed: everything that pays by it waits.', ...PRICES },
  network_tip_age_seconds: { says: 'Nothing is heard of the Bitcoin network.', ...DAYS },
  network_tip_refused: { says: 'The tip of the Bitcoin network is not believed: settlement waits.', ...DAYS },
  pool_payout_age_seconds: { says: 'The pool has not told what it paid for a day.', ...DAYS },
  measured_age_seconds: { says: 'No minute of any machine is written.', to: '/fleet', label: 'Fleet' },
  outbox_oldest_seconds: { says: 'Mails leave late: codes do not arrive.', ...GIVEN_UP },
  outbox_given_up: { says: 'Mails or other work were given up.', ...GIVEN_UP, unit: 'of them' },
};

/** What is wrong, what cannot wait first: since when, and where it is looked into. */
export function Troubles({ health: { troubles, sources }, now }: { health: Health; now: number }) {
  const silent = sources.filter(isSilent);
  const count = troubles.length + silent.length;
  return (
    <Panel
      title="What is wrong"
      strong={count > 0}
      aside={count === 0 ? <Chip tone="gain">Nothing</Chip> : <Chip tone="danger">{count}</Chip>}
    >
      {count === 0 && <p className={styles.none}>Every figure is within its limit, and every source answers.</p>}
      <ul className={styles.troubles}>
        {troubles.map(({ trouble, urgent, value, since }) => {
          const { says, to, search = {}, label, unit } = TROUBLES[trouble];
          return (
            <li key={trouble}>
              <Urgency urgent={urgent} />
              <span>
                {says}{' '}
                {unit !== undefined && <Figure>{`${value} ${value === 1 ? unit.replace(/s$/, '') : unit}`}</Figure>}
              </span>
              <Since at={since} now={now} />
              <Link to={to} search={search as never}>
                {label}
              </Link>
            </li>
          );
        })}
        {silent.map(({ name, last_answer_at: answered, last_failure_at: failed, last_failure: why }) => (
          <li key={name}>
            <Urgency urgent={false} />
            <span>
              {name} does not answer. <Figure>{why ?? ''}</Figure>
            </span>
            <Since at={answered ?? failed} now={now} />
            <a href="#sources">Sources</a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Urgency({ urgent }: { urgent: boolean }) {
  return urgent ? <Chip tone="danger">Now</Chip> : <Chip tone="wait">Today</Chip>;
}

function Figure({ children }: { children: string }) {
  return <span className={styles.figure}>{children}</span>;
}

function Since({ at, now }: { at: string | null; now: number }) {
  return <span className={styles.since}>{at !== null && <Age at={at} now={now} />}</span>;
}
