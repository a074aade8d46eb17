import {
  memberTicketAll,
  memberTicketGetById,
  memberTicketImage,
  type Ticket as WireTicket,
  type TicketMessage,
} from '@minerx/contract/ticket';
import { PAGE_SIZE } from '@minerx/rules/paging';
import { isFromSupport, takesMessages, ticketCategoryName, type TicketCategoryName } from '@minerx/rules/ticket';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { request } from '../../base/api.ts';
import { download } from '../../base/files.ts';
import { memberQuery } from '../../base/member.ts';
import { usePages } from '../../base/pages.ts';
import { queryClient } from '../../base/query.tsx';

export interface Ticket {
  id: string;
  number: string;
  category: TicketCategoryName;
  isOpen: boolean;
  question: string;
  isUnread: boolean;
  createdAt: string;
  updatedAt: string;
}

export interface Message {
  id: string;
  text: string;
  /** Size in pixels, so that its place is kept until it is here. */
  image: { id: string; width: number; height: number } | null;
  fromSupport: boolean;
  at: string;
}

export interface Conversation {
  ticket: Ticket;
  /** Oldest first. */
  messages: readonly Message[];
}

export const keys = {
  all: ['ticket'],
  list: ['ticket', 'list'],
  one: (id: string) => ['ticket', 'one', id],
  image: (id: string) => ['ticket', 'image', id],
} as const;

export const ticketOf = (wire: WireTicket): Ticket => ({
  id: wire.id,
  number: wire.support_ticket_enquryid,
  category: ticketCategoryName(wire.support_ticket_categoryid),
  isOpen: takesMessages(wire.support_ticket_status),
  question: wire.support_ticket_message,
  isUnread: wire.unread,
  createdAt: wire.support_ticket_created_date,
  updatedAt: wire.support_ticket_updated_date,
});

export const messageOf = (wire: TicketMessage): Message => ({
  id: wire.id,
  text: wire.message,
  image:
    wire.support_ticket_image === ''
      ? null
      : {
          id: wire.support_ticket_image,
          width: wire.support_ticket_image_width,
          height: wire.support_ticket_image_height,
        },
  fromSupport: isFromSupport(wire.support_ticket_adminid),
  at: wire.support_ticket_created_date,
});

export const useTickets = () =>
  usePages({
    key: keys.list,
    load: async (page, signal) => {
      const { data, paginator } = await request(memberTicketAll, { body: { page, pageSize: PAGE_SIZE }, signal });
      return { rows: data.map(ticketOf), total: paginator.total };
    },
    keyOf: (ticket: Ticket) => ticket.id,
  });

/** A ticket with its messages. Reading it takes its mark away, so what shows the mark is asked for again when it is next seen. */
export const useConversation = (id: string): UseQueryResult<Conversation> =>
  useQuery({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) => {
      const { ticket, message } = await request(memberTicketGetById, { query: { id }, signal });
      for (const queryKey of [keys.list, memberQuery.queryKey])
        void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
      return { ticket: ticketOf(ticket), messages: message.map(messageOf) };
    },
    // The messages of one ticket never stand in for another's.
    placeholderData: undefined,
  });

/** News of a ticket, or of any: what is shown is asked for again. */
export function renewTickets(ticketId: string | null): void {
  void queryClient.invalidateQueries({ queryKey: ticketId === null ? keys.all : keys.one(ticketId) });
  if (ticketId !== null) void queryClient.invalidateQueries({ queryKey: keys.list });
  void queryClient.invalidateQueries({ queryKey: memberQuery.queryKey });
}

/** The image of a message; it never changes. */
export const useTicketImage = (id: string): UseQueryResult<Blob> =>
  useQuery({
    queryKey: keys.image(id),
    queryFn: ({ signal }) => download(memberTicketImage, { id }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: undefined,
  });
