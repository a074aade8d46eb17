import type { PackageLine } from '@minerx/rules/miner-package';
import { isPaymentMethod, type PaymentMethod } from '@minerx/rules/payment-method';
import { useState } from 'react';

/** What the member has chosen so far; null where nothing was chosen. */
export interface Choice {
  packageId: number | null;
  method: PaymentMethod | null;
  /** As typed: a wrong one stays too. */
  quantity: string;
}

const NOTHING: Choice = { packageId: null, method: null, quantity: '1' };

const nameOf = (line: PackageLine) => `minerx:draft:purchase:${line}`;

function readChoice(line: PackageLine): Choice {
  try {
    const { packageId, method, quantity } = JSON.parse(sessionStorage.getItem(nameOf(line)) ?? '{}') as Partial<Choice>;
    return {
      packageId: typeof packageId === 'number' ? packageId : null,
      method: typeof method === 'number' && isPaymentMethod(method) ? method : null,
      quantity: typeof quantity === 'string' ? quantity : '1',
    };
  } catch {
    return NOTHING;
  }
}

/** Forgets the choices of a page: what was chosen has been bought. */
export function dropChoice(line: PackageLine): void {
  try {
    sessionStorage.removeItem(nameOf(line));
  } catch {
    // Nothing was kept.
  }
}

/** The choices of a purchase page, kept through reloads of the tab. */
export function useChoice(line: PackageLine): [Choice, (change: Partial<Choice>) => void] {
  const [choice, setChoice] = useState(() => readChoice(line));
  const change = (part: Partial<Choice>) => {
    const next = { ...choice, ...part };
    setChoice(next);
    try {
      sessionStorage.setItem(nameOf(line), JSON.stringify(next));
    } catch {
      // Storage may be full or off; the page works without a draft.
    }
  };
  return [choice, change];
}
