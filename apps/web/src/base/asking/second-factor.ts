import type { BodyInputOf } from '@minerx/contract/call';
import type { memberLogin } from '@minerx/contract/session';
import { asRefusal, type Refusal } from '../refusal.ts';
import { makeStore } from '../storage/store.ts';

export type SignIn = BodyInputOf<typeof memberLogin>;

/** What a passkey answers; of those with these ids one will do. */
export interface PasskeyChallenge {
  challenge: string;
  ids: readonly string[];
}

/** A code or a passkey is wanted; `wrong`: code of what was wrong with the one before. */
interface Question {
  wrong: string | undefined;
  busy: boolean;
  /** What was typed, where sign-in asks: whoever has lost the phone need not type it again. */
  signIn: SignIn | undefined;
  /** Where the member has passkeys. */
  passkey: PasskeyChallenge | undefined;
  /** Without an app there are recovery codes alone. */
  hasApp: boolean;
  /** Null: the member does not want to. */
  answer: (code: string | null) => void;
}

/** The sheet that asks shows it. */
export const factorQuestion = makeStore<Question | null>(null);

/** What was shown last under a key: an answer that got lost is asked for again with the same code. In memory alone. */
let last: { key: string; code: string } | null = null;

/** What a refusal says of passkeys. */
function passkeyOf({ details }: Refusal): Pick<Question, 'passkey' | 'hasApp'> {
  const { passkey_challenge: challenge, passkey_ids, factor_app } = (details ?? {}) as Record<string, string>;
  if (challenge === undefined) return { passkey: undefined, hasApp: true };
  return { passkey: { challenge, ids: passkey_ids?.split(' ') ?? [] }, hasApp: factor_app !== 'false' };
}

const askForCode = (refusal: Refusal, wrong: string | undefined, signIn: SignIn | undefined): Promise<string | null> =>
  new Promise((resolve) => {
    const asked = { signIn, ...passkeyOf(refusal) };
    const answer = (code: string | null) => {
      factorQuestion.set(code === null ? null : { ...asked, wrong: undefined, busy: true, answer: () => undefined });
      resolve(code);
    };
    factorQuestion.set({ ...asked, wrong, busy: false, answer });
  });

/**
 * Asks the member for the second factor and sends the same thing again with it, under its key, until the code, or the passkey, is right.
 * @param refusal what the server said without a code; thrown when the member closes the sheet, so that the form stays as it was
 */
export async function sendWithFactor<T>(
  refusal: Refusal,
  { key, signIn }: { key: string | undefined; signIn: SignIn | undefined },
  send: (code: string) => Promise<T>,
): Promise<T> {
  let asks = refusal;
  let kept = last !== null && last.key === key ? last.code : null;
  for (let wrong: string | undefined; ;) {
    const code = kept ?? (await askForCode(asks, wrong, signIn));
    if (code === null) throw refusal;
    if (key !== undefined) last = { key, code };
    try {
      const answer = await send(code);
      factorQuestion.set(null);
      return answer;
    } catch (error) {
      asks = asRefusal(error);
      if (asks.code !== 'err_factor_wrong' && asks.code !== 'err_passkey_wrong') {
        factorQuestion.set(null);
        throw error;
      }
      // A code that was kept and is over: nobody has typed a wrong one.
      wrong = kept === null ? asks.code : undefined;
      kept = null;
    }
  }
}
