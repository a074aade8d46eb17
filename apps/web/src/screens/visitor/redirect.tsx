import { FailedState } from '@minerx/ui/failed-state';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import styles from '../../features/session/notice.module.css';
import { useOneUseLink } from '../../features/session/redirect.api.ts';
import { showLoading } from '../../base/alerts.ts';
import { alertRefusal } from '../../base/asking/refusal-alert.ts';
import { isAnswered } from '../../features/session/refused.ts';
import { Refusal } from '../../base/refusal.ts';
import { hasSession } from '../../base/session.ts';
import { useTexts } from '../../i18n/texts.ts';

/** The sheet that asks for a second factor was closed. */
const isNotShown = (error: unknown) => error instanceof Refusal && error.code === 'err_second_factor';

const route = getRouteApi('/_public/_form/redirect');

/** Signs in with a one-use link and goes home; a refused one leads to sign-in. */
export function RedirectScreen() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { id = '' } = route.useSearch();
  const { isSuccess, error, isFetching, refetch } = useOneUseLink(id);
  const refused = isAnswered(error);

  useEffect(() => (isFetching ? showLoading(t('session.redirect.wait')) : undefined), [isFetching, t]);

  useEffect(() => {
    if (isSuccess) void navigate({ to: '/', replace: true });
  }, [isSuccess, navigate]);

  useEffect(() => {
    if (!refused) return;
    // Who is signed in already stays so: nothing of theirs has failed.
    if (!hasSession() && !isNotShown(error)) void alertRefusal('session.login.failed', error);
    void navigate({ to: '/login', replace: true });
  }, [refused, error, navigate]);

  return (
    <div className={styles.notice}>
      <h1 tabIndex={-1}>{t('common.title.redirect')}</h1>
      {error && !refused && (
        <FailedState text={t('common.unreachable')} onRetry={() => void refetch()} busy={isFetching} />
      )}
    </div>
  );
}
