import type { TicketFeedMessage } from '@minerx/contract/feed-ticket';
import type { Context } from '../context.ts';
import { Connections, type Feed } from './connections.ts';

/** `/ws-support`: tells a member's sockets that something happened in a ticket. What it was they ask for by the usual call. */
export const createTicketFeed = (context: Context): Feed => {
  const unsubscribe = context.bus.subscribe('ticket_message', ({ memberId, ticketId }) => {
    const message: TicketFeedMessage = { event: 'message', ticketId };
    for (const socket of connections.ofMember(BigInt(memberId))) socket.tell(message);
  });
  const connections: Connections = new Connections(context, {
    path: '/ws-support',
    signIn: true,
    // There is nothing to choose from: signing in is subscribing. Clients that ask as they ask other feeds get their answer.
    subscribe: async (socket, _, id) => {
      const answer: TicketFeedMessage = { result: null, ...(id === undefined ? {} : { id }) };
      socket.tell(answer);
    },
    rooms: () => connections.memberCount,
    onStop: unsubscribe,
  });
  return connections;
};
