import { SafeHtml } from '@minerx/ui/safe-html';
import { Skeleton } from '@minerx/ui/skeleton';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Loaded } from '../../base/query.tsx';
import maintenanceArt from '../../base/art/maintenance.svg';
import art from '../../features/welcome/welcome.module.css';
import { variant } from '@minerx/rules/wire-language';
import { useMaintenance } from '../../features/session/maintenance.api.ts';
import styles from '../../features/session/notice.module.css';
import { useTexts } from '../../i18n/texts.ts';

/** What the operators say while maintenance is on; home as soon as it is off. */
export function MaintenanceScreen() {
  const { t, language, format } = useTexts();
  const navigate = useNavigate();
  const query = useMaintenance();
  const isOver = query.data?.maintenance === false;

  useEffect(() => {
    if (isOver) void navigate({ to: '/', replace: true });
  }, [isOver, navigate]);

  return (
    <div className={styles.notice}>
      <img className={art.art} src={maintenanceArt} width={320} height={220} alt="" />
      <Loaded query={query} skeleton={<Waiting />}>
        {(maintenance) => (
          <>
            <h1 tabIndex={-1}>
              {variant(maintenance, 'under_maintenance_title', language) || t('common.title.maintenance')}
            </h1>
            <div className={styles.message}>
              <SafeHtml
                html={variant(maintenance, 'under_maintenance_message', language) || t('session.maintenance.message')}
              />
            </div>
            {maintenance.under_maintenance_until && (
              <p>{t('session.maintenance.until', { time: format.dateTime(maintenance.under_maintenance_until) })}</p>
            )}
            <p className={styles.small}>{t('session.maintenance.again')}</p>
          </>
        )}
      </Loaded>
      {query.data === undefined && <h1 className="unseen">{t('common.title.maintenance')}</h1>}
    </div>
  );
}

function Waiting() {
  return (
    <div className="stack-3 centred">
      <Skeleton height="2rem" width="14rem" />
      <Skeleton height="1rem" width="18rem" />
      <Skeleton height="1rem" width="16rem" />
    </div>
  );
}
