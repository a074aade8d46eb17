import type { Attempt, Payout } from '@minerx/contract/operator/list';
import { Fact, Facts } from '@minerx/ui/facts';
import { At } from '../../base/time.tsx';
import { ChainPanel, Code } from '../../base/record/record.tsx';
import styles from './withdrawal.module.css';

interface TransactionsProps {
  hash: string | null;
  url: string | null;
  blocks: number | null;
  confirmations: number;
  payout: Payout | null;
  attempts: readonly Attempt[];
}

/** What of it is on a chain: the transaction that counts, and every one that was signed. */
export function TransactionsPanel({ hash, url, blocks, confirmations, payout, attempts }: TransactionsProps) {
  return (
    <ChainPanel url={url}>
      <Facts small quiet>
        <Fact label="Transaction">{hash === null ? 'None yet' : <Code>{hash}</Code>}</Fact>
        {hash !== null && <Fact label="Blocks">{`${blocks ?? 0} of ${confirmations}`}</Fact>}
        {payout !== null && (
          <Fact label="Worker">
            {payout.number === null ? payout.state : `${payout.state}, number ${payout.number}`}
          </Fact>
        )}
        {payout?.waits_for && <Fact label="It waits for">{payout.waits_for}</Fact>}
        {payout?.cause && <Fact label="Cause">{payout.cause}</Fact>}
      </Facts>
      {attempts.length > 1 && (
        <ol className={styles.tx}>
          {attempts.map(({ hash: signed, signed_at, told_at, most_gwei }) => (
            <li key={signed}>
              <Code>{signed}</Code>
              <p>
                signed <At at={signed_at} />, told <At at={told_at} />, at most {most_gwei} gwei
              </p>
            </li>
          ))}
        </ol>
      )}
    </ChainPanel>
  );
}
