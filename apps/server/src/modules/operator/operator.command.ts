import { HOUR_MS } from '@minerx/rules/duration';
import type { OperatorRole } from '@minerx/contract/operator/role';
import { isValidPassword } from '@minerx/rules/password';
import { DEFAULT_LANGUAGE } from '@minerx/rules/wire-language';
import type { Actor } from '../../base/actor.ts';
import type { Context } from '../../context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { uuidV7 } from '../../base/ids.ts';
import { appendAudit } from '../../ledger/audit.ts';
import { refuse } from '../../refusal.ts';
import { hashPassword, inHashingTurn } from '../../security/secret-hash.ts';
import { hashOf, newOpaqueToken } from '../../security/opaque-token.ts';
import { queueMail } from '../mail/mail.store.ts';
import { endPasskeys } from '../passkey/passkey.store.ts';
import { recoveryHash, totpLabel } from './operator-sign-in.command.ts';
import {
  countOperators,
  findInvitation,
  findOperatorByEmail,
  insertInvitation,
  insertOperator,
  insertRecoveryCodes,
  type Invitation,
  type OperatorRow,
  setOperatorDisabled,
  setOperatorRole,
  takeInvitation,
  takeInvitationsOf,
} from './operator.store.ts';
import { newRecoveryCodes } from '../../security/recovery-code.ts';
import { describeTotp, newTotpSecret, stepOfCode } from '../../security/totp.ts';

const INVITATION_MS = 48 * HOUR_MS;

type Dependencies = Pick<Context, 'pool' | 'env' | 'clock' | 'expiryClock' | 'random' | 'vault'>;

interface NewOperator {
  /** Lower case. */
  email: string;
  name: string;
  role: OperatorRole;
}

interface Why {
  actor: Actor;
  reason: string;
}

interface InvitationLink {
  /** Good once, until it expires. */
  url: string;
  at: Date;
  expiresAt: Date;
}

/**
 * `deliver` is in the invitation's transaction.
 * @returns the address of the link
 * @throws err_conflict when there is an operator with this email
 */
const invite = async (
  { pool, env, expiryClock, random, vault }: Dependencies,
  { email, name, role }: NewOperator,
  { actor, reason }: Why,
  deliver: (tx: Tx, link: InvitationLink) => Promise<unknown> = async () => undefined,
): Promise<string> => {
  if ((await findOperatorByEmail(pool, email)) !== null) return refuse('err_conflict');
  const at = new Date(expiryClock.now());
  const expiresAt = new Date(at.getTime() + INVITATION_MS);
  const token = newOpaqueToken(random);
  const url = `${env.publicUrl}/console/invitation?id=${token}`;
  const totpSecret = vault.seal(
    totpLabel(email),
    newTotpSecret((count) => random.bytes(count)),
  );
  const invitation = { hash: hashOf(token), email, name, role, totpSecret, invitedBy: actor, at, expiresAt };
  await inTransaction(pool, async (tx) => {
    await insertInvitation(tx, invitation);
    await audit(tx, at, actor, 'operator.invite', email, reason, { name, role });
    await deliver(tx, { url, at, expiresAt });
  });
  return url;
};

/** Invites somebody to be an operator; whoever reads mail at the address becomes one, and nobody else sees the link. @throws err_conflict */
export const inviteOperator = async (
  context: Dependencies & Pick<Context, 'bus'>,
  operator: NewOperator,
  why: Why,
): Promise<void> => {
  await invite(context, operator, why, (tx, { url, at, expiresAt }) =>
    queueMail(
      context.vault,
      tx,
      {
        template: 'operator_invitation',
        language: DEFAULT_LANGUAGE,
        to: { name: operator.name, address: operator.email },
        data: { url, until: expiresAt.toISOString() },
        usefulUntil: expiresAt.getTime(),
      },
      at,
    ),
  );
  context.bus.publish('outbox', { topic: 'mail' });
};

/**
 * For whoever holds the machine, while there is nobody who could invite and somebody else to agree.
 * @returns the address of the link
 * @throws err_forbidden, err_conflict
 */
export const inviteFirstOperator = async (context: Dependencies, input: Omit<NewOperator, 'role'>): Promise<string> => {
  const { admins, agreeing } = await countOperators(context.pool);
  if (admins > 0 && agreeing > 1) return refuse('err_forbidden');
  return invite(
    context,
    { ...input, role: 'admin' },
    { actor: 'operator:shell', reason: 'by the shell of the machine' },
  );
};

