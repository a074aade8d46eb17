import { OPERATOR_ROLES } from '@minerx/contract/operator/role';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/app.ts';
import { expectCoherentLedger } from '../../test/coherent-ledger.ts';
import {
  addOperators,
  asOwner,
  type Console,
  emailOf,
  factorOf,
  openConsole,
  OPERATOR_PASSWORD,
  resultOf,
} from '../../test/operator/operators.ts';
import { call, mailsOf, register, told } from '../../test/people.ts';
import { listBreaksInAudit } from '../modules/integrity/audit-chain.query.ts';
import { codeOf } from '../../test/operator/authenticator.ts';
import { OPERATOR_COMMANDS } from './catalogue.ts';
import { inviteFirstOperator } from '../modules/operator/operator.command.ts';

let app: TestApp;
let admin: Console;
let finance: Console;
let support: Console;
let member: string;

beforeAll(async () => {
  app = await testApp();
  await addOperators(app);
  const person = await register(app);
  member = person.email;
  admin = await openConsole(app, 'admin');
  finance = await openConsole(app, 'finance');
  support = await openConsole(app, 'support');
}, 60_000);
afterAll(async () => {
  await expectCoherentLedger(app.context.pool);
  await app.close();
});

const audits = async (action: string) =>
  (await app.context.pool.query('SELECT actor, subject, detail FROM audit WHERE action = $1 ORDER BY id', [action]))
    .rows;

it('what two have to agree to is this and no less', () => {
  const two = OPERATOR_COMMANDS.filter(({ grant }) => grant.twoOperators).map(({ name }) => name);
  expect(two.sort()).toEqual([
    'blessing grant',
    'cold approve',
    'deposit record',
    'member credit',
    'member debit',
    'nft issue',
    'nft terms',
    'operator enable',
    'operator invite',
    'operator role',
    'package set',
    'payout return',
    'payouts open',
    'price band',
    'price set',
    'prize set',
    'settlement fee',
    'settlement payout',
    'swap set',
    'voucher create',
    'wallet cold',
    'wallet explain',
    'wallet hot',
    'wallet terms',
    'withdrawal hold',
    'withdrawal reconcile',
    'withdrawal terms',
  ]);
  const ofSupport = OPERATOR_COMMANDS.filter(({ grant }) => grant.isMoney && grant.roles.includes('support'));
  expect(ofSupport.map(({ name }) => name)).toEqual(['member redirect']);
});

