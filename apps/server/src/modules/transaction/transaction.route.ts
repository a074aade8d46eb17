import { Readable } from 'node:stream';
import {
  walletStatement,
  walletTransaction,
  walletTransactionExport,
  walletTransactionGetById,
} from '@minerx/contract/transaction';
import { formatUnits } from '@minerx/rules/money';
import { monthOf, stretchOfDays, stretchOfMonth } from '@minerx/rules/statement';
import type { MemberTransferKind } from '@minerx/rules/transfer-kind';
import type { WalletId } from '@minerx/rules/wallet';
import { perMinute } from '../../http/limit.ts';
import { addRoute, type Api } from '../../http/route.ts';
import { isUuid } from '../../base/ids.ts';
import { refuse } from '../../refusal.ts';
import { presentAgreed } from '../swap/swap.presenter.ts';
import { findTakenQuote } from '../swap/swap.query.ts';
import { writeCsv } from './export.ts';
import { presentStatement } from './statement.presenter.ts';
import { findFirstMovement, readStatement } from './statement.query.ts';
import { presentChain, presentPosting, presentTransaction } from './transaction.presenter.ts';
import { houseNames, isInHistory, listTransactions, readTransactions } from './transaction.query.ts';

/** By number no deeper than this; `before` has no end. */
const NUMBERED = 10_000;

export const addTransactionRoutes = (api: Api): void => {
  const { pool, clock, tables } = api.context;
  const house = houseNames(tables);

  addRoute(api, walletTransaction, { limit: perMinute(600) }, async ({ member, body }) => {
    const { page, pageSize, kinds, before = null } = body;
    const skip = before === null ? (page - 1) * pageSize : 0;
    if (skip + pageSize > NUMBERED) refuse('err_validation', { fields: { page: 'err_page' } });
    const filter = { kinds, wallets: body.wallet_types as WalletId[], stretch: stretchOfDays(body.from, body.to) };
    const { rows, more } = await listTransactions(pool, member.memberId, { filter, before, skip, size: pageSize });
    return {
      data: rows.map(presentTransaction),
      paginator: { page, pageSize, more },
    };
  });

  addRoute(api, walletTransactionGetById, { limit: perMinute(600) }, async ({ member, query: { id } }) => {
    if (!isUuid(id) || !(await isInHistory(pool, member.memberId, id))) return refuse('err_not_found');
    const [[row], agreed] = await Promise.all([
      readTransactions(pool, member.memberId, [id]),
      findTakenQuote(pool, id),
    ]);
    return {
      transaction: presentTransaction(row!),
      postings: row!.postings.map((posting) => presentPosting(posting, house)),
      swap: agreed && presentAgreed(agreed),
      chain: presentChain(row!),
    };
  });

  addRoute(api, walletTransactionExport, { limit: perMinute(6) }, async ({ member, query, reply }) => {
    const filter = {
      kinds: partsOf(query.kinds) as MemberTransferKind[],
      wallets: partsOf(query.wallet_types).map(Number) as WalletId[],
      stretch: stretchOfDays(query.from, query.to),
    };
    reply.header('Content-Disposition', 'attachment; filename="transactions.csv"');
    return Readable.from(writeCsv(pool, member.memberId, filter, query.timezone));
  });

  addRoute(api, walletStatement, { limit: perMinute(60) }, async ({ member, query: { month } }) => {
    const thisMonth = monthOf(new Date(clock.now()));
    if (month > thisMonth) refuse('err_validation', { fields: { month: 'err_month' } });
    const [{ balances, movements, vouchers }, first] = await Promise.all([
      readStatement(pool, member.memberId, stretchOfMonth(month)),
      findFirstMovement(pool, member.memberId),
    ]);
    return {
      month,
      first_month: first && monthOf(first),
      last_month: thisMonth,
      wallets: presentStatement(balances, movements),
      vouchers: { count: vouchers.count, amount: formatUnits(vouchers.units) },
    };
  });
};

const partsOf = (text: string | undefined): string[] => text?.split(',') ?? [];
