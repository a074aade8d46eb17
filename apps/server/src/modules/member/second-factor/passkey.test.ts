import { randomUUID } from 'node:crypto';
import { unitsOf } from '@minerx/rules/money';
import { WALLET } from '@minerx/rules/wallet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/app.ts';
import { expectCoherentLedger } from '../../../../test/coherent-ledger.ts';
import {
  addPasskey,
  beginPasskey,
  challengeOf,
  keepPasskey,
  TestPasskey,
  withPasskey,
} from '../../../../test/factor/passkeys.ts';
import { bearer, call, mailsOf, register, signIn, somebody, type Somebody, told } from '../../../../test/people.ts';
import { enrol, enrolled, postWith, signInWith } from '../../../../test/factor/second-factors.ts';
import { creditMember } from '../adjustment.command.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

interface Listed {
  id: string;
  passkey_name: string;
  passkey_created_date: string;
  passkey_used_date: string | null;
}

const listOf = async (who: Somebody): Promise<Listed[]> =>
  (
    (await call(app, 'GET', 'member/passkey', undefined, bearer(who.token))).body.result as unknown as {
      passkeys: Listed[];
    }
  ).passkeys;
const recoveryLeft = async (who: Somebody): Promise<number> =>
  (
    (await call(app, 'GET', 'member/factor', undefined, bearer(who.token))).body.result as unknown as {
      factor_recovery_left: number;
    }
  ).factor_recovery_left;
const challengeFor = async (who: Somebody, factor?: string): Promise<string> =>
  ((await beginPasskey(app, who, who.token, factor)).body.result as unknown as { passkey_challenge: string })
    .passkey_challenge;
const remove = (who: Somebody, id: string, factor?: string) =>
  postWith(app, who.token, 'member/passkey/remove', { id, member_security_pin: who.pin }, factor);
const renew = (who: Somebody, factor?: string) =>
  postWith(app, who.token, 'member/factor/recovery', { member_security_pin: who.pin }, factor);