describe('sign-in of operators', () => {
  const signIn = (more: object) =>
    call(app, 'POST', 'operator/sign-in', {
      email: emailOf('admin'),
      password: OPERATOR_PASSWORD,
      factor: '000000',
      ...more,
    });

  // proves 7: POST operator/sign-in
  it('needs both factors, says of none which was wrong, and takes no code twice', async () => {
    app.clock.advance(30_000);
    const factor = factorOf(app, 'admin');
    expect(told(await signIn({}))).toBe('401 err_login');
    expect(told(await signIn({ factor, password: 'Wrong#2026' }))).toBe('401 err_login');
    expect(told(await signIn({ factor, email: 'nobody@minerx.test' }))).toBe('401 err_login');
    const [first, second] = await Promise.all([signIn({ factor }), signIn({ factor })]);
    expect([told(first), told(second)].sort()).toEqual(['200', '401 err_login']);
    expect(told(await signIn({ factor }))).toBe('401 err_login');
    const { cookies } = [first, second].find(({ status }) => status === 200)!;
    expect(cookies).toMatchObject(Array(2).fill({ httpOnly: true, sameSite: 'Strict', path: '/' }));
    expect((await audits('operator.sign_in')).at(-1)).toMatchObject({ actor: 'operator:admin@minerx.test' });
  });

  it('is by no row of the database alone', async () => {
    const { pool } = app.context;
    const [own] = (await openConsole(app, 'support')).cookie.split('=').slice(1);
    const row = (seal: string) =>
      `INSERT INTO operator_session (token_hash, operator_id, device, address, created_at, last_used_at, stepped_up_at, seal)
       SELECT sha256(convert_to($1, 'UTF8')), id, 'x', 'x', $2, $2, $2, ${seal} FROM operator WHERE role = 'admin'`;
    const at = new Date(app.clock.now());
    const asks = (token: string) =>
      call(app, 'GET', 'operator/session', undefined, { cookie: `${admin.cookie.split('=')[0]}=${token}` });
    await pool.query(row('NULL'), ['made-up', at]);
    expect(told(await asks('made-up'))).toBe('401 err_unauthorised');
    expect(told(await asks(own!))).toBe('200');
    const { rows } = await pool.query<{ seal: Buffer }>(
      `DELETE FROM operator_session WHERE token_hash = sha256(convert_to($1, 'UTF8')) RETURNING seal`,
      [own],
    );
    await pool.query(row('$3'), [own, at, rows[0]!.seal]);
    expect(told(await asks(own!))).toBe('401 err_unauthorised');
  });

  it('pauses and closes after wrong ones, whoever the email is of', async () => {
    let last = '';
    for (let tries = 0; tries < 20 && last !== '429 err_login_locked'; tries += 1) {
      app.clock.advance(60_000);
      last = told(await signIn({ email: 'ghost@minerx.test' }));
    }
    expect(last).toBe('429 err_login_locked');
  });

  // proves 7: GET operator/session
  // proves 7: POST operator/sign-out
  it('ends after half an hour of silence and after a working day, and with sign-out', async () => {
    const quiet = await openConsole(app, 'support');
    expect(told(await quiet.ask('GET', 'operator/session'))).toBe('200');
    app.clock.advance(29 * 60_000);
    expect(told(await quiet.ask('GET', 'operator/session'))).toBe('200');
    app.clock.advance(31 * 60_000);
    expect(told(await quiet.ask('GET', 'operator/session'))).toBe('401 err_unauthorised');
    const busy = await openConsole(app, 'support');
    for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
      await busy.ask('GET', 'operator/session');
      app.clock.advance(20 * 60_000);
    }
    expect(told(await busy.ask('GET', 'operator/session'))).toBe('401 err_unauthorised');
    // A page that nobody touches asks on, and idles.
    const open = await openConsole(app, 'support');
    const byItself = (path: string) => open.ask('GET', `operator/${path}`, undefined, { 'x-by-itself': 'yes' });
    for (let minutes = 0; minutes < 30; minutes += 1) {
      expect(told(await byItself(minutes % 2 ? 'waiting' : 'session'))).toBe('200');
      // Once somebody did touch it.
      if (minutes === 10) expect(told(await open.ask('GET', 'operator/waiting'))).toBe('200');
      app.clock.advance(60_000);
    }
    for (let minutes = 0; minutes < 10; minutes += 1) {
      expect(told(await byItself('session'))).toBe('200');
      app.clock.advance(60_000);
    }
    app.clock.advance(60_000);
    expect(told(await byItself('waiting'))).toBe('401 err_unauthorised');
    const left = await openConsole(app, 'support');
    expect(told(await left.ask('POST', 'operator/sign-out'))).toBe('200');
    expect(told(await left.ask('GET', 'operator/session'))).toBe('401 err_unauthorised');
    [admin, finance, support] = [
      await openConsole(app, 'admin'),
      await openConsole(app, 'finance'),
      await openConsole(app, 'support'),
    ];
  });
});

describe('actions', () => {
  // proves 7: GET operator/action
  it('are told by role, and refused beyond it on the server', async () => {
    for (const role of OPERATOR_ROLES) {
      const asking = { admin, finance, support }[role];
      const { body } = await asking.ask('GET', 'operator/action');
      const names = (body.result as unknown as { actions: { name: string }[] }).actions.map(({ name }) => name);
      for (const { name, grant } of OPERATOR_COMMANDS) {
        if (!grant.roles.includes(role)) {
          expect([name, names.includes(name)]).toEqual([name, false]);
          expect([name, told(await asking.run(name))]).toMatchObject([name, expect.stringMatching(/^40[34] /)]);
        }
      }
    }
    expect(told(await support.run('member credit', { email: member }))).toBe('403 err_forbidden');
    expect(told(await admin.run('nothing here'))).toBe('404 err_not_found');
  });

  it('say what is wrong with a field, and do nothing', async () => {
    const answer = resultOf(await support.run('member show', { email: '' }));
    expect(answer.outcome).toBe('refused');
    expect(answer.lines).toEqual([expect.stringMatching(/^member show needs “Email” \(/)]);
  });

  it('that show what is personal leave a line about who looked', async () => {
    const { outcome, lines } = resultOf(await support.run('member show', { email: member }));
    expect([outcome, lines[0]]).toEqual(['done', expect.stringContaining(member)]);
    expect((await audits('operator.look')).at(-1)).toMatchObject({
      actor: 'operator:support@minerx.test',
      subject: 'member show',
      detail: { email: member },
    });
  });

  it('read no file of the server', async () => {
    const { outcome, lines } = resultOf(
      await support.run('ticket reply', { id: '1', file: '/etc/passwd', message: '', reason: 'x' }),
    );
    expect([outcome, lines.join()]).toEqual(['refused', expect.not.stringContaining('passwd')]);
    const news = { file: '# Title\n\nx', image: '/etc/passwd', reason: 'x' };
    expect(resultOf(await admin.run('announcement publish', news)).lines[0]).toMatch(/^Published as/);
    const { rows } = await app.context.pool.query('SELECT FROM announcement WHERE picture_id IS NOT NULL');
    expect(rows).toEqual([]);
  });

  // proves 7: POST operator/action
  // proves 8: err_second_factor
  // proves 7: POST operator/step-up
  it('that move money, or say who may come in, ask for the second factor again, and are done once under one key', async () => {
    const values = { email: member, wallet: 'USDT', amount: '12', reason: 'goodwill' };
    app.clock.advance(6 * 60_000);
    const about = { email: member, reason: 'asked' };
    for (const answer of [
      await support.run('member redirect', about),
      await admin.run('member unfreeze', about),
      await admin.run('operator disable', { ...about, email: emailOf('support') }),
    ])
      expect(told(answer)).toBe('403 err_second_factor');
    expect(told(await finance.run('member credit', values, 'credit-0001'))).toBe('403 err_second_factor');
    expect(told(await finance.ask('POST', 'operator/step-up', { factor: '000000' }))).toBe('422 err_factor_wrong');
    const factor = factorOf(app, 'finance');
    expect(told(await finance.ask('POST', 'operator/step-up', { factor }))).toBe('200');
    expect(told(await finance.ask('POST', 'operator/step-up', { factor }))).toBe('422 err_factor_wrong');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => finance.run('member credit', values, 'credit-0001')),
    );
    const first = resultOf(answers[0]!);
    expect(first).toMatchObject({ outcome: 'done', lines: [expect.stringContaining('another operator has to agree')] });
    expect(answers.map(resultOf)).toEqual(answers.map(() => first));
    // Long afterwards too; other words under it are a mistake.
    expect(resultOf(await finance.run('member credit', values, 'credit-0001'))).toEqual(first);
    expect(told(await finance.run('member credit', { ...values, amount: '13' }, 'credit-0001'))).toBe(
      '422 err_idempotency_mismatch',
    );
    const waiting = await app.context.pool.query(`SELECT FROM operator_proposal WHERE action = 'member credit'`);
    expect(waiting.rowCount).toBe(1);
  });
});

