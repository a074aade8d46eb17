import { isErasedAddress } from '@minerx/rules/deletion';
import { LIST_ROWS } from '@minerx/contract/operator/list';
import { REDIRECT_MINUTES } from '@minerx/rules/member';
import { formatUnits } from '@minerx/rules/money';
import { isOrderStatus, statusName } from '@minerx/rules/order-status';
import { WALLETS } from '@minerx/rules/wallet';
import {
  freezeMember,
  issueRedirect,
  signOutMember,
  unfreezeMember,
} from '../../modules/member/member-account.command.ts';
import { findHoldings, listMembers, searchMembers } from '../../modules/member/member-lookup.query.ts';
import { eraseAgain } from '../../modules/personal-data/erase-again.command.ts';
import { findAcceptance } from '../../modules/terms/terms.store.ts';
import { defineOperatorCommand, GRANTS, EMAIL, OperatorProblem, REASON } from '../command.ts';
import { counted } from '../counted.ts';
import { factorLine } from './factor-line.ts';
import { requireMember } from './require-member.ts';

export const memberCommands = [
  defineOperatorCommand({
    name: 'member show',
    grant: GRANTS.personal,
    summary: 'A member with wallets, orders and open sessions.',
    flags: { email: EMAIL },
    run: async ({ context, print }, { email }) => {
      const member = await requireMember(context.pool, email);
      print(`${member.fullName} <${member.email}>, ${member.username}, member ${member.id}`);
      print(`${member.mobile}, ${member.country}, community ${member.community}`);
      print(
        `code ${member.referralCode}, sponsor ${member.sponsor ?? 'none'}, since ${member.createdAt.toISOString()}`,
      );
      if (member.frozenAt !== null) print(`FROZEN since ${member.frozenAt.toISOString()}`);
      const changed = factorLine(member, context.expiryClock.now());
      if (changed !== null) print(changed);
      const agreed = await findAcceptance(context.pool, member.id);
      print(
        agreed === null
          ? 'agreed to no terms yet'
          : `agreed to terms ${agreed.version} on ${agreed.at.toISOString()}, read in ${agreed.language}`,
      );
      const { balances, orders, openSessions } = await findHoldings(context.pool, member.id);
      for (const wallet of WALLETS) {
        const balance = balances.find(({ walletId }) => walletId === wallet.id)?.balance ?? 0n;
        if (balance > 0n || wallet.listed) print(`  ${wallet.name.padEnd(6)} ${formatUnits(balance).padStart(20)}`);
      }
      for (const { status, count } of orders) {
        print(`  ${counted(count, 'order')} ${isOrderStatus(status) ? statusName(status).replace('_', ' ') : status}`);
      }
      print(`  ${openSessions} open sessions`);
    },
  }),
  defineOperatorCommand({
    name: 'member list',
    grant: GRANTS.personal,
    summary:
      'Members by how name, email, username or mobile begins, by number or referral code; 50 at most, newest first.',
    flags: { search: { hint: 'beginning of name, email, username or mobile, number, referral code', kind: 'text' } },
    run: async ({ context, print }, { search }) => {
      const found = await (search === undefined ? listMembers(context.pool) : searchMembers(context.pool, search));
      const members = found.slice(0, LIST_ROWS);
      for (const { username, email, fullName, createdAt, frozen } of members) {
        const since = createdAt.toISOString().slice(0, 10);
        print(`${username.padEnd(24)} ${email.padEnd(32)} ${since} ${fullName}${frozen ? ' (frozen)' : ''}`);
      }
      if (members.length === 0) print('No member found.');
      if (found.length > members.length) print('There are more; type more of the beginning.');
    },
  }),
  defineOperatorCommand({
    name: 'member redirect',
    grant: { ...GRANTS.support, isPersonal: true, isMoney: true },
    summary: `Makes a one-use sign-in link, good for ${REDIRECT_MINUTES} minutes. Whoever opens it is signed in as the member.`,
    flags: { email: EMAIL, reason: REASON },
    run: async ({ context, printOnce, actor }, { email, reason }) => {
      const member = await requireMember(context.pool, email);
      if (member.frozenAt !== null) throw new OperatorProblem('The account is frozen.');
      const { url } = await issueRedirect(context, { memberId: member.id, actor, reason });
      printOnce(url);
    },
  }),
  defineOperatorCommand({
    name: 'member sign-out',
    grant: GRANTS.support,
    summary: 'Ends every session of a member within a second; they sign in again with their password.',
    flags: { email: EMAIL, reason: REASON },
    run: async ({ context, print, actor }, { email, reason }) => {
      const member = await requireMember(context.pool, email);
      const ended = await signOutMember(context, { memberId: member.id, actor, reason });
      print(`${counted(ended, 'session')} of ${member.email} ended.`);
    },
  }),
  defineOperatorCommand({
    name: 'member freeze',
    grant: GRANTS.all,
    summary: 'Freezes an account and ends its sessions within a second. Money stays where it is.',
    flags: { email: EMAIL, reason: REASON },
    run: async ({ context, print, actor }, { email, reason }) => {
      const member = await requireMember(context.pool, email);
      if (member.frozenAt !== null) throw new OperatorProblem(`${member.email} is frozen already.`);
      const ended = await freezeMember(context, { memberId: member.id, actor, reason });
      print(`${member.email} is frozen; ${ended} sessions ended.`);
    },
  }),
  defineOperatorCommand({
    name: 'member unfreeze',
    grant: GRANTS.terms,
    summary: 'Lets a frozen account sign in again.',
    flags: { email: EMAIL, reason: REASON },
    run: async ({ context, print, actor }, { email, reason }) => {
      const member = await requireMember(context.pool, email);
      if (member.frozenAt === null) throw new OperatorProblem(`${member.email} is not frozen.`);
      if (isErasedAddress(member.email)) throw new OperatorProblem('The account was deleted: it is not opened again.');
      await unfreezeMember(context, { memberId: member.id, actor, reason });
      print(`${member.email} can sign in again.`);
    },
  }),
  defineOperatorCommand({
    name: 'member erase-again',
    grant: GRANTS.admin,
    summary:
      'After books were restored from a copy: erases whom DATA_DIR/erased-members.log names and the copy still has.',
    flags: { reason: REASON },
    run: async ({ context, print, actor }, { reason }) => {
      print(`${counted(await eraseAgain(context, { actor, reason }), 'member')} erased again.`);
    },
  }),
];
