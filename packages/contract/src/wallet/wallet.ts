import * as z from 'zod/mini';
import { defineCall } from '../wire/call.ts';
import { amount, source } from '../wire/wire.ts';

export const walletType = z.object({
  id: z.number(),
  member_wallet_type_id: z.number(),
  member_wallet_type_name: z.string(),
  member_wallet_type_price: amount,
  member_wallet_type_precision: z.number(),
  source,
  /** The market tells a price that is not believed: this is the last one that was, and nothing is paid by it meanwhile. */
  doubted: z.boolean(),
});

export const walletAll = defineCall({
  method: 'GET',
  path: 'wallet/all',
  summary: 'The wallet types with their prices and where the prices come from.',
  session: 'member',
  result: z.object({ wallet_type: z.array(walletType) }),
  refusals: [],
});
