import { Disclosure } from '@minerx/ui/disclosure';
import { Skeleton } from '@minerx/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { memberQuery } from '../../../base/member.ts';
import { Loaded } from '../../../base/query.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { DataForm } from './data-form.tsx';
import { DeleteForm } from './delete-form.tsx';
import { EmailForm } from './email-form.tsx';
import { FreezeButton } from './freeze-button.tsx';

/** What becomes of the account itself. */
export default function Account() {
  const { t } = useTexts();
  const query = useQuery(memberQuery);
  const [deleting, setDeleting] = useState(false);
  return (
    <section className="stack-3">
      <h2>{t('account.title')}</h2>
      <Loaded query={query} skeleton={<Skeleton height="10.5rem" />}>
        {(member) => (
          <>
            <Disclosure title={t('account.email')}>
              <EmailForm member={member} />
            </Disclosure>
            <Disclosure title={t('account.data')}>
              <DataForm />
            </Disclosure>
            <Disclosure title={t('account.delete')} onToggle={setDeleting}>
              {deleting && <DeleteForm member={member} />}
            </Disclosure>
            <FreezeButton />
          </>
        )}
      </Loaded>
    </section>
  );
}
