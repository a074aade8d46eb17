import type { TicketFeedMessage } from '@minerx/contract/feed-ticket';
import type { Context } from '../context.ts';
import { Connections, type Feed } from './connections.ts';

/** `/ws-support`: tells a member's sockets that something happened in a ticket, or that a notice is new or read. What it was they ask for by the usual calls. */
export const createTicketFeed = (context: Context): Feed => {
  const tell = (memberId: string, message: TicketFeedMessage): void => {
    for (const socket of connections.ofMember(BigInt(memberId))) socket.tell(message);
  };
  const stops = [
    context.bus.subscribe('ticket_message', ({ memberId, ticketId }) => tell(memberId, { event: 'message', ticketId })),
    context.bus.subscribe('notices', ({ memberIds }) => {
      for (const memberId of memberIds) tell(memberId, { event: 'notice' });
    }),
  ];
  const connections: Connections = new Connections(context, {
    path: '/ws-support',
    signIn: true,
    // There is nothing to choose from: signing in is subscribing. Clients that ask as they ask other feeds get their answer.
    subscribe: async (socket, _, id) => {
      const answer: TicketFeedMessage = { result: null, ...(id === undefined ? {} : { id }) };
      socket.tell(answer);
    },
    rooms: () => connections.memberCount,
    onStop: () => {
      for (const stop of stops) stop();
    },
  });
  return connections;
};
