import { MINUTE_MS } from '@minerx/rules/duration';
import type { Context } from '../../../context.ts';
import type { SessionMember } from '../../../ports.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { refuse } from '../../../refusal.ts';
import { newRecoveryCodes } from '../../../security/recovery-code.ts';
import { describeTotp, newTotpSecret, stepOfCode } from '../../../security/totp.ts';
import { openUntil, sealUntil } from '../../../security/vault.ts';
import { requireOutgoing } from '../outgoing.ledger.ts';
import { lockMemberToMail } from '../member.store.ts';
import { changeFactor } from '../security/change-factor.step.ts';
import { findFactors, retireUnneededCodes } from './factors.step.ts';
import {
  countRecoveryCodes,
  endSecondFactor,
  factorLabel,
  findSecondFactor,
  insertSecondFactor,
  replaceRecoveryCodes,
} from './second-factor.store.ts';

/** For so long the secret of a QR code can be confirmed. */
const DRAFT_MS = 15 * MINUTE_MS;

interface FactorState {
  /** Of the authenticator app. */
  since: Date | null;
  recoveryLeft: number;
}

export const describeSecondFactor = async ({ pool, env }: Context, memberId: bigint): Promise<FactorState> => {
  const factors = await findFactors(pool, env.pepper, memberId);
  if (factors === null) return { since: null, recoveryLeft: 0 };
  return { since: factors.app?.createdAt ?? null, recoveryLeft: await countRecoveryCodes(pool, memberId) };
};

const draftLabel = (memberId: bigint): string => `totp draft of ${memberId}`;

/**
 * Makes a secret for the member's app. It is kept nowhere: the draft is the secret, sealed for this member and 15 minutes.
 * @throws err_conflict when there is an app, err_account_frozen, err_recent_reset
 */
export const beginSecondFactor = async (
  { pool, env, expiryClock, random, vault }: Context,
  memberId: bigint,
): Promise<{ secret: string; url: string; draft: string }> => {
  const now = expiryClock.now();
  const email = await inTransaction(pool, async (tx) => {
    const member = await lockMemberToMail(tx, memberId);
    requireOutgoing(member, new Date(now));
    return member.email;
  });
  if ((await findSecondFactor(pool, env.pepper, memberId)) !== null) return refuse('err_conflict');
  const secret = newTotpSecret((count) => random.bytes(count));
  const draft = sealUntil(vault, draftLabel(memberId), now + DRAFT_MS, secret).toString('base64url');
  return { ...describeTotp(secret, env.brand.name, email), draft };
};

/** @throws err_link_invalid when it is over, or was not made for this member */
const openDraft = ({ vault, expiryClock }: Context, memberId: bigint, draft: string): Buffer => {
  const opened = openUntil(vault, draftLabel(memberId), Buffer.from(draft, 'base64url'), expiryClock.now());
  return opened?.content ?? refuse('err_link_invalid');
};

/**
 * Switches the app on. PIN, and a passkey where there is one, were checked at the gate; the code proves that the app has the secret. While nothing may leave
 * the account this waits as well: whoever reads the mailbox must not lock its owner out.
 * @returns recovery codes, told once: only digests are kept
 * @throws err_link_invalid, err_factor_wrong, err_conflict, err_account_frozen, err_recent_reset
 */
export const addSecondFactor = async (
  context: Context,
  member: SessionMember,
  { draft, code }: { draft: string; code: string },
): Promise<string[]> => {
  const { env, expiryClock, vault, random } = context;
  const { memberId } = member;
  const secret = openDraft(context, memberId, draft);
  const step = stepOfCode(secret, code, expiryClock.now());
  if (step === null) return refuse('err_factor_wrong', { fields: { factor_code: 'err_factor_wrong' } });
  const codes = newRecoveryCodes(random);
  await changeFactor(context, member, 'factor_on', async (tx, at) => {
    requireOutgoing(await lockMemberToMail(tx, memberId), at);
    const factor = { memberId, secret: vault.seal(factorLabel(memberId), secret), step, at };
    const isNone = (await findSecondFactor(tx, env.pepper, memberId)) === null;
    if (!isNone || !(await insertSecondFactor(tx, factor))) refuse('err_conflict');
    await replaceRecoveryCodes(tx, env.pepper, { memberId, codes, at });
  });
  return codes;
};

/** Switches the app off. PIN and second factor were checked at the gate. @throws err_factor_off */
export const removeSecondFactor = async (context: Context, member: SessionMember): Promise<void> => {
  const { pepper } = context.env;
  const { memberId } = member;
  await changeFactor(context, member, 'factor_off', async (tx, at) => {
    const factor = (await findSecondFactor(tx, pepper, memberId)) ?? refuse('err_factor_off');
    if (!(await endSecondFactor(tx, pepper, { id: factor.id, memberId, at }))) refuse('err_factor_off');
    await retireUnneededCodes(tx, pepper, memberId, at);
  });
};

/** Ten new ones; the older are worth nothing. PIN and second factor were checked at the gate. @throws err_factor_off */
export const renewRecoveryCodes = async (context: Context, member: SessionMember): Promise<string[]> => {
  const { pepper } = context.env;
  const { memberId } = member;
  const codes = newRecoveryCodes(context.random);
  await changeFactor(context, member, 'new_recovery', async (tx, at) => {
    await lockMemberToMail(tx, memberId);
    if ((await findFactors(tx, pepper, memberId)) === null) refuse('err_factor_off');
    await replaceRecoveryCodes(tx, pepper, { memberId, codes, at });
  });
  return codes;
};
