/** Messages of `/ws-miner` (specification section 7, decisions section 5). Hashrates are Th/s. */
export type MinerFeedMessage =
  | { result: 'ok' }
  | { result: null; id: number }
  | { error: { err_code: string }; id?: number }
  | { method: 'PING' }
  | { method: 'PONG'; params: [unixSeconds: number] }
  | { method: 'INIT_MINING'; params: (number | null)[]; serials: string[] }
  | { method: 'MINING'; params: number | null; serial_no: string };
