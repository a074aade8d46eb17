import { DAY_MS } from '@minerx/rules/duration';
import type { OperatorRole } from '@minerx/contract/operator/role';
import { LIST_ROWS, type Account, type AuditLine } from '@minerx/contract/operator/list';
import type { OperatorSession } from '@minerx/contract/operator/session';
import type { OperatorProposal } from '@minerx/contract/operator/waiting';
import { unsettledUntil } from '@minerx/rules/factor-hold';
import { payoutStatusName } from '@minerx/rules/payout';
import type { Context } from '../../context.ts';
import { isUuid } from '../../base/ids.ts';
import { listAudit, type LoggedLine } from '../../modules/integrity/audit-log.query.ts';
import { findPayoutFreeze, type PayoutFreeze } from '../../modules/integrity/payout-freeze.store.ts';
import { findAccount, findMemberByEmail } from '../../modules/member/member-lookup.query.ts';
import { noteLook } from '../../modules/operator/proposal.command.ts';
import type { Proposal } from '../../modules/operator/proposal.store.ts';
import type { Attempt, Payout } from '../../modules/payout/payout.ts';
import type { SignedInOperator } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import { findAction } from '../catalogue.ts';
import { mayDo, type OperatorCommand } from '../command.ts';
import { actorOf } from '../run-action.ts';

/** Whether a role may do the action of that name. */
export const isGranted = (role: OperatorRole, action: string): boolean => {
  const found = findAction(action);
  return found !== undefined && mayDo(role, found);
};

/** @throws err_forbidden */
export const requireRole = ({ role }: Pick<SignedInOperator, 'role'>, action: string): OperatorCommand => {
  const found = findAction(action);
  return found !== undefined && mayDo(role, found) ? found : refuse('err_forbidden');
};

/**
 * The gate of a screen: the grant of the action that shows the same. Who looks at what is personal is on the audit log.
 * @param asked what was asked for, for the log
 * @throws err_forbidden
 */
export const requireLook = async (
  context: Pick<Context, 'pool' | 'clock' | 'random'>,
  operator: SignedInOperator,
  action: string,
  asked: Readonly<Record<string, string | undefined>>,
): Promise<void> => {
  if (requireRole(operator, action).grant.isPersonal !== true) return;
  const given = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined);
  await noteLook(context, { actor: actorOf(operator), action, asked: Object.fromEntries(given) });
};

/** Whoever takes a list along is on the audit log, with what it was asked with. */
export const noteFile = (
  context: Pick<Context, 'pool' | 'clock' | 'random'>,
  operator: SignedInOperator,
  asked: { list: string; asked: string },
): Promise<void> => noteLook(context, { actor: actorOf(operator), action: 'list file', asked });

/** A list goes on after a row of this id. @throws err_page */
export const requireAfter = (after: string | undefined): string | undefined =>
  after === undefined || isUuid(after) ? after : refuse('err_page');

/** A list goes on after a row of this number. @throws err_page */
export const requireAfterNumber = (after: string | undefined): bigint | undefined =>
  after === undefined ? undefined : /^\d{1,18}$/.test(after) ? BigInt(after) : refuse('err_page');

/** Nothing to show, and nothing after it. */
const EMPTY = { rows: [], next: null };

/** A list of everybody, or of the one member it was asked for: empty where nobody has that email. */
export const listOfMember = async <Page>(
  { pool }: Pick<Context, 'pool'>,
  email: string | undefined,
  list: (memberId: bigint | undefined) => Promise<Page>,
): Promise<Page | typeof EMPTY> => {
  const member = email === undefined ? undefined : await findMemberByEmail(pool, email);
  return member === null ? EMPTY : list(member?.id);
};

/** A page of what was read with one row more than it shows. */
export const pageOf = <Row, Shown>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  present: (row: Row) => Shown,
): { rows: Shown[]; next: string | null } => {
  const shown = rows.slice(0, LIST_ROWS);
  return { rows: shown.map(present), next: rows.length > LIST_ROWS ? keyOf(shown.at(-1)!) : null };
};

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export const presentLine = ({ id, at, actor, action, subject, reason, detail }: LoggedLine): AuditLine => ({
  id: id.toString(),
  at: at.toISOString(),
  actor,
  action,
  subject,
  reason,
  detail,
});

/** What the audit log says of something, newest first. */
export const getAuditOf = async ({ pool }: Pick<Context, 'pool'>, subject: string): Promise<AuditLine[]> =>
  (await listAudit(pool, { subject })).slice(0, LIST_ROWS).map(presentLine);

const CHANGES_MS = 30 * DAY_MS;

/** Until when nothing may leave an account; null when it may. */
export const heldUntilOf = ({ resetAt }: { resetAt: Date | null }, now: number): string | null => {
  const until = unsettledUntil(resetAt?.getTime() ?? null, now);
  return until === null ? null : new Date(until).toISOString();
};

/** The account behind something that is to leave it. @throws err_not_found */
export const getAccount = async ({ pool }: Pick<Context, 'pool'>, memberId: bigint, now: number): Promise<Account> => {
  const found = (await findAccount(pool, memberId, new Date(now - CHANGES_MS))) ?? refuse('err_not_found');
  return {
    member_id: memberId.toString(),
    email: found.email,
    username: found.username,
    name: found.fullName,
    since: found.createdAt.toISOString(),
    frozen: found.frozen,
    held_until: heldUntilOf(found, now),
    changes: found.changes.map(({ kind, at }) => ({ kind, at: new Date(at).toISOString() })),
  };
};

/** Of the payouts of everybody. */
export const presentFreeze = (freeze: PayoutFreeze | null): OperatorSession['frozen'] =>
  freeze && { since: freeze.frozenAt.toISOString(), broken: Object.keys(freeze.violations) };

export const lookAtFreeze = async ({ pool }: Context): Promise<OperatorSession['frozen']> =>
  presentFreeze(await findPayoutFreeze(pool));

export const presentProposal = ({ id, action, input, before, proposedBy, proposedAt }: Proposal): OperatorProposal => ({
  id,
  action,
  input,
  before,
  proposed_by: proposedBy,
  proposed_at: proposedAt.toISOString(),
});

export const presentPayout = ({ status, nonce, waitsFor, cause }: Payout) => ({
  state: payoutStatusName(status),
  number: nonce,
  waits_for: waitsFor,
  cause,
});

const GWEI = 1_000_000_000n;
export const presentAttempt = ({ hash, createdAt, broadcastAt, maxFeeWei }: Attempt) => ({
  hash,
  signed_at: createdAt.toISOString(),
  told_at: broadcastAt.toISOString(),
  most_gwei: String(maxFeeWei / GWEI),
});
