import type { ResultOf } from '@minerx/contract/call';
import type { operatorWaiting } from '@minerx/contract/operator/waiting';
import { Notice } from '@minerx/ui/notice';
import { At } from '../../base/time.tsx';

/** What is approved does not leave: told before anybody approves. */
export function Frozen({ frozen }: Pick<ResultOf<typeof operatorWaiting>, 'frozen'>) {
  if (frozen === null) return null;
  return (
    <Notice role="status">
      <span>
        Payouts are frozen since <At at={frozen.since} />: nothing leaves. Broken: {frozen.broken.join(', ')}.
      </span>
    </Notice>
  );
}
