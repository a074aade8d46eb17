/** Messages of `/ws-support`: something happened in a ticket of the member, or there is a new notice; the client asks for it anew. */
export type TicketFeedMessage =
  | { result: 'ok' }
  | { result: null; id?: number }
  | { error: { err_code: string }; id?: number }
  | { method: 'PING' }
  | { method: 'PONG'; params: [unixSeconds: number] }
  | { event: 'message'; ticketId: string }
  | { event: 'notice' };