describe('making a passkey', () => {
  // proves 7: GET member/passkey, POST member/passkey/begin, POST member/passkey/add
  it('takes the PIN, tells recovery codes with the first, ends other sessions, mails, and keeps no secret', async () => {
    const who = await somebody(app);
    const elsewhere = await signIn(app, who, 'elsewhere');
    expect(told(await beginPasskey(app, { pin: '000000' }, who.token))).toBe('422 err_pin_wrong');
    const { passkey, recovery } = await addPasskey(app, who, who.token, 'My phone');
    expect(new Set(recovery).size).toBe(10);
    expect(await recoveryLeft(who)).toBe(10);
    const at = new Date(app.clock.now()).toISOString();
    expect(await listOf(who)).toMatchObject([
      { passkey_name: 'My phone', passkey_created_date: at, passkey_used_date: null },
    ]);
    expect((await call(app, 'GET', 'member/profile', undefined, bearer(elsewhere.accessToken))).status).toBe(401);
    const mails = (await mailsOf(app)).filter(({ to }) => to?.some(({ address }) => address === who.email));
    expect(mails.at(-1)!.subject).toMatch(/passkey added/i);
    // The second one takes the first, and leaves the codes as they are.
    const refused = await beginPasskey(app, who, who.token);
    expect(told(refused)).toBe('403 err_second_factor');
    const second = new TestPasskey(app);
    const challenge = await challengeFor(who, passkey.answer(challengeOf(refused)));
    const kept = await keepPasskey(app, who.token, second.made(challenge, 'laptop'));
    expect(kept.body.result).toEqual({ recovery_codes: [] });
    expect(await recoveryLeft(who)).toBe(10);
    const [first] = await listOf(who);
    expect(first!.passkey_used_date).toBe(at);
  });

  // proves 8: err_passkey_wrong
  it('takes no challenge twice, late, of another session or member, nor one from elsewhere or by nobody in person', async () => {
    const [who, other] = [await somebody(app), await somebody(app)];
    const make = (challenge: string, ways = {}, token = who.token) =>
      keepPasskey(app, token, new TestPasskey(app).made(challenge, 'x', ways));
    const challenge = await challengeFor(who);
    for (const ways of [{ origin: 'http://localhost.evil.example' }, { rpId: 'evil.example' }, { verified: false }])
      expect(told(await make(challenge, ways))).toBe('422 err_passkey_wrong');
    expect(told(await make(challenge, {}, other.token))).toBe('422 err_passkey_wrong');
    const again = await signIn(app, who);
    expect(told(await make(challenge, {}, again.accessToken))).toBe('422 err_passkey_wrong');
    expect(told(await make(Buffer.alloc(52).toString('base64url')))).toBe('422 err_passkey_wrong');
    const many = await Promise.all(Array.from({ length: 5 }, () => make(challenge)));
    expect(many.map(told).filter((each) => each === '200')).toHaveLength(1);
    expect(await listOf(who)).toHaveLength(1);
    const late = await challengeFor(other);
    app.clock.advance(2 * 60_000 + 1);
    expect(told(await make(late, {}, other.token))).toBe('422 err_passkey_wrong');
  });

  it('keeps ten, and each credential once, whoever has it', async () => {
    const { who, passkey, recovery } = await withPasskey(app);
    const other = await somebody(app);
    const stolen = passkey.made(await challengeFor(other), 'stolen');
    expect(told(await keepPasskey(app, other.token, stolen))).toBe('409 err_conflict');
    expect(await listOf(other)).toEqual([]);
    const { rows } = await app.context.pool.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM member_recovery_code WHERE member_id = $1',
      [other.memberId],
    );
    expect(rows).toEqual([{ count: 0 }]);
    // Two that were begun while there were nine.
    for (let place = 1; place < 9; place += 1) {
      const refused = await beginPasskey(app, who, who.token);
      const challenge = await challengeFor(who, passkey.answer(challengeOf(refused)));
      expect(told(await keepPasskey(app, who.token, new TestPasskey(app).made(challenge, `${place}`)))).toBe('200');
    }
    const begun = [];
    for (const _ of [1, 2]) {
      const refused = await beginPasskey(app, who, who.token);
      begun.push(await challengeFor(who, passkey.answer(challengeOf(refused))));
    }
    const both = await Promise.all(
      begun.map((challenge) => keepPasskey(app, who.token, new TestPasskey(app).made(challenge, 'last'))),
    );
    expect(both.map(told).sort()).toEqual(['200', '409 err_conflict']);
    expect(await listOf(who)).toHaveLength(10);
    expect(told(await beginPasskey(app, who, who.token, recovery[0]))).toBe('409 err_conflict');
  });
});

