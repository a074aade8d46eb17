/**
 * What stands in the way of an account's end: something of value is in it, or on its way; or was sent out lately, since whoever
 * took an account over would empty it and then take away all that tells of it.
 */
export const DELETION_CAUSES = [
  'balances',
  'orders',
  'withdrawals',
  'deposits',
  'nfts',
  'stakes',
  'blessings',
  'journeys',
  'vouchers',
  'sent',
] as const;
export type DeletionCause = (typeof DELETION_CAUSES)[number];

/** Where mails to a deleted member would go: nowhere. */
const NOWHERE = '@deleted.invalid';

/** Whether an address is what stands in the place of a deleted one. */
export const isErasedAddress = (address: string): boolean => address.endsWith(NOWHERE);
