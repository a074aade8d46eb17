import type { Account, Attempt, AuditLine, LeavingRow, Payout } from '@minerx/contract/operator/list';
import type { ReactNode } from 'react';
import { Columns, Heading } from '../../base/record/record.tsx';
import { Age } from '../../base/time.tsx';
import { AccountPanel } from './account-panel.tsx';
import { State, Warnings } from './steps.tsx';
import { TransactionsPanel } from './transactions-panel.tsx';

interface LeavingPageProps {
  row: LeavingRow & { state: string };
  record: {
    hash_url: string | null;
    blocks: number | null;
    confirmations: number;
    account: Account;
    payout: Payout | null;
    attempts: readonly Attempt[];
    audit: readonly AuditLine[];
  };
  now: number;
  title: ReactNode;
  /** Whose it is, and on which network or of which category. */
  lead: ReactNode;
  decisions: ReactNode;
  /** What is asked. */
  children: ReactNode;
}

/** One of what asks to leave for a chain, coin or item. */
export function LeavingPage({ row, record, now, title, lead, decisions, children }: LeavingPageProps) {
  return (
    <>
      <Heading
        title={title}
        chips={
          <>
            <State state={row.state} />
            {row.warnings.length > 0 && <Warnings warnings={row.warnings} />}
          </>
        }
      >
        {lead}, in this state for <Age at={row.since} now={now} />
      </Heading>
      <Columns
        main={
          <>
            {children}
            <TransactionsPanel {...record} hash={row.hash} url={record.hash_url} />
          </>
        }
        audit={record.audit}
        side={
          <>
            {decisions}
            <AccountPanel account={record.account} />
          </>
        }
      />
    </>
  );
}
