import { ageOf, minuteOf } from '@minerx/rules/utc-time';
import { PAYOUTS_FROZEN } from '../../modules/integrity/payout-freeze.ledger.ts';
import { RECENT_RESET } from '../../modules/member/outgoing.ledger.ts';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { WITHDRAWAL_LISTS, type WithdrawalList } from '@minerx/contract/operator/withdrawal';
import { formatUnits } from '@minerx/rules/money';
import { networkLabel } from '@minerx/rules/network';
import { walletById } from '@minerx/rules/wallet';
import {
  isErrored,
  isReadyToSend,
  isSentByOperators,
  isUnderReview,
  readTransactionHash,
  WITHDRAWAL_CAUSES,
  withdrawalStatusName,
  type WithdrawalCause,
} from '@minerx/rules/withdrawal';
import type { Pool } from 'pg';
import type { Context } from '../../context.ts';
import { isUuid } from '../../base/ids.ts';
import {
  confirmSent,
  failWithoutSending,
  markErrored,
  markSent,
  markSentByHand,
} from '../../modules/withdrawal/withdrawal-payout.command.ts';
import { approveWithdrawal, rejectWithdrawal } from '../../modules/withdrawal/withdrawal-review.command.ts';
import {
  findWithdrawalToReview,
  isHashTaken,
  listWithdrawalsToReview,
  LISTED_STATES,
  type WithdrawalToReview,
} from '../../modules/withdrawal/withdrawal-review.query.ts';
import { lookForHandSent } from '../../modules/withdrawal/withdrawal-proof.command.ts';
import { findHandPayment } from '../../modules/withdrawal/withdrawal-proof.store.ts';
import { isOutsideFailure } from '../../outside/failure.ts';
import { watchedChains } from '../../outside/outside.ts';
import { defineOperatorCommand, GRANTS, OperatorProblem, REASON } from '../command.ts';
import { explained } from '../explained.ts';
import { factorLine } from '../people/factor-line.ts';

const ID = { hint: 'id of the withdrawal', kind: 'text', required: true } as const;
const HASH = { hint: 'of the transaction', kind: 'text', required: true } as const;
const CAUSES = WITHDRAWAL_CAUSES.filter((cause) => cause !== 'expired');
const CAUSE = { hint: CAUSES.join('|'), kind: 'text', required: true } as const;

const isList = (state: string): state is WithdrawalList => WITHDRAWAL_LISTS.some((known) => known === state);

const requireWithdrawal = async (pool: Pool, id: string): Promise<WithdrawalToReview> => {
  const found = isUuid(id) ? await findWithdrawalToReview(pool, id) : null;
  if (found === null) throw new OperatorProblem(`There is no withdrawal ${id}.`);
  return found;
};

/** Of a network on which operators send: the others have a worker, and what it knows is not overruled by hand. */
const requireByHand = async (pool: Pool, id: string): Promise<WithdrawalToReview> => {
  const row = await requireWithdrawal(pool, id);
  if (!isSentByOperators(row.networkId))
    throw new OperatorProblem(`The worker sends on ${networkLabel(row.networkId)}; operators record TRC20 and OMNI.`);
  return row;
};

const requireCause = (text: string): WithdrawalCause => {
  const cause = CAUSES.find((known) => known === text);
  if (cause === undefined) throw new OperatorProblem(`--cause must be one of ${CAUSES.join(', ')}, not "${text}"`);
  return cause;
};

type Asking = Pick<Context, 'pool' | 'outside'>;

/** In the network's one spelling, of no other withdrawal, and not of something else as far as the chain can tell now. */
const requireHash = async (context: Asking, { id, networkId }: WithdrawalToReview, text: string): Promise<string> => {
  const { pool, outside } = context;
  const hash = readTransactionHash(networkId, text);
  if (hash === null) throw new OperatorProblem(`--hash is no transaction of ${networkLabel(networkId)}: "${text}"`);
  if (await isHashTaken(pool, networkId, hash, id))
    throw new OperatorProblem('This transaction pays another withdrawal already.');
  const chain = watchedChains(outside).get(networkId);
  const payment = chain && (await findHandPayment(pool, id));
  if (!chain) return hash;
  if (!payment)
    throw new OperatorProblem(
      `The chain confirms it, and nobody has said which contract the coin has there: wallet terms.`,
    );
  const sight = await lookForHandSent(chain, payment, hash).catch((error: unknown) => {
    // The worker asks again until the nodes tell.
    if (isOutsideFailure(error)) return null;
    throw error;
  });
  if (sight?.kind === 'mismatch') throw new OperatorProblem(`This transaction does not pay it: ${sight.why}.`);
  return hash;
};