describe('what two operators have to agree to', () => {
  const balance = async () =>
    resultOf(await admin.run('member show', { email: member }))
      .lines.find((line) => line.includes('USDT'))!
      .trim();
  const waiting = async () =>
    (
      await app.context.pool.query<{ id: string }>(
        'SELECT id FROM operator_proposal WHERE decided_by IS NULL ORDER BY proposed_at DESC',
      )
    ).rows[0]!.id;

  it('is done when another one agrees, once, and not by whoever proposed it', async () => {
    const id = await waiting();
    const before = await balance();
    app.clock.advance(30_000);
    for (const [who, role] of [
      [admin, 'admin'],
      [finance, 'finance'],
    ] as const)
      await who.ask('POST', 'operator/step-up', { factor: factorOf(app, role) });
    expect(resultOf(await finance.run('proposal agree', { id, reason: 'me' })).lines).toEqual([
      'You have proposed it; somebody else has to agree.',
    ]);
    const agreed = await Promise.all(
      Array.from({ length: 5 }, () => admin.run('proposal agree', { id, reason: 'as agreed on the phone' })),
    );
    expect(agreed.map((each) => resultOf(each).outcome).filter((each) => each === 'done')).toHaveLength(1);
    expect(await balance()).not.toBe(before);
    expect((await audits('proposal.agree')).at(-1)).toMatchObject({ actor: 'operator:admin@minerx.test' });
    expect((await audits('member.credit')).at(-1)).toMatchObject({ actor: 'operator:finance@minerx.test' });
  });

  it('is another person by the database’s own word', async () => {
    await finance.run('member debit', { email: member, wallet: 'USDT', amount: '2', reason: 'mistake' });
    const forged = app.context.pool.query(
      `UPDATE operator_proposal SET decided_by = proposed_by, decided_at = now(), agreed = true WHERE id = $1`,
      [await waiting()],
    );
    await expect(forged).rejects.toThrow(/operator_proposal_check/);
  });

  it('is declined with a reason, and nothing was done', async () => {
    const [id, before] = [await waiting(), await balance()];
    expect(resultOf(await admin.run('proposal decline', { id, reason: 'not so' })).outcome).toBe('done');
    expect(await balance()).toBe(before);
    expect(resultOf(await admin.run('proposal agree', { id, reason: 'x' })).lines[0]).toContain('no proposal');
  });
});

it('leaves an unbroken audit log', async () => {
  expect(await listBreaksInAudit(app.context.pool)).toEqual([]);
});

