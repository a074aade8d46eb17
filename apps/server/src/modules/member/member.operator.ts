import { normaliseEmail, REDIRECT_MINUTES } from '@minerx/rules/member';
import { formatUnits } from '@minerx/rules/money';
import { isOrderStatus, statusName } from '@minerx/rules/order-status';
import { WALLETS } from '@minerx/rules/wallet';
import type { Pool } from 'pg';
import { audited } from '../operator/audited.ts';
import { defineOperatorCommand, OperatorProblem, REASON } from '../operator/command.ts';
import { endMemberSessions, tellSessionsEnded } from '../session/session.command.ts';
import { insertLink } from '../session/sign-in.store.ts';
import { hashOf, newRefreshToken } from '../session/session.token.ts';

const EMAIL = { hint: 'email', kind: 'text', required: true } as const;

export interface ShownMember {
  id: bigint;
  username: string;
  fullName: string;
  email: string;
  mobile: string;
  country: string;
  community: string;
  referralCode: string;
  sponsor: string | null;
  createdAt: Date;
  frozenAt: Date | null;
}

/** The member with that email, or a problem in plain words. */
export const requireMemberByEmail = async (pool: Pool, email: string): Promise<ShownMember> => {
  const { rows } = await pool.query<ShownMember>(
    `SELECT m.id, m.username, m.full_name AS "fullName", m.email, m.mobile, c.name AS country, g.name AS community, m.referral_code AS "referralCode",
            s.username AS sponsor, m.created_at AS "createdAt", m.frozen_at AS "frozenAt"
       FROM member m JOIN country c ON c.id = m.country_id JOIN community g ON g.id = m.community_id LEFT JOIN member s ON s.id = m.sponsor_id
      WHERE m.email_key = $1`,
    [normaliseEmail(email)],
  );
  const found = rows[0];
  if (found === undefined) throw new OperatorProblem(`There is no member with the email ${email}.`);
  return found;
};

