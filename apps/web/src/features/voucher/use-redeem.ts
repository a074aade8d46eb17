import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { formatUnits } from '@minerx/ui/money';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { newIdempotencyKey } from '../../base/api.ts';
import { queryClient } from '../../base/query.tsx';
import { Refusal, refusalText } from '../../base/refusal.ts';
import { onSessionEnd } from '../../base/session.ts';
import { texts } from '../../i18n/texts.ts';
import { redeemVoucher } from './voucher.api.ts';

const ATTEMPT = 'minerx:attempt:voucher';

/** A redemption under its key, until somebody has answered; of the code only what cannot be turned back into it. */
interface Attempt {
  digest: string;
  key: string;
}

const digestOf = (code: string): string => bytesToHex(sha256(utf8ToBytes(code)));

/** A code is money: what is typed lives in this tab's memory, and in no storage. */
let typedCode = '';

function readAttempt(): Attempt | null {
  try {
    const { digest, key } = JSON.parse(sessionStorage.getItem(ATTEMPT) ?? '{}') as Partial<Attempt>;
    return typeof digest === 'string' && typeof key === 'string' ? { digest, key } : null;
  } catch {
    return null;
  }
}

function writeAttempt(attempt: Attempt | null): void {
  try {
    if (attempt === null) sessionStorage.removeItem(ATTEMPT);
    else sessionStorage.setItem(ATTEMPT, JSON.stringify(attempt));
  } catch {
    // Storage may be full or off; the page works without.
  }
}

onSessionEnd(() => {
  typedCode = '';
  writeAttempt(null);
});

export interface Redeem {
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
  const [attempt, setAttempt] = useState(readAttempt);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const under = useRef(false);

  const keep = (typed: string, asked: Attempt | null) => {
    typedCode = typed;
    writeCode(typed);
    setAttempt(asked);
    writeAttempt(asked);
  };
  const failed = async (refusal: unknown, asked: Attempt) => {
    const uncertain = !(refusal instanceof Refusal) || refusal.isUncertain || refusal.status === 401;
    keep(uncertain ? code : '', uncertain ? asked : null);
    const { t } = texts();
    const minutes =
      refusal instanceof Refusal && refusal.retryAfter !== undefined ? Math.ceil(refusal.retryAfter / 60) : null;
    await showAlert({
      mode: 2,
      title: t('miner.redeem.failed'),
      message: uncertain ? t('miner.redeem.unanswered') : refusalText(t, refusal),
      submessage: minutes === null ? undefined : t('miner.waitMinutes', { count: minutes }),
    });
    onEmpty();
  };

  const redeem = async () => {
    if (under.current) return;
    if (code === '') {
      setError('err_required');
      return onEmpty();
    }
    under.current = true;
    setBusy(true);
    const digest = digestOf(code);
    const asked = attempt?.digest === digest ? attempt : { digest, key: newIdempotencyKey() };
    writeAttempt(asked);
    try {
      const amount = await redeemVoucher(code, asked.key);
      keep('', null);
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
    } catch (refusal) {
      await failed(refusal, asked);
    } finally {
      under.current = false;
      setBusy(false);
    }
  };

  return {
    code,
    setCode: (typed) => {
      setError(undefined);
      keep(typed, attempt);
    },
    busy,
    error,
    unanswered: attempt !== null && attempt.digest === digestOf(code) && !busy,
    redeem,
  };
}
