import { MAX_QUANTITY, MIN_QUANTITY } from '@minerx/rules/miner-package';
import { Field } from '@minerx/ui/field';
import { Stepper } from '@minerx/ui/stepper';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import type { PurchaseFormProps } from './purchase-form.tsx';

/** How many: what is typed stays; a number that cannot be bought is said, an empty field once it is left. */
export function QuantityField({ purchase, onQuantity }: Pick<PurchaseFormProps, 'purchase' | 'onQuantity'>) {
  const { t } = useTexts();
  const [left, setLeft] = useState(false);
  const range = { min: MIN_QUANTITY, max: MAX_QUANTITY };
  const { quantity, quantityText } = purchase;
  const isWrong = quantity === null && (left || quantityText !== '');
  return (
    <Field
      label={t('miner.quantity')}
      hint={t('miner.quantity.hint', range)}
      error={isWrong && t('miner.quantity.range', range)}
    >
      {(wire) => (
        <Stepper
          {...wire}
          ref={purchase.quantityInput}
          value={quantityText}
          {...range}
          onBlur={() => setLeft(true)}
          onChange={(typed) => {
            setLeft(false);
            onQuantity(typed);
          }}
        />
      )}
    </Field>
  );
}
