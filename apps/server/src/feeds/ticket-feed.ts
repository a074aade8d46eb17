import type { TicketFeedMessage } from '@minerx/contract/feed-ticket';
import type { Context } from '../context.ts';
import { Connections, type Feed } from './connections.ts';
import type { FeedSocket } from './feed-socket.ts';

/** `/ws-support`: tells a member's sockets that something happened in a ticket, or that a notice is new or read. What it was they ask for by the usual calls. */
export const createTicketFeed = (context: Context): Feed => {
  const { bus } = context;
  const stops = new Map<FeedSocket, (() => void)[]>();
  const connections: Connections = new Connections(context, {
    path: '/ws-support',
    signIn: true,
    // There is nothing to choose from: signing in is subscribing. Clients that ask as they ask other feeds get their answer.
    subscribe: async (socket, _, id) => {
      const answer: TicketFeedMessage = { result: null, ...(id === undefined ? {} : { id }) };
      socket.tell(answer);
    },
    onSignedIn: (socket, memberId) => {
      const tell = (message: TicketFeedMessage): void => socket.tell(message);
      stops.set(socket, [
        bus.subscribeTo('ticket_message', memberId, ({ ticketId }) => tell({ event: 'message', ticketId })),
        bus.subscribeTo('notices', memberId, () => tell({ event: 'notice' })),
      ]);
    },
    onLeft: (socket) => {
      for (const stop of stops.get(socket) ?? []) stop();
      stops.delete(socket);
    },
    rooms: () => connections.memberCount,
  });
  return connections;
};
