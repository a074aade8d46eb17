import type { Page } from '@playwright/test';

type Result = Record<string, unknown> & { data: Record<string, unknown>[]; paginator: object };
/** A call's answer with what every world has of its own replaced by what all looks show. */
type SameAnswer = (result: Result) => object;

/** The network that comes first is TRC20. */
const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const HASH = `0x${'ab'.repeat(32)}`;
const hourBefore = (hours: number): string => new Date(Date.UTC(2026, 10, 19, 20 - hours)).toISOString();

/** Every world draws others. */
const DRAWN = [
  { angpau_name: 'CW', angpau_name_zh: '84' },
  { angpau_name: 'BTC', angpau_name_zh: '29' },
  { angpau_name: 'CW', angpau_name_zh: '60' },
];

const amountOf = (row: Record<string, unknown>): string =>
  (row['wallets'] as { amount: string; held: string }[]).map(({ amount, held }) => `${amount} ${held}`).join();

/** One of each kind: what the chain brings comes in any order, with balances by that order. */
const sameMovements: SameAnswer = ({ data, paginator }) => {
  const inOrder = data.toSorted((a, b) => amountOf(a).localeCompare(amountOf(b)));
  const kinds = new Map(inOrder.map((row) => [row['transaction_kind'] as string, row]));
  const rows = [...kinds].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  const same = rows.map((row, place) => {
    const origin = row['origin'] as { type: string } | null;
    const wallets = (row['wallets'] as object[]).map((wallet) => ({ ...wallet, balance: '1250.75' }));
    const isOfChain = origin?.type === 'deposit' || origin?.type === 'withdrawal';
    return {
      ...row,
      wallets,
      transaction_date: hourBefore(place),
      origin: isOfChain ? { ...origin, label: HASH } : origin,
    };
  });
  return { data: same, paginator: { ...paginator, more: false } };
};

const sameDeposits: SameAnswer = ({ data, paginator }) => {
  const [first] = data.filter(({ deposit_status: status }) => status === 3);
  if (first === undefined) throw new Error('the demo member has no credited deposit to show');
  const fixed = { deposit_address: ADDRESS, deposit_hash: HASH, deposit_amount: '250' };
  const dates = { deposit_seen_date: hourBefore(1), deposit_credited_date: hourBefore(0) };
  return { data: [{ ...first, ...fixed, ...dates }], paginator: { ...paginator, total: 1 } };
};

/** What every demo was told of, newest first: one of each kind. Its machines come and go by chance. */
const TOLD = [
  'nft_sent',
  'withdrawal_confirmed',
  'deposit',
  'reward',
  'ticket_answered',
  'order_disconnected',
  'withdrawal_rejected',
  'order_ended',
  'order_live',
  'picks',
  'nft_approved',
];
/** Of those, what the member has not read yet. */
const NEW = 3;

const sameNotices: SameAnswer = ({ data }) => {
  const same = TOLD.map((told, place) => {
    const notice = data.find(({ kind }) => kind === told);
    if (notice === undefined) throw new Error(`the demo member was never told of ${told}`);
    return { ...notice, read: place >= NEW, created_date: hourBefore(place) };
  });
  return { data: same, more: false };
};
/** Asked for at once: they lie further apart than a page. */
const WHOLE = { 'member/notice/all': { postData: { pageSize: 100 } } } as Readonly<Record<string, object>>;

/** By screen and call. */
const ALIKE: Readonly<Record<string, Readonly<Record<string, SameAnswer>>>> = {
  '/duitraya/history': {
    'package/angpau/packs/history': (result) => ({
      ...result,
      data: result.data.map((pick, place) => ({ ...pick, ...DRAWN[place % DRAWN.length] })),
    }),
  },
  '/asset/spot/deposit': {
    'wallet/deposit/address': (result) => ({ ...result, deposit_address: ADDRESS }),
    'wallet/deposit/history': sameDeposits,
  },
  '/profile/notification': { 'member/notice/all': sameNotices },
  '/asset/spot/transaction/all': { 'wallet/transaction': sameMovements },
};

/** Whether answers of a screen are replaced. */
export const isAlike = (screen: string): boolean => screen in ALIKE;

/** Looks at a screen with the same address, hashes, order and luck in every world. */
export const lookAlike = async (page: Page, screen: string, look: () => Promise<void>): Promise<void> => {
  const calls = Object.entries(ALIKE[screen] ?? {});
  for (const [call, same] of calls)
    await page.route(`**/api/${call}*`, async (route) => {
      const answer = (await (await route.fetch(WHOLE[call])).json()) as { result: Result };
      await route.fulfill({ json: { ...answer, result: same(answer.result) } });
    });
  await look();
  if (calls.length > 0) await page.unrouteAll({ behavior: 'ignoreErrors' });
};
