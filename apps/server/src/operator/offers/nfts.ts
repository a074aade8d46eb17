import { minuteOf } from '@minerx/rules/utc-time';
import { PAYOUTS_FROZEN } from '../../modules/integrity/payout-freeze.ledger.ts';
import { RECENT_RESET } from '../../modules/member/outgoing.ledger.ts';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { formatUnits, unitsOf } from '@minerx/rules/money';
import { isNftRarity, nftCategoryOf, nftName, NFT_RARITIES, type NftRarity } from '@minerx/rules/nft-collection';
import {
  isUndecided,
  NFT_REJECTION_CAUSES,
  nftWithdrawalStatusName,
  type NftRejectionCause,
} from '@minerx/rules/nft-status';
import { isTransactionHash } from '@minerx/rules/nft-withdrawal';
import type { Pool } from 'pg';
import { isUuid } from '../../base/ids.ts';
import { issueNft, recordNftHash, releaseNft, setNftTerms } from '../../modules/nft/nft-holding.command.ts';
import { approveNftWithdrawal, rejectNftWithdrawal } from '../../modules/nft/nft-review.command.ts';
import { findNftWithdrawal, type NftWithdrawalRow } from '../../modules/nft/nft.query.ts';
import {
  findNftWithdrawalToReview,
  LISTED_NFT_STATES,
  listNftWithdrawalsToReview,
  type NftWithdrawalToReview,
} from '../../modules/nft/nft-review.query.ts';
import { defineOperatorCommand, GRANTS, EMAIL, OperatorProblem, REASON } from '../command.ts';
import { explained } from '../explained.ts';
import { factorLine } from '../people/factor-line.ts';
import { requireMeant } from '../people/require-member.ts';

const ID = { hint: 'id of the withdrawal', kind: 'text', required: true } as const;
const TOKEN = { hint: 'number in the collection, 1 to 11300', kind: 'whole', required: true } as const;
const CAUSES = NFT_REJECTION_CAUSES.filter((cause) => cause !== 'expired');

const requireWithdrawal = async (pool: Pool, id: string): Promise<NftWithdrawalRow> => {
  const found = isUuid(id) ? await findNftWithdrawal(pool, id) : null;
  if (found === null) throw new OperatorProblem(`There is no NFT withdrawal ${id}.`);
  return found;
};

const requireCategory = (text: string): NftRarity => {
  if (!isNftRarity(text)) throw new OperatorProblem(`A category is one of ${NFT_RARITIES.join(', ')}, not "${text}".`);
  return text;
};

/** A withdrawal as operators read it: what, whose, where to, and what must be known about the account. */
const linesOf = (row: NftWithdrawalToReview, now: number): string[] => {
  const { id, token, email, status, feeUnits, address, firstApprover, cause, txHash, createdAt } = row;
  const half = firstApprover !== null && isUndecided({ status }) ? `, ${firstApprover} said yes` : '';
  const more = `${half}${cause === null ? '' : `, ${cause}`}${txHash === null ? '' : `, ${txHash}`}`;
  const changed = factorLine(row, now);
  return [
    `${id} ${nftName(token)} ${nftCategoryOf(token).name.padEnd(9)} ${minuteOf(createdAt)} ${email}`,
    `    ${nftWithdrawalStatusName(status)}${more}; to ${address}; fee ${formatUnits(feeUnits)} USDT`,
    ...(row.frozen ? ['    the account is FROZEN'] : []),
    ...(changed === null ? [] : [`    ${changed}`]),
  ];
};