const whoConfirms = ({ outside }: Asking, { networkId }: WithdrawalToReview): string =>
  watchedChains(outside).has(networkId)
    ? 'Noted; the chain confirms it, or says that it is wrong.'
    : 'Noted; another operator confirms it when the network has (withdrawal confirmed).';

const SENTENCES: Readonly<Record<string, string>> = {
  err_withdrawal_status: 'This withdrawal is in another state by now: look again.',
  err_conflict: 'It has changed since: look again, and decide what stands there then.',
  err_account_frozen: 'The account is frozen: nothing leaves it.',
  err_recent_reset: `Nothing leaves the account: ${RECENT_RESET}.`,
  err_payouts_frozen: PAYOUTS_FROZEN,
  err_network_closed:
    'Withdrawals there are switched off, or the contract of the coin is not known (withdrawal terms, withdrawal network).',
  err_second_operator: 'You have approved it, or sent it; now somebody else has to.',
};

const NOT_SENT: Readonly<Record<string, string>> = {
  ...SENTENCES,
  err_account_frozen:
    'The account is frozen: do not send it. If it had left before, two say so (withdrawal reconcile).',
  err_recent_reset: `Do not send it yet: ${RECENT_RESET}. If it had left before, two say so (withdrawal reconcile).`,
};

/** A withdrawal as operators read it: what, whose, where to, how long it waits, and what must be known about the account. */
const linesOf = (row: WithdrawalToReview, now: number): string[] => {
  const coin = walletById(row.walletId).name;
  const half = row.firstApprover !== null && isUnderReview(row) ? `, ${row.firstApprover} said yes` : '';
  const more = `${half}${row.cause === null ? '' : `, ${row.cause}`}${row.txHash === null ? '' : `, ${row.txHash}`}`;
  const changed = factorLine(row, now);
  const saved = row.addressSavedAt === null ? 'NOT SAVED BY THE MEMBER' : `saved ${minuteOf(row.addressSavedAt)}`;
  return [
    `${row.id} ${formatUnits(row.amountUnits)} ${coin} on ${networkLabel(row.networkId)}, fee ${formatUnits(row.feeUnits)}; ${row.email}`,
    `    ${withdrawalStatusName(row.status)}, revision ${row.revision}, for ${ageOf(row.changedAt, now)}${row.twoOperators ? ', TWO OPERATORS' : ''}${more}`,
    `    to ${row.address} (${saved}; ${row.addressesSaved} saved in thirty days)`,
    ...(row.frozen ? ['    the account is FROZEN'] : []),
    ...(changed === null ? [] : [`    ${changed}`]),
  ];
};

