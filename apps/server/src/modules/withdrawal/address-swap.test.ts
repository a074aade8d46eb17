import { randomBytes } from 'node:crypto';
import { HOUR_MS } from '@minerx/rules/duration';
import { unitsOf } from '@minerx/rules/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { call, codeFor, clearCounts, mailsOf, PIN, somebody, type Somebody } from '../../../test/people.ts';
import { enrol, postWith, signInWith, type Authenticator } from '../../../test/factor/second-factors.ts';
import { checksummed } from '@minerx/rules/evm-address';
import { ADDRESS, saveAddress } from '../../../test/withdrawals.ts';
import { creditMember } from '../member/adjustment.command.ts';

/** Whoever sits at a member's open session tries to have the coins elsewhere: nothing of what proves the member may be left out. */
const WRONG_CODE = '000000';

const PINS = ['right', 'wrong'] as const;
const CODES = ['right', 'for another', 'wrong'] as const;
/** `none`: the member has no second factor. */
const FACTORS = ['none', 'right', 'wrong', 'used before', 'missing'] as const;
type Shown = { pin: (typeof PINS)[number]; code: (typeof CODES)[number]; factor: (typeof FACTORS)[number] };

const COMBINATIONS: Shown[] = PINS.flatMap((pin) =>
  CODES.flatMap((code) => FACTORS.map((factor) => ({ pin, code, factor }))),
);
const isWhole = ({ pin, code, factor }: Shown): boolean =>
  pin === 'right' && code === 'right' && (factor === 'right' || factor === 'none');

let app: TestApp;

/** A member with coins, a saved address and, where a combination asks for one, an authenticator. */
interface Victim extends Somebody {
  phone: Authenticator | null;
}
let victims: Record<'plain' | 'guarded', Victim>;

const victim = async (isGuarded: boolean): Promise<Victim> => {
  const who = await somebody(app);
  const { pool, funnel } = app.context;
  const credit = { memberId: who.memberId, walletId: 1, amountUnits: unitsOf('500') } as const;
  await funnel.run(creditMember({ ...credit, actor: 'operator:ana', reason: 'test' }));
  await saveAddress({ pool, clock: app.clock }, who.memberId);
  return { ...who, phone: isGuarded ? await enrol(app, who, who.token) : null };
};

beforeAll(async () => {
  app = await testApp();
  victims = { plain: await victim(false), guarded: await victim(true) };
});
afterAll(() => app.close());

/** The member of a combination, just signed in, after nobody has tried anything. */
const victimOf = async ({ factor }: Pick<Shown, 'factor'>): Promise<Victim> => {
  const who = factor === 'none' ? victims.plain : victims.guarded;
  // A mailbox gets twenty codes a day.
  app.clock.advance(2 * HOUR_MS);
  await clearCounts(app.database);
  const { body } = await signInWith(app, who, who.phone?.next());
  return { ...who, token: (body.result as unknown as { accessToken: string }).accessToken };
};

/** What a combination shows of the second factor. */
const factorOf = async ({ phone, token }: Victim, factor: Shown['factor']): Promise<string | undefined> => {
  if (phone === null || factor === 'missing') return undefined;
  if (factor === 'wrong') return WRONG_CODE;
  const code = phone.next();
  if (factor === 'used before')
    await postWith(app, token, 'member/btapay/modify', { btapay_id: 'before', member_security_pin: PIN }, code);
  return code;
};

/** Posts a form with the PIN and the factor of a combination. */
const post = async (who: Victim, { pin, factor }: Omit<Shown, 'code'>, path: string, form: object) => {
  const body = { ...form, member_security_pin: pin === 'right' ? PIN : '135791' };
  return postWith(app, who.token, path, body, await factorOf(who, factor));
};

/** The mailed code as a combination has it; the right one is asked for with the right PIN. */
const mailedCode = async (who: Somebody, shown: Shown['code'], path: string, form: object, another: object) => {
  if (shown === 'wrong') return WRONG_CODE;
  const asked = { ...(shown === 'right' ? form : another), member_security_pin: PIN };
  expect((await postWith(app, who.token, path, asked)).status).toBe(200);
  return codeFor(app, who.email);
};

