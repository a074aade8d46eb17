import type { OperatorSession } from '@minerx/contract/operator/session';
import { Notice } from '@minerx/ui/notice';
import { At } from '../base/time.tsx';
import styles from './frame.module.css';

/** What is approved does not leave: told on every page, so before anybody approves. */
export function Frozen({ frozen }: Pick<OperatorSession, 'frozen'>) {
  if (frozen === null) return null;
  return (
    <div className={styles.frozen}>
      <Notice role="status">
        <span>
          Payouts are frozen since <At at={frozen.since} />: nothing leaves. Broken: {frozen.broken.join(', ')}.
        </span>
      </Notice>
    </div>
  );
}
