/** Messages of `/ws-pool`: whether the devices of an order answer. */
export type PoolFeedMessage =
  | { result: 'ok' }
  | { result: null; id: number }
  | { error: { err_code: string }; id?: number }
  | { method: 'PING' }
  | { method: 'PONG'; params: [unixSeconds: number] }
  | { event: 'connect' | 'disconnect'; device: { serialNumber: string } };
