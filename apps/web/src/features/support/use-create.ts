import { useNavigate } from '@tanstack/react-router';
import { tidyTicketText } from '@minerx/rules/support-ticket';
import { useRef, useState } from 'react';
import { showAlert } from '../../base/alerts.ts';
import { newIdempotencyKey } from '../../base/api.ts';
import { Refusal, refusalText } from '../../base/refusal.ts';
import { texts } from '../../i18n/texts.ts';
import { readDraft, writeDraft } from './draft.ts';
import { openTicket } from './ticket.api.ts';

const DRAFT = 'new';

export interface Wish {
  /** 0: none chosen yet. */
  category: number;
  question: string;
  /** Under which it was sent; kept until somebody has answered. */
  key: string | null;
}

const EMPTY: Wish = { category: 0, question: '', key: null };

function firstWish(): Wish {
  try {
    return { ...EMPTY, ...(JSON.parse(readDraft(DRAFT) || '{}') as Partial<Wish>) };
  } catch {
    return EMPTY;
  }
}

export interface Create {
  wish: Wish;
  change: (change: Partial<Pick<Wish, 'category' | 'question'>>) => void;
  errors: { category?: string; question?: string };
  busy: boolean;
  submit: () => Promise<'category' | 'question' | null>;
}

/** Filling in and submitting a ticket. A lost answer is asked again under the same key. */
export function useCreate(): Create {
  const navigate = useNavigate();
  const [wish, setWish] = useState(firstWish);
  const [errors, setErrors] = useState<Create['errors']>({});
  const [busy, setBusy] = useState(false);
  const under = useRef(false);

  const store = (next: Wish) => {
    setWish(next);
    writeDraft(DRAFT, next.category === 0 && next.question === '' ? '' : JSON.stringify(next));
  };

  const send = async (asked: Wish & { key: string }) => {
    const { t } = texts();
    try {
      const ticket = await openTicket(asked.category, asked.question, asked.key);
      store(EMPTY);
      await showAlert({
        mode: 1,
        title: t('support.submit.done'),
        message: t('support.submit.done.text', { number: ticket.number }),
      });
      await navigate({ to: '/profile/helpcenter/history' });
    } catch (error) {
      const uncertain = !(error instanceof Refusal) || error.isUncertain || error.status === 401;
      // The form starts anew after a refusal (specification §8); what nobody has answered stays.
      store(uncertain ? asked : EMPTY);
      const message = uncertain ? t('support.unanswered') : refusalText(t, error);
      await showAlert({ mode: 2, title: t('support.submit.failed'), message });
    }
  };

  return {
    wish,
    change: (change) => {
      store({ ...wish, ...change, key: null });
      setErrors({});
    },
    errors,
    busy,
    submit: async () => {
      const missing = {
        ...(wish.category === 0 && { category: 'err_ticket_category' }),
        ...(tidyTicketText(wish.question) === '' && { question: 'err_required' }),
      };
      setErrors(missing);
      if (missing.category || missing.question) return missing.category ? 'category' : 'question';
      if (under.current) return null;
      under.current = true;
      setBusy(true);
      const asked = { ...wish, key: wish.key ?? newIdempotencyKey() };
      store(asked);
      await send(asked);
      under.current = false;
      setBusy(false);
      return null;
    },
  };
}
