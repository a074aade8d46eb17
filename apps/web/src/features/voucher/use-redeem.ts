import { formatUnits } from '@minerx/ui/money';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { newIdempotencyKey } from '../../base/api.ts';
import { queryClient } from '../../base/query.tsx';
import { Refusal, refusalText } from '../../base/refusal.ts';
import { texts } from '../../i18n/texts.ts';
import { redeemVoucher } from './voucher.api.ts';

const DRAFT = 'minerx:draft:voucher';

/** A code that is being redeemed, under its key, until somebody has answered. */
interface Attempt {
  code: string;
  key: string;
}

interface Draft {
  code: string;
  attempt: Attempt | null;
}

function readDraft(): Draft {
  try {
    const { code, attempt } = JSON.parse(sessionStorage.getItem(DRAFT) ?? '{}') as Partial<Draft>;
    return { code: typeof code === 'string' ? code : '', attempt: typeof attempt?.key === 'string' ? attempt : null };
  } catch {
    return { code: '', attempt: null };
  }
}

function writeDraft(draft: Draft): void {
  try {
    if (draft.code === '' && draft.attempt === null) sessionStorage.removeItem(DRAFT);
    else sessionStorage.setItem(DRAFT, JSON.stringify(draft));
  } catch {
    // Storage may be full or off; the page works without a draft.
  }
}

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

/** Typing and redeeming a voucher code. A lost answer is asked again under the same key, through reloads too. */
export function useRedeem(onEmpty: () => void): Redeem {
  const navigate = useNavigate();
  const [first] = useState(readDraft);
  const [code, writeCode] = useState(first.code);
  const [attempt, setAttempt] = useState<Attempt | null>(first.attempt);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const under = useRef(false);

  const store = (draft: Draft) => {
    writeCode(draft.code);
    setAttempt(draft.attempt);
    writeDraft(draft);
  };
  const failed = async (refusal: unknown, asked: Attempt) => {
    const uncertain = !(refusal instanceof Refusal) || refusal.isUncertain || refusal.status === 401;
    store(uncertain ? { code: asked.code, attempt: asked } : { code: '', attempt: null });
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
    const asked = attempt?.code === code ? attempt : { code, key: newIdempotencyKey() };
    writeDraft({ code, attempt: asked });
    try {
      const amount = await redeemVoucher(code, asked.key);
      store({ code: '', attempt: null });
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
      store({ code: typed, attempt });
    },
    busy,
    error,
    unanswered: attempt !== null && attempt.code === code && !busy,
    redeem,
  };
}
