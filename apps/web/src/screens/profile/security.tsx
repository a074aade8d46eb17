import { Tabs } from '@minerx/ui/tabs';
import { Skeleton } from '@minerx/ui/skeleton';
import { lazy, Suspense, useState } from 'react';
import { withTexts } from '../../base/language/with-texts.ts';
import { Late, lateFile } from '../../base/parts/late/late.tsx';
import { loadOnceOnline } from '../../base/parts/late/once-online.ts';
import { Page } from '../../base/page.tsx';
import { PasswordChangeForm } from '../../features/session/security/password-change-form.tsx';
import { PinChangeForm } from '../../features/session/security/pin-change-form.tsx';
import { useTexts } from '../../i18n/texts.ts';

const Sessions = lateFile(
  'security sessions',
  withTexts('rare', () => import('../../features/session/sessions/sessions.tsx')),
);
const Account = lateFile(
  'security account',
  withTexts('rare', () => import('../../features/session/account/account.tsx')),
);
const Factor = lazy(() =>
  loadOnceOnline(withTexts('rare', () => import('../../features/session/factor/factor-tab.tsx'))),
);

/** Password and PIN, where the member is signed in, and the account itself. Each tab makes its form anew: switching resets what was typed. */
export function SecurityScreen() {
  const { t } = useTexts();
  const [tab, setTab] = useState<'password' | 'pin' | 'factor'>('password');
  return (
    <Page title={t('security.title')} backTo="/profile">
      <Tabs
        label={t('security.tabs')}
        tabs={[
          { id: 'password', label: t('security.tab.password') },
          { id: 'pin', label: t('security.tab.pin') },
          { id: 'factor', label: t('security.tab.factor') },
        ]}
        current={tab}
        onChange={setTab}
      >
        {tab === 'password' && <PasswordChangeForm />}
        {tab === 'pin' && <PinChangeForm />}
        {tab === 'factor' && (
          <Suspense fallback={<Skeleton height="12rem" />}>
            <Factor />
          </Suspense>
        )}
      </Tabs>
      <Late ready inView height="12rem">
        <Sessions />
      </Late>
      <Late ready inView height="7rem">
        <Account />
      </Late>
    </Page>
  );
}
