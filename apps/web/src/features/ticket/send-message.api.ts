import { memberTicket, memberTicketSend } from '@minerx/contract/ticket';
import { request } from '../../base/api.ts';
import { upload } from '../../base/files.ts';
import type { Intent } from '@minerx/contract/intent';
import { intentPlace } from '../../base/asking/intent.ts';
import { queryClient } from '../../base/query.tsx';
import { type Ticket, type Conversation, keys, ticketOf, messageOf } from './ticket.api.ts';

export interface TicketInput {
  /** 0: none chosen yet. */
  category: number;
  question: string;
}

/** Where a new ticket is kept while its answer is missing. */
export const ticketPlace = intentPlace<TicketInput>('ticket', { fits: ({ question }) => typeof question === 'string' });

/** @throws {Refusal} */
export async function openTicket({ key, input }: Intent<TicketInput>): Promise<Ticket> {
  const body = { support_category: input.category, support_question: input.question };
  const { ticket } = await request(memberTicket, { body, idempotencyKey: key });
  void queryClient.invalidateQueries({ queryKey: keys.list });
  return ticketOf(ticket);
}

interface SendInput {
  ticketId: string;
  text: string;
  file: Blob | null;
  idempotencyKey: string;
  onProgress: (share: number) => void;
}

/**
 * Sends a message, puts it at the end of its conversation and gives its id.
 * @throws {Refusal}
 */
export async function sendMessage({ ticketId, text, ...rest }: SendInput): Promise<string> {
  const { ticket } = await upload(memberTicketSend, { body: { id: ticketId, message: text }, ...rest });
  const sent = messageOf(ticket);
  queryClient.setQueryData<Conversation>(keys.one(ticketId), (shown) =>
    shown && !shown.messages.some(({ id }) => id === sent.id)
      ? { ...shown, messages: [...shown.messages, sent] }
      : shown,
  );
  return sent.id;
}
