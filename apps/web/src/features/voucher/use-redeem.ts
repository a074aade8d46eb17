import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { formatUnits } from '@minerx/ui/amount-text';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { decidedOf, outcomeText } from '../../base/asking/decided.ts';
import { showAlert } from '../../base/alerts.ts';
import { queryClient } from '../../base/query.tsx';
import { alertRefusal } from '../../base/asking/refusal-alert.ts';
import { onSessionEnd } from '../../base/session.ts';
import { useIntent } from '../../base/asking/use-intent.ts';
import { texts } from '../../i18n/texts.ts';
import { redeemVoucher, redemptionPlace } from './voucher.api.ts';

const digestOf = (code: string): string => bytesToHex(sha256(utf8ToBytes(code)));

/** A code is money: what is typed lives in this tab's memory, and in no storage. */
let typedCode = '';

onSessionEnd(() => {
  typedCode = '';
});

interface Redeem {
  code: string;
  setCode: (code: string) => void;
  busy: boolean;
  /** `err_required` when the button was pressed without a code. */
  error: string | undefined;
  /** Nobody answered: pressing again asks for the same redemption. */
  unanswered: boolean;
  redeem: () => Promise<void>;
}

/** Typing and redeeming a voucher code. A lost answer is asked again under the same key; after a reload the same code has to be typed again. */
export function useRedeem(onEmpty: () => void): Redeem {
  const navigate = useNavigate();
  const [code, writeCode] = useState(typedCode);
  const [error, setError] = useState<string>();
  const digest = useMemo(() => digestOf(code), [code]);

  const setCode = (typed: string) => {
    typedCode = typed;
    writeCode(typed);
    setError(undefined);
  };
  const intent = useIntent(redemptionPlace, ({ key }, typed: string) => redeemVoucher(typed, key), {
    onDone: async (amount) => {
      setCode('');
      void queryClient.invalidateQueries();
      navigator.vibrate?.(20);
      const { t, tag } = texts();
      const precision = amount % 100_000_000n === 0n ? 0 : 2;
      await showAlert({
        mode: 1,
        title: t('miner.redeem.done', { amount: formatUnits(amount, precision, tag) }),
        message: t('miner.redeem.done.text'),
      });
      await navigate({ to: '/order' });
    },
    onRefused: async (refusal) => {
      // The field is cleared as the specification asks, once somebody has decided: until then the code stays.
      if (decidedOf(refusal) === 'yes') setCode('');
      await alertRefusal('miner.redeem.failed', refusal, outcomeText(texts().t, refusal, 'miner.redeem.unanswered'));
      onEmpty();
    },
  });

  const redeem = async () => {
    if (intent.busy) return;
    if (code === '') {
      setError('err_required');
      return onEmpty();
    }
    await intent.send({ digest }, code);
  };

  return {
    code,
    setCode,
    busy: intent.busy,
    error,
    unanswered: intent.kept?.input.digest === digest && !intent.busy,
    redeem,
  };
}
