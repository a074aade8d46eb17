import { Card } from '@minerx/ui/card';
import { Skeleton } from '@minerx/ui/skeleton';
import { Loaded } from '../../base/query.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useTeam } from './team.api.ts';
import styles from './team-summary.module.css';
import { Usd } from './usd.tsx';

/** How many members and how much sales: what all of them sold is the figure of the screen. */
export function TeamSummary() {
  const { t, format } = useTexts();
  const team = useTeam();
  return (
    <Card className="stack-3">
      <h2 className="unseen">{t('team.summary')}</h2>
      <Loaded query={team} skeleton={<Skeleton height="7.25rem" />}>
        {(summary) => (
          <dl className={styles.figures}>
            <div className={styles.first}>
              <dt>{t('team.groupSales')}</dt>
              <dd>
                <Usd amount={summary.group_sales} />
              </dd>
            </div>
            <div>
              <dt>{t('team.groupMembers')}</dt>
              <dd className="figure">{format.number(summary.group_sponsor)}</dd>
            </div>
            <div>
              <dt>{t('team.directSales')}</dt>
              <dd>
                <Usd amount={summary.direct_sales} />
              </dd>
            </div>
            <div>
              <dt>{t('team.directMembers')}</dt>
              <dd className="figure">{format.number(summary.direct_sponsor)}</dd>
            </div>
          </dl>
        )}
      </Loaded>
    </Card>
  );
}
