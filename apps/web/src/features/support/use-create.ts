import { useNavigate } from '@tanstack/react-router';
import { tidyTicketText } from '@minerx/rules/support-ticket';
import { useState } from 'react';
import { decidedOf, isTurnedDown } from '../../base/decided.ts';
import { showAlert } from '../../base/alerts.ts';
import { draftOf } from '../../base/drafts.ts';
import { refusalText } from '../../base/refusal.ts';
import { useIntent } from '../../base/use-intent.ts';
import { texts } from '../../i18n/texts.ts';
import { openTicket, ticketPlace, type TicketWish } from './ticket.api.ts';

const draft = draftOf('ticket:new', (kept): TicketWish => {
  const { category, question } = (kept ?? {}) as Partial<TicketWish>;
  return {
    category: typeof category === 'number' ? category : 0,
    question: typeof question === 'string' ? question : '',
  };
});

export interface Create {
  wish: TicketWish;
  change: (change: Partial<TicketWish>) => void;
  errors: { category?: string; question?: string };
  busy: boolean;
  submit: () => Promise<'category' | 'question' | null>;
}

/** Filling in and submitting a ticket. A lost answer is asked again under the same key. */
export function useCreate(): Create {
  const navigate = useNavigate();
  const [wish, setWish] = useState(draft.read);
  const [errors, setErrors] = useState<Create['errors']>({});
  const intent = useIntent(ticketPlace, openTicket);

  const store = (next: TicketWish) => {
    setWish(next);
    draft.write(next);
  };

  const clear = () => {
    draft.drop();
    setWish(draft.read());
  };

  const send = async () => {
    const outcome = await intent.send(wish);
    if (outcome === null) return;
    const { t } = texts();
    if ('refusal' in outcome) {
      const decided = decidedOf(outcome.refusal);
      // The form starts anew after a refusal (specification §8); what nobody has decided on stays.
      if (isTurnedDown(outcome.refusal)) clear();
      const message = decided === 'unknown' ? t('support.unanswered') : refusalText(t, outcome.refusal);
      return showAlert({ mode: 2, title: t('support.submit.failed'), message });
    }
    clear();
    const { number } = outcome.answer;
    await showAlert({ mode: 1, title: t('support.submit.done'), message: t('support.submit.done.text', { number }) });
    await navigate({ to: '/profile/helpcenter/history' });
  };

  return {
    wish,
    change: (change) => {
      store({ ...wish, ...change });
      setErrors({});
    },
    errors,
    busy: intent.busy,
    submit: async () => {
      const missing = {
        ...(wish.category === 0 && { category: 'err_ticket_category' }),
        ...(tidyTicketText(wish.question) === '' && { question: 'err_required' }),
      };
      setErrors(missing);
      if (missing.category || missing.question) return missing.category ? 'category' : 'question';
      await send();
      return null;
    },
  };
}
