import { useNavigate } from '@tanstack/react-router';
import { tidyTicketText } from '@minerx/rules/ticket';
import { useState } from 'react';
import { decidedOf, outcomeText } from '../../base/asking/decided.ts';
import { showAlert } from '../../base/alerts.ts';
import { draftOf } from '../../base/form/drafts.ts';
import { useFields } from '../../base/form/use-fields.ts';
import { alertRefusal } from '../../base/asking/refusal-alert.ts';
import { useIntent } from '../../base/asking/use-intent.ts';
import { texts } from '../../i18n/texts.ts';
import { openTicket, ticketPlace, type TicketInput } from './send-message.api.ts';

const draft = draftOf('ticket:new', (kept): TicketInput => {
  const { category, question } = (kept ?? {}) as Partial<TicketInput>;
  return {
    category: typeof category === 'number' ? category : 0,
    question: typeof question === 'string' ? question : '',
  };
});

interface Create {
  input: TicketInput;
  change: (part: Partial<TicketInput>) => void;
  errors: { category?: string; question?: string };
  busy: boolean;
  submit: () => Promise<'category' | 'question' | null>;
}

/** Filling in and submitting a ticket. A lost answer is asked again under the same key. */
export function useCreate(): Create {
  const navigate = useNavigate();
  const { fields: input, change, setFields } = useFields(draft, draft.read);
  const [errors, setErrors] = useState<Create['errors']>({});

  const clear = () => {
    draft.drop();
    setFields(draft.read());
  };

  const intent = useIntent(ticketPlace, openTicket, {
    onDone: async ({ number }) => {
      clear();
      const { t } = texts();
      await showAlert({ mode: 1, title: t('ticket.submit.done'), message: t('ticket.submit.done.text', { number }) });
      await navigate({ to: '/profile/helpcenter/history' });
    },
    onRefused: (refusal) => {
      // The form starts anew after a refusal (specification §8); what nobody has decided on stays, as behind a gate.
      if (decidedOf(refusal) === 'yes') clear();
      return alertRefusal('ticket.submit.failed', refusal, outcomeText(texts().t, refusal, 'ticket.unanswered'));
    },
  });

  return {
    input,
    change: (part) => {
      change(part);
      setErrors({});
    },
    errors,
    busy: intent.busy,
    submit: async () => {
      const missing = {
        ...(input.category === 0 && { category: 'err_ticket_category' }),
        ...(tidyTicketText(input.question) === '' && { question: 'err_required' }),
      };
      setErrors(missing);
      if (missing.category || missing.question) return missing.category ? 'category' : 'question';
      await intent.send(input);
      return null;
    },
  };
}