export const memberCommands = [
  defineOperatorCommand({
    name: 'member show',
    summary: 'A member with wallets, orders and open sessions.',
    flags: { email: EMAIL },
    run: async ({ context, print }, { email }) => {
      const member = await requireMemberByEmail(context.pool, email);
      print(`${member.fullName} <${member.email}>, ${member.username}, member ${member.id}`);
      print(`${member.mobile}, ${member.country}, community ${member.community}, code ${member.referralCode}, sponsor ${member.sponsor ?? 'none'}`);
      print(`since ${member.createdAt.toISOString()}${member.frozenAt === null ? '' : `, FROZEN since ${member.frozenAt.toISOString()}`}`);
      const { balances, orders, sessions } = await readHoldings(context.pool, member.id);
      for (const wallet of WALLETS) {
        const balance = balances.find(({ walletId }) => walletId === BigInt(wallet.id))?.balance ?? 0n;
        if (balance > 0n || wallet.listed) print(`  ${wallet.name.padEnd(6)} ${formatUnits(balance).padStart(20)}`);
      }
      for (const { status, count } of orders) print(`  ${count} orders ${isOrderStatus(status) ? statusName(status).replace('_', ' ') : status}`);
      print(`  ${sessions} open sessions`);
    },
  }),
  defineOperatorCommand({
    name: 'member list',
    summary: 'Members by name, email or username; 50 at most, newest first.',
    flags: { search: { hint: 'part of name, email or username', kind: 'text' } },
    run: async ({ context, print }, { search }) => {
      const { rows } = await context.pool.query<{ username: string; email: string; fullName: string; createdAt: Date; frozen: boolean }>(
        `SELECT username, email, full_name AS "fullName", created_at AS "createdAt", frozen_at IS NOT NULL AS frozen FROM member
          WHERE $1::text IS NULL OR strpos(lower(full_name), lower($1)) > 0 OR strpos(email_key, lower($1)) > 0 OR strpos(username, lower($1)) > 0
          ORDER BY id DESC LIMIT 50`,
        [search ?? null],
      );
      for (const { username, email, fullName, createdAt, frozen } of rows) {
        print(`${username.padEnd(24)} ${email.padEnd(32)} ${createdAt.toISOString().slice(0, 10)} ${fullName}${frozen ? ' (frozen)' : ''}`);
      }
      if (rows.length === 0) print('No member found.');
    },
  }),
  defineOperatorCommand({
    name: 'member redirect',
    summary: `Makes a one-use sign-in link, good for ${REDIRECT_MINUTES} minutes. Whoever opens it is signed in as the member.`,
    flags: { email: EMAIL, reason: REASON },
    run: async ({ context, print }, { email, reason }) => {
      const member = await requireMemberByEmail(context.pool, email);
      if (member.frozenAt !== null) throw new OperatorProblem('The account is frozen.');
      const token = newRefreshToken(context.random);
      await audited(context, async (tx, at) => {
        const expiresAt = new Date(at.getTime() + REDIRECT_MINUTES * 60_000);
        await insertLink(tx, { hash: hashOf(token), purpose: 'redirect', memberId: member.id, at, expiresAt });
        const entry = { action: 'member.redirect', subject: `member:${member.id}`, reason, detail: { expires: expiresAt.toISOString() } };
        return { result: null, entry };
      });
      print(`${context.env.publicUrl}/redirect?id=${token}`);
    },
  }),
  defineOperatorCommand({
    name: 'member freeze',
    summary: 'Freezes an account and ends its sessions within a second. Money stays where it is.',
    flags: { email: EMAIL, reason: REASON },
    run: async ({ context, print }, { email, reason }) => {
      const member = await requireMemberByEmail(context.pool, email);
      if (member.frozenAt !== null) throw new OperatorProblem(`${member.email} has been frozen since ${member.frozenAt.toISOString()}.`);
      const ended = await audited(context, async (tx, at) => {
        await tx.query('UPDATE member SET frozen_at = $2 WHERE id = $1', [member.id, at]);
        const sessions = await endMemberSessions(context, tx, member.id, 'frozen');
        const entry = { action: 'member.freeze', subject: `member:${member.id}`, reason, detail: { sessions: sessions.length } };
        return { result: sessions, entry };
      });
      tellSessionsEnded(context, ended);
      print(`${member.email} is frozen; ${ended.length} sessions ended.`);
    },
  }),
  defineOperatorCommand({
    name: 'member unfreeze',
    summary: 'Lets a frozen account sign in again.',
    flags: { email: EMAIL, reason: REASON },
    run: async ({ context, print }, { email, reason }) => {
      const member = await requireMemberByEmail(context.pool, email);
      if (member.frozenAt === null) throw new OperatorProblem(`${member.email} is not frozen.`);
      const since = member.frozenAt.toISOString();
      await audited(context, async (tx) => {
        await tx.query('UPDATE member SET frozen_at = NULL WHERE id = $1', [member.id]);
        return { result: null, entry: { action: 'member.unfreeze', subject: `member:${member.id}`, reason, detail: { frozen_since: since } } };
      });
      print(`${member.email} can sign in again.`);
    },
  }),
];

const readHoldings = async (pool: Pool, memberId: bigint) => {
  const [balances, orders, sessions] = await Promise.all([
    pool.query<{ walletId: bigint; balance: bigint }>(
      'SELECT id % 16 AS "walletId", balance FROM account WHERE id BETWEEN $1::bigint * 16 AND $1::bigint * 16 + 15',
      [memberId],
    ),
    pool.query<{ status: number; count: bigint }>('SELECT status, count(*) FROM miner_order WHERE member_id = $1 GROUP BY status ORDER BY status', [memberId]),
    pool.query<{ count: bigint }>('SELECT count(*) FROM session WHERE member_id = $1 AND ended_at IS NULL', [memberId]),
  ]);
  return { balances: balances.rows, orders: orders.rows, sessions: sessions.rows[0]?.count ?? 0n };
};
