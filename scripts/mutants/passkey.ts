import type { Mutant } from './mutant.ts';

const FACTORS = 'apps/server/src/modules/member/second-factor';

const passkey = (file: string, name: string, from: string, to: string): Mutant => ({
  name,
  file: file.includes('/') ? file : `${FACTORS}/${file}.ts`,
  from,
  to,
  tests: [`${FACTORS}/passkey.test.ts`, 'apps/server/src/modules/session/passkey-sign-in.test.ts'],
});

export const passkeyMutants: readonly Mutant[] = [
  passkey(
    'passkey-assertion.step',
    'a copied passkey passes at its second try',
    'throw new CounterFell();',
    'return false;',
  ),
  passkey(
    'apps/server/src/modules/session/passkey-sign-in.command.ts',
    'a passkey that is taken away meanwhile opens a session',
    "if ((await findPasskey(tx, env.pepper, credentialId)) === null) return refuse('err_passkey_wrong');",
    '',
  ),
  passkey('passkey-assertion.step', 'a passkey challenge is answered twice', 'return again;', 'return true;'),
  passkey(
    'passkey-assertion.step',
    'a passkey of another member will do',
    '  if (memberId !== undefined && passkey.memberId !== memberId) return null;\n',
    '',
  ),
  passkey('passkey-assertion.step', 'a passkey challenge is good for ever', '2 * MINUTE_MS', '2_000_000 * MINUTE_MS'),
  passkey(
    'passkey-assertion.step',
    'a passkey challenge is good for anything',
    '`passkey challenge for ${purpose}`',
    "`passkey challenge for ${purpose && ''}`",
  ),
  passkey('second-factor.gate', 'a passkey signs no body', "key ?? '', body);", "key ?? '');"),
  passkey('second-factor.gate', 'a passkey signs no key', "call, key ?? '', body);", 'call, body);'),
  passkey(
    'second-factor.gate',
    'a passkey signs no call',
    "memberId.toString(), call, key ?? '', body",
    "memberId.toString(), key ?? '', body",
  ),
  passkey('passkey.store', 'a counter may stand still', '(counter < $2 OR', '(counter <= $2 OR'),
  passkey(
    'passkey.store',
    'a passkey taken away meanwhile counts as copied',
    "? 'fell' : 'ended'",
    "? 'fell' : 'fell'",
  ),
  passkey(
    'passkey.store',
    'a passkey without our seal opens',
    'endedAt === null && isSealed(',
    'endedAt === null || isSealed(',
  ),
  passkey(
    'passkey.store',
    'whoever writes the table ends a passkey',
    '!isSealed(row.endSeal, endSeal(pepper, row.id, memberId))',
    'row.endSeal === null',
  ),
  passkey(
    'apps/server/src/security/passkey.ts',
    'a passkey may answer for nobody in person',
    'requireUserVerification: true',
    'requireUserVerification: false',
  ),
  passkey('passkey.command', 'a passkey is kept in another session', '${memberId} in ${sessionId}', '${memberId}'),
  passkey(
    'passkey.command',
    'the challenge of a new passkey is answered twice',
    "    if (!(await takeChallenge(tx, hash, expiresAt))) refuse('err_passkey_wrong');\n",
    '    await takeChallenge(tx, hash, expiresAt);\n',
  ),
];
