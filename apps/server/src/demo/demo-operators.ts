import type { OperatorRole } from '@minerx/contract/operator/role';
import type { Context } from '../context.ts';
import { inTransaction } from '../db/transaction.ts';
import { uuidV7 } from '../base/ids.ts';
import { appendAudit } from '../ledger/audit.ts';
import type { Env } from '../env/env.ts';
import { describeTotp } from '../security/totp.ts';
import { DEMO_SIGN_IN } from './demo-members.ts';
import { totpLabel } from '../modules/operator/operator-sign-in.command.ts';
import { insertOperator, isAnyOperator } from '../modules/operator/operator.store.ts';
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

/** The demo's operators, made once. */
export const seedDemoOperators = async ({ pool, env, clock, random, vault }: Dependencies): Promise<void> => {
  if (await isAnyOperator(pool)) return;
  const at = new Date(clock.now());
  await inTransaction(pool, async (tx) => {
    for (const operator of DEMO_OPERATORS) {
      const id = uuidV7(clock, random);
      const passwordHash = await inHashingTurn(() => hashPassword(env.pepper, `operator:${id}`, DEMO_SIGN_IN.password));
      const totpSecret = vault.seal(totpLabel(operator.email), demoTotpSecret(operator.email));
      await insertOperator(tx, { id, ...operator, passwordHash, totpSecret, totpStep: 0, at });
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
