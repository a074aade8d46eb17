import { utcDayOf } from '@minerx/rules/statement';
import { MEMBER_TRANSFER_KINDS } from '@minerx/rules/transfer-kind';
import { walletById, type WalletId } from '@minerx/rules/wallet';
import { Button } from '@minerx/ui/button';
import { classes } from '@minerx/ui/classes';
import { Disclosure } from '@minerx/ui/disclosure';
import { Field } from '@minerx/ui/field';
import { Select } from '@minerx/ui/select';
import { useTexts } from '../../i18n/texts.ts';
import { DayInput } from './day-input.tsx';
import { firstOfLast, kindOf, periodOf, PERIODS, wrongDays, type FilterSearch } from './filter.ts';
import styles from './transaction.module.css';
import { kindKey } from './words.ts';

interface TransactionFiltersProps {
  /** `all`, `others`, or a wallet's id. */
  wallet: string;
  /** Those that can be chosen. */
  wallets: readonly WalletId[];
  search: FilterSearch;
  /** How many of them filter. */
  chosen: number;
  onWallet: (wallet: string) => void;
  onSearch: (search: FilterSearch) => void;
  onClear: () => void;
}

/** Kind, wallet and days. Days are those of the business: UTC. */
export function TransactionFilters(props: TransactionFiltersProps) {
  const { wallet, wallets, search, chosen, onWallet, onSearch, onClear } = props;
  const { t, tag } = useTexts();
  const set = (change: FilterSearch) => onSearch({ ...search, ...change });
  const order = new Intl.Collator(tag);
  const kinds = MEMBER_TRANSFER_KINDS.map((kind) => ({ kind, name: t(kindKey(kind)) })).toSorted((a, b) =>
    order.compare(a.name, b.name),
  );
  const today = utcDayOf(new Date());
  const wrong = wrongDays(search, today);
  return (
    <div className={styles.box}>
      <Disclosure title={<Title count={chosen} />}>
        <div className={styles.filters}>
          <Field label={t('transaction.wallet')}>
            {(field) => (
              <Select {...field} value={wallet} onChange={(event) => onWallet(event.target.value)}>
                <option value="all">{t('transaction.allWallets')}</option>
                {wallets.map((id) => (
                  <option key={id} value={id}>
                    {walletById(id).name}
                  </option>
                ))}
                <option value="others">{t('wallet.others')}</option>
              </Select>
            )}
          </Field>
          <Field label={t('transaction.kind')}>
            {(field) => (
              <Select
                {...field}
                value={search.kind ?? ''}
                shown={t(search.kind ? kindKey(search.kind) : 'transaction.allKinds')}
                onChange={(event) => set({ kind: kindOf(event.target.value) })}
              >
                <option value="">{t('transaction.allKinds')}</option>
                {kinds.map(({ kind, name }) => (
                  <option key={kind} value={kind}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <div className={styles.period}>
            <Period search={search} today={today} onSearch={set} />
          </div>
          <Field label={t('transaction.from')} error={wrong.from && t(wrong.from)}>
            {(field) => (
              <DayInput {...field} day={search.from} max={search.to ?? today} onDay={(from) => set({ from })} />
            )}
          </Field>
          <Field label={t('transaction.to')} error={wrong.to && t(wrong.to)}>
            {(field) => (
              <DayInput {...field} day={search.to} min={search.from} max={today} onDay={(to) => set({ to })} />
            )}
          </Field>
          <DayBegins today={today} />
        </div>
      </Disclosure>
      {chosen > 0 && (
        <Button variant="quiet" size="medium" className={styles.clear} onClick={onClear}>
          {t('transaction.clear')}
        </Button>
      )}
    </div>
  );
}

/** With how many filter. */
function Title({ count }: { count: number }) {
  const { t } = useTexts();
  return (
    <>
      <span>{t('transaction.filters')}</span>
      {count > 0 && <span className="soft"> {count}</span>}
    </>
  );
}

/** Where a day of the records is none of the reader's: when it begins. */
function DayBegins({ today }: { today: string }) {
  const { t, format } = useTexts();
  const start = new Date(today);
  if (start.getTimezoneOffset() === 0) return null;
  return <p className={classes('soft', styles.period)}>{t('transaction.day.begins', { time: format.time(start) })}</p>;
}

interface PeriodProps {
  search: FilterSearch;
  today: string;
  onSearch: (days: Pick<FilterSearch, 'from' | 'to'>) => void;
}

/** The usual days by one touch: they fill in the fields below. */
function Period({ search, today, onSearch }: PeriodProps) {
  const { t } = useTexts();
  const period = periodOf(search, today);
  const choose = (value: string): void => {
    const from = value === 'any' ? undefined : firstOfLast(Number(value), today);
    onSearch({ from, to: undefined });
  };
  return (
    <Field label={t('transaction.period')}>
      {(field) => (
        <Select {...field} value={period} onChange={(event) => choose(event.target.value)}>
          <option value="any">{t('transaction.period.any')}</option>
          {PERIODS.map((count) => (
            <option key={count} value={count}>
              {t('transaction.period.last', { count })}
            </option>
          ))}
          {period === 'own' && <option value="own">{t('transaction.period.own')}</option>}
        </Select>
      )}
    </Field>
  );
}