describe('a passkey as the second factor', () => {
  const refusal = (who: Somebody) => renew(who);

  it('is asked for wherever the app is, beside it, and answers for it; also at sign-in', async () => {
    const { who, phone } = await enrolled(app);
    expect(told(await beginPasskey(app, who, who.token))).toBe('403 err_second_factor');
    const passkey = new TestPasskey(app);
    const challenge = await challengeFor(who, phone.next());
    expect(told(await keepPasskey(app, who.token, passkey.made(challenge, 'phone')))).toBe('200');
    const refused = await refusal(who);
    expect(refused.body).toMatchObject({
      err_code: 'err_second_factor',
      err_details: { passkey_ids: passkey.id.toString('base64url'), factor_app: 'true' },
    });
    expect(told(await renew(who, passkey.answer(challengeOf(refused))))).toBe('200');
    expect(told(await renew(who, phone.next()))).toBe('200');
    const asked = await signInWith(app, who);
    expect(told(asked)).toBe('403 err_second_factor');
    const answer = passkey.answer(challengeOf(asked));
    const both = await Promise.all([signInWith(app, who, answer), signInWith(app, who, answer)]);
    expect(both.map(told).sort()).toEqual(['200', '422 err_passkey_wrong']);
    // Without the app it stays, and its recovery codes with it.
    const off = await postWith(app, who.token, 'member/factor/remove', { member_security_pin: who.pin }, phone.next());
    expect(told(off)).toBe('200');
    expect((await refusal(who)).body).toMatchObject({ err_details: { factor_app: 'false' } });
    expect(await recoveryLeft(who)).toBe(10);
  });

  it('takes an answer for the very request that was refused: no other key, body, call or member, nor late, nor by nobody in person', async () => {
    const { who, passkey } = await withPasskey(app);
    const { who: other, passkey: others } = await withPasskey(app);
    const send = (path: string, body: object, key: string, factor?: string, token = who.token) =>
      postWith(app, token, path, body, factor, key);
    const body = {
      id: 'x',
      network_type: 'BEP721',
      withdrawal_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      member_security_pin: who.pin,
    };
    const refused = await send('nft/withdraw', body, 'key-00000001');
    const challenge = challengeOf(refused);
    const wrong = [
      await send('nft/withdraw', body, 'key-00000002', passkey.answer(challenge)),
      await send('nft/withdraw', { ...body, id: 'y' }, 'key-00000001', passkey.answer(challenge)),
      await send('member/factor/recovery', { member_security_pin: who.pin }, 'key-00000001', passkey.answer(challenge)),
      await send('nft/withdraw', body, 'key-00000001', others.answer(challenge)),
    ];
    expect(wrong.map(told)).toEqual(wrong.map(() => '422 err_passkey_wrong'));
    app.clock.advance(60_000);
    // Another member's request is none of mine, even with the same words.
    expect(told(await send('nft/withdraw', body, 'key-00000001', others.answer(challenge), other.token))).toBe(
      '422 err_passkey_wrong',
    );
    expect(told(await send('nft/withdraw', body, 'key-00000001', passkey.answer(challenge)))).not.toMatch(
      /factor|passkey/,
    );
    const next = challengeOf(await send('nft/withdraw', body, 'key-00000003'));
    const ways = [{ origin: 'https://localhost' }, { rpId: 'evil.example' }, { verified: false }];
    for (const way of ways)
      expect(told(await send('nft/withdraw', body, 'key-00000003', passkey.answer(next, way)))).toBe(
        '422 err_passkey_wrong',
      );
    app.clock.advance(2 * 60_000 + 1);
    expect(told(await send('nft/withdraw', body, 'key-00000003', passkey.answer(next)))).toBe('403 err_second_factor');
    for (const garbage of [
      'passkey',
      'passkey a.b.c',
      `passkey ${'x.'.repeat(3)}x`,
      `passkey ${passkey.id.toString('base64url')}.x.x.x`,
    ])
      expect(
        told(
          await send('member/factor/recovery', { member_security_pin: other.pin }, randomUUID(), garbage, other.token),
        ),
      ).toMatch(/^422 err_(?:passkey|factor)_wrong$/);
  });

  it('takes it for no other call that asks with the same words', async () => {
    const { who, passkey } = await withPasskey(app);
    const remove = (factor?: string) =>
      postWith(app, who.token, 'member/factor/remove', { member_security_pin: who.pin }, factor);
    const ofCodes = challengeOf(await refusal(who));
    expect(told(await remove(passkey.answer(ofCodes)))).toBe('422 err_passkey_wrong');
    expect(told(await remove(passkey.answer(challengeOf(await remove()))))).toBe('409 err_factor_off');
    expect(told(await renew(who, passkey.answer(ofCodes)))).toBe('200');
  });

  it('locks after five wrong ones as wrong codes do', async () => {
    const { who, passkey } = await withPasskey(app);
    const challenge = challengeOf(await refusal(who));
    for (let tries = 0; tries < 5; tries += 1)
      expect(told(await renew(who, passkey.answer(challenge, { verified: false })))).toBe('422 err_passkey_wrong');
    expect(told(await renew(who, passkey.answer(challenge)))).toBe('429 err_factor_locked');
    app.clock.advance(15 * 60_000);
    expect(told(await signInWith(app, who))).toBe('403 err_second_factor');
    expect(told(await signInWith(app, who, passkey.answer(challengeOf(await signInWith(app, who)))))).toBe('200');
  });

  it('asks anew for one that lay open for too long, and counts it as no try', async () => {
    const { who, passkey } = await withPasskey(app);
    const asked = [await refusal(who)];
    for (let tries = 0; tries < 3; tries += 1) {
      app.clock.advance(2 * 60_000 + 1);
      asked.push(await renew(who, passkey.answer(challengeOf(asked.at(-1)!))));
    }
    expect(asked.map(told)).toEqual(asked.map(() => '403 err_second_factor'));
    const challenge = challengeOf(asked.at(-1)!);
    // All but the last that may be wrong.
    for (let tries = 0; tries < 4; tries += 1)
      expect(told(await renew(who, passkey.answer(challenge, { verified: false })))).toBe('422 err_passkey_wrong');
    expect(told(await renew(who, passkey.answer(challenge)))).toBe('200');
  });

  it('does one thing of fifty that answer one challenge at once, and answers them all alike', async () => {
    const { who, passkey } = await withPasskey(app);
    const to = await register(app, { fullName: 'Boon Lim' });
    const { rows } = await app.context.pool.query<{ username: string }>('SELECT username FROM member WHERE id = $1', [
      to.memberId,
    ]);
    const credit = {
      memberId: who.memberId,
      walletId: WALLET.USDT,
      amountUnits: unitsOf('100'),
      reason: 'test',
      actor: 'operator:test',
    } as const;
    await app.context.funnel.run(creditMember(credit));
    const body = {
      recipient: rows[0]!.username,
      recipient_name: 'B••• L•••',
      wallet_type: WALLET.USDT,
      amount: '10',
      member_security_pin: who.pin,
    };
    const send = (factor?: string, key = 'transfer-0001') =>
      postWith(app, who.token, 'wallet/transfer', body, factor, key);
    passkey.counter = 1;
    const answer = passkey.answer(challengeOf(await send()));
    const many = await Promise.all(Array.from({ length: 50 }, () => send(answer)));
    const done = many.filter((each) => told(each) === '200');
    expect(done.length).toBeGreaterThan(0);
    for (const each of done) expect(each.body).toEqual(done[0]!.body);
    expect((await send(answer)).body).toEqual(done[0]!.body);
    expect(told(await send(answer, 'transfer-0002'))).toBe('422 err_passkey_wrong');
    const balance = await app.context.pool.query<{ balance: bigint }>(
      'SELECT balance FROM account WHERE id = account_of($1::bigint, $2)',
      [who.memberId, WALLET.USDT],
    );
    expect(balance.rows).toEqual([{ balance: unitsOf('90') }]);
    await expectCoherentLedger(app.context.pool);
  });

  it('notices a counter that does not rise', async () => {
    const { who, passkey } = await withPasskey(app);
    passkey.counter = 7;
    expect(told(await renew(who, passkey.answer(challengeOf(await refusal(who)))))).toBe('200');
    const copy = passkey.answer(challengeOf(await refusal(who)), { counter: 8 });
    expect(told(await renew(who, copy))).toBe('422 err_passkey_wrong');
    const below = passkey.answer(challengeOf(await refusal(who)), { counter: 0 });
    expect(told(await renew(who, below))).toBe('422 err_passkey_wrong');
    const events = await app.context.metrics.getSingleMetricAsString('security_events_total');
    expect(events).toMatch(/event="passkey_counter"\} 2/);
    passkey.counter = 9;
    expect(told(await renew(who, passkey.answer(challengeOf(await refusal(who)))))).toBe('200');
  });

  it('lets no counter that does not rise pass at its second try, where the same thing may be asked for again', async () => {
    const { who, passkey } = await withPasskey(app);
    passkey.counter = 7;
    expect(told(await renew(who, passkey.answer(challengeOf(await refusal(who)))))).toBe('200');
    const transfer = (factor?: string) =>
      postWith(
        app,
        who.token,
        'wallet/transfer',
        {
          recipient: 'nobody',
          recipient_name: 'N•••',
          wallet_type: WALLET.USDT,
          amount: '10',
          member_security_pin: who.pin,
        },
        factor,
        'copied-0001',
      );
    const fell = passkey.answer(challengeOf(await transfer()), { counter: 3 });
    const many = await Promise.all(Array.from({ length: 3 }, () => transfer(fell)));
    expect([...many, await transfer(fell)].map(told)).toEqual(Array(4).fill('422 err_passkey_wrong'));
  });
});

