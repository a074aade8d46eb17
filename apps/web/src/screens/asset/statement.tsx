import { Button } from '@minerx/ui/button';
import { Field } from '@minerx/ui/field';
import { Select } from '@minerx/ui/select';
import { Skeleton } from '@minerx/ui/skeleton';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { Page } from '../../base/page.tsx';
import { Loaded } from '../../base/query.tsx';
import { useMember } from '../../features/member/member.api.ts';
import { StatementView } from '../../features/transaction/statement-view.tsx';
import { useStatement } from '../../features/transaction/statement.api.ts';
import styles from '../../features/transaction/transaction.module.css';
import { useTexts } from '../../i18n/texts.ts';

/** A month of all wallets, made to be printed. */
export function StatementScreen() {
  const { t, tag, format } = useTexts();
  const { data: member } = useMember();
  const [month, setMonth] = useState(() => new Date().toISOString().slice(0, 7));
  const query = useStatement(month);
  const isNothing = !query.data || (query.data.wallets.length === 0 && query.data.vouchers.count === 0);
  // They stay to choose from while another month is loading, or when it cannot be loaded.
  const [months, setMonths] = useState<readonly string[]>([month]);
  if (query.data && query.data.months !== months) setMonths(query.data.months);
  const name = (each: string) =>
    new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${each}-01T00:00:00Z`),
    );
  return (
    <Page
      title={t('wallet.statement')}
      backTo="/asset/spot/transaction/all"
      bar={
        isNothing ? undefined : (
          <Button
            variant="secondary"
            full
            icon={<Printer size={20} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            {t('transaction.print')}
          </Button>
        )
      }
    >
      <div className={styles.chosen}>
        <Field label={t('transaction.month')}>
          {(field) => (
            <Select {...field} value={month} onChange={(event) => setMonth(event.target.value)}>
              {(months.includes(month) ? months : [month, ...months]).map((each) => (
                <option key={each} value={each}>
                  {name(each)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {member && (
        <p className={styles.printed}>
          {t('transaction.statement.made', {
            name: member.member_detail_fullname,
            email: member.member_email,
            month: name(month),
            at: format.dateTime(new Date()),
          })}
        </p>
      )}
      <Loaded query={query} skeleton={<Skeleton height="16rem" />}>
        {(statement) => <StatementView statement={statement} />}
      </Loaded>
    </Page>
  );
}
