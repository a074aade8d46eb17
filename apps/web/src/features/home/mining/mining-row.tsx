import type { packageOrderAll } from '@minerx/contract/order';
import { unitsFrom } from '@minerx/rules/money';
import { ACTIVATED } from '@minerx/rules/order-status';
import { ABOUT } from '@minerx/ui/amount-text';
import { Card } from '@minerx/ui/card';
import { Money } from '@minerx/ui/money';
import { Skeleton } from '@minerx/ui/skeleton';
import { SourceBadge } from '@minerx/ui/source-badge';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { callOf, request } from '../../../base/api.ts';
import { Loaded } from '../../../base/query.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import styles from './mining-row.module.css';

const orders = callOf<typeof packageOrderAll>('GET', 'package/order/all', 'member');

/** What the live orders do now, Th/s, and what yesterday brought, as the dashboard has it; provisional until all of it is settled. */
const useMining = () =>
  useQuery({
    // Below the key of all orders: what changes one of them asks for this anew.
    queryKey: ['order', 'mining'],
    queryFn: async ({ signal }) => {
      const { data, summary } = await request(orders, { signal });
      const active = data.filter(({ package_order_status }) => package_order_status === ACTIVATED);
      return {
        isLive: data.length > 0,
        ths: active.reduce((sum, { hashrate }) => sum + (hashrate ?? 0), 0),
        yesterdayUnits: unitsFrom(summary.ytd_mined),
        provisional: summary.ytd_provisional,
        simulated: summary.simulated,
      };
    },
    refetchInterval: 60_000,
  });

/** Of whoever mines: what the machines do, and what they brought last; the dashboard has the rest. */
export default function MiningRow() {
  const { t } = useTexts();
  const mining = useMining();
  return (
    <Card flush>
      <Link to="/dashboard" className={styles.link}>
        <Loaded
          query={mining}
          skeleton={<Lines now={<Skeleton width="6rem" />} />}
          instead={<Lines now="–" />}
          unmarked
        >
          {({ isLive, ths, yesterdayUnits, provisional, simulated }) => (
            <Lines now={isLive ? <Ths ths={ths} /> : t('dashboard.idle')} simulated={simulated}>
              <span>
                {provisional && ABOUT}
                <Money units={yesterdayUnits} precision={8} asset="BTC" />
              </span>
            </Lines>
          )}
        </Loaded>
        <ChevronRight className={styles.arrow} size={18} aria-hidden="true" />
      </Link>
    </Card>
  );
}

/** Between the figure and its unit a line may end. */
function Ths({ ths }: { ths: number }) {
  const { format } = useTexts();
  return (
    <span>
      <span className="figure">{format.hashrate(ths)}</span> Th/s
    </span>
  );
}

interface LinesProps {
  now: ReactNode;
  simulated?: boolean;
  /** What yesterday brought. */
  children?: ReactNode;
}

function Lines({ now, simulated = false, children = '–' }: LinesProps) {
  const { t } = useTexts();
  return (
    <span className="stack-1">
      <span className={styles.line}>
        <span>
          <strong>{t('home.mining')}</strong> {simulated && <SourceBadge kind="simulated" />}
        </span>
        {now}
      </span>
      <span className={styles.line}>
        <span>{t('dashboard.yesterday')} (UTC)</span>
        {children}
      </span>
    </span>
  );
}