describe('taking a passkey away', () => {
  // proves 7: POST member/passkey/remove
  it('takes PIN and second factor; the last one takes the recovery codes with it', async () => {
    const { who, passkey, recovery } = await withPasskey(app);
    const other = await withPasskey(app);
    const [kept] = await listOf(who);
    expect(told(await remove({ ...who, pin: '000000' }, kept!.id))).toBe('422 err_pin_wrong');
    const foreign = await remove(other.who, kept!.id);
    expect(told(await remove(other.who, kept!.id, other.passkey.answer(challengeOf(foreign))))).toBe(
      '404 err_not_found',
    );
    expect(told(await remove(who, kept!.id, recovery[0]))).toBe('200');
    expect(await listOf(who)).toEqual([]);
    expect(await recoveryLeft(who)).toBe(0);
    expect(told(await signInWith(app, who))).toBe('200');
    // It opens nothing any more, nor do the codes.
    await enrol(app, who, who.token);
    const asked = await signInWith(app, who);
    expect((asked.body as { err_details?: unknown }).err_details).toBeUndefined();
    expect(told(await signInWith(app, who, passkey.answer('x'.repeat(70))))).toBe('422 err_passkey_wrong');
    expect(told(await signInWith(app, who, recovery[1]))).toBe('422 err_factor_wrong');
  });

  it('goes with a lost second factor', async () => {
    const { who } = await withPasskey(app);
    const typed = { member_email: who.email, member_password: who.password };
    await call(app, 'POST', 'member/factor/lost/request/code', typed);
    const code = (await mailsOf(app))
      .flatMap(({ to, text }) =>
        to?.some(({ address }) => address === who.email) ? (/^(\d{6})$/m.exec(text ?? '')?.[1] ?? []) : [],
      )
      .at(-1);
    const lost = await call(app, 'POST', 'member/factor/lost', {
      ...typed,
      verify_code: code,
      member_security_pin: who.pin,
    });
    expect(told(lost)).toBe('200');
    expect(told(await signInWith(app, who))).toBe('200');
  });
});

