import type { PackageLine } from '@minerx/rules/miner-package';
import { isPaymentMethod, type PaymentMethod } from '@minerx/rules/payment-method';
import { useState } from 'react';
import { draftOf } from '../../base/form/drafts.ts';
import { useFields } from '../../base/form/use-fields.ts';

/** What the member has chosen so far; null where nothing was chosen. */
interface Choice {
  packageId: number | null;
  method: PaymentMethod | null;
  /** As typed: a wrong one stays too. */
  quantity: string;
}

const NOTHING: Choice = { packageId: null, method: null, quantity: '1' };

/** The choices of a page, until what was chosen has been bought. */
export const choiceDraft = (line: PackageLine) =>
  draftOf(`purchase:${line}`, (kept): Choice => {
    const { packageId, method, quantity } = { ...NOTHING, ...(kept as Partial<Choice> | null) };
    return {
      packageId: typeof packageId === 'number' ? packageId : null,
      method: typeof method === 'number' && isPaymentMethod(method) ? method : null,
      quantity: typeof quantity === 'string' ? quantity : '1',
    };
  });

/** The choices of a purchase page, kept through reloads of the tab. */
export function useChoice(line: PackageLine): [Choice, (change: Partial<Choice>) => void] {
  const [draft] = useState(() => choiceDraft(line));
  const { fields, change } = useFields(draft, draft.read);
  return [fields, change];
}
