import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { refusals } from '@minerx/contract/refusal';
import { LANGUAGE_CODES } from '@minerx/rules/wire-language';
import type { TextKey } from './keys.ts';

/** One text of the specification's error catalogue (section 8), corrected where docs/specified-texts.md says so: where it belongs, its key, its words, and who shows it. */
type Said = readonly [situation: string, key: TextKey, words: string, shownBy: string];

const session = (file: string) => `features/session/${file}`;

const CATALOGUE: readonly Said[] = [
  ['forgot password', 'session.forgot', 'Forgot Password', session('forgot-form.tsx')],
  ['login', 'session.login.failed', 'Failed Account Login', session('login-form.tsx')],
  ['reset password', 'session.reset', 'Reset Password', session('reset-form.tsx')],
  ['reset password', 'session.reset.done', 'Password Updated', session('reset-form.tsx')],
  ['signup', 'session.signup.failed', 'Failed to Create Account', session('signup/signup-form.tsx')],
  ['signup', 'session.signup.done', 'Registration Successful', session('signup/signup-form.tsx')],
  ['send code (signup)', 'session.code.failed', 'Failed to Send Code', session('signup/code-button.tsx')],
  ['password change', 'security.center', 'Security Center', session('security/security-change.ts')],
  ['password change', 'security.password.failed', 'Failed to Update Password', session('security/security-change.ts')],
  ['password change', 'security.password.done', 'Password Update Successful', session('security/security-change.ts')],
  [
    'password change',
    'security.password.doneMessage',
    'Congratulations! You have successfully updated your password.',
    session('security/security-change.ts'),
  ],
  ['PIN change', 'security.pin.failed', 'Failed to Update Security PIN', session('security/security-change.ts')],
  ['PIN change', 'security.pin.done', 'Security PIN Update Successful', session('security/security-change.ts')],
  [
    'PIN change',
    'security.pin.doneMessage',
    'Congratulations! You have successfully updated your security PIN.',
    session('security/security-change.ts'),
  ],
  ['subscribe', 'common.title.miner', 'Subscribe Miner', 'features/purchase/purchase-alerts.ts'],
  ['subscribe', 'miner.failed', 'Failed to Subscribe to Miner', 'features/purchase/purchase-alerts.ts'],
  ['subscribe', 'miner.done', 'Successfully Subscribed to Miner', 'features/purchase/purchase-alerts.ts'],
  ['country', 'err_country_unavailable', 'Not Available In Your Country', 'features/purchase/purchase-alerts.ts'],
  ['country', 'miner.restricted', 'Not available in your country', 'features/miner-package/package-carousel.tsx'],
  ['activate', 'order.activate.title', 'Activate Contract', 'features/order/activation/activate-modal.tsx'],
  ['activate', 'order.activate.failed', 'Failed to Activate Contract', 'features/order/activation/activate-modal.tsx'],
  [
    'activate',
    'order.activate.done',
    'Successfully Activated Contract',
    'features/order/activation/activate-modal.tsx',
  ],
  ['staking', 'staking.failed', 'Failed Staking', 'features/staking/use-stake.ts'],
  ['staking', 'staking.done', 'Staking Successful', 'features/staking/use-stake.ts'],
  ['staking', 'staking.done.text', 'Congratulations! You have successfully staked.', 'features/staking/use-stake.ts'],
  ['ticket create', 'ticket.submit.failed', 'Failed to Submit Ticket', 'features/ticket/use-create.ts'],
  ['ticket create', 'ticket.submit.done', 'Ticket Submitted Successfully', 'features/ticket/use-create.ts'],
  ['ticket send', 'ticket.chat.failed', 'Failed to Send Message', 'features/ticket/outbox.ts'],
  ['ticket send', 'ticket.chat.done', 'Message Sent Successfully', 'features/ticket/bubble.tsx'],
  [
    'withdrawal details',
    'withdrawal-address.failed',
    'Failed to Edit Withdrawal Details',
    'features/withdrawal-address/use-withdrawal-address-form.ts',
  ],
  [
    'withdrawal details',
    'session.code.failed',
    'Failed to Send Code',
    'features/withdrawal-address/use-withdrawal-address-form.ts',
  ],
  [
    'withdrawal details',
    'withdrawal-address.done',
    'Withdrawal Details Edited Successfully',
    'features/withdrawal-address/use-withdrawal-address-form.ts',
  ],
  [
    'withdrawal details',
    'withdrawal-address.doneMessage',
    'Congratulations! You have successfully edited withdrawal details.',
    'features/withdrawal-address/use-withdrawal-address-form.ts',
  ],
  [
    'withdrawal details',
    'withdrawal-address.needPin',
    'Security PIN is required to receive a verification code.',
    'features/withdrawal-address/use-withdrawal-address-form.ts',
  ],
  ['NFT withdraw', 'nft.failed.title', 'NFT Withdrawal', 'features/nft/use-withdraw.ts'],
  ['NFT withdraw', 'nft.failed', 'Failed NFT Withdrawal', 'features/nft/use-withdraw.ts'],
  ['NFT withdraw', 'nft.done', 'NFT withdrawal requested', 'features/nft/use-withdraw.ts'],
  [
    'NFT withdraw',
    'nft.done.text',
    'We review it and then send it. You can follow it in the history.',
    'features/nft/use-withdraw.ts',
  ],
  ['Raya detail', 'common.failed', 'Failed', 'screens/raya/raya-pick.tsx'],
  ['Raya open', 'common.failed', 'Failed', 'features/blessing/pick/use-pick.ts'],
  ['Raya, no prize', 'blessing.noPrize', 'Stay tuned for more picks!', 'features/blessing/pick/use-pick.ts'],
  [
    'Raya, not eligible',
    'blessing.notEligible',
    "You're not eligible to pick a Raya Blessing yet!",
    'features/blessing/use-entry.ts',
  ],
  [
    'Raya, not eligible',
    'blessing.notEligible.text',
    'Subscribe to a Miner Contract now and unlock your chance to participate in the Raya Blessings!',
    'features/blessing/use-entry.ts',
  ],
  ['Raya, unclaimed', 'blessing.unclaimed', 'Unclaimed Raya Blessing', 'features/blessing/use-entry.ts'],
  ['redeem', 'miner.redeem.failed', 'Failed to Redeem', 'features/voucher/use-redeem.ts'],
  ['redeem', 'miner.redeem.done', 'Successfully Redeemed {amount} USDT Miner', 'features/voucher/use-redeem.ts'],
  ['redeem', 'miner.redeem.done.text', 'Your miner is added to your order.', 'features/voucher/use-redeem.ts'],
  ['empty lists', 'common.noRecord', 'No record found', 'app/providers.tsx'],
];

