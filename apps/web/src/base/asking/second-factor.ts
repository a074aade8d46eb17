import type { BodyInputOf } from '@minerx/contract/call';
import type { PasskeyChallenge } from '@minerx/contract/webauthn';
import type { memberLogin } from '@minerx/contract/session';
import { asRefusal, type Refusal } from '../refusal.ts';
import { makeStore } from '../storage/store.ts';

export type SignIn = BodyInputOf<typeof memberLogin>;

/** A code or a passkey is wanted; `wrong`: code of what was wrong with the one before. */
interface Question {
  wrong: string | undefined;
  busy: boolean;
  /** What was typed, where sign-in asks: whoever has lost the phone need not type it again. */
  signIn: SignIn | undefined;
  /** Where the member has passkeys. */
  passkey: PasskeyChallenge | undefined;
  /** A passkey has answered too late: it is asked anew by itself. */
  again: boolean;
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

const askForCode = (
  refusal: Refusal,
  { wrong, again, signIn }: Pick<Question, 'wrong' | 'again' | 'signIn'>,
): Promise<string | null> =>
  new Promise((resolve) => {
    const asked = { signIn, ...passkeyOf(refusal) };
    const sent = { ...asked, wrong: undefined, again: false, busy: true, answer: () => undefined };
    const answer = (code: string | null) => {
      factorQuestion.set(code === null ? null : sent);
      resolve(code);
    };
    factorQuestion.set({ ...asked, wrong, again, busy: false, answer });
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
  let again = false;
  for (let wrong: string | undefined; ;) {
    const code = kept ?? (await askForCode(asks, { wrong, again, signIn }));
    if (code === null) throw refusal;
    if (key !== undefined) last = { key, code };
    try {
      const answer = await send(code);
      factorQuestion.set(null);
      return answer;
    } catch (error) {
      asks = asRefusal(error);
      const isOver = asks.code === 'err_second_factor';
      if (!isOver && asks.code !== 'err_factor_wrong' && asks.code !== 'err_passkey_wrong') {
        factorQuestion.set(null);
        throw error;
      }
      // A code that was kept and is over, a passkey that lay open for too long: nobody has shown a wrong one.
      wrong = kept === null && !isOver ? asks.code : undefined;
      again = kept === null && isOver;
      kept = null;
    }
  }
}
