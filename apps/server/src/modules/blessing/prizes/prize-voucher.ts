import { createHmac } from 'node:crypto';
import { crockford } from '../../../base/ids.ts';

const GROUPS = 4;
const GROUP_LENGTH = 4;

/**
 * The code of the voucher that a pack's package prize became. It is derived, 80 bits of an HMAC, so that its owner can read
 * it as often as wanted and nothing is kept but the hash that every voucher has (as docs/decisions/007 does for tokens).
 */
export const prizeVoucherCode = (pepper: string, packId: string): string => {
  const bytes = createHmac('sha256', pepper).update(`prize voucher:${packId}`).digest();
  const signs = crockford({ bytes: (count) => bytes.subarray(0, count) }, GROUPS * GROUP_LENGTH);
  return signs.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g'))!.join('-');
};
