import { operatorAuditChain } from '@minerx/contract/operator/audit';
import { Button } from '@minerx/ui/button';
import { Chip } from '@minerx/ui/chip';
import { useQuery } from '@tanstack/react-query';
import { request, sentenceOf } from '../../base/api.ts';
import styles from './audit.module.css';

/** Walks the whole log when somebody asks for it, and says what came of it. */
export function ChainState() {
  const chain = useQuery({
    queryKey: ['audit-chain'],
    queryFn: () => request(operatorAuditChain),
    enabled: false,
    staleTime: Infinity,
  });
  const { data } = chain;
  return (
    <div className={styles.chain}>
      <div aria-live="polite">
        {chain.isError ? (
          <p className={styles.failed}>{sentenceOf(chain.error)}</p>
        ) : data === undefined ? (
          <p>Each line below is verified. The whole log:</p>
        ) : data.broken.length > 0 ? (
          <p>
            <Chip tone="danger">Broken</Chip> {data.broken.join(', ')}
          </p>
        ) : (
          <p>
            <Chip tone="gain">Unbroken</Chip> {data.head?.id ?? 0} lines, {data.anchors} noted outside
          </p>
        )}
      </div>
      <Button variant="secondary" size="medium" busy={chain.isFetching} onClick={() => void chain.refetch()}>
        Verify
      </Button>
    </div>
  );
}
