import type { App } from '../../../apps/server/src/composition/app.ts';
import type { Call } from '../../../packages/contract/src/wire/call.ts';
import { PROBE, probeId } from '../world/grown-world.ts';

const page = { page: 1, pageSize: 8 };
const order = probeId('order');
const ofProbe = (kind: Parameters<typeof probeId>[0]) => ({ id: probeId(kind) });

/** Calls by POST that only look, with what they are asked. */
const LOOKS: Record<string, object> = {
  'member/notice/all': { pageSize: 8 },
  'member/ticket/all': page,
  'nft/owned': page,
  'nft/withdraw/history': page,
  'notification/all': page,
  'order/rewards': { ...page, id: order },
  'package/angpau/packs/getById': ofProbe('pack'),
  'package/angpau/packs/history': page,
  'package/order': page,
  'staking/history': page,
  'wallet/deposit/history': page,
  'wallet/transaction': page,
  'wallet/transfer/recipient': { recipient: 'm2' },
  'wallet/withdraw/history': page,
};

/** What calls by GET are asked with; others with nothing. */
const VALUES: Record<string, Record<string, string>> = {
  'member/data/file': { ticket: 'x'.repeat(48) },
  'member/myteam/details': { member_username: 'm2' },
  'member/myteam/search': { member_username: 'm2', search: '1' },
  'member/redirect': { id: 'x'.repeat(22) },
  'member/ticket/getById': ofProbe('ticket'),
  'member/ticket/image': ofProbe('ticket'),
  'nft/getById': ofProbe('item'),
  'notification/getById': ofProbe('order'),
  'operator/catalogue': { id: 'community.1' },
  'operator/catalogue/all': { kind: 'community' },
  'operator/catalogue/history': { id: 'community.1' },
  'operator/deposit': ofProbe('deposit'),
  'operator/deposit/all': { state: 'credited' },
  'operator/device': { serial: 'D1' },
  'operator/device/all': { state: 'all' },
  'operator/fulfilment': ofProbe('pack'),
  'operator/fulfilment/all': { state: 'waits' },
  // Of all of a list's rows: as long as that list.
  'operator/list-file': { list: 'price/all' },
  'operator/invitation': { id: 'x'.repeat(43) },
  'operator/member': { id: String(PROBE) },
  'operator/member/ledger': { id: String(PROBE) },
  'operator/member/orders': { id: String(PROBE) },
  'operator/nft': ofProbe('item'),
  'operator/nft/all': { state: 'pending' },
  'operator/price': { id: 'package-price.1' },
  'operator/price/history': { id: 'package-price.1' },
  'operator/prize': { id: 'draft' },
  'operator/settlement': { day: '2026-11-15' },
  'operator/ticket': ofProbe('ticket'),
  'operator/ticket/all': { state: 'waiting' },
  'operator/ticket/change': ofProbe('ticket'),
  'operator/ticket/image': ofProbe('ticket'),
  'operator/voucher/all': { batch: '1' },
  'operator/voucher/batch': { id: '1' },
  'operator/withdrawal': ofProbe('withdrawal'),
  // Nobody has asked for any.
  'operator/work': ofProbe('order'),
  'operator/withdrawal/all': { state: 'review' },
  'order/getById': { id: order },
  'order/hashrate': { id: order },
  'wallet/deposit/address': { wallet_type: '1', network: 'BEP20' },
  'wallet/transaction/export': { timezone: 'UTC' },
  'wallet/transaction/getById': ofProbe('deposit'),
  'wallet/transaction/statement': { month: '2026-11' },
};

/** Their answer comes from outside, or never is the same. */
const LEFT_OUT = new Set(['spot/init']);

/** Every call of the contract that only looks: whoever writes one more has it measured. */
export const isRead = ({ method, path }: Call): boolean => (method === 'GET' || path in LOOKS) && !LEFT_OUT.has(path);

/** Asks once, as the probe or an operator. @returns the status, and how the answer begins */
export const ask = async (http: App['http'], call: Call): Promise<{ status: number; text: string }> => {
  const { method, path } = call;
  const query = method === 'GET' ? `?${new URLSearchParams(VALUES[path])}` : '';
  const answer = await http.inject({
    method,
    url: `/api/${path}${query}`,
    headers: { authorization: 'Bearer probe', ...(method === 'POST' && { 'content-type': 'application/json' }) },
    ...(method === 'POST' && { payload: JSON.stringify(LOOKS[path]) }),
  });
  return { status: answer.statusCode, text: answer.payload.slice(0, 300) };
};
