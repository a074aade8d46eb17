import type { ReactNode, Ref } from 'react';
import { TextInput } from './text-input.tsx';
import { useUi } from '../ui-context.tsx';
import styles from './amount-input.module.css';

/**
 * What was typed as a decimal string with a point, or null when it is not an amount or has more decimals than the asset.
 * Comma and point both part the decimals: "12,5" and "12.5" give "12.5"; "," alone gives null.
 */
export function amountOf(text: string, precision: number): string | null {
  const parts = /^(\d*)(?:[.,](\d*))?$/.exec(text.trim());
  if (!parts || !/\d/.test(text) || (parts[2] ?? '').length > precision) return null;
  const whole = (parts[1] ?? '').replace(/^0+(?=\d)/, '') || '0';
  return parts[2] ? `${whole}.${parts[2]}` : whole;
}

/**
 * What a paste means: spaces and grouping are dropped, the last separator parts the decimals unless it can only group
 * ("1,234,567"). Null when it is not an amount.
 * @internal
 */
export function pastedAmount(text: string): string | null {
  const bare = text.normalize('NFKC').replace(/[\s'’_]/g, '');
  const separators = bare.match(/[.,]/g) ?? [];
  const last = separators.at(-1);
  if (!/^[\d.,]+$/.test(bare) || last === undefined) return /^\d+$/.test(bare) ? bare : null;
  const groupsOnly = separators.length > 1 && new Set(separators).size === 1;
  const cut = bare.lastIndexOf(last);
  const whole = groupsOnly ? bare.replace(/[.,]/g, '') : bare.slice(0, cut).replace(/[.,]/g, '');
  const fraction = groupsOnly ? '' : bare.slice(cut + 1);
  return fraction ? `${whole || '0'}.${fraction}` : whole;
}

interface AmountInputProps {
  /** As typed, right or wrong; `amountOf` reads it. */
  value: string;
  onChange: (text: string) => void;
  onBlur?: (() => void) | undefined;
  /** Decimals of the asset. */
  precision: number;
  /** Code at the right end. */
  asset?: string | undefined;
  /** Fills in the most there is. */
  onMax?: (() => void) | undefined;
  trail?: ReactNode;
  name?: string;
  id?: string;
  placeholder?: string;
  readOnly?: boolean;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
}

/** An amount: decimal keyboard, comma and point. What is wrong stays as it was typed: the field around it says so. */
export function AmountInput({ value, onChange, precision, asset, onMax, trail, ...rest }: AmountInputProps) {
  const { texts } = useUi();
  return (
    <TextInput
      {...rest}
      className="figure"
      type="text"
      inputMode={precision > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      enterKeyHint="done"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onPaste={(event) => {
        const amount = pastedAmount(event.clipboardData.getData('text'));
        if (amount === null) return;
        event.preventDefault();
        onChange(amount);
      }}
      trail={
        <span className={styles.trail}>
          {asset && <span>{asset}</span>}
          {onMax && (
            <button type="button" className={styles.max} onClick={onMax}>
              {texts.max}
            </button>
          )}
          {trail}
        </span>
      }
    />
  );
}
