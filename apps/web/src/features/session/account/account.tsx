import { Disclosure } from '@minerx/ui/disclosure';
import { Skeleton } from '@minerx/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { memberQuery } from '../../../base/member.ts';
import { Loaded } from '../../../base/query.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { DataForm } from './data-form.tsx';
import { EmailForm } from './email-form.tsx';

/** What becomes of the account itself. */
export default function Account() {
  const { t } = useTexts();
  const query = useQuery(memberQuery);
  return (
    <section className="stack-3">
      <h2>{t('account.title')}</h2>
      <Loaded query={query} skeleton={<Skeleton height="3.5rem" />}>
        {(member) => (
          <Disclosure title={t('account.email')} aside={<span translate="no">{member.member_email}</span>}>
            <EmailForm member={member} />
          </Disclosure>
        )}
      </Loaded>
      <Disclosure title={t('account.data')}>
        <DataForm />
      </Disclosure>
    </section>
  );
}
