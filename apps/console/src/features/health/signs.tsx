import type { ResultOf } from '@minerx/contract/call';
import type { operatorHealth } from '@minerx/contract/operator/health';
import { DataTable } from '../../base/list/data-table.tsx';
import styles from './health.module.css';

type Sign = ResultOf<typeof operatorHealth>['signs'][number];

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Ages read as ages, whatever else as a count. */
function valueOf({ name, value }: Sign): string {
  if (value === null) return '–';
  if (!name.endsWith('_seconds')) return String(value);
  if (value < 2 * MINUTE) return `${Math.round(value)} s`;
  if (value < 2 * HOUR) return `${Math.round(value / MINUTE)} min`;
  return value < 48 * HOUR ? `${Math.round(value / HOUR)} h` : `${Math.round(value / (24 * HOUR))} d`;
}

/** The same signs that are scraped, for whoever looks for one: what of them is wrong stands above. */
export function Signs({ signs }: { signs: readonly Sign[] }) {
  return (
    <details>
      <summary className={styles.more}>Everything that is measured</summary>
      <DataTable
        label="Everything that is measured"
        rows={signs}
        keyOf={({ name }) => name}
        columns={[
          { head: 'What', wide: true, cell: ({ about }) => about },
          { head: 'Now', end: true, cell: valueOf },
        ]}
      />
    </details>
  );
}