describe('a row written past the product', () => {
  it('opens nothing, and takes no passkey away', async () => {
    const { who, passkey } = await withPasskey(app);
    const thief = await withPasskey(app);
    const { pool } = app.context;
    // The thief's own key, in the member's name, by the app's own role.
    const foreign = new TestPasskey(app);
    await pool.query(
      `INSERT INTO passkey (id, member_id, credential_id, public_key, name, counter, created_at, seal)
         SELECT gen_random_uuid(), $1, $2, public_key, 'x', 0, now(), seal FROM passkey WHERE member_id = $3`,
      [who.memberId, foreign.id, thief.who.memberId],
    );
    const stolen = Object.assign(thief.passkey, { id: foreign.id });
    const refused = await signInWith(app, who);
    expect(refused.body).toMatchObject({ err_details: { passkey_ids: passkey.id.toString('base64url') } });
    expect(told(await signInWith(app, who, stolen.answer(challengeOf(refused))))).toBe('422 err_passkey_wrong');
    expect(told(await signInWith(app, who, passkey.answer(challengeOf(refused))))).toBe('200');
    await expect(pool.query(`UPDATE passkey SET member_id = 1 WHERE member_id = $1`, [who.memberId])).rejects.toThrow(
      'permission denied',
    );
    // An end without our seal is none, yet what it ended opens nothing.
    await pool.query(`UPDATE passkey SET ended_at = now(), end_seal = '\\x00' WHERE member_id = $1`, [who.memberId]);
    const ended = await signInWith(app, who);
    expect(told(ended)).toBe('403 err_second_factor');
    expect((ended.body as { err_details?: unknown }).err_details).toBeUndefined();
    await expect(
      pool.query('UPDATE passkey SET ended_at = NULL, end_seal = NULL WHERE member_id = $1', [who.memberId]),
    ).rejects.toThrow('stays so');
  });
});
