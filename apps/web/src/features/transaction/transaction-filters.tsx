import { MEMBER_TRANSFER_KINDS, type MemberTransferKind } from '@minerx/rules/transfer-kind';
import { listedWalletIds, WALLETS, type WalletId } from '@minerx/rules/wallet';
import { Disclosure } from '@minerx/ui/disclosure';
import { Field } from '@minerx/ui/field';
import { Select } from '@minerx/ui/select';
import { TextInput } from '@minerx/ui/text-input';
import { useTexts } from '../../i18n/texts.ts';
import type { TransactionFilter } from './transaction.api.ts';
import styles from './transaction.module.css';
import { kindKey } from './words.ts';

/** What the address bar says of the filters. */
export interface FilterSearch {
  kind?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Wallets by the last part of the address: all of them, those beside the six, or one. */
export function walletsOf(name: string): readonly WalletId[] | null {
  if (name === 'all') return [];
  const ids = WALLETS.map(({ id }) => id);
  if (name === 'others') return ids.filter((id) => !listedWalletIds.includes(id));
  return ids.some((id) => String(id) === name) ? ids.filter((id) => String(id) === name) : null;
}

export const filterOf = (wallets: readonly WalletId[], { kind, from, to }: FilterSearch): TransactionFilter => ({
  kinds: MEMBER_TRANSFER_KINDS.filter((each) => each === kind),
  wallets,
  from,
  to,
});

interface TransactionFiltersProps {
  /** `all`, `others`, or a wallet's id. */
  wallet: string;
  search: FilterSearch;
  onWallet: (wallet: string) => void;
  onSearch: (search: FilterSearch) => void;
}

/** Kind, wallet and days. Days are those of the business: UTC. */
export function TransactionFilters({ wallet, search, onWallet, onSearch }: TransactionFiltersProps) {
  const { t } = useTexts();
  const chosen = [wallet !== 'all', search.kind, search.from, search.to].filter(Boolean).length;
  const set = (change: FilterSearch) => onSearch({ ...search, ...change });
  const kinds: readonly MemberTransferKind[] = MEMBER_TRANSFER_KINDS;
  return (
    <Disclosure title={t('transaction.filters')} aside={chosen > 0 ? String(chosen) : undefined}>
      <div className={styles.filters}>
        <Field label={t('transaction.wallet')}>
          {(field) => (
            <Select {...field} value={wallet} onChange={(event) => onWallet(event.target.value)}>
              <option value="all">{t('transaction.allWallets')}</option>
              {WALLETS.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
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
              onChange={(event) => set({ kind: event.target.value || undefined })}
            >
              <option value="">{t('transaction.allKinds')}</option>
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(kindKey(kind))}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('transaction.from')}>
          {(field) => (
            <TextInput
              {...field}
              type="date"
              value={search.from ?? ''}
              max={search.to}
              onChange={(event) => set({ from: event.target.value || undefined })}
            />
          )}
        </Field>
        <Field label={t('transaction.to')}>
          {(field) => (
            <TextInput
              {...field}
              type="date"
              value={search.to ?? ''}
              min={search.from}
              onChange={(event) => set({ to: event.target.value || undefined })}
            />
          )}
        </Field>
      </div>
    </Disclosure>
  );
}
