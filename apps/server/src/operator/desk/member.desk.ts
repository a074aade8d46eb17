import type { ResultOf } from '@minerx/contract/call';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import {
  operatorMember,
  operatorMemberLedger,
  operatorMemberOrders,
  operatorMembers,
  type OperatorMember,
  type OperatorMovement,
  type OperatorOrder,
} from '@minerx/contract/operator/member';
import { normaliseEmail } from '@minerx/rules/member';
import { formatUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { isOrderStatus, statusName } from '@minerx/rules/order-status';
import { walletById, WALLETS } from '@minerx/rules/wallet';
import type { Context } from '../../context.ts';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { listWrongTries, type WrongTries } from '../../modules/attempt/attempt.store.ts';
import {
  findHoldings,
  findMemberById,
  listMembers,
  searchMembers,
  type Holdings,
  type ListedMember,
} from '../../modules/member/member-lookup.query.ts';
import {
  listWithdrawalAddresses,
  type WithdrawalAddressRow,
} from '../../modules/member/withdrawal-address/withdrawal-address.query.ts';
import { listOrdersOf, type ListedOrder } from '../../modules/order/order-list.query.ts';
import { listOpenSessions, type OpenSession } from '../../modules/session/session.query.ts';
import { findFigures } from '../../modules/team/team.query.ts';
import { findAcceptance } from '../../modules/terms/terms.store.ts';
import { listTransactions, type TransactionRow } from '../../modules/transaction/transaction.query.ts';
import { refuse } from '../../refusal.ts';
import { getAccount, getAuditOf, iso, pageOf, requireAfter, requireLook } from './desk.ts';

const presentMember = ({
  id,
  username,
  fullName,
  email,
  country,
  createdAt,
  frozen,
}: ListedMember): OperatorMember => ({
  id: id.toString(),
  username,
  name: fullName,
  email,
  country,
  since: createdAt.toISOString(),
  frozen,
});

const stateOf = (status: number): string =>
  isOrderStatus(status) ? statusName(status).replace('_', ' ') : String(status);

const presentOrder = (order: ListedOrder): OperatorOrder => ({
  id: order.id,
  number: order.number,
  package: order.packageName,
  state: stateOf(order.status),
  amount: formatUnits(order.amountUnits),
  mined: formatUnits(order.maxProfitUnits - order.profitBalanceUnits),
  cap: formatUnits(order.maxProfitUnits),
  since: order.createdAt.toISOString(),
  activated_at: order.activatedAt?.toISOString() ?? null,
});

const presentMovement = ({ id, kind, at, changes, reason }: TransactionRow): OperatorMovement => ({
  id,
  kind: kind.replaceAll('_', ' '),
  at: at.toISOString(),
  changes: changes.map(({ walletId, amount, held, balance }) => ({
    wallet: walletById(walletId).name,
    amount: formatUnits(amount),
    held: formatUnits(held),
    balance: formatUnits(balance),
  })),
  reason,
});

const presentSession = ({ id, device, address, createdAt, usedAt }: OpenSession) => ({
  id,
  device,
  address,
  since: createdAt.toISOString(),
  used_at: usedAt.toISOString(),
});

const presentWrong = ({ gate, failures, locks, lockedUntil, at }: WrongTries) => ({
  gate,
  failures,
  locks,
  locked_until: iso(lockedUntil),
  at: at.toISOString(),
});

const presentAddress = ({ walletId, network, address, savedAt, usableAt }: WithdrawalAddressRow) => ({
  wallet: walletById(walletId).name,
  network: networkLabel(network),
  address,
  saved_at: savedAt.toISOString(),
  usable_at: usableAt.toISOString(),
});

const presentWallets = ({ balances }: Holdings) => {
  const balanceOf = (walletId: number) => balances.find((each) => each.walletId === walletId)?.balance ?? 0n;
  return WALLETS.filter(({ id, listed }) => listed || balanceOf(id) > 0n).map(({ id, name }) => ({
    wallet: name,
    balance: formatUnits(balanceOf(id)),
  }));
};

/** Everything about a member that operators may see. @throws err_not_found */
const getRecord = async (context: Context, id: bigint): Promise<ResultOf<typeof operatorMember>> => {
  const { pool, expiryClock } = context;
  const found = (await findMemberById(pool, id)) ?? refuse('err_not_found');
  const now = expiryClock.now();
  const [account, holdings, team, sessions, addresses, terms, audit, wrong] = await Promise.all([
    getAccount(context, id, now),
    findHoldings(pool, id),
    findFigures(pool, id),
    listOpenSessions(pool, id, now),
    listWithdrawalAddresses(pool, id),
    findAcceptance(pool, id),
    getAuditOf(context, `member:${id}`),
    listWrongTries(pool, { memberId: id, emailKey: normaliseEmail(found.email) }),
  ]);
  return {
    member: presentMember({ ...found, frozen: found.frozenAt !== null }),
    mobile: found.mobile,
    community: found.community,
    language: found.language,
    referral_code: found.referralCode,
    sponsor: found.sponsorId === null ? null : { id: found.sponsorId.toString(), username: found.sponsor ?? '' },
    terms: terms === null ? null : { version: terms.version, at: terms.at.toISOString() },
    account,
    wallets: presentWallets(holdings),
    orders: holdings.orders.map(({ status, count }) => ({ state: stateOf(status), count })),
    team: {
      direct: team.directSponsor,
      group: team.groupSponsor,
      capital: formatUnits(team.capitalUnits),
      group_sales: formatUnits(team.groupSales),
    },
    wrong: wrong.map(presentWrong),
    sessions: sessions.map(presentSession),
    addresses: addresses.map(presentAddress),
    audit,
  };
};

const EVERYTHING = { kinds: [], wallets: [], stretch: { fromMs: 0, untilMs: 2 ** 47 } };

export const addMemberDesk = (api: Api): void => {
  const { context } = api;
  const { pool } = context;

  addRoute(api, operatorMembers, { limit: perMinute(240) }, async ({ operator, query: { search, after } }) => {
    if (after !== undefined && !/^\d{1,15}$/.test(after)) refuse('err_page');
    await requireLook(context, operator, 'member list', { search, after });
    if (search !== undefined) {
      const found = (await searchMembers(pool, search.trim())).map(presentMember);
      return { rows: found.slice(0, LIST_ROWS), next: null, left_out: found.length > LIST_ROWS };
    }
    const members = await listMembers(pool, after === undefined ? undefined : BigInt(after));
    return { ...pageOf(members, ({ id }) => id.toString(), presentMember), left_out: false };
  });

  addRoute(api, operatorMember, { limit: perMinute(240) }, async ({ operator, query }) => {
    await requireLook(context, operator, 'member show', query);
    return getRecord(context, BigInt(query.id));
  });

  addRoute(api, operatorMemberOrders, { limit: perMinute(240) }, async ({ operator, query: { id, after } }) => {
    await requireLook(context, operator, 'member show', { id, orders: after ?? 'first' });
    const orders = await listOrdersOf(pool, BigInt(id), requireAfter(after));
    return pageOf(orders, (order) => order.id, presentOrder);
  });

  addRoute(api, operatorMemberLedger, { limit: perMinute(240) }, async ({ operator, query: { id, after } }) => {
    await requireLook(context, operator, 'member show', { id, ledger: after ?? 'first' });
    const page = { filter: EVERYTHING, before: requireAfter(after) ?? null, size: LIST_ROWS };
    const { rows, more } = await listTransactions(pool, BigInt(id), page);
    return { rows: rows.map(presentMovement), next: more ? rows.at(-1)!.id : null };
  });
};
