import type { Context } from '../../context.ts';
import type { Operators } from '../../ports.ts';
import { refuse } from '../../refusal.ts';
import { isAssertion } from '../../security/passkey.ts';
import { askForPasskey, judgePasskey } from '../passkey/passkey-request.step.ts';
import { listPasskeys } from '../passkey/passkey.store.ts';
import { requireOperator, stepUpOperator } from './operator-sign-in.command.ts';
import { readOperatorCookie } from './operator.cookie.ts';

type Dependencies = Pick<Context, 'pool' | 'env' | 'expiryClock' | 'random' | 'vault' | 'security'>;

/**
 * Every operator has an authenticator app; passkeys stand beside it. Wrong codes are counted, since codes can be guessed; signatures
 * cannot.
 */
export const createOperators = (context: Dependencies): Operators => ({
  require: (cookies, byItself) => requireOperator(context, readOperatorCookie(context.env, cookies), { byItself }),
  requireFactor: async (operator, shown) => {
    const owner = `operator:${operator.operatorId}` as const;
    const howToGoOn = async () => {
      const passkeys = await listPasskeys(context.pool, context.env.pepper, owner);
      return askForPasskey(context, owner, { passkeys, hasApp: true }, shown);
    };
    if (shown.code === undefined) return refuse('err_second_factor', await howToGoOn());
    if (!isAssertion(shown.code)) return void (await stepUpOperator(context, operator, shown.code));
    const judged = await judgePasskey(context, owner, shown.code, shown);
    if (judged === 'over') return refuse('err_second_factor', await howToGoOn());
    if (judged === 'right') return;
    context.security.note('passkey_wrong');
    refuse('err_passkey_wrong', await howToGoOn());
  },
});