describe('invitations', () => {
  // proves 7: GET operator/invitation
  // proves 7: POST operator/invitation/accept
  it('make an operator once, with an authenticator that works and recovery codes', async () => {
    const input = { email: 'new@minerx.test', name: 'New Person', role: 'support', reason: 'joins us' };
    const [proposed] = resultOf(await admin.run('operator invite', input)).lines;
    const [id] = /[0-9a-f-]{36}/.exec(proposed!)!;
    const agreed = resultOf(await finance.run('proposal agree', { id, reason: 'I know them' })).lines.join();
    expect(agreed, 'whoever agrees does not become the colleague').not.toContain('invitation?id=');
    const mail = (await mailsOf(app)).findLast(({ to }) => to?.[0]?.address === 'new@minerx.test');
    const token = /invitation\?id=([\w-]{43})/.exec(mail?.text ?? '')![1]!;
    const opened = await call(app, 'GET', `operator/invitation?id=${token}`);
    const { totp_secret: secret, email } = opened.body.result as unknown as Record<string, string>;
    expect(email).toBe('new@minerx.test');
    const seen = await app.context.pool.query(`SELECT actor FROM audit WHERE action = 'operator.open_invitation'`);
    expect(seen.rows).toEqual([{ actor: 'operator:new@minerx.test' }]);
    const accept = (factor: string, password = 'Sunrise#2027') =>
      call(app, 'POST', 'operator/invitation/accept', { id: token, password, factor });
    expect(told(await accept('000000'))).toBe('422 err_code_wrong');
    expect(told(await accept(codeOf(secret!, app.clock.now()), 'short'))).toBe('400 err_password_rule');
    const accepted = await accept(codeOf(secret!, app.clock.now()));
    const { recovery_codes: codes } = accepted.body.result as unknown as { recovery_codes: string[] };
    expect(new Set(codes).size).toBe(10);
    expect(told(await accept(codeOf(secret!, app.clock.now())))).toBe('422 err_link_invalid');
    const signIn = (factor: string) =>
      call(app, 'POST', 'operator/sign-in', { email, password: 'Sunrise#2027', factor });
    expect(told(await signIn(codes[0]!))).toBe('200');
    expect(told(await signIn(codes[0]!))).toBe('401 err_login');
    expect(told(await signIn(codes[1]!.toLowerCase().replace('-', ' ')))).toBe('200');
    await expect(inviteFirstOperator(app.context, { email: 'x@minerx.test', name: 'X' })).rejects.toMatchObject({
      code: 'err_forbidden',
    });
  });

  it('stand on the list while they are open, and are ended like an operator', async () => {
    const input = { email: 'late@minerx.test', name: 'Late', role: 'support', reason: 'joins us' };
    const [id] = /[0-9a-f-]{36}/.exec(resultOf(await admin.run('operator invite', input)).lines[0]!)!;
    await finance.run('proposal agree', { id, reason: 'I know them' });
    const mail = (await mailsOf(app)).findLast(({ to }) => to?.[0]?.address === input.email);
    const token = /invitation\?id=([\w-]{43})/.exec(mail?.text ?? '')![1]!;
    const listed = async () => resultOf(await admin.run('operator list', {})).lines.join('\n');
    expect(await listed()).toMatch(/late@minerx.test +support +invited until/);
    expect(resultOf(await admin.run('operator disable', { email: input.email, reason: 'no more' })).outcome).toBe(
      'done',
    );
    expect(await listed()).not.toContain(input.email);
    expect(told(await call(app, 'GET', `operator/invitation?id=${token}`))).toBe('422 err_link_invalid');
  });

  it('a disabled operator is out at once', async () => {
    const gone = await openConsole(app, 'support');
    expect(told(await gone.ask('GET', 'operator/session'))).toBe('200');
    expect(resultOf(await admin.run('operator disable', { email: emailOf('support'), reason: 'left' })).outcome).toBe(
      'done',
    );
    expect(told(await gone.ask('GET', 'operator/session'))).toBe('401 err_unauthorised');
    await expect(openConsole(app, 'support')).rejects.toThrow('err_login');
  });

  it('who disables everybody else still does nothing alone, and the machine lets another in', async () => {
    const others = await app.context.pool.query<{ email: string }>(
      'SELECT email FROM operator WHERE disabled_at IS NULL AND email <> $1',
      [emailOf('admin')],
    );
    for (const { email } of others.rows)
      expect(resultOf(await admin.run('operator disable', { email, reason: 'mine now' })).outcome).toBe('done');
    const values = { email: member, wallet: 'USDT', amount: '1000000', reason: 'to myself' };
    expect(resultOf(await admin.run('member credit', values)).lines[0]).toContain('another operator has to agree');
    const invited = resultOf(
      await admin.run('operator invite', { email: 'mine@minerx.test', name: 'Me', role: 'finance', reason: 'mine' }),
    );
    expect(invited.lines[0]).toContain('another operator has to agree');
    const input = { email: 'y@minerx.test', name: 'Y' };
    await expect(inviteFirstOperator(app.context, input)).rejects.toMatchObject({ constraint: 'invited_by_two' });
    expect(await asOwner(app, (context) => inviteFirstOperator(context, input))).toMatch(/invitation\?id=[\w-]{43}$/);
  });
});