/** Success texts whose first words the specification gives. */
const BEGINNINGS: readonly Said[] = [
  ['reset password', 'session.reset.doneMessage', 'You may now proceed to log in', session('reset-form.tsx')],
  [
    'signup',
    'session.signup.doneMessage',
    'Congratulations! You have successfully registered an account',
    session('signup/signup-form.tsx'),
  ],
];

/** What the notice after forgot-password must say: an email was sent, click the link, check spam. */
const NOTICE: readonly [TextKey, RegExp][] = [
  ['session.forgot.sent', /verification email/],
  ['session.forgot.next', /Click the link.*spam/],
];

const src = new URL('../', import.meta.url);
const source = (path: string): string => readFileSync(new URL(path, src), 'utf8');
function textsOf(code: string): Record<string, string> {
  const areas = readdirSync(new URL('i18n/locales', src));
  return Object.assign(
    {},
    ...areas.map((area) => JSON.parse(source(`i18n/locales/${area}/${code}.json`)) as object),
  ) as Record<string, string>;
}

describe('the error catalogue', () => {
  const english = textsOf('en');

  // proves 8: words of every row, exactly
  it.each(CATALOGUE)('%s: %s is “%s”, shown by %s', (_, key, words, shownBy) => {
    expect(english[key]).toBe(words);
    expect(source(shownBy)).toContain(`'${key}'`);
  });

  it.each(BEGINNINGS)('%s: %s begins with “%s…”, shown by %s', (_, key, words, shownBy) => {
    expect(english[key]?.startsWith(words)).toBe(true);
    expect(source(shownBy)).toContain(`'${key}'`);
  });

  // proves 8: forgot password, notice
  it.each(NOTICE)('the notice after forgot-password: %s', (key, words) => {
    expect(english[key]?.replace(/\s+/g, ' ')).toMatch(words);
    expect(source(session('forgot-form.tsx'))).toContain(`'${key}'`);
  });

  it('has a sentence of ours for every code: members read none of the server’s', () => {
    expect(Object.keys(refusals).filter((code) => !Object.hasOwn(english, code))).toEqual([]);
  });

  it('tells an empty prize pool by the sentence of its refusal', () => {
    expect(english['err_no_angpau_prize']).toBe('Stay tuned for updates and check back later!');
  });

  // proves 8: in all ten languages
  it('exists in all ten languages, in words of their own', () => {
    const keys = [...new Set([...CATALOGUE, ...BEGINNINGS].map(([, key]) => key))];
    for (const code of LANGUAGE_CODES.filter((each) => each !== 'en')) {
      const texts = textsOf(code);
      expect([code, keys.filter((key) => !texts[key] || texts[key] === english[key])]).toEqual([code, []]);
    }
  });
});
