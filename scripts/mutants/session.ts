import type { Mutant } from './mutant.ts';

const SESSION = 'apps/server/src/modules/session';

const session = (file: string, name: string, from: string, to: string, ...tests: string[]): Mutant => ({
  name,
  file: `${SESSION}/${file}.ts`,
  from,
  to,
  tests: tests.length === 0 ? [`${SESSION}/session.test.ts`, `${SESSION}/sign-in.test.ts`] : tests,
});

const pin = (name: string, from: string, to: string): Mutant => ({
  name,
  file: 'apps/server/src/modules/pin/pin.gate.ts',
  from,
  to,
  tests: ['apps/server/src/modules/pin/pin.test.ts', 'apps/server/src/modules/member/security/security.test.ts'],
});

const event = (name: string, from: string, to: string): Mutant => ({
  name,
  file: 'apps/server/src/security/security-event.ts',
  from,
  to,
  tests: ['apps/server/src/security/security-event.test.ts'],
});

export const sessionMutants: readonly Mutant[] = [
  {
    name: 'what a mail says lies readable in the outbox',
    file: 'apps/server/src/modules/mail/mail.store.ts',
    from: 'payload: SealedMail = { ...mail, sealed };',
    to: 'payload = { ...mail, data, sealed };',
    tests: ['apps/server/src/modules/mail/mail-secrets.test.ts'],
  },
  {
    name: 'a mail opens for another mailbox',
    file: 'apps/server/src/modules/mail/mail.store.ts',
    from: '=> `mail ${template} ${to.address}`;',
    to: '=> `mail ${template} ${to.name}`;',
    tests: ['apps/server/src/modules/mail/mail-secrets.test.ts'],
  },
  session(
    'sign-in.command',
    'a sign-in link asks for no second factor',
    '  await context.secondFactors.require(held, factor);\n',
    '',
    `${SESSION}/sign-in.test.ts`,
  ),
  {
    name: 'nobody is told of a lock',
    file: 'apps/server/src/modules/attempt/attempt.step.ts',
    from: '  if (!attempt.locked && attempt.last) security.note(ATTEMPT_RULES[rule].locked, about);\n',
    to: '',
    tests: ['apps/server/src/modules/attempt/locks.test.ts'],
  },
  {
    name: 'a device of strangers signs in where others have locked the account',
    file: 'apps/server/src/http/device-cookie.ts',
    from: '.some((mark) => device.marks.includes(mark))',
    to: '.some(() => true)',
    tests: [`${SESSION}/known-device.test.ts`],
  },
  {
    name: 'anybody makes up a known account',
    file: 'apps/server/src/security/device-mark.ts',
    from: 'return proven(deviceId, account) === mark ? account : null;',
    to: 'return account;',
    tests: ['apps/server/src/http/crowd.test.ts'],
  },
  {
    name: 'strangers stand before members where PINs are hashed',
    file: 'apps/server/src/base/turns.ts',
    from: 'if (this.#handedOver % OTHERS_EVERY === 0) lines.reverse();',
    to: 'lines.reverse();',
    tests: ['apps/server/src/base/turns.test.ts'],
  },
  {
    name: 'wrong passwords do not slow down',
    file: 'packages/rules/src/member/member.ts',
    from: 'wrong < PASSWORD_SLOW_FROM ? 0',
    to: 'wrong > 0 ? 0',
    tests: ['packages/rules/src/member/member.test.ts', `${SESSION}/sign-in.test.ts`],
  },
  {
    name: 'a pause is told as a lock and sets the lock mail',
    file: 'apps/server/src/modules/attempt/attempt.step.ts',
    from: 'last: after.failures === 0 }',
    to: 'last: after.lockedUntil !== null }',
    tests: ['apps/server/src/security/security-event.test.ts'],
  },
  {
    name: 'a forged count of tries is believed',
    file: 'apps/server/src/modules/attempt/attempt.step.ts',
    from: 'known !== null && !known.isOurs',
    to: 'known !== null && known.version < 0n',
    tests: ['apps/server/src/modules/attempt/attempt.test.ts'],
  },
  {
    name: 'what comes too soon is compared',
    file: 'apps/server/src/modules/attempt/attempt-rule.ts',
    from: 'new Date(now + pauseMs)',
    to: 'new Date(now - pauseMs)',
    tests: [`${SESSION}/sign-in.test.ts`],
  },
  {
    name: 'a refusal ignores the language that a member chose',
    file: 'apps/server/src/http/answer.ts',
    from: 'chosen ?? languageOf(request)',
    to: 'languageOf(request) ?? chosen',
    tests: ['apps/server/src/modules/member/language.test.ts'],
  },
  session('session.command', 'a used token is good for ever', "? 'reuse' : null", '? null : null'),
  session('session.command', 'a token of a cookie is taken from a body', ' || held.transport !== transport', ''),
  session(
    'session.command',
    'an ended session is refreshed',
    'held === null || held.endedAt !== null',
    'held === null',
  ),
  session('session.command', 'a frozen member refreshes', "if (held.frozen) return 'frozen';", ''),
  session(
    'session.command',
    'an idle session lives on',
    'if (now >= held.lastUsedAt.getTime() + IDLE_MS)',
    'if (now < 0)',
  ),
  session(
    'session.command',
    'signing out leaves the session',
    "if (await endSession(tx, id, 'logout', new Date(context.expiryClock.now())))",
    'if (id === "")',
  ),
  session('session.token', 'a token that is over is read', '!(clock.now() < endsAt) || ', ''),
  session(
    'session.token',
    'the successor is the token itself',
    "createHmac('sha256', key).update(token).digest('base64url')",
    'token',
  ),
  session(
    'sign-in.command',
    'a right password does not clear the count',
    '  await clearAttempts(context, subject, expiryClock.now());\n',
    '',
  ),
  session(
    'sign-in.command',
    'a password that was changed meanwhile signs in',
    "if (current.passwordHash !== member.passwordHash) return refuse('err_login');",
    '',
  ),
  session('sign-in.command', 'a frozen member signs in', "    refuse('err_account_frozen');\n", ''),
  session(
    'sign-in.command',
    'wrong passwords do not count for the address',
    'await countOne(context, subject, rule, context.expiryClock.now(), { address });',
    'await Promise.resolve();',
  ),
  pin('a PIN is remembered for ever', 'if (clock.now() >= held.until)', 'if (clock.now() < 0)'),
  pin('a right PIN does not clear the count', 'await clearAttempts(counting, subject, clock.now());', ''),
  pin('a changed PIN is remembered', 'if (held.memberId.toString() === memberId) remembered.delete(sessionId);', ''),
  pin(
    'a locked PIN goes on where it is remembered',
    'if (attempt.last) await tellPinLock({ pool, expiryClock: clock, bus, security }, member.memberId);',
    '',
  ),
  event('too many failed proofs alarm nobody', 'alarms.inc({ event });\n      log.error', 'log.error'),
  event('an alarm is told with each further event', 'window.alarmed = true;', ''),
  event('the log tells the address', 'hashOfAddress(pepper, address) }', 'address }'),
  event('a flood of events fills the log', 'if (window.lines <= LINES_A_MINUTE)', 'if (window.lines > 0)'),
  {
    name: 'a token that was used again tells nobody',
    file: `${SESSION}/session.command.ts`,
    from: "if (reason === 'reuse') context.security.note('refresh_reused', held);",
    to: '',
    tests: ['apps/server/src/security/security-event.test.ts'],
  },
];
