import type { BodyInputOf } from '@minerx/contract/call';
import type { memberLogin } from '@minerx/contract/session';
import { asRefusal, type Refusal } from '../refusal.ts';
import { makeStore } from '../storage/store.ts';

export type SignIn = BodyInputOf<typeof memberLogin>;

/** A code is wanted; `wrong`: code of what was wrong with the one before. */
interface Question {
  wrong: string | undefined;
  busy: boolean;
  /** What was typed, where sign-in asks: whoever has lost the phone need not type it again. */
  signIn: SignIn | undefined;
  /** Null: the member does not want to. */
  answer: (code: string | null) => void;
}

/** The sheet that asks shows it. */
export const factorQuestion = makeStore<Question | null>(null);

/** What was shown last under a key: an answer that got lost is asked for again with the same code. In memory alone. */
let last: { key: string; code: string } | null = null;

const askForCode = (wrong: string | undefined, signIn: SignIn | undefined): Promise<string | null> =>
  new Promise((resolve) => {
    const answer = (code: string | null) => {
      factorQuestion.set(code === null ? null : { wrong: undefined, busy: true, signIn, answer: () => undefined });
      resolve(code);
    };
    factorQuestion.set({ wrong, busy: false, signIn, answer });
  });

/**
 * Asks the member for the second factor and sends the same thing again with it, under its key, until the code is right.
 * @param refusal what the server said without a code; thrown when the member closes the sheet, so that the form stays as it was
 */
export async function sendWithFactor<T>(
  refusal: Refusal,
  { key, signIn }: { key: string | undefined; signIn: SignIn | undefined },
  send: (code: string) => Promise<T>,
): Promise<T> {
  let kept = last !== null && last.key === key ? last.code : null;
  for (let wrong: string | undefined; ;) {
    const code = kept ?? (await askForCode(wrong, signIn));
    if (code === null) throw refusal;
    if (key !== undefined) last = { key, code };
    try {
      const answer = await send(code);
      factorQuestion.set(null);
      return answer;
    } catch (error) {
      const { code: why } = asRefusal(error);
      if (why !== 'err_factor_wrong') {
        factorQuestion.set(null);
        throw error;
      }
      // A code that was kept and is over: nobody has typed a wrong one.
      wrong = kept === null ? why : undefined;
      kept = null;
    }
  }
}
