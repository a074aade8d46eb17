/** What an operator is here for; `admin` may do everything, and `finance` whatever `support` only looks at. */
export const OPERATOR_ROLES = ['support', 'finance', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

export interface Grant {
  readonly roles: readonly OperatorRole[];
  /** Money, or what money hangs on: the second factor was shown within the last minutes. */
  readonly isMoney?: true;
  /** Done when another operator agrees, who might have done it too. */
  readonly twoOperators?: true;
  /** It shows what is personal of one member: who looked is on the audit log. */
  readonly isPersonal?: true;
}

const ALL: Grant = { roles: OPERATOR_ROLES };
const SUPPORT: Grant = { roles: ['support', 'admin'] };
const FINANCE: Grant = { roles: ['finance', 'admin'] };
const ADMIN: Grant = { roles: ['admin'] };
const PERSONAL: Grant = { ...ALL, isPersonal: true };
const MONEY: Grant = { ...FINANCE, isMoney: true };
const TERMS: Grant = { ...ADMIN, isMoney: true };
const TWO: Grant = { ...MONEY, twoOperators: true };

/** Every action of operators by its name, in the shell and at the console. The server enforces it, the console reads it. */
export const OPERATOR_GRANTS: Readonly<Record<string, Grant>> = {
  'announcement list': ALL,
  'announcement publish': SUPPORT,
  'announcement withdraw': SUPPORT,
  'audit list': FINANCE,
  'banner list': ALL,
  'banner publish': SUPPORT,
  'banner withdraw': SUPPORT,
  'blessing grant': TWO,
  'blessing show': PERSONAL,
  'cold approve': TWO,
  'cold drop': MONEY,
  'cold list': ALL,
  'cold sent': MONEY,
  'collection list': ALL,
  'collection set': ADMIN,
  'community list': ALL,
  'community set': ADMIN,
  'country list': ALL,
  'country set': ADMIN,
  'deposit list': ALL,
  'deposit show': PERSONAL,
  'device list': ALL,
  'device move': ADMIN,
  'device register': ADMIN,
  'device replace': ADMIN,
  'device retire': ADMIN,
  'fulfilment done': SUPPORT,
  'fulfilment list': ALL,
  'integrity check': ALL,
  'liquidity approve': MONEY,
  'liquidity fund': MONEY,
  'liquidity release': MONEY,
  'liquidity show': FINANCE,
  'maintenance off': ADMIN,
  'maintenance on': ADMIN,
  'marquee off': SUPPORT,
  'marquee set': SUPPORT,
  'member credit': TWO,
  'member debit': TWO,
  'member freeze': ALL,
  'member list': PERSONAL,
  'member redirect': { ...SUPPORT, isPersonal: true },
  'member show': PERSONAL,
  'member sign-out': SUPPORT,
  'member unfreeze': ADMIN,
  'network forget': ADMIN,
  'nft approve': MONEY,
  'nft hash': MONEY,
  'nft issue': TERMS,
  'nft list': ALL,
  'nft reject': MONEY,
  'nft release': MONEY,
  'nft show': PERSONAL,
  'nft terms': TWO,
  'operator disable': ADMIN,
  'operator enable': TWO,
  'operator invite': TWO,
  'operator list': ALL,
  'operator role': TWO,
  'outbox drop': ADMIN,
  'outbox list': ALL,
  'outbox retry': ADMIN,
  'package history': ALL,
  'package list': ALL,
  'package set': TWO,
  'payout list': ALL,
  'payout reconcile': MONEY,
  'payout return': TWO,
  'payout show': ALL,
  'payout wallet': TERMS,
  'payouts open': MONEY,
  'price band': TWO,
  'price list': ALL,
  'price set': TWO,
  'prize list': ALL,
  'prize set': TWO,
  'proposal agree': MONEY,
  'proposal decline': FINANCE,
  'proposal list': ALL,
  'rank list': ALL,
  'rank set': ADMIN,
  'settlement alarm': TERMS,
  'settlement band': TERMS,
  'settlement decide': MONEY,
  'settlement fee': TWO,
  'settlement payout': MONEY,
  'settlement run': MONEY,
  'settlement show': ALL,
  'settlement status': ALL,
  'staking list': ALL,
  'staking off': TERMS,
  'staking on': TERMS,
  'staking-type list': ALL,
  'staking-type set': TERMS,
  'swap list': ALL,
  'swap set': TWO,
  'team rules': ADMIN,
  'ticket assign': SUPPORT,
  'ticket close': SUPPORT,
  'ticket list': ALL,
  'ticket reply': SUPPORT,
  'ticket show': PERSONAL,
  'transfer list': ALL,
  'transfer set': TERMS,
  'translation list': ALL,
  'translation remove': SUPPORT,
  'translation set': SUPPORT,
  'voucher create': TERMS,
  'voucher minimum': TERMS,
  'wallet addresses': ALL,
  'wallet cold': TWO,
  'wallet differences': ALL,
  'wallet hot': TWO,
  'wallet show': ALL,
  'wallet terms': TWO,
  'wallet explain': TWO,
  'withdrawal addresses': PERSONAL,
  'withdrawal approve': MONEY,
  'withdrawal confirmed': MONEY,
  'withdrawal errored': MONEY,
  'withdrawal hold': TERMS,
  'withdrawal list': ALL,
  'withdrawal network': TERMS,
  'withdrawal reconcile': MONEY,
  'withdrawal reject': MONEY,
  'withdrawal sent': MONEY,
  'withdrawal show': PERSONAL,
  'withdrawal terms': TWO,
};

export const mayDo = (role: OperatorRole, action: string): boolean =>
  OPERATOR_GRANTS[action]?.roles.includes(role) ?? false;

/** Whether an action only shows: nothing changes by it, so it needs no key of its own. */
export const isLook = (action: string): boolean => /[ -](?:list|show|status|history|addresses|check)$/.test(action);