export const withdrawalReviewCommands = [
  defineOperatorCommand({
    name: 'withdrawal list',
    grant: GRANTS.personal,
    summary: `Withdrawals in a state (${WITHDRAWAL_LISTS.join(', ')}; without one, those under review), the longest waiting first; ${LIST_ROWS} of them.`,
    flags: { state: { hint: WITHDRAWAL_LISTS.join('|'), kind: 'text' } },
    run: async ({ context, print }, { state = 'review' }) => {
      if (!isList(state)) throw new OperatorProblem(`--state must be one of ${WITHDRAWAL_LISTS.join(', ')}`);
      const rows = await listWithdrawalsToReview(context.pool, { statuses: LISTED_STATES[state] });
      for (const row of rows.slice(0, LIST_ROWS)) for (const line of linesOf(row, context.clock.now())) print(line);
      if (rows.length === 0) print('No withdrawal waits.');
    },
  }),
  defineOperatorCommand({
    name: 'withdrawal show',
    grant: GRANTS.personal,
    summary: 'One withdrawal, with what its account went through.',
    flags: { id: ID },
    run: async ({ context, print }, { id }) => {
      const row = await requireWithdrawal(context.pool, id);
      for (const line of linesOf(row, context.clock.now())) print(line);
      const ends = isUnderReview(row) ? `ends by itself ${minuteOf(row.deadlineAt)}; ` : '';
      print(`    asked ${minuteOf(row.createdAt)}; ${ends}member ${row.memberId}`);
    },
  }),
  defineOperatorCommand({
    name: 'withdrawal approve',
    grant: GRANTS.money,
    summary: 'Approves the revision that you saw. Above the set amount two different operators have to.',
    flags: {
      id: ID,
      revision: { hint: 'as list and show say', kind: 'whole', required: true },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { id, revision, reason }) => {
      await requireWithdrawal(context.pool, id);
      const { approved } = await explained(
        context.funnel.run(approveWithdrawal(id, revision, { actor, reason })),
        SENTENCES,
      );
      print(approved ? 'Approved; it may be sent.' : 'Noted; a second operator has to approve it too.');
    },
  }),
  defineOperatorCommand({
    name: 'withdrawal reject',
    grant: GRANTS.money,
    summary: `Rejects a withdrawal under review: amount and fee go back. The member is told the cause (${CAUSES.join(', ')}), not the reason.`,
    flags: { id: ID, cause: CAUSE, reason: REASON },
    run: async ({ context, print, actor }, { id, cause, reason }) => {
      await requireWithdrawal(context.pool, id);
      await explained(context.funnel.run(rejectWithdrawal(id, requireCause(cause), { actor, reason })), SENTENCES);
      print('Rejected; amount and fee went back.');
    },
  }),
  defineOperatorCommand({
    name: 'withdrawal sent',
    grant: GRANTS.money,
    summary:
      'Records the transaction by which you sent an approved withdrawal on TRC20 or OMNI. On TRC20 the chain is asked whether it pays it.',
    flags: { id: ID, hash: HASH, reason: REASON },
    needsOutside: true,
    run: async ({ context, print, actor }, { id, hash, reason }) => {
      const row = await requireByHand(context.pool, id);
      if (isErrored(row)) throw new OperatorProblem('Its outcome is unknown: withdrawal reconcile.');
      const spelt = await requireHash(context, row, hash);
      await explained(context.funnel.run(markSentByHand(id, spelt, { actor, reason })), NOT_SENT);
      print(whoConfirms(context, row));
    },
  }),
  defineOperatorCommand({
    name: 'withdrawal confirmed',
    grant: GRANTS.money,
    summary:
      'Says that the network has confirmed a withdrawal that another operator sent where nobody reads the chain: on OMNI, and on TRC20 without nodes.',
    flags: { id: ID, reason: REASON },
    needsOutside: true,
    run: async ({ context, print, actor }, { id, reason }) => {
      const row = await requireByHand(context.pool, id);
      if (isErrored(row)) throw new OperatorProblem('Its outcome is unknown: withdrawal reconcile.');
      if (watchedChains(context.outside).has(row.networkId))
        throw new OperatorProblem(`${networkLabel(row.networkId)} is read here: its blocks confirm it, nobody’s word.`);
      await explained(context.funnel.run(confirmSent(id, { actor, reason })), SENTENCES);
      print('Confirmed; the amount has left the books.');
    },
  }),
  defineOperatorCommand({
    name: 'withdrawal errored',
    grant: GRANTS.money,
    summary: 'Says that nobody knows whether an approved withdrawal left on TRC20 or OMNI. Nothing is given back.',
    flags: { id: ID, reason: REASON },
    run: async ({ context, print, actor }, { id, reason }) => {
      await requireByHand(context.pool, id);
      await explained(context.funnel.run(markErrored(id, { actor, reason })), SENTENCES);
      print('Noted; withdrawal reconcile ends it when there is proof.');
    },
  }),
  defineOperatorCommand({
    name: 'withdrawal reconcile',
    grant: GRANTS.two,
    summary:
      'Ends what was errored on TRC20 or OMNI by proof, which the reason names and two operators believe: it was sent (--hash), or it never left and cannot any more (--cause).',
    flags: {
      id: ID,
      hash: { ...HASH, required: undefined },
      cause: { ...CAUSE, required: undefined },
      reason: REASON,
    },
    needsOutside: true,
    run: async ({ context, print, actor }, { id, hash, cause, reason }) => {
      if ((hash === undefined) === (cause === undefined))
        throw new OperatorProblem('withdrawal reconcile needs --hash or --cause, one of them.');
      const row = await requireByHand(context.pool, id);
      if (!isErrored(row) && !isReadyToSend(row))
        throw new OperatorProblem('Only what is errored, or approved and not sent, is reconciled.');
      const who = { actor, reason };
      if (hash !== undefined) {
        const spelt = await requireHash(context, row, hash);
        await explained(context.funnel.run(markSent(id, spelt, who)), SENTENCES);
        print(whoConfirms(context, row));
      } else {
        await explained(context.funnel.run(failWithoutSending(id, requireCause(cause!), who)), SENTENCES);
        print('It did not leave; amount and fee went back.');
      }
    },
  }),
];
