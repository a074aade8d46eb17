import { unitsOf, type Units } from '@minerx/rules/money';
import { walletById, type WalletId } from '@minerx/rules/wallet';
import { AmountInput } from '@minerx/ui/amount-input';
import { formatUnits } from '@minerx/ui/amount-text';
import { Button } from '@minerx/ui/button';
import { Card } from '@minerx/ui/card';
import { Field } from '@minerx/ui/field';
import { Money } from '@minerx/ui/money';
import { Skeleton } from '@minerx/ui/skeleton';
import { useUi } from '@minerx/ui/ui-context';
import type { ReactNode } from 'react';
import { useTexts, type Translate } from '../../i18n/texts.ts';
import type { OwnWallet } from '../own-wallet.ts';
import { codeText } from '../refusal.ts';
import { fieldText } from './field-text.ts';
import styles from './move-form.module.css';
import type { AmountEntry } from './use-fields.ts';

/** What the forms that move money between wallets have in common. */

/** An amount that was sent, with its wallet's name. */
export function amountText(walletId: number, amount: string, tag: string): string {
  const { name, precision } = walletById(walletId as WalletId);
  return `${formatUnits(unitsOf(amount), precision, tag)} ${name}`;
}

/** What is in a wallet, beside the field that takes from it. */
export function Balance({
  wallet: { balanceUnits, precision, name },
}: {
  wallet: Pick<OwnWallet, 'balanceUnits' | 'precision' | 'name'>;
}) {
  const { t } = useTexts();
  return (
    <span className="soft">
      {t('miner.balance')} <Money units={balanceUnits} precision={precision} asset={name} />
    </span>
  );
}

interface AmountFieldProps {
  label: string;
  hint: string;
  /** The wallet that the amount is in. */
  wallet: Pick<OwnWallet, 'name' | 'precision'>;
  /** The wallet that lacks, where it is another one. */
  lacking?: string | undefined;
  /** Above the field, at its end. */
  aside?: ReactNode;
  entry: AmountEntry & { amount: string; max: () => void; checkAmount: () => void };
  onChange: (amount: string) => void;
  /** What is wrong with it, where the form knows more than the code. */
  says?: ((code: string) => string | undefined) | undefined;
  /** What is possible in place of an amount that is too much. */
  less?: Units | null | undefined;
}

interface AmountFaultProps {
  why: string;
  /** The most that is possible, ready to read; null where nothing is. */
  most: string | null;
  onMost: () => void;
}

/** Why an amount is refused, and where it is too much the way to the most that is possible. */
export function AmountFault({ why, most, onMost }: AmountFaultProps) {
  const { t } = useTexts();
  const { hideAmounts, texts } = useUi();
  return (
    <span className={styles.fault}>
      {why}
      {most !== null && (
        <Button variant="secondary" size="medium" onClick={onMost}>
          {/* It may tell what is in the wallet. */}
          {hideAmounts ? texts.max : t('withdrawal.use', { most })}
        </Button>
      )}
    </span>
  );
}

/** What is wrong with an amount, told to who may type so many decimals. */
export const amountFaultText = (t: Translate, code: string, decimals: number): string =>
  code === 'err_amount' ? t('common.amountRule', { decimals: String(decimals) }) : codeText(t, code);

/** How much: what is typed stays as it is, and what is wrong with it stands below once the field is left. */
export function AmountField(props: AmountFieldProps) {
  const { label, hint, wallet, lacking, aside, entry, onChange, says, less = null } = props;
  const { t, tag } = useTexts();
  const { amountError: wrong } = entry;
  const why =
    (wrong && says?.(wrong)) ??
    (wrong === 'err_insufficient_balance'
      ? t('miner.short', { wallet: lacking ?? wallet.name })
      : wrong === 'err_required'
        ? fieldText(t, wrong, label)
        : wrong && amountFaultText(t, wrong, wallet.precision));
  const error = why && (
    <AmountFault
      why={why}
      most={less && `${formatUnits(less, wallet.precision, tag)} ${wallet.name}`}
      onMost={() => {
        entry.max();
        // The button goes with the error.
        entry.amountInput.current?.focus();
      }}
    />
  );
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {(wire) => (
        <AmountInput
          {...wire}
          ref={entry.amountInput}
          name="amount"
          value={entry.amount}
          onChange={onChange}
          onBlur={entry.checkAmount}
          precision={wallet.precision}
          asset={wallet.name}
          onMax={entry.max}
        />
      )}
    </Field>
  );
}

/** In the shape of the form. */
export function MoveFormWaiting() {
  return (
    <div className="stack-4">
      <Card>
        <Skeleton height="5.5rem" />
      </Card>
      <Card>
        <Skeleton height="12rem" />
      </Card>
      <Card>
        <Skeleton height="7.375rem" />
      </Card>
    </div>
  );
}