export const nftCommands = [
  defineOperatorCommand({
    name: 'nft list',
    grant: GRANTS.personal,
    summary: 'NFT withdrawals that wait for a decision, the longest waiting first; with --all yes decided ones too.',
    flags: { all: { hint: 'yes', kind: 'text' } },
    run: async ({ context, print }, { all }) => {
      const isAll = all === 'yes';
      const asked = { statuses: LISTED_NFT_STATES[isAll ? 'all' : 'pending'], newestFirst: isAll };
      const rows = (await listNftWithdrawalsToReview(context.pool, asked)).slice(0, LIST_ROWS);
      for (const row of rows) for (const line of linesOf(row, context.expiryClock.now())) print(line);
      if (rows.length === 0) print('No NFT withdrawal waits.');
    },
  }),
  defineOperatorCommand({
    name: 'nft show',
    grant: GRANTS.personal,
    summary: 'One withdrawal, with what its account went through.',
    flags: { id: ID },
    run: async ({ context, print }, { id }) => {
      const row = isUuid(id) ? await findNftWithdrawalToReview(context.pool, id) : null;
      if (row === null) throw new OperatorProblem(`There is no NFT withdrawal ${id}.`);
      for (const line of linesOf(row, context.expiryClock.now())) print(line);
      print(`    ends by itself ${minuteOf(row.deadlineAt)}; member ${row.memberId}`);
    },
  }),
  defineOperatorCommand({
    name: 'nft issue',
    grant: GRANTS.two,
    summary:
      'Gives a member a token of the collection: one by its number, or the next free one of a category. Two operators.',
    flags: {
      email: EMAIL,
      token: { ...TOKEN, required: undefined },
      category: { hint: NFT_RARITIES.join('|'), kind: 'text' },
      reason: REASON,
    },
    run: async (house, { email, token, category, reason }) => {
      const { context, print, actor } = house;
      if ((token === undefined) === (category === undefined))
        throw new OperatorProblem('nft issue needs --token or --category, one of them.');
      const member = await requireMeant(house, email);
      const choice = token === undefined ? { category: requireCategory(category!) } : { token };
      const issued = await explained(issueNft(context, member.id, choice, { actor, reason }), {
        err_not_found: token === undefined ? 'This category is given out.' : `There is no token ${token}.`,
        err_conflict: 'Somebody holds this token already.',
      });
      print(`${nftName(issued.token)} (${nftCategoryOf(issued.token).name}) is ${member.email}'s.`);
    },
  }),
  defineOperatorCommand({
    name: 'nft approve',
    grant: GRANTS.money,
    summary:
      'Approves a withdrawal: the fee is the house’s and the item may be sent. Some categories need two operators.',
    flags: { id: ID, reason: REASON },
    run: async ({ context, print, actor }, { id, reason }) => {
      const withdrawal = await requireWithdrawal(context.pool, id);
      const work = context.funnel.run(approveNftWithdrawal(withdrawal, { actor, reason }));
      const { approved } = await explained(work, {
        err_nft_status: 'This withdrawal is decided already.',
        err_account_frozen: 'The account is frozen: nothing leaves it.',
        err_recent_reset: `Nothing leaves the account (nft show): ${RECENT_RESET}.`,
        err_payouts_frozen: PAYOUTS_FROZEN,
        err_network_closed: 'Withdrawals on this network are switched off (withdrawal network).',
        err_second_operator: 'You have approved it; now somebody else has to.',
      });
      print(approved ? `${nftName(withdrawal.token)} may be sent.` : 'Noted; a second operator has to approve it too.');
    },
  }),
  defineOperatorCommand({
    name: 'nft reject',
    grant: GRANTS.money,
    summary: `Rejects a withdrawal: fee and item go back. The member is told the cause (${CAUSES.join(', ')}), not the reason.`,
    flags: {
      id: ID,
      cause: { hint: CAUSES.join('|'), kind: 'text', required: true },
      keep: { hint: 'yes: the item cannot be asked for again until nft release', kind: 'text' },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { id, cause, keep, reason }) => {
      if (!CAUSES.some((known) => known === cause))
        throw new OperatorProblem(`--cause must be one of ${CAUSES.join(', ')}, not "${cause}"`);
      const withdrawal = await requireWithdrawal(context.pool, id);
      const input = { actor, reason, cause: cause as NftRejectionCause, keepBack: keep === 'yes' };
      await explained(context.funnel.run(rejectNftWithdrawal(withdrawal, input)), {
        err_nft_status: 'This withdrawal is decided already.',
      });
      print(`Rejected; ${formatUnits(withdrawal.feeUnits)} USDT went back.`);
    },
  }),
  defineOperatorCommand({
    name: 'nft release',
    grant: GRANTS.money,
    summary: 'Lets an item that was kept back be asked for again.',
    flags: { token: TOKEN, reason: REASON },
    run: async ({ context, print, actor }, { token, reason }) => {
      await explained(releaseNft(context, token, { actor, reason }), {
        err_not_found: `There is no token ${token}.`,
        err_nft_status: 'This token is not kept back.',
      });
      print(`${nftName(token)} is ready to withdraw.`);
    },
  }),
  defineOperatorCommand({
    name: 'nft hash',
    grant: GRANTS.money,
    summary: 'Notes the transaction that sent an approved item; the member sees it in the history.',
    flags: { id: ID, hash: { hint: '0x and 64 digits', kind: 'text', required: true }, reason: REASON },
    run: async ({ context, print, actor }, { id, hash, reason }) => {
      const text = hash.toLowerCase();
      if (!isTransactionHash(text)) throw new OperatorProblem(`--hash is 0x and 64 hexadecimal digits, not "${hash}"`);
      const { id: withdrawalId } = await requireWithdrawal(context.pool, id);
      await explained(recordNftHash(context, withdrawalId, text, { actor, reason }), {
        err_nft_status: 'Only an approved withdrawal has a transaction.',
        err_conflict: 'The worker sends this one, and tells of it itself (payout show).',
      });
      print('Noted.');
    },
  }),
  defineOperatorCommand({
    name: 'nft terms',
    grant: GRANTS.two,
    summary: 'Sets the fee in USDT of withdrawals to come, or the categories that two operators must approve.',
    flags: {
      fee: { hint: '5', kind: 'amount' },
      second: { hint: 'legendary,mythic, or none', kind: 'text' },
      reason: REASON,
    },
    run: async ({ context, print, actor }, { fee, second, reason }) => {
      if (fee === undefined && second === undefined)
        throw new OperatorProblem('nft terms needs --fee, --second or both.');
      if (fee !== undefined && unitsOf(fee) % 1_000_000n !== 0n)
        throw new OperatorProblem('--fee has at most 2 decimals.');
      const twoOperators = second === 'none' ? [] : second?.split(',').map((text) => requireCategory(text.trim()));
      await setNftTerms(
        context,
        { ...(fee === undefined ? {} : { fee }), ...(twoOperators === undefined ? {} : { twoOperators }) },
        { actor, reason },
      );
      print('Set.');
    },
  }),
];
