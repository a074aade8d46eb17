import { DAY_MS } from '@minerx/rules/duration';
import type { OperatorRole } from '@minerx/contract/operator/role';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { uuidV7 } from '../base/ids.ts';
import { appendAudit } from '../ledger/audit.ts';
import type { Env } from '../env/env.ts';
import { describeTotp } from '../security/totp.ts';
import { DEMO_SIGN_IN } from './demo-members.ts';
import { totpLabel } from '../modules/operator/operator-sign-in.command.ts';
import { insertInvitation, insertOperator, isAnyOperator, takeInvitation } from '../modules/operator/operator.store.ts';
import { hashOf, newOpaqueToken } from '../security/opaque-token.ts';
import { hashPassword, inHashingTurn } from '../security/secret-hash.ts';

const withRole = (role: OperatorRole, name: string) => ({ email: `${role}@minerx.test`, name, role });
export const DEMO_OPERATORS = [
  withRole('admin', 'Ada Minh'),
  withRole('finance', 'Farid Osman'),
  withRole('support', 'Sara Lindqvist'),
] as const;

/** Known to everybody, as the password is: a demo has nothing to keep. */
const demoTotpSecret = (email: string): Buffer => Buffer.from(`demo ${email}`.padEnd(20, '.').slice(0, 20));

/** The same as people type it, and behind a QR code. */
export const demoTotp = ({ brand }: { brand: Pick<Env['brand'], 'name'> }, email: string) =>
  describeTotp(demoTotpSecret(email), `${brand.name} console`, email);

type Dependencies = Pick<Context, 'pool' | 'env' | 'clock' | 'random' | 'vault'>;

/** The demo's operators, made once; invited while there is none, as the database asks. */
export const seedDemoOperators = async ({ pool, env, clock, random, vault }: Dependencies): Promise<void> => {
  if (await isAnyOperator(pool)) return;
  const at = new Date(clock.now());
  const invited = DEMO_OPERATORS.map((operator) => ({
    ...operator,
    totpSecret: vault.seal(totpLabel(operator.email), demoTotpSecret(operator.email)),
    hash: hashOf(newOpaqueToken(random)),
    invitedBy: 'job:demo',
    at,
    expiresAt: new Date(at.getTime() + DAY_MS),
  }));
  await inTransaction(pool, async (tx) => {
    for (const invitation of invited) await insertInvitation(tx, invitation);
  });
  await inTransaction(pool, async (tx) => {
    for (const { hash, email, name, role, totpSecret } of invited) {
      const id = uuidV7(clock, random);
      const passwordHash = await inHashingTurn(() => hashPassword(env.pepper, `operator:${id}`, DEMO_SIGN_IN.password));
      await takeInvitation(tx, hash, at);
      await insertOperator(tx, { id, email, name, role, passwordHash, totpSecret, totpStep: 0, at });
    }
    await appendAudit(
      tx,
      at,
      DEMO_OPERATORS.map(({ email, name, role }) => ({
        actor: 'job:demo' as const,
        action: 'operator.accept',
        subject: `operator:${email}`,
        reason: 'demo',
        detail: { name, role },
      })),
    );
  });
};