const madeUpAddress = () => checksummed(`0x${randomBytes(20).toString('hex')}`);
const bank = (address: string) => ({
  member_bank_type: 1,
  member_bank_network: 'BEP20',
  member_bank_number: address,
});
const coins = (amount: string) => ({ wallet_type: 1, network: 'BEP20', amount, address: ADDRESS });

const addressOf = async ({ memberId }: Somebody): Promise<string> => {
  const { rows } = await app.context.pool.query<{ address: string }>(
    'SELECT address FROM withdrawal_address WHERE member_id = $1 ORDER BY id DESC LIMIT 1',
    [memberId],
  );
  return rows[0]!.address;
};
const balanceOf = async ({ memberId }: Somebody): Promise<bigint> => {
  const { rows } = await app.context.pool.query<{ balance: bigint }>(
    'SELECT balance FROM account WHERE id = account_of($1, 1)',
    [memberId],
  );
  return rows[0]!.balance;
};

const ALL = { pin: 'right', code: 'right', factor: 'right' } as const;

describe('coins', () => {
  it.each(COMBINATIONS)('leave by PIN, mailed code and factor together alone: %j', async (shown) => {
    const who = await victimOf(shown);
    const before = await balanceOf(who);
    const form = coins('20');
    const code = await mailedCode(who, shown.code, 'wallet/withdraw/request/code', form, coins('30'));
    const { status } = await post(who, shown, 'wallet/withdraw', { ...form, fee: '1', verify_code: code });
    expect(status === 200).toBe(isWhole(shown));
    expect(await balanceOf(who)).toBe(before - (isWhole(shown) ? unitsOf('21') : 0n));
  });
});

describe('the BTA Pay id', () => {
  it.each(COMBINATIONS.filter(({ code }) => code === 'right'))(
    'is changed by PIN and factor together alone: %j',
    async (shown) => {
      const { status } = await post(await victimOf(shown), shown, 'member/btapay/modify', { btapay_id: 'thief' });
      expect(status === 200).toBe(isWhole(shown));
    },
  );
});

describe('a saved address', () => {
  it.each(COMBINATIONS)('is swapped by PIN, mailed code and factor together alone: %j', async (shown) => {
    const who = await victimOf(shown);
    const before = await addressOf(who);
    const theirs = bank(madeUpAddress());
    const code = await mailedCode(who, shown.code, 'member/modifyWithdraw/request/code', theirs, bank(madeUpAddress()));
    const { status } = await post(who, shown, 'member/withdrawal/modify', { ...theirs, verify_code: code });
    expect(status === 200).toBe(isWhole(shown));
    expect(await addressOf(who)).toBe(isWhole(shown) ? theirs.member_bank_number : before);
  });

  it('that was swapped takes nothing for 24 hours, and the link of its mail ends that for good', async () => {
    const who = await victimOf(ALL);
    const theirs = bank(madeUpAddress());
    const code = await mailedCode(who, 'right', 'member/modifyWithdraw/request/code', theirs, theirs);
    expect((await post(who, ALL, 'member/withdrawal/modify', { ...theirs, verify_code: code })).status).toBe(200);
    const told = (await mailsOf(app)).findLast(({ text }) => text?.includes(theirs.member_bank_number));
    const [, id] = /\/freezeAccount\/([\w-]{22})/.exec(told!.text!)!;

    const out = { ...coins('20'), address: theirs.member_bank_number };
    app.clock.advance(21 * HOUR_MS);
    const late = await victimOf(ALL);
    expect((await post(late, ALL, 'wallet/withdraw/request/code', out)).body.err_code).toBe('err_address_wait');
    expect((await call(app, 'POST', 'member/freeze', { id })).status).toBe(200);
    expect((await post(late, ALL, 'wallet/withdraw/request/code', out)).status).toBe(401);
    app.clock.advance(HOUR_MS);
    expect((await signInWith(app, who, who.phone!.next())).body.err_code).toBe('err_account_frozen');
  });
});