/** @throws err_link_invalid */
export const openInvitation = async (
  { pool, expiryClock, vault, env }: Dependencies,
  token: string,
): Promise<Invitation & { secret: string; url: string }> => {
  const at = new Date(expiryClock.now());
  const found = await findInvitation(pool, hashOf(token), at);
  if (found === null) return refuse('err_link_invalid');
  // Whoever opens it is shown the authenticator's secret.
  await inTransaction(pool, (tx) =>
    appendAudit(tx, at, [
      {
        actor: `operator:${found.email}`,
        action: 'operator.open_invitation',
        subject: `operator:${found.email}`,
        reason: '',
        detail: {},
      },
    ]),
  );
  const secret = vault.open(totpLabel(found.email), found.totpSecret);
  return { ...found, ...describeTotp(secret, `${env.brand.name} console`, found.email) };
};

/**
 * Makes the operator of an invitation. The code proves that the authenticator has the secret.
 * @returns recovery codes, told once: only hashes are kept
 * @throws err_link_invalid, err_code_wrong, err_password_rule
 */
export const acceptInvitation = async (
  context: Dependencies,
  { token, password, factor }: { token: string; password: string; factor: string },
): Promise<string[]> => {
  const { pool, env, clock, expiryClock, random, vault } = context;
  const now = expiryClock.now();
  const invitation = await findInvitation(pool, hashOf(token), new Date(now));
  if (invitation === null) return refuse('err_link_invalid');
  if (!isValidPassword(password)) return refuse('err_password_rule');
  const step = stepOfCode(vault.open(totpLabel(invitation.email), invitation.totpSecret), factor, now);
  if (step === null) return refuse('err_code_wrong');
  const id = uuidV7(clock, random);
  const passwordHash = await inHashingTurn(() => hashPassword(env.pepper, `operator:${id}`, password));
  const codes = newRecoveryCodes(random);
  const at = new Date(now);
  await inTransaction(pool, async (tx) => {
    if (!(await takeInvitation(tx, hashOf(token), at))) return refuse('err_link_invalid');
    const operator = { id, ...invitation, passwordHash, totpStep: step, at };
    await insertOperator(tx, operator);
    await insertRecoveryCodes(tx, operator.id, codes.map(recoveryHash));
    const { email, name, role } = invitation;
    await audit(tx, at, `operator:${email}`, 'operator.accept', email, '', { name, role });
  });
  return codes;
};

/** Changes an operator in one transaction with its line of the audit log. @throws err_not_found */
const change = async (
  { pool, expiryClock }: Dependencies,
  email: string,
  { actor, reason }: Why,
  action: string,
  work: (tx: Tx, operator: OperatorRow, at: Date) => Promise<Record<string, string>>,
): Promise<void> => {
  const operator = (await findOperatorByEmail(pool, email)) ?? refuse('err_not_found');
  const at = new Date(expiryClock.now());
  await inTransaction(pool, async (tx) => {
    const detail = await work(tx, operator, at);
    await audit(tx, at, actor, action, operator.email, reason, detail);
  });
};

/** @throws err_not_found */
export const changeOperatorRole = (context: Dependencies, email: string, role: OperatorRole, why: Why): Promise<void> =>
  change(context, email, why, 'operator.role', async (tx, { id, role: before }) => {
    await setOperatorRole(tx, id, role);
    return { before, after: role };
  });

/** Ends every session and passkey of the operator at once, or lets them sign in again, by password and code. @throws err_not_found */
export const switchOperator = (context: Dependencies, email: string, isOn: boolean, why: Why): Promise<void> =>
  change(context, email, why, isOn ? 'operator.enable' : 'operator.disable', async (tx, { id }, at) => {
    await setOperatorDisabled(tx, id, isOn ? null : at, at);
    // After the switch, which has waited for whoever adds one: none is added later.
    if (!isOn) await endPasskeys(tx, context.env.pepper, `operator:${id}`, at);
    return {};
  });

/** The link of somebody who is invited opens nothing any more. @throws err_not_found */
export const endInvitation = async (
  { pool, expiryClock }: Dependencies,
  email: string,
  { actor, reason }: Why,
): Promise<void> => {
  const at = new Date(expiryClock.now());
  await inTransaction(pool, async (tx) => {
    if (!(await takeInvitationsOf(tx, email, at))) return refuse('err_not_found');
    await audit(tx, at, actor, 'operator.disable', email, reason, { invitation: 'ended' });
  });
};

const audit = (
  tx: Tx,
  at: Date,
  actor: Actor,
  action: string,
  email: string,
  reason: string,
  detail: Record<string, string>,
): Promise<void> => appendAudit(tx, at, [{ actor, action, subject: `operator:${email}`, reason, detail }]);
