import { expect, it, vi } from 'vitest';
import { Refusal } from '../refusal.ts';
import { factorQuestion, sendWithFactor } from './second-factor.ts';

vi.mock('../../i18n/texts.ts', () => ({ isTextKey: () => false }));

const asks = (challenge: string) =>
  new Refusal({
    code: 'err_second_factor',
    status: 403,
    details: { passkey_challenge: challenge, passkey_ids: 'a b' },
  });
const wrong = new Refusal({ code: 'err_passkey_wrong', status: 422, details: { passkey_challenge: 'third' } });

/** What the sheet shows now. */
function shown() {
  const { passkey, again, wrong: said } = factorQuestion.get() ?? {};
  return { challenge: passkey?.challenge, again, wrong: said };
}

it('asks for a passkey anew by itself where the answer came too late, and says of none that it was wrong', async () => {
  const sent: string[] = [];
  const answers: (() => string)[] = [
    () => {
      throw asks('second');
    },
    () => {
      throw wrong;
    },
    () => 'done',
  ];
  const done = sendWithFactor(asks('first'), { key: 'key', signIn: undefined }, async (code) => {
    sent.push(code);
    return answers.shift()!();
  });
  expect(shown()).toEqual({ challenge: 'first', again: false, wrong: undefined });
  factorQuestion.get()!.answer('late');
  await expect.poll(shown).toEqual({ challenge: 'second', again: true, wrong: undefined });
  factorQuestion.get()!.answer('of another key');
  await expect.poll(shown).toEqual({ challenge: 'third', again: false, wrong: 'err_passkey_wrong' });
  factorQuestion.get()!.answer('right');
  expect(await done).toBe('done');
  expect([sent, factorQuestion.get()]).toEqual([['late', 'of another key', 'right'], null]);
});
